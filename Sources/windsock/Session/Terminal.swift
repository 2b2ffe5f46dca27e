import Glibc

/// What is known of the other end of the standard streams.
package struct Terminal: Equatable, Sendable {
    /// Standard output goes to a terminal.
    package let isTerminal: Bool
    /// Somebody can be asked: standard input and standard error are a terminal too.
    package let canAsk: Bool
    /// Columns for tables; practically no limit off a terminal, so that nothing is cut.
    package let width: Int
    /// Columns for running text.
    package let textWidth: Int
    package let style: Style
    /// The terminal shows ASCII only, by its locale.
    package let isASCII: Bool
    /// Plots take plain characters: ASCII, or a console whose font has no braille.
    package let isPlain: Bool

    private static let unlimited = 10_000

    package init(
        isTerminal: Bool, canAsk: Bool, columns: Int?, environment: (String) -> String?
    ) {
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let kind = variable("TERM") ?? "dumb"
        let columns = columns ?? variable("COLUMNS").flatMap { Int($0) }
        self.isTerminal = isTerminal
        self.canAsk = canAsk
        width = isTerminal ? min(max(columns ?? 80, 20), Terminal.unlimited) : Terminal.unlimited
        textWidth = min(max(isTerminal ? columns ?? 80 : 80, 20), 100)
        style = isTerminal && kind != "dumb" && variable("NO_COLOR") == nil ? .coloured : .plain
        // No locale at all is common in containers and units, and their terminals do show UTF-8.
        let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? "C.UTF-8"
        let name = locale.lowercased()
        isASCII = isTerminal && !name.contains("utf-8") && !name.contains("utf8")
        isPlain = isASCII || isTerminal && (kind == "linux" || kind == "dumb")
    }

    /// The streams of this process.
    static func current(environment: (String) -> String?) -> Terminal {
        let output = isatty(STDOUT_FILENO) == 1
        var size = winsize()
        let isKnown = output && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Terminal(
            isTerminal: output, canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            columns: isKnown ? Int(size.ws_col) : nil, environment: environment)
    }
}
