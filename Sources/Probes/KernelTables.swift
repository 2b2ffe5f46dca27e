package import Core
package import Transfer

/// The kernel's links, addresses and default routes, kept up to date message by message, and what they amount
/// to.
///
/// A value without I/O. Other routes are not kept: whether one leads to the target the kernel is asked
/// directly.
package struct KernelTables: Equatable, Sendable {
    /// The kernel's answer to the question how it would reach an address (RTM_GETROUTE).
    package struct Answer: Equatable, Sendable {
        package var destination: ResolvedAddress
        package var route: KernelRoute

        package init(destination: ResolvedAddress, route: KernelRoute) {
            self.destination = destination
            self.route = route
        }
    }

    private var links: [UInt32: KernelLink] = [:]
    /// In the order the kernel told: of several IPv4 addresses the first is the primary one.
    private var addresses: [KernelAddress] = []
    private var defaults: [KernelRoute] = []

    package init() {}

    /// Takes one message in.
    ///
    /// True when routes may have gone that the kernel tells nobody about, so that everything should be asked
    /// for again: it removes IPv4 routes silently when their interface goes down or their address goes.
    package mutating func apply(_ message: RouteMessage) -> Bool {
        switch message {
        case .link(let link):
            let wentDown = links[link.index]?.isUp == true && !link.isUp
            links[link.index] = link
            return wentDown && removeDefaults(through: link.index)
        case .linkRemoved(let index):
            links[index] = nil
            addresses.removeAll { $0.interface == index }
            return removeDefaults(through: index)
        case .address(let address):
            if let place = place(of: address) {
                addresses[place] = address
            } else {
                addresses.append(address)
            }
        case .addressRemoved(let address):
            if let place = place(of: address) { addresses.remove(at: place) }
            return defaults.contains { $0.interface == address.interface }
        case .route(let route, let replaces):
            guard route.isDefault else { break }
            defaults.removeAll {
                $0.isSame(as: route) || (replaces && $0.family == route.family && $0.metric == route.metric)
            }
            defaults.append(route)
        case .routeRemoved(let route):
            guard route.isDefault else { break }
            defaults.removeAll { $0.isSame(as: route) }
        case .done, .failed: break
        }
        return false
    }

    /// The usable routes: of each family the best default routes over links that are up with carrier, and the
    /// routes to the target that are none of these.
    ///
    /// `fallback` instead of `default` is the destination of a default route while a better one stands over a
    /// link without carrier: the kernel goes on choosing the better one until somebody takes it away, and
    /// then this changes.
    package func snapshot(_ answers: [Answer] = []) -> PathSnapshot {
        var routes = bestDefaults(.ipv4) + bestDefaults(.ipv6)
        for answer in answers {
            guard answer.route.isAlive, let link = links[answer.route.interface], link.isUsable else {
                continue
            }
            let gateway = answer.route.gateway?.text
            let isCovered = routes.contains {
                $0.destination == "default" && $0.family == answer.route.family && $0.interface == link.name
                    && $0.gateway == gateway
            }
            if isCovered { continue }
            routes.append(
                PathRoute(
                    destination: answer.destination.text, family: answer.route.family, interface: link.name,
                    gateway: gateway, source: answer.route.source?.text))
        }
        return PathSnapshot(routes: routes)
    }

    private func bestDefaults(_ family: PathRoute.Family) -> [PathRoute] {
        let candidates = defaults.filter { route in
            route.family == family && route.isAlive && links[route.interface]?.isUp == true
        }
        let usable = candidates.filter { links[$0.interface]?.isUsable == true }
        guard let metric = usable.map(\.metric).min() else { return [] }
        let isShadowed = candidates.contains { $0.metric < metric }
        return usable.filter { $0.metric == metric }.map { route in
            PathRoute(
                destination: isShadowed ? "fallback" : "default", family: family,
                interface: links[route.interface]?.name ?? "", gateway: route.gateway?.text,
                source: (route.source ?? source(on: route.interface, family))?.text)
        }
    }

    /// The primary IPv4 address; of IPv6 addresses the smallest, because their order tells nothing.
    private func source(on interface: UInt32, _ family: PathRoute.Family) -> ResolvedAddress? {
        let global = addresses.lazy
            .filter { $0.interface == interface && $0.isGlobal && $0.address.family == family }
            .map(\.address)
        return family == .ipv4
            ? global.first : global.min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private func place(of address: KernelAddress) -> Int? {
        addresses.firstIndex { $0.interface == address.interface && $0.address == address.address }
    }

    /// True when there were any.
    private mutating func removeDefaults(through interface: UInt32) -> Bool {
        let before = defaults.count
        defaults.removeAll { $0.interface == interface }
        return defaults.count < before
    }
}
