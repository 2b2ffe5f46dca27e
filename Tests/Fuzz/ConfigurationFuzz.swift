import Agent
import Core
import Testing
import Transfer
import windsock

@Suite struct ConfigurationFuzz {
    private static let samples = [
        """
        # a comment
        [openweathermap]
        api = http://127.0.0.1:8080
        ca_file = /etc/ca.pem
        proxy = socks5://proxy.example:1080
        key_file = /etc/key
        language = pt_br
        calls_per_minute = 50
        calls_per_month = 1000000
        [reachability]
        target = openweathermap.org:443
        witness = [2001:db8::1]:53
        probe_every = 30s
        probe_max = 60s

        """,
        """
        \u{FEFF}[sync]
        current_every = 10m
        forecast_every = off
        air_every = 1h
        retry_delays = 1s, 3s, 5s, 10s
        stale_after = 2h
        reconnect_spread = 0s
        [store]
        keep_history = 400d
        max_size = 1G
        [output]
        prometheus_file =

        """,
        "[sync]\r\nstale_after = 45m\r\n; done\r\n", "[sync]\nstale_after=1.5h\n", "",
    ].samples
    private static let words =
        Configuration.settingNames.flatMap { ["[\($0.section)]\n", "\($0.key) = "] }.samples
        + [
            "=", "[", "]", "#", ";", "\n", "\r", "\r\n", "\u{2028}", "\u{85}", " ", "\t", "\u{A0}",
            "\u{FEFF}", "\u{1B}[2J", "\u{301}",
            "off", "none", "0", "+5", "-1", "1K", "99999999999G", "\u{0}", "10ms", "36500d", "@", "?", "é",
        ].samples

    @Test func `a configuration is within its limits, or its faults are told with their lines`() {
        fuzz("configurations", 5000) { draw in
            let bytes = draw.damaged(ConfigurationFuzz.samples, words: ConfigurationFuzz.words)
            let configuration: Configuration
            do throws(ConfigurationFaults) {
                configuration = try Configuration.reading(bytes)
            } catch {
                let lines = error.faults.map { $0.line ?? 0 }
                try claim(!lines.isEmpty && lines == lines.sorted(), "lines \(lines)")
                let last = String(decoding: bytes, as: UTF8.self).split(
                    omittingEmptySubsequences: false, whereSeparator: \.isNewline
                ).count
                try claim(lines.allSatisfy { (0...last).contains($0) }, "lines \(lines) of \(last)")
                for fault in error.faults {
                    let text = fault.described(in: "f")
                    try claim(text.isHarmless() && text.utf8.count < 2000, text.debugDescription)
                }
                return
            }
            try check(configuration)
            let text = String(decoding: bytes, as: UTF8.self)
            try claim(
                StaleAfter.value(in: text), is: configuration.staleAfter, "the command reads stale_after")
            if !text.utf8.contains(0x0D) {
                let windows = text.replacing("\n", with: "\r\n")
                try claim(try Configuration.reading(Array(windows.utf8)), is: configuration, "with CR LF")
            }
        }
    }

    private func check(_ configuration: Configuration) throws {
        let sync = configuration.sync
        try claim((1...10).contains(sync.retry.delays.count), "delays")
        try claim(sync.retry.delays.allSatisfy { (.milliseconds(100)...(.hours(1))).contains($0) }, "delays")
        try claim(sync.currentEvery >= .seconds(1) && configuration.staleAfter >= .seconds(1), "intervals")
        try claim((1...1_000_000).contains(sync.callsPerMinute), "calls per minute")
        try claim(((1 << 20)...(1 << 44)).contains(configuration.maxSize), "max_size")
        try claim(configuration.reachability.probeEvery >= .seconds(1), "probe_every")
        for path in [configuration.caFile, configuration.keyFile, configuration.prometheusFile].compactMap({
            $0
        }) {
            try claim(path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0), path.debugDescription)
        }
        for origin in [configuration.target, configuration.apiOrigin]
            + [configuration.witness].compactMap({ $0 })
        {
            let isHost = origin.host.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-._:".utf8.contains(byte)
            }
            try claim(
                isHost && !origin.host.isEmpty && origin.port > 0, "host \(origin.host.debugDescription)")
        }
    }

    @Test func `numbers are digits, with nothing before them`() {
        let settings = [
            ("openweathermap", "calls_per_minute", "", ""), ("openweathermap", "calls_per_month", "", ""),
            ("store", "max_size", "", "M"), ("reachability", "target", "example.org:", ""),
        ]
        fuzz("numbers of the configuration", 10_000) { draw in
            let (section, key, before, behind) = draw.one(of: settings)
            let number = draw.damagedText(
                ["50", "1000000", "3128", "1"].samples, words: ["+", "-", " ", "0", "_", "٣"].samples)
            let text = "[\(section)]\n\(key) = \(before)\(number)\(behind)\n"
            guard (try? Configuration.reading(Array(text.utf8))) != nil else { return }
            // Blanks around a value are no part of it, and a line end ends it.
            let value = number.prefix { !$0.isNewline }.filter { !$0.isWhitespace }
            try claim(value.utf8.allSatisfy { (0x30...0x39).contains($0) }, "it was taken")
        }
    }
}
