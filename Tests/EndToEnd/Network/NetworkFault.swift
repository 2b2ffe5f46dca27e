import Core
import TestSupport
import Testing

/// A way for the network to fail, and to work again.
struct NetworkFault: Sendable, CustomTestStringConvertible {
    var name: String
    var reason: ReachabilityReason
    /// The code of a request that is on its way when it strikes; nil when that comes through all the same, because the
    /// connection is there and only names fail.
    var code: Int?
    var strike: @Sendable (ServiceNetwork) async throws -> Void
    var heal: @Sendable (ServiceNetwork) async throws -> Void

    var testDescription: String { name }

    static let all: [NetworkFault] = [
        NetworkFault(name: "link down", reason: .noPath, code: -1009) {
            try await $0.service.run("link set router0 down")
        } heal: {
            try await $0.service.run("link set router0 up")
        },
        NetworkFault(name: "interface down", reason: .noPath, code: -1009) {
            try await $0.client.run("link set field0 down")
        } heal: {
            // The kernel has forgotten the routes.
            try await $0.connect()
        },
        NetworkFault(name: "no route", reason: .noPath, code: -1009) {
            try await $0.client.run("route del default")
        } heal: {
            try await $0.connect()
        },
        filter("DNS dropped", reason: .dns, code: nil, "meta l4proto {tcp, udp} th dport 53 drop"),
        NetworkFault(name: "DNS dead", reason: .dns, code: nil) {
            $0.stopResolver()
        } heal: {
            try $0.startResolver()
        },
        filter("TCP dropped", reason: .connect, code: -1009, "tcp dport 443 drop"),
        filter("TCP reset", reason: .connect, code: -1009, "tcp dport 443 reject with tcp reset"),
        filter("all dropped", reason: .dns, code: -1009, "ip protocol {icmp, tcp, udp} drop"),
        NetworkFault(name: "captive portal", reason: .captive, code: -1202) {
            try await $0.service.shell(
                """
                nft add table ip portal
                nft add chain ip portal in "{ type nat hook prerouting priority dstnat; }"
                nft add rule ip portal in iifname router0 tcp dport 443 dnat to \(ServiceNetwork.portal)
                """)
        } heal: {
            try await $0.service.shell("nft delete table ip portal")
        },
        NetworkFault(name: "resolv.conf rewritten", reason: .dns, code: nil) {
            $0.setNameServer("10.77.0.53")
        } heal: {
            $0.setNameServer(ServiceNetwork.routerAddress)
        },
    ]

    /// A rule of nftables at the service's end of the veth.
    private static func filter(
        _ name: String, reason: ReachabilityReason, code: Int?, _ rule: String
    ) -> NetworkFault {
        NetworkFault(name: name, reason: reason, code: code) {
            try await $0.service.shell(
                """
                nft add table inet fault
                nft add chain inet fault in "{ type filter hook input priority 0; }"
                nft add rule inet fault in iifname router0 \(rule)
                """)
        } heal: {
            try await $0.service.shell("nft delete table inet fault")
        }
    }
}
