/// Shell scripts for tests.
package enum ShellCommand {
    /// Runs a script to its end; blocks the calling thread.
    ///
    /// - Throws: when it ends with another status than 0.
    package static func run(_ script: String) throws(ChildProcess.Failure) {
        let output = try ChildProcess.run("sh", ["-euc", script])
        guard output.status == 0 else {
            throw ChildProcess.Failure(
                description: "status \(output.status) of: \(script)\n\(output.standardError)")
        }
    }
}
