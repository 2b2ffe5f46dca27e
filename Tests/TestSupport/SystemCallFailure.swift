import Glibc

/// A system call failed that never should in these tests.
package struct SystemCallFailure: Error {
    package let call: String
    package let number: Int32

    package init(call: String) {
        self.call = call
        number = errno
    }
}
