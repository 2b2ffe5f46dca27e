import Glibc

/// A line typed at the terminal without being shown: termios(3) without ECHO.
enum HiddenLine {
    /// Prompts on standard error and reads a line from standard input.
    ///
    /// Empty when the input ends.
    ///
    /// Signals from the keyboard are off meanwhile, so that an interrupt cannot leave the terminal mute: it
    /// is read as a character, and the line is given up.
    static func read(prompt: String) -> [UInt8] {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return [] }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        Session.standardError(prompt)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            line.append(byte)
            if byte == 0x03 || byte == 0x1C {
                line = []
                break
            }
        }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        Session.standardError("\n")
        return line
    }
}
