import Core
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// The watch list with the real daemon: names that fit several places, places that cannot be looked up yet, changes that
/// are all or nothing.
@Suite struct WatchListTests {
    private func names(_ bench: Workbench) -> [String] {
        let list = try? JSONValue(parsing: bench.windsock("list", "--json").standardOutput)
        return list?["places"]?.array?.compactMap { $0["name"]?.string } ?? []
    }

    @Test
    func `a name that fits several places is decided by number, by first, by position or by postal code`()
        async throws
    {
        let bench = try Workbench()
        try await bench.startDaemon()
        let several = bench.windsock("add", "London")
        #expect(several.status == 65)
        let lines = several.standardError.split(separator: "\n")
        #expect(lines.first == "windsock: 5 places are called London")
        #expect(lines.dropFirst().first?.hasPrefix("  1  London, GB") == true)
        #expect(lines.last == "hint: windsock add London --pick N, or --first")
        #expect(names(bench).isEmpty)

        #expect(bench.windsock("add", "London", "--pick", "6").status == 65)
        #expect(bench.windsock("add", "London", "--pick", "2").status == 0)
        #expect(bench.place("London")?["country"]?.string == "CA")
        let again = bench.windsock("add", "LONDON", "--first")
        #expect(again.status == 65)
        #expect(again.standardError.hasPrefix("windsock: there is a place called \"LONDON\" already\n"))
        #expect(bench.windsock("add", "Portland", "--first").status == 0)
        #expect(bench.place("Portland")?["country"]?.string == "US")
        #expect(bench.windsock("add", "Office", "--zip", "10001,US").status == 0)
        #expect(bench.place("Office")?["latitude"]?.number == 40.7484)
        #expect(bench.windsock("add", "Cabin", "--at", "-33.9,18.4").status == 0)
        let unknown = bench.windsock("add", "Nowhereland")
        #expect(unknown.status == 65)
        #expect(unknown.standardError.contains("OpenWeatherMap knows no place called \"Nowhereland\""))
        #expect(names(bench) == ["London", "Portland", "Office", "Cabin"])
        try await bench.until("all have weather") { bench.freshCount == 4 }
    }

