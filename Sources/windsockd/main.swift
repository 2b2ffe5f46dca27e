import Agent
import EventLoop
import Glibc

// Nothing before this line: a signal that arrives earlier would end the process as if it were not handled.
Signals.block()

let arguments = Array(CommandLine.arguments.dropFirst())
exit(Daemon.main(arguments, environment: Environment.current))
