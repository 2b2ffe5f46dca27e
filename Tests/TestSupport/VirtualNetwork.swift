import Core

/// What the virtual network does at one time.
///
/// A time-line writes it as one character for each step.
package enum VirtualNetwork: Character, Sendable {
    case up = "▔"
    /// The kernel has no route.
    case noPath = "▁"
    /// There is a route, and everything sent is lost.
    case silent = "░"
    /// Names cannot be resolved; known addresses would answer.
    case deadNames = "d"
    /// A sign-in page answers in everybody's place.
    case portal = "p"
    /// The service is down, website and API; the witness answers.
    case serviceDown = "t"

    package var hasPath: Bool { self != .noPath }

    /// How a connection attempt fails and after how long; nil when it succeeds.
    func failure(deadline: Duration) -> (TransferFailure, after: Duration)? {
        switch self {
        case .up: nil
        case .noPath: (TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 101), .zero)
        case .silent: (TransferFailure(.timedOut, phase: .connect, curlCode: 28), deadline)
        case .deadNames: (TransferFailure(.resolver, phase: .dns), min(deadline, .seconds(2)))
        case .portal:
            (
                TransferFailure(.certificate(.untrusted), phase: .tls, curlCode: 60),
                min(deadline, .milliseconds(40))
            )
        case .serviceDown:
            (
                TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 111),
                min(deadline, .milliseconds(30))
            )
        }
    }
}

/// A value that changes in steps: a string of characters, each of which lasts one step; the last one lasts
/// for ever.
package struct Timeline<Value: Sendable>: Sendable {
    private let changes: [(from: Duration, value: Value)]

    /// Changes at the given times; before the first one the first value holds.
    package init(_ changes: [(from: Duration, value: Value)]) {
        precondition(!changes.isEmpty, "a time-line needs a value")
        self.changes = changes.sorted { $0.from < $1.from }
    }

    package func value(after elapsed: Duration) -> Value {
        (changes.last { $0.from <= elapsed } ?? changes[0]).value
    }

    /// The times at which the value changes.
    package var times: [Duration] { changes.map(\.from) }
}

extension Timeline where Value == VirtualNetwork {
    /// `▔▔▁▁▔` at one character for each `step`.
    package init(_ drawing: String, step: Duration) {
        var changes: [(from: Duration, value: VirtualNetwork)] = []
        for (index, character) in drawing.enumerated() {
            guard let state = VirtualNetwork(rawValue: character) else {
                preconditionFailure("no network is drawn as \(character)")
            }
            if changes.last?.value != state { changes.append((step * index, state)) }
        }
        self.init(changes)
    }
}