    @Test func `the choice is made on a terminal`() async throws {
        let bench = try Workbench()
        try await bench.startDaemon()
        let command = "\(Binaries.path("windsock")) add London"
        let asked = try ChildProcess.run(
            "sh", ["-c", "printf 'none\\n1\\n' | script -qec '\(command)' /dev/null"],
            environment: bench.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(asked.status == 0)
        #expect(asked.standardOutput.contains("windsock: 5 places are called London"))
        #expect(asked.standardOutput.contains("which? "))
        #expect(asked.standardOutput.contains("London, GB added; the first fetch is on its way"))
        #expect(names(bench) == ["London"])
    }

    @Test func `what is added without the network is looked up when it is there`() async throws {
        let bench = try Workbench()
        try bench.simulator.setNetwork(up: false)
        try await bench.startDaemon()
        try await bench.until("offline is noticed") { bench.windsock("online").status == 1 }
        for name in ["Lisbon", "London"] {
            let added = bench.windsock("add", name)
            #expect(added.status == 0)
            #expect(added.standardOutput == "\(name) added; its name is looked up when online\n")
            #expect(bench.place(name)?["status"]?.string == "pending")
        }
        #expect(bench.windsock("status").standardOutput.contains("not resolved yet"))
        try bench.simulator.setNetwork(up: true)
        try await bench.until("the names are looked up") {
            bench.place("Lisbon")?["status"]?.string == "active"
                && bench.place("London")?["status"]?.string == "ambiguous"
        }
        #expect(bench.windsock("status").standardOutput.contains("decide with: windsock pick \"London\" N"))
        #expect(bench.windsock("pick", "London", "9").status == 65)
        #expect(bench.windsock("pick", "Lisbon", "1").status == 65)
        #expect(bench.windsock("pick", "London", "1").status == 0)
        try await bench.until("both have weather") { bench.freshCount == 2 }
    }

    @Test func `a change of several places is all or nothing`() async throws {
        let bench = try Workbench(settings: "[sync]\nforecast_every = off\nair_every = off\n")
        try await bench.startDaemon()
        let file = "Oslo,59.91,10.75\nLisbon,38.72,-9.14,paused\nTallinn,59.44,24.75\n"
        #expect(bench.windsock("import", "-", input: file).standardOutput == "3 places added\n")
        try await bench.until("two have weather") { bench.freshCount == 2 }
        // Paused from the beginning: nothing was ever asked for it.
        #expect(bench.place("Lisbon")?["status"]?.string == "paused")
        #expect(try bench.calls("/data/2.5/weather", "lat=38.72").isEmpty)

        for words in [["pause", "Oslo", "Atlantis"], ["remove", "Oslo", "Atlantis"]] {
            let refused = try ChildProcess.run(
                Binaries.path("windsock"), words, environment: bench.environment)
            #expect(refused.status == 65)
            #expect(refused.standardError.hasPrefix("windsock: no place called \"Atlantis\"\n"))
        }
        #expect(bench.place("Oslo")?["status"]?.string == "active")
        #expect(bench.windsock("pause", "oslo", "TALLINN").standardOutput == "Oslo paused\nTallinn paused\n")
        #expect(
            ["Oslo", "Lisbon", "Tallinn"].allSatisfy { bench.place($0)?["status"]?.string == "paused" })
        #expect(bench.windsock("resume", "Lisbon", "Oslo").status == 0)
        try await bench.until("what is resumed is fetched") { bench.freshCount == 3 }
        let before = bench.windsock("export").standardOutput
        #expect(bench.windsock("import", "-", input: "Bergen,60.4,5.3\nOSLO,1,2\nVoss,nan,2\n").status == 65)
        #expect(bench.windsock("export").standardOutput == before)
        #expect(
            bench.windsock("remove", "Oslo", "Lisbon").standardOutput
                == "Oslo removed, with its history\nLisbon removed, with its history\n")
        #expect(names(bench) == ["Tallinn"])
        // What was exported, imported again, is the same list.
        #expect(bench.windsock("remove", "Tallinn").status == 0)
        #expect(bench.windsock("import", "-", input: before).status == 0)
        #expect(bench.windsock("export").standardOutput == before)
    }

    @Test func `ten thousand places are added at once, or none of them`() async throws {
        let bench = try Workbench(settings: "calls_per_minute = 1\n")
        try bench.simulator.setNetwork(up: false)
        try await bench.startDaemon()
        var file = ""
        for number in 0..<10_000 {
            file += "Place \(number),\(Double(number % 170) - 85),\(Double(number / 170))\n"
        }
        #expect(bench.windsock("import", "-", input: file + "PLACE 77,1,2\n").status == 65)
        #expect(names(bench).isEmpty)
        let added = bench.windsock("import", "-", input: file)
        #expect(added.standardOutput == "10,000 places added\n", "\(added)")
        #expect(names(bench).count == 10_000)
        #expect(bench.status["counts"]?["places"]?.integer == 10_000)
        // One of them again: nothing of the second import is kept.
        #expect(bench.windsock("import", "-", input: "New,1,2\nPlace 9,1,2\n").status == 65)
        #expect(names(bench).count == 10_000)
        #expect(
            bench.windsock("__complete", "places", "place 999").standardOutput.split(separator: "\n").count
                == 11)
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `what is stale the daemon says, also after its configuration has changed`() async throws {
        let bench = try Workbench(settings: "[sync]\nstale_after = 2h\n")
        try await bench.startDaemon()
        #expect(bench.status["counts"]?["stale_after_s"]?.integer == 7200)
        #expect(bench.status["budget"]?["interval_s"]?.integer == 600)
        bench.configure("[sync]\nstale_after = 90s\ncurrent_every = 20m\n")
        // Not before the daemon has read it: what the command finds in the file itself does not count.
        #expect(bench.status["counts"]?["stale_after_s"]?.integer == 7200)
        bench.daemon?.send(SIGHUP)
        try await bench.until("the new values are in force") {
            bench.status["counts"]?["stale_after_s"]?.integer == 90
        }
        #expect(bench.status["budget"]?["interval_s"]?.integer == 1200)
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `progress is drawn on a terminal, and off it there are plain lines`() async throws {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1h\n")
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        try await bench.until("it has weather") { bench.freshCount == 1 }
        let plain = bench.windsock("sync", "--wait", "Oslo")
        #expect(plain.status == 0, "\(plain)")
        #expect(!(plain.standardOutput + plain.standardError).contains("\u{1B}"))
        #expect(plain.standardOutput.split(separator: "\n").count == 1)
        let drawn = try ChildProcess.run(
            "sh", ["-c", "script -qec '\(Binaries.path("windsock")) sync --wait Oslo' /dev/null </dev/null"],
            environment: bench.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(drawn.status == 0)
        #expect(drawn.standardOutput.contains("\r\u{1B}[K"))
    }
}
