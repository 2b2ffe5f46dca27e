import CLinux
import Core
import Glibc
import Probes
import Testing
import Transfer

@Suite struct KernelFuzz {
    /// Messages as rtnetlink(7) lays them out, built up from the numbers of linux/rtnetlink.h.
    private static let samples: [[UInt8]] = [
        message(16, link(2, flags: 0x10043) + attribute(3, Array("eth0\0".utf8))),
        message(17, link(2, flags: 0) + attribute(3, Array("a-name-that-is-too-long\0".utf8))),
        message(20, [2, 24, 0, 0] + word(2) + attribute(1, [192, 0, 2, 7]) + attribute(2, [192, 0, 2, 7])),
        message(
            21,
            [10, 64, 0x40, 0] + word(2) + attribute(1, [UInt8](repeating: 0xFD, count: 16))
                + attribute(8, word(0x40))),
        message(
            24, route(2) + attribute(5, [192, 0, 2, 1]) + attribute(4, word(2)) + attribute(6, word(100)),
            flags: 0x100),
        message(
            24,
            route(10) + attribute(18, [10, 0] + [UInt8](repeating: 1, count: 16)) + attribute(15, word(254))),
        message(24, route(2) + attribute(9, hop(2, [192, 0, 2, 1]) + hop(3, [198, 51, 100, 1]))),
        message(25, route(2) + attribute(1, [10, 0, 0, 0]) + attribute(7, [10, 0, 0, 7])),
        message(3, word(0), flags: 2), message(2, word(UInt32(bitPattern: -13)) + word(0)), [],
    ]

    private static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    private static func half(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(value)) { Array($0) } }
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    private static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        padded(half(value.count + 4) + half(type) + value)
    }
    private static func hop(_ interface: UInt32, _ gateway: [UInt8]) -> [UInt8] {
        let inner = attribute(5, gateway)
        return half(inner.count + 8) + [0, 0] + word(interface) + inner
    }
    private static func link(_ index: UInt32, flags: UInt32) -> [UInt8] {
        [0, 0, 1, 0] + word(index) + word(flags) + word(0)
    }
    private static func route(_ family: UInt8) -> [UInt8] { [family, 0, 0, 0, 254, 3, 0, 1] + word(0) }
    private static func message(_ type: Int, _ payload: [UInt8], flags: Int = 0) -> [UInt8] {
        padded(word(UInt32(payload.count + 16)) + half(type) + half(flags) + word(7) + word(0) + payload)
    }

    /// What the kernel's bytes amount to; nil when the decoder says that it has no room.
    ///
    /// The bytes end where the allocation does, so that a sanitiser sees every step beyond them.
    private static func decoded(_ bytes: [UInt8]) -> [RouteMessage]? {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { memory.deallocate() }
        bytes.withUnsafeBytes {
            memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
        }
        let capacity = bytes.count / 8
        var messages = [clinux_route_message](repeating: clinux_route_message(), count: capacity)
        let count = clinux_netlink_decode(
            memory.assumingMemoryBound(to: UInt8.self), bytes.count, &messages, Int32(capacity))
        return count < 0 ? nil : messages[..<Int(count)].compactMap { RouteMessage($0) }
    }

    @Test func `a message for every eight bytes is room enough, and what follows is a path or none`() {
        fuzz("rtnetlink", 15_000) { draw in
            var bytes: [UInt8] = []
            for _ in 0..<draw.number(1...4) {
                bytes += draw.damaged(KernelFuzz.samples, words: [KernelFuzz.word(0), KernelFuzz.word(.max)])
            }
            guard let messages = KernelFuzz.decoded(bytes) else { throw Falsified(description: "no room") }
            var tables = KernelTables()
            for message in messages {
                _ = tables.apply(message)
                if case .link(let link) = message { try claim(link.name.utf8.count <= 45, link.name) }
            }
            _ = tables.snapshot()
        }
    }

    @Test func `what is no longer whole is left out, and what came before it stays`() {
        fuzz("rtnetlink cut off", 15_000) { draw in
            let whole = (0..<3).flatMap { _ in draw.one(of: KernelFuzz.samples) }
            let all = KernelFuzz.decoded(whole) ?? []
            let cut = Array(whole.prefix(draw.below(whole.count + 1)))
            draw.note(cut)
            guard let messages = KernelFuzz.decoded(cut) else { throw Falsified(description: "no room") }
            try claim(Array(all.prefix(messages.count)), is: messages, "the beginning")
        }
    }

    @Test func `the files of proc are read whatever stands in them`() {
        let ipv4 = [
            "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
                + "eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
        ].samples
        let ipv6 = [
            String(repeating: "0", count: 32) + " 00 " + String(repeating: "0", count: 32) + " 00 fe80"
                + String(repeating: "0", count: 28)
                + " 00000400 00000001 00000000 00000003 eth0\n"
        ].samples
        fuzz("proc routes", 10_000) { draw in
            let words = ["\n", " ", "\t", "00000000", "ffffffff", "-1", "lo", "+1", "é", "0003", "0200"]
                .samples
            let routes = ProcRoutes(
                ipv4: draw.damagedText(ipv4, words: words), ipv6: draw.damagedText(ipv6, words: words),
                hasCarrier: { !$0.isEmpty })
            let snapshot = routes.snapshot([])
            for route in snapshot.routes {
                try claim(route.destination, is: "default", "a route")
                try claim(route.interface != "lo" && !route.interface.isEmpty, route.interface)
                try claim(
                    route.gateway.map { ResolvedAddress(literal: $0) != nil } ?? true, route.gateway ?? "")
            }
        }
    }
}
