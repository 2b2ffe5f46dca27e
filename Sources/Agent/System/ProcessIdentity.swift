import Glibc

/// Which process this is.
enum ProcessIdentity {
    static var current: Int32 { getpid() }
}
