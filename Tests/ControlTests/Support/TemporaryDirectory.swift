import Glibc

/// A directory of one test's own, removed with everything in it when the test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/windsock-control-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure(call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        removeTree(path)
    }

    func file(_ name: String) -> String { path + "/" + name }
}

/// Removes a file, or a directory and all in it.
private func removeTree(_ path: String) {
    if let directory = opendir(path) {
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { removeTree(path + "/" + name) }
        }
        closedir(directory)
    }
    remove(path)
}

/// A system call failed that never should in these tests.
struct SystemFailure: Error {
    let call: String
    let number = errno
}

/// The user the tests run as.
let ownUser = getuid()
