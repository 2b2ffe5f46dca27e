import Glibc
import TestSupport

/// A program run to its end, both outputs in one text.
enum Program {
    /// Runs `command` with the shell in `directory` and returns its exit status and what it wrote.
    ///
    /// It is ended by timeout(1), with status 124, when it takes longer than `seconds`.
    static func run(
        _ command: String, in directory: String, seconds: Int
    ) throws -> (status: Int32, text: String) {
        let script = "cd '\(directory)' && exec 2>&1 && \(command)"
        let output = try ChildProcess.run(
            "timeout", ["\(seconds)", "sh", "-c", script], environment: ownEnvironment)
        return (output.status, output.standardOutput)
    }

    /// With it pip(1) finds the machine's index, proxies and certificates.
    private static var ownEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee.map({ String(cString: $0) }) {
            if let sign = text.firstIndex(of: "=") {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            entry += 1
        }
        return variables
    }
}
