import CLinux
import Probes
import Testing
import Transfer

/// Bytes that no kernel sends, and that lie before others which are nobody's.
@Suite struct NetlinkDecodingTests {
    /// nlmsghdr and rtmsg of RTM_NEWROUTE for the IPv4 default route of the main table, netlink(7).
    private static func route(length: Int, attributes: [UInt8]) -> [UInt8] {
        word(UInt32(length)) + [24, 0, 0, 0] + word(1) + word(0) + [2, 0, 0, 0, 254, 3, 0, 1] + word(0)
            + attributes
    }

    private static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    /// What is decoded of the first `count` bytes; those behind are there and must not be looked at.
    private static func decoded(_ bytes: [UInt8], first count: Int) -> [clinux_route_message] {
        var messages = [clinux_route_message](repeating: clinux_route_message(), count: bytes.count / 8)
        let words = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
        defer { words.deallocate() }
        bytes.withUnsafeBytes {
            words.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(words), byteCount: bytes.count)
        }
        let number = clinux_netlink_decode(
            words.assumingMemoryBound(to: UInt8.self), count, &messages, Int32(messages.count))
        return Array(messages[..<Int(max(0, number))])
    }

    @Test func `a message without its padding is the last`() {
        let first = Self.route(length: 29, attributes: [0, 0, 0, 0])
        let bytes = first + Self.route(length: 28, attributes: [])
        #expect(Self.decoded(bytes, first: 29).count == 1)
        #expect(Self.decoded(bytes, first: bytes.count).count == 2)
    }

    @Test func `a hop that is not whole is none`() {
        // RTA_MULTIPATH with a hop of 8 bytes, and room for half of another behind it.
        let hop: [UInt8] = [8, 0, 0, 0] + Self.word(2)
        let attributes: [UInt8] = [16, 0, 9, 0] + hop + [8, 0, 0, 0]
        let whole = Self.route(length: 44, attributes: attributes)
        let messages = Self.decoded(whole + [UInt8](repeating: 8, count: 16), first: 44)
        #expect(messages.map(\.interface) == [2])
    }

    @Test func `an error that is no errno is a failure of no kind`() {
        var message = clinux_route_message()
        message.error = .min
        message.type = UInt16(CLINUX_NLMSG_DONE)
        #expect(RouteMessage(message) == .failed(errno: 0))
        message.type = UInt16(CLINUX_NLMSG_ERROR)
        #expect(RouteMessage(message) == .failed(errno: 0))
    }

    @Test func `whatever is cut off, what is whole is told`() {
        let whole = Self.route(length: 36, attributes: [8, 0, 5, 0, 192, 0, 2, 1])
        for count in 0..<whole.count { #expect(Self.decoded(whole, first: count).isEmpty) }
        let message = Self.decoded(whole, first: whole.count).first.flatMap { RouteMessage($0) }
        #expect(
            message
                == .route(
                    KernelRoute(type: 1, interface: 0, gateway: ResolvedAddress(bytes: [192, 0, 2, 1]))))
    }
}
