import Control
import Glibc

/// windsock.conf on the disk.
///
/// A file that is not there means the defaults.
package struct ConfigurationFile: Sendable {
    package var path: String

    package init(path: String) {
        self.path = path
    }

    /// - Throws: a failure with exit code 78 that names every fault with its line.
    package func read() throws(StartFailure) -> Configuration {
        let bytes = try content()
        do throws(ConfigurationFaults) {
            return try Configuration.reading(bytes)
        } catch {
            let count = error.faults.count
            throw StartFailure(
                "\(path) has \(count == 1 ? "a fault" : "\(count) faults")",
                hint: "windsockd --check-config --config \(path)",
                .configuration, lines: error.faults.map { $0.described(in: path) })
        }
    }

    private func content() throws(StartFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw unreadable
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw unreadable }
        var bytes = [UInt8](repeating: 0, count: ConfigurationText.sizeLimit + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard read >= 0 else { throw unreadable }
            if read == 0 { break }
            count += read
        }
        return Array(bytes[..<count])
    }

    private var unreadable: StartFailure {
        StartFailure(
            "\(path) cannot be read", hint: "it must be a file that windsockd's user can read", .configuration
        )
    }
}
