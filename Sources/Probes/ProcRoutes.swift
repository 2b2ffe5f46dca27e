package import Core
import Glibc
package import Transfer

/// The default routes as /proc/self/net/route and ipv6_route tell them (proc_pid_net(5)), for where netlink
/// is refused.
package struct ProcRoutes: Equatable, Sendable {
    private struct Entry: Equatable {
        var route: PathRoute
        var metric: UInt32
    }

    private var entries: [Entry] = []

    // RTF_UP and RTF_REJECT of route(8).
    private static let up: UInt32 = 0x1
    private static let reject: UInt32 = 0x200

    /// Parses the two files; lines that are none are skipped.
    ///
    /// `hasCarrier` is asked for each interface.
    package init(ipv4: String, ipv6: String, hasCarrier: (String) -> Bool) {
        for line in ipv4.split(separator: "\n").dropFirst() {
            let fields = line.split { $0 == "\t" || $0 == " " }
            guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000",
                let flags = UInt32(fields[3], radix: 16), let metric = UInt32(fields[6])
            else { continue }
            // The bytes of an IPv4 address stand in the machine's own order.
            let gateway = UInt32(fields[2], radix: 16).map { word in
                withUnsafeBytes(of: word) { Array($0) }
            }
            add(.ipv4, String(fields[0]), gateway, flags, metric, hasCarrier)
        }
        for line in ipv6.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 10, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00",
                let flags = UInt32(fields[8], radix: 16), let metric = UInt32(fields[5], radix: 16)
            else { continue }
            add(.ipv6, String(fields[9]), ProcRoutes.bytes(fields[4]), flags, metric, hasCarrier)
        }
    }

    /// The routes of this moment.
    ///
    /// A file that cannot be read counts as empty.
    static func read() -> ProcRoutes {
        ProcRoutes(
            ipv4: contents("/proc/self/net/route"), ipv6: contents("/proc/self/net/ipv6_route"),
            hasCarrier: { !contents("/sys/class/net/\($0)/carrier").hasPrefix("0") })
    }

    /// The best default route of each family.
    ///
    /// A loopback destination needs no route, another one the default.
    package func snapshot(_ destinations: [ResolvedAddress]) -> PathSnapshot {
        let best = [PathRoute.Family.ipv4, .ipv6].flatMap { family in
            let candidates = entries.filter { $0.route.family == family }
            let metric = candidates.map(\.metric).min()
            return candidates.filter { $0.metric == metric }.map(\.route)
        }
        let local = destinations.filter(\.isLoopback).map {
            PathRoute(destination: $0.text, family: $0.family, interface: "lo", source: $0.text)
        }
        return PathSnapshot(routes: best + local)
    }

    private mutating func add(
        _ family: PathRoute.Family, _ interface: String, _ gateway: [UInt8]?, _ flags: UInt32,
        _ metric: UInt32,
        _ hasCarrier: (String) -> Bool
    ) {
        guard flags & ProcRoutes.up != 0, flags & ProcRoutes.reject == 0, interface != "lo",
            hasCarrier(interface)
        else { return }
        let address = gateway.flatMap { bytes in
            bytes.allSatisfy { $0 == 0 } ? nil : ResolvedAddress(bytes: bytes)
        }
        let route = PathRoute(
            destination: "default", family: family, interface: interface, gateway: address?.text)
        entries.append(Entry(route: route, metric: metric))
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        guard digits.utf8.count == 32 else { return nil }
        let digits = Array(digits.utf8)
        let bytes = stride(from: 0, to: 32, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        return bytes.count == 16 ? bytes : nil
    }

    private static func contents(_ path: String) -> String {
        guard let stream = fopen(path, "re") else { return "" }
        defer { fclose(stream) }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&piece, 1, piece.count, stream), count > 0 {
            contents += piece[..<count]
        }
        return String(decoding: contents, as: UTF8.self)
    }
}
