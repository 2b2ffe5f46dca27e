import Core
import EventLoop
import Glibc

/// What systemd is told: sd_notify(3) datagrams to the socket named in NOTIFY_SOCKET.
///
/// Without one nothing is sent.
struct ServiceManager: Sendable {
    private let address: String?
    /// How often WATCHDOG=1 is due: half of WATCHDOG_USEC.
    ///
    /// Nil when nobody watches.
    let watchdogInterval: Duration?

    init(environment: [String: String], processIdentifier: Int32 = getpid()) {
        address = environment["NOTIFY_SOCKET"].flatMap { "/@".utf8.contains($0.utf8.first ?? 0) ? $0 : nil }
        let isOurs = environment["WATCHDOG_PID"].map { $0 == String(processIdentifier) } ?? true
        let microseconds = isOurs ? environment["WATCHDOG_USEC"]?.digits(as: Int64.self) : nil
        watchdogInterval = microseconds.flatMap { $0 > 0 ? .microseconds(max($0, 2000) / 2) : nil }
    }

    /// The database is open and the socket bound; what the network does is no part of it.
    func ready(_ status: String) { send("READY=1\nSTATUS=" + oneLine(status)) }

    func status(_ status: String) { send("STATUS=" + oneLine(status)) }

    func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now.wholeNanoseconds / 1000)")
    }

    func stopping() { send("STOPPING=1") }

    func watchdog() { send("WATCHDOG=1") }

    private func oneLine(_ text: String) -> String { text.printable(limit: 200) }

    private func send(_ message: String) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var path = Array(address.utf8)
        // A leading @ stands for the NUL of the abstract name space.
        if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        guard path.count < MemoryLayout.size(ofValue: name.sun_path) else { return }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let bytes = Array(message.utf8)
        withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
