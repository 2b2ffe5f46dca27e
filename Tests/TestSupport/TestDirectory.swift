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
        TestDirectory.remove(path, on: TestDirectory.information(path)?.st_dev)
    }

    /// Removes a file, or a directory and all in it, without a program: there are hundreds of them.
    ///
    /// Links are not followed, and what a test has mounted below is somebody else's to empty.
    private static func remove(_ path: String, on device: dev_t?) {
        guard let information = information(path), information.st_dev == device else { return }
        if information.st_mode & S_IFMT == S_IFDIR, let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove(path + "/" + name, on: device) }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }

    private static func information(_ path: String) -> stat? {
        var information = stat()
        return lstat(path, &information) == 0 ? information : nil
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
