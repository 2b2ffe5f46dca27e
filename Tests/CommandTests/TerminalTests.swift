import Control
import Core
import Testing
import windsock

/// The real program on a terminal of 80 columns, which script(1) makes.
struct TerminalTests {
    private func onTerminal(
        _ windsock: Windsock, _ words: String, _ variables: String = "TERM=xterm"
    ) async throws -> [String] {
        let command = "\(Windsock.path) --state-dir \(windsock.state) \(words)"
        let outcome = try await windsock.shell(
            "\(variables) COLUMNS=80 script -qec 'stty cols 80; \(command)' /dev/null </dev/null")
        // A line end of a terminal is one character to Swift.
        return outcome.output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
            String.init)
    }

    private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "") }

    @Test func `columns stand below each other whatever the script, and no line is wider than 80`()
        async throws
    {
        let windsock = Windsock()
        try await windsock.storePlaces()
        let agent = ScriptedAgent()
        let now = Samples.status().reachability.since ?? Samples.now
        let names = [
            "Oslo", "東京都庁", "서울특별시", "São Paulo", "Sa\u{303}o Tomé", "กรุงเทพ", "Z̸̧̛͔͇",
            String(repeating: "長", count: 60),
        ]
        await agent.configure { agent in
            agent.list = names.enumerated().map { index, name in
                var place = Samples.place(Int64(index + 1), name, now: now)
                place.waitingFor = .online
                place.nextAttemptAt = nil
                return place
            }
        }
        let lines = try await windsock.withDaemon(agent) { try await onTerminal(windsock, "status") }
        let rows = lines.map(plain).filter { $0.contains("°C") }
        #expect(rows.count == names.count)
        let columns = rows.compactMap { row in
            row.firstRange(of: "°C").map { DisplayWidth.of(String(row[..<$0.lowerBound])) }
        }
        #expect(Set(columns).count == 1, "\(rows)")
        for line in lines { #expect(DisplayWidth.of(plain(line)) <= 80, "\(line)") }
    }

    @Test func `names that would control the terminal are shown without their controls`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure {
            $0.list = [Samples.place(1, "evil\u{1B}[2J\u{9B}31m\u{202E}gnp.exe\u{07}\u{2066}")]
        }
        for words in ["status", "list", "status --line", "export", "status --json"] {
            let lines = try await windsock.withDaemon(agent) {
                try await onTerminal(windsock, words, "TERM=xterm NO_COLOR=1")
            }
            let scalars = lines.joined().unicodeScalars
            #expect(scalars.allSatisfy { !$0.isControlOrBidirectional }, "\(words): \(lines)")
        }
    }

    @Test func `colour and braille are for terminals that have them`() async throws {
        let windsock = Windsock()
        try await windsock.storePlaces()
        func braille(_ lines: [String]) -> Bool {
            lines.joined().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
        }
        for words in ["show Oslo", "history Oslo --plot", "status"] {
            let hasPlot = words != "status"
            let colour = try await onTerminal(windsock, words)
            #expect(!hasPlot || braille(colour), "\(words)")
            let noColour = try await onTerminal(windsock, words, "TERM=xterm NO_COLOR=1")
            #expect(!noColour.joined().contains("\u{1B}"), "\(words)")
            #expect(!hasPlot || braille(noColour), "\(words)")
            let dumb = try await onTerminal(windsock, words, "TERM=dumb")
            #expect(!dumb.joined().contains("\u{1B}"), "\(words)")
            #expect(!braille(dumb), "\(words)")
            let console = try await onTerminal(windsock, words, "TERM=linux LC_ALL=C")
            #expect(console.map(plain).joined().unicodeScalars.allSatisfy { $0.isASCII }, "\(words)")
            for line in colour + noColour + dumb { #expect(DisplayWidth.of(plain(line)) <= 80, "\(line)") }
        }
        #expect(try await onTerminal(windsock, "status").joined().contains("\u{1B}["))
    }
}
