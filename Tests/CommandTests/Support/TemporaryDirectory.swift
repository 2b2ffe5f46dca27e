import Glibc

/// A directory of one test's own, removed with everything in it when the test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/windsock-command-XXXXXX".utf8CString)
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

/// The whole of a file.
func contents(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw SystemFailure(call: "fopen " + path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
}

func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw SystemFailure(call: "fopen " + path) }
    defer { fclose(file) }
    fputs(text, file)
}
