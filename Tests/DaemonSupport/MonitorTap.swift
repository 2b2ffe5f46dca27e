package import Control
package import Core
import EventLoop
import Glibc

/// Listens to a running daemon's `Monitor` and stamps what it says as it arrives.
package final class MonitorTap: Sendable {
    package struct Heard: Sendable {
        /// CLOCK_BOOTTIME, the same for all namespaces.
        package var at: Moment
        package var content: MonitorEvent.Content
    }

    private struct State {
        var heard: [Heard] = []
        var isListening = false
        var isOver = false
    }

    private let state = Lock(State())

    /// Returns when the first reply, the snapshot, is there: nothing after this is missed.
    package init(socket: String) async throws {
        let state = state
        WorkerThread(name: "test-monitor").submit { Self.listen(to: socket, state) }
        for _ in 0..<500 {
            if state.withLock({ $0.isListening }) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Workbench.Failure(description: "the monitor says nothing")
    }

    deinit {
        state.withLock { $0.isOver = true }
    }

    private static func listen(to socket: String, _ state: Lock<State>) {
        // The socket may not be there yet.
        var client = try? ControlClient(path: socket)
        while client == nil, !state.withLock({ $0.isOver }) {
            usleep(10_000)
            client = try? ControlClient(path: socket)
        }
        guard let client, var stream = try? client.monitor() else { return }
        while !state.withLock({ $0.isOver }) {
            do throws(ControlClientError) {
                guard let update = try stream.next(within: .milliseconds(200)) else { return }
                let now = LoopClock().now
                state.withLock { state in
                    state.isListening = true
                    if case .event(let event) = update {
                        state.heard.append(Heard(at: now, content: event.content))
                    }
                }
            } catch {
                guard error == .timedOut else { return }
            }
        }
    }

    package var heard: [Heard] { state.withLock { $0.heard } }

    /// How many fetches have failed so far.
    package var failures: Int {
        heard.count { event in
            guard case .attempt(let report) = event.content else { return false }
            return report.record.code != nil
        }
    }

    /// The first event not before `moment` of which `choose` makes something; waits for it, a minute at most.
    package func first<Found>(
        _ what: String, since moment: Moment, _ choose: (Heard) -> Found?
    ) async throws -> (at: Moment, found: Found) {
        for _ in 0..<6000 {
            for event in heard where event.at >= moment {
                if let found = choose(event) { return (event.at, found) }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Workbench.Failure(description: "in vain: \(what)")
    }

    /// The first publication of a state.
    package func publication(
        of wanted: ReachabilityState, since moment: Moment
    ) async throws -> (at: Moment, found: ReachabilityReport) {
        try await first("\(wanted) is published", since: moment) { event in
            guard case .reachability(let report) = event.content, report.state == wanted else { return nil }
            return report
        }
    }

    /// The first fetch whose outcome is stored weather.
    package func row(since moment: Moment) async throws -> (at: Moment, found: AttemptRecord) {
        try await attempt("a row is stored", since: moment) { ["stored", "unchanged"].contains($0.outcome) }
    }

    package func attempt(
        _ what: String, since moment: Moment, where condition: (AttemptRecord) -> Bool
    ) async throws -> (at: Moment, found: AttemptRecord) {
        try await first(what, since: moment) { event in
            guard case .attempt(let report) = event.content, condition(report.record) else { return nil }
            return report.record
        }
    }
}
