import Agent
import Core
import OpenWeatherMap
import TestSupport
import Testing
import Transfer

@Suite struct ConfigurationTests {
    private func faults(_ text: String) -> [String] {
        do {
            _ = try Configuration.reading(Array(text.utf8))
            return []
        } catch {
            return error.faults.map { $0.described(in: "f") }
        }
    }

    private func read(_ text: String) throws -> Configuration {
        try Configuration.reading(Array(text.utf8))
    }

    @Test func `an empty file means the defaults`() throws {
        let configuration = try read("")
        #expect(configuration.api.host == "api.openweathermap.org")
        #expect(configuration.target.authority == "openweathermap.org:443")
        #expect(configuration.sync.callsPerMinute == 50)
        #expect(configuration.sync.callsPerMonth == 1_000_000)
        #expect(configuration.sync.currentEvery == .seconds(600))
        #expect(configuration.sync.shortestInterval == .seconds(600))
        #expect(configuration.sync.retry.delays == [.seconds(1), .seconds(3), .seconds(5), .seconds(10)])
        #expect(configuration.keepHistory == .seconds(400 * 86_400))
        #expect(configuration.maxSize == 1 << 30)
    }

    @Test func `every setting is read`() throws {
        let configuration = try read(
            """
            \u{FEFF}# a comment
            ; another
            [openweathermap]\r
            api = http://127.0.0.1:8080/prefix
            ca_file = /etc/ca.pem
            proxy = none
            key_file = /etc/key
              language  =  pt_br
            calls_per_minute = 600
            calls_per_month = 5000
            [reachability]
            target = 127.0.0.1:80
            witness = [2001:db8::1]:443
            probe_every = 5s
            probe_max = 2m
            [sync]
            current_every = 90s
            forecast_every = off
            air_every = 2h
            retry_delays = 100ms, 1.5s
            stale_after = 1h
            reconnect_spread = 30s
            [store]
            keep_history = 30d
            max_size = 64M
            [output]
            prometheus_file = /run/x.prom
            """)
        #expect(configuration.api.pathPrefix == "/prefix")
        #expect(configuration.caFile == "/etc/ca.pem")
        #expect(configuration.proxy == .none)
        #expect(configuration.keyFile == "/etc/key")
        #expect(configuration.language == "pt_br")
        #expect(configuration.sync.callsPerMinute == 600)
        #expect(configuration.target.authority == "127.0.0.1:80")
        #expect(configuration.witness?.host == "2001:db8::1")
        #expect(configuration.reachability.probeMax == .seconds(120))
        #expect(configuration.sync.forecastEvery == nil)
        #expect(configuration.sync.airEvery == .seconds(7200))
        #expect(configuration.sync.retry.delays == [.milliseconds(100), .milliseconds(1500)])
        #expect(configuration.staleAfter == .seconds(3600))
        #expect(configuration.maxSize == 64 << 20)
        #expect(configuration.prometheusFile == "/run/x.prom")
        // Another host than OpenWeatherMap's may be asked more often.
        #expect(configuration.sync.shortestInterval == .seconds(1))
    }

    @Test func `another api is its own target unless one is named`() throws {
        #expect(
            try read("[openweathermap]\napi = http://localhost:8000").target.authority == "localhost:8000")
        let named = try read(
            "[openweathermap]\napi = http://localhost:8000\n[reachability]\ntarget = localhost:1")
        #expect(named.target.authority == "localhost:1")
    }

    @Test func `all faults are reported at once, each with its line`() {
        let found = faults(
            """
            before = 1
            [sync]
            current_every = 10
            nonsense = 1
            current_every = 10m
            target = a:1
            [nosuch]
            x = 1
            [reachability]
            probe_every = 10ms
            target = nowhere
            a line
            [open
            """)
        #expect(
            found.map { $0.split(separator: ":")[1] } == [
                "1", "3", "4", "5", "6", "8", "10", "11", "12", "13",
            ])
        #expect(found.contains { $0.contains("current_every is set a second time") })
        #expect(found.contains { $0.contains("target belongs in [reachability]") })
        #expect(found.contains { $0.contains("there is no section [nosuch]") })
        #expect(found.contains { $0.contains("it must be from 1 s to 1 d") })
    }

    @Test(arguments: [
        ("openweathermap", "api = http://example.org"), ("openweathermap", "api = ftp://127.0.0.1"),
        ("openweathermap", "api ="), ("openweathermap", "calls_per_minute = 0"),
        ("openweathermap", "calls_per_minute = many"), ("openweathermap", "language = English"),
        ("openweathermap", "ca_file = relative.pem"), ("openweathermap", "proxy = ://"),
        ("reachability", "target = openweathermap.org"), ("reachability", "target = :443"),
        ("reachability", "target = user@example.org:443"), ("reachability", "witness = example.org?:443"),
        ("reachability", "target = example.org:+443"), ("openweathermap", "calls_per_minute = +5"),
        ("openweathermap", "calls_per_minute = \u{6E3}5"),
        ("store", "max_size = +1G"),
        ("reachability", "target = a:99999"), ("reachability", "probe_max = 0s"),
        ("sync", "retry_delays ="), ("sync", "retry_delays = 1s,,2s"), ("sync", "retry_delays = 50ms"),
        ("sync", "current_every = off"), ("sync", "current_every = -1m"), ("sync", "current_every = 1 m"),
        ("store", "max_size = 1"), ("store", "max_size = 99999G"), ("store", "keep_history = 1h"),
    ])
    func `a bad value is refused with what would be accepted`(section: String, line: String) {
        let found = faults("[\(section)]\n\(line)\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("f:2: ") == true, "\(found)")
    }

    @Test func `a mark on a bracket is part of the name behind it`() {
        #expect(
            faults("[\u{301}sync]\nstale_after = 1h\n").first?.hasPrefix("f:2: there is no section") == true)
    }

    @Test func `what is not text is refused`() {
        #expect(throws: ConfigurationFaults.self) { try Configuration.reading([0xFF, 0xFE]) }
        #expect(throws: ConfigurationFaults.self) {
            try Configuration.reading([UInt8](repeating: 0x20, count: 70_000))
        }
    }

    @Test func `no text makes the parser trap`() {
        var random = SplitMix64(seed: 11)
        let pieces = [
            "[", "]", "=", "\n", "\r\n", " ", "#", "sync", "[sync]\n", "current_every", "10m", "off", "\0",
            "é", ",", "\t",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            // Either a configuration or at least one fault.
            do { _ = try Configuration.reading(Array(text.utf8)) } catch { #expect(!error.faults.isEmpty) }
        }
    }

    @Test func `the commented example names every setting, and its lines are accepted when uncommented`()
        throws
    {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let example = TextFile.read(root + "/etc/windsock.conf")
        var section = ""
        var found: [String] = []
        var uncommented = ""
        for line in example.split(separator: "\n") {
            if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
            let bare = line.hasPrefix("#") ? line.dropFirst() : line
            let key = bare.prefix { $0 != " " }
            guard line.hasPrefix("#"), !line.hasPrefix("# "), bare.contains("=") else {
                uncommented += line + "\n"
                continue
            }
            found.append(section + "." + key)
            let value = bare.drop { $0 != "=" }.dropFirst().drop { $0 == " " }
            uncommented += value.isEmpty ? "\n" : bare + "\n"
        }
        #expect(found == Configuration.settingNames.map { $0.section + "." + $0.key })
        #expect(faults(uncommented) == [])
    }
}
