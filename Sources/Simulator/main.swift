import Glibc

/// Serves until SIGTERM or SIGINT; returns the exit code.
nonisolated func runSimulator(_ arguments: [String]) -> Int32 {
    // Blocked before any thread exists: all inherit the mask, and sigwait below is the only receiver.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    do throws(SimulatorError) {
        let options = try SimulatorOptions(arguments)
        guard !options.wantsHelp else {
            write(SimulatorOptions.usage, to: STDOUT_FILENO)
            return 0
        }
        let server = try SimulatorServer(options)
        write(
            "listening on \(server.address.text) control on \(server.controlAddress.text)\n",
            to: STDOUT_FILENO)
        var received: Int32 = 0
        sigwait(&signals, &received)
        server.stop()
        return 0
    } catch {
        write("windsock-simulator: \(error.message)\n", to: STDERR_FILENO)
        return error.exitCode
    }
}

exit(runSimulator(Array(CommandLine.arguments.dropFirst())))
