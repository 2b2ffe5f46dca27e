import Glibc
import TestSupport

/// The side of sd_notify(3) that systemd is on: a datagram socket, and what came in over it.
final class StandInManager {
    let address: String
    private let descriptor: Int32

    init(in folder: TestDirectory) {
        address = folder.file("notify")
        descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        precondition(descriptor >= 0, "socket: errno \(errno)")
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array(address.utf8)
        precondition(path.count < MemoryLayout.size(ofValue: name.sun_path))
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let bound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(bound == 0, "bind: errno \(errno)")
    }

    deinit {
        close(descriptor)
    }

    /// The datagrams since the last call, each as its lines.
    func messages() -> [[String]] {
        var messages: [[String]] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
            let text = String(decoding: buffer[..<count], as: UTF8.self)
            messages.append(text.split(separator: "\n").map(String.init))
        }
        return messages
    }
}
