package import Core

/// What the virtual network does at one time.
///
/// A time-line writes it as one character for each step.
package enum VirtualNetwork: Character, CaseIterable, Sendable {
    case up = "▔"
    /// As good, by another gateway and with another address.
    case elsewhere = "═"
    /// The kernel has no route.
    case noPath = "▁"
    /// There is a route, and everything sent is lost.
    case silent = "░"
    /// There is a route to a gateway that is gone: everything fails at once (EHOSTUNREACH).
    case unreachable = "u"
    /// Names cannot be resolved; known addresses would answer.
    case deadNames = "d"
    /// A sign-in page answers in everybody's place.
    case portal = "p"
    /// The service is down, website and API; the witness answers.
    case serviceDown = "t"
    /// The API is down, the website answers.
    case apiDown = "a"
    /// The website is down, the API answers.
    case siteDown = "w"
    /// A satellite: two seconds for every phase.
    case slow = "s"
    /// Three packets in ten are lost for good.
    case lossy = "l"

    package var path: PathSnapshot {
        switch self {
        case .noPath: .none
        case .elsewhere:
            PathSnapshot(routes: [
                PathRoute(
                    destination: "default", family: .ipv4, interface: "wlan0", gateway: "198.51.100.1",
                    source: "198.51.100.9")
            ])
        default:
            PathSnapshot(routes: [
                PathRoute(
                    destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1",
                    source: "192.0.2.7")
            ])
        }
    }

    /// How long one phase of a connection takes.
    var phaseTime: Duration { self == .slow ? .seconds(2) : .milliseconds(10) }

    /// How a connection to an aim fails and after how long; nil when it succeeds.
    ///
    /// What is `lossy` is decided by whoever rolls the dice.
    func failure(to aim: ProbeAim, deadline: Duration) -> (TransferFailure, after: Duration)? {
        let refused = TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 111)
        switch self {
        case .up, .elsewhere, .slow, .lossy: return nil
        case .noPath: return (TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 101), .zero)
        case .silent: return (VirtualNetwork.lost, deadline)
        case .unreachable:
            return (
                TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 113), .milliseconds(1)
            )
        case .deadNames:
            return (TransferFailure(.resolver, phase: .dns), min(deadline, .seconds(2)))
        case .portal:
            return (
                TransferFailure(.certificate(.untrusted), phase: .tls, curlCode: 60), .milliseconds(40)
            )
        case .serviceDown: return aim == .witness ? nil : (refused, .milliseconds(30))
        case .apiDown: return aim == .api ? (refused, .milliseconds(30)) : nil
        case .siteDown: return aim == .target ? (refused, .milliseconds(30)) : nil
        }
    }

    static let lost = TransferFailure(.timedOut, phase: .connect, curlCode: 28)
}
