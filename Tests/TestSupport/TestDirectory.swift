import Glibc

/// A new directory below the system's temporary one, removed with everything in it when this object goes.
package final class TestDirectory: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/windsock-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "mkdtemp: \(errno)")
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // What a test has mounted below is somebody else's to empty.
        _ = try? ChildProcess("rm", ["-rf", "--one-file-system", path]).wait()
    }

    /// The path of a file in it, whether there is one or not.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, over one that is there.
    package func write(_ text: String, to name: String) { TextFile.write(text, to: file(name)) }

    /// Empty when there is no such file.
    package func bytes(_ name: String) -> [UInt8] { TextFile.bytes(file(name)) }

    /// Empty when there is no such file.
    package func read(_ name: String) -> String { TextFile.read(file(name)) }
}
