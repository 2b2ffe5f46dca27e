/// What went wrong with a file, or with standard output.
package enum FileFault: Error, Equatable, Sendable {
    case cannotRead(path: String, errno: Int32)
    case cannotCreate(path: String, errno: Int32)
    case cannotWrite(path: String, errno: Int32)
    case alreadyThere(path: String)
    case importFaults(path: String, [ImportFault])
    case outputFailed(errno: Int32)
}
