import Core
import Glibc
import Store
import TestSupport
import Testing
import windsock

/// The real program while the daemon is stopped.
struct StoppedTests {
    private func stored() async throws -> Windsock {
        let windsock = Windsock()
        try await windsock.storePlaces()
        return windsock
    }

    private func names(_ windsock: Windsock) async throws -> [String] {
        let json = try JSONValue(parsing: try await windsock("list", "--json").output)
        return json["places"]?.array?.compactMap { $0["name"]?.string } ?? []
    }

    @Test func `status shows what is stored and exits with 3`() async throws {
        let windsock = try await stored()
        let outcome = try await windsock("status")
        #expect(outcome.code == 3)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            lines.prefix(3) == [
                "windsockd is not running (these are the stored values); start it with: windsockd", "",
                "PLACE          NOW               SEEN  NEXT",
            ])
        #expect(lines[3] == "Oslo       −3.0 °C  light snow  6 min  –")
        #expect(lines[4].hasPrefix("São Paulo        –"))
        #expect(lines[5].contains("several places have this name"))
        #expect(outcome.output.contains("windsock pick \"London\" N"))
        #expect(outcome.output.contains("  3  London, Kentucky, US  37.13  -84.08"))
    }

    @Test func `status as JSON has every member, and says that it is stopped`() async throws {
        let windsock = try await stored()
        let outcome = try await windsock("status", "Oslo", "--json")
        #expect(outcome.code == 3)
        let json = try JSONValue(parsing: outcome.output)
        #expect(json["schema"]?.integer == 1)
        #expect(json["daemon"]?["state"]?.string == "stopped")
        #expect(json["daemon"]?["pid"]?.isNull == true)
        #expect(json["counts"]?["fresh"]?.integer == 1)
        let place = try #require(json["places"]?.array?.first)
        #expect(json["places"]?.array?.count == 1)
        #expect(place["current"]?["temperature_c"]?.integer == -3)
        #expect(place["current"]?["stale"]?.bool == false)
        #expect(place["current"]?["observed_at_epoch"]?.integer != nil)
    }

    @Test func `a status bar gets its line, and waybar no failure`() async throws {
        let windsock = try await stored()
        #expect(
            try await windsock("status", "--line", "oslo")
                == .init(code: 3, output: "Oslo −3.0 °C light snow\n", errors: ""))
        let bar = try await windsock("status", "--waybar", "Oslo")
        #expect(bar.code == 0)
        let json = try JSONValue(parsing: bar.output)
        #expect(json["class"]?.array?.first?.string == "stopped")
    }

    @Test func `stale is what the configuration says`() async throws {
        let windsock = try await stored()
        let file = windsock.directory.file("x.conf")
        TextFile.write("[sync]\nstale_after = 5m\n", to: file)
        let outcome = try await windsock("status", "--config", file)
        #expect(outcome.output.contains("light snow  6 min  –     stale"))
        #expect(
            try await windsock("status", "--line", "Oslo", "--config", file).output
                == "Oslo −3.0 °C light snow (6 min)\n")
    }

    @Test func `places are added, renamed, picked, paused and removed by the lock`() async throws {
        let windsock = try await stored()
        #expect(
            try await windsock("add", "Cabin", "--at", "-33.9,18.4")
                == .init(code: 0, output: "Cabin added; it is fetched when windsockd runs\n", errors: ""))
        #expect(
            try await windsock("add", "Work", "--zip", "10001,us").output
                == "Work added; it is looked up when windsockd runs\n")
        #expect(
            try await windsock("rename", "cabin", "The Cabin").output
                == "The Cabin is what Cabin is called now\n")
        #expect(try await windsock("rename", "Oslo", "OSLO").code == 0)
        #expect(try await windsock("pick", "London", "1").output == "London, England, GB picked\n")
        #expect(try await windsock("pause", "Oslo", "São Paulo").output == "OSLO paused\nSão Paulo paused\n")
        #expect(try await windsock("resume", "oslo").output == "OSLO resumed\n")
        #expect(try await windsock("remove", "são paulo").output == "São Paulo removed, with its history\n")
        #expect(try await names(windsock) == ["OSLO", "London", "The Cabin", "Work"])
        let reader = try StoreReader(path: windsock.state + "/windsock.db")
        let places = try reader.places()
        #expect(places.map(\.status) == [.active, .active, .active, .pending])
        #expect(places[1].coordinates == Samples.candidates[0].coordinates)
        #expect(places[3].query == .zip("10001,US"))
    }

    @Test func `an export imported elsewhere is the same list`() async throws {
        let windsock = try await stored()
        #expect(try await windsock("pause", "Oslo").code == 0)
        let text = try await windsock("export").output
        #expect(
            text == """
                name,latitude,longitude,options
                Oslo,59.9133,10.739,paused
                São Paulo,-23.55,-46.63,
                London,,,query=London

                """)
        let other = try await stored()
        #expect(try await other("remove", "Oslo", "São Paulo", "London").code == 0)
        #expect(try await other("import", "-", input: text).output == "3 places added\n")
        #expect(try await other("export").output == text)
    }

    @Test func `show has the weather, the air and the forecast in the place's time`() async throws {
        let windsock = try await stored()
        let lines = try await windsock("show", "Oslo").output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "Oslo, NO · 59.91, 10.74")
        #expect(lines[1] == "now     −3.0 °C, feels −7.4 · light snow · 81 % · 1012 hPa")
        #expect(lines[2].hasPrefix("        wind 4.1 m/s from E, gusts 7.2 m/s · observed "))
        // Not by their numbers: just after midnight the time of the observation has a date, and takes a line more.
        #expect(lines.contains("air     fair (2 of 5) · PM2.5 0.5 · O3 68.6 µg/m³"))
        let header = try #require(lines.firstIndex(of: "TIME          TEMP    RAIN  WIND  WEATHER"))
        #expect(lines.count - header == 42)
        #expect(lines.last == "Weather data: OpenWeather")
        let json = try JSONValue(parsing: try await windsock("show", "Oslo", "--json").output)
        #expect(json["forecast"]?.array?.count == 40)
        #expect(json["air"]?["aqi"]?.integer == 2)
        #expect(json["utc_offset_s"]?.integer == 3600)
        #expect(try await windsock("show", "São Paulo").output.contains("nothing fetched yet (active)"))
    }

    @Test func `history comes as a table, CSV, JSON and a picture`() async throws {
        let windsock = try await stored()
        #expect(try await windsock("history", "Oslo").output.split(separator: "\n").count == 2)
        let csv = try await windsock("history", "Oslo", "--format", "csv").output.split(separator: "\n")
        #expect(csv.count == 2)
        #expect(
            csv[0].hasPrefix(
                "observed_at,observed_at_epoch,fetched_at,fetched_at_epoch,temperature_c,feels_like_c"))
        #expect(csv[1].hasSuffix(",600,Snow,light snow,13d"))
        #expect(
            csv[0].split(separator: ",", omittingEmptySubsequences: false).count
                == csv[1].split(separator: ",", omittingEmptySubsequences: false).count)
        let json = try JSONValue(parsing: try await windsock("history", "Oslo", "--json").output)
        #expect(json["observations"]?.array?.first?["temperature_c"]?.integer == -3)
        #expect(json["observations"]?.array?.first?["rain_1h_mm"]?.isNull == true)
        #expect(try await windsock("history", "Oslo", "--plot").output.contains("°C"))
        let empty = try await windsock("history", "Oslo", "--until", "1d")
        #expect(
            empty == .init(code: 0, output: "", errors: "windsock: nothing was observed in this period\n"))
    }

    @Test func `journals that are empty are no error`() async throws {
        let windsock = try await stored()
        #expect(try await windsock("outages").output == "nothing is known of this period\n")
        #expect(try await windsock("attempts").code == 0)
        #expect(try await windsock("attempts", "--json").output == "{\"schema\":1,\"attempts\":[]}\n")
    }

    @Test func `a backup is a whole database and overwrites nothing`() async throws {
        let windsock = try await stored()
        let copy = windsock.directory.file("copy.db")
        #expect(try await windsock("backup", copy).code == 0)
        #expect(try StoreReader(path: copy).places().map(\.name) == ["Oslo", "São Paulo", "London"])
        #expect(try await windsock("backup", copy).code == 73)
    }

    @Test func `the key is kept for its owner alone and replaced whole`() async throws {
        let windsock = Windsock()
        let path = windsock.state + "/api-key"
        let key = "0123456789abcdef0123456789abcdef"
        #expect(
            try await windsock("key", "set", input: key + "\n")
                == .init(code: 0, output: "the key is set; windsockd uses it when it runs\n", errors: ""))
        #expect(TextFile.read(path) == key + "\n")
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try await windsock("key", "status").output == "not tried yet, from windsock key set\n")
        #expect(try await windsock("key", "set", input: "not a key").code == 65)
        #expect(TextFile.read(path) == key + "\n")
        #expect(try await windsock("key", "clear").output == "the key is forgotten\n")
        #expect(access(path, F_OK) != 0)
        #expect(try await windsock("key", "clear").code == 0)
    }

    @Test func `check has windsockd look at every layer`() async throws {
        let windsock = try await stored()
        let file = windsock.directory.file("x.conf")
        TextFile.write("[openweathermap]\napi = http://127.0.0.1:1\nproxy = none\n", to: file)
        let outcome = try await windsock("check", "--config", file, "--json")
        #expect(outcome.code == 69)
        let lines = try JSONValue(parsing: outcome.output)["lines"]?.array ?? []
        #expect(
            lines.map { $0["layer"]?.string } == [
                "config", "lock", "database", "key", "clock", "path", "dns", "tcp", "tls", "api",
            ])
        #expect(
            lines.compactMap { $0["verdict"]?.string } == [
                "ok", "ok", "ok", "fail", "skipped", "ok", "skipped", "fail", "skipped", "skipped",
            ])
        #expect(lines[2]["text"]?.string == "3 places, 1 observation")
        let text = try await windsock("check", "--config", file)
        #expect(text.code == 69)
        #expect(text.output.hasSuffix("hint: windsock key set\n"))
    }

    @Test(.enabled(if: access("/usr/sbin/windsockd", F_OK) != 0, "windsockd is installed on this machine"))
    func `without windsockd check says what can be said`() async throws {
        let windsock = try await stored()
        let alone = windsock.directory.file("windsock")
        let file = windsock.directory.file("none.conf")
        let outcome = try await windsock.shell(
            "cp \(Windsock.path) \(alone) && \(alone) --state-dir \(windsock.state) check --config \(file)")
        #expect(outcome.code == 3)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[1] == "lock       FAIL  windsockd is not running")
        #expect(lines[2].hasPrefix("database   ok    3 places, 1 observation, "))
        #expect(lines[4] == "clock      –")
        #expect(lines.last == "hint: windsockd")
    }

    @Test func `names complete by their beginning`() async throws {
        let windsock = try await stored()
        #expect(try await windsock("__complete", "places", "SÃO").output == "São Paulo\n")
        #expect(try await windsock("__complete", "places").output == "Oslo\nSão Paulo\nLondon\n")
    }

    @Test(arguments: [
        ("windsock sta", ["status"]), ("windsock add Oslo --fi", ["--first"]),
        ("windsock show Sã", ["São\\ Paulo"]),
        ("windsock remove Oslo Lon", ["London"]), ("windsock key ", ["set", "status", "clear"]),
        ("windsock --units imp", ["imperial"]), ("windsock --json force au", ["auto"]),
        ("windsock rename Oslo Lon", []),
    ])
    func `bash completes verbs, options and places`(_ line: String, _ expected: [String]) async throws {
        let windsock = try await stored()
        // A mark at the end of the line is an empty word.
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }.joined(
            separator: " ")
        let script = """
            source <(\(Windsock.path) completions bash)
            windsock() { \(Windsock.path) --state-dir \(windsock.state) "$@"; }
            COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _windsock
            for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
            """
        let outcome = try await windsock.shell(script)
        #expect(outcome == .init(code: 0, output: expected.map { $0 + "\n" }.joined(), errors: ""))
    }
}
