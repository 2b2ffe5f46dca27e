import Glibc

/// A system call that failed: which, on what, and its errno(3).
package struct SystemFailure: Error, Equatable, Sendable {
    package var call: String
    package var path: String
    package var number: Int32

    /// Takes the errno of the call just made.
    package init(_ call: String, _ path: String) {
        self.call = call
        self.path = path
        number = errno
    }

    package var message: String {
        "\(path): \(String(cString: strerror(number)))"
    }

    /// Whether permissions are the reason.
    package var isPermission: Bool { number == EACCES || number == EPERM || number == EROFS }
}
