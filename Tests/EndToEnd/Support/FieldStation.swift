import Control
import Core
import DaemonSupport
import EventLoop
import Glibc
import Store
import TestSupport

/// A daemon at the client's end of a network that can be broken, and somebody who listens to it.
final class FieldStation {
    let network: ServiceNetwork
    let bench: Workbench
    private let listener: MonitorTap

    /// Starts the daemon with one place, Oslo, of which only `current` is fetched, and not again within the hour.
    init(_ network: ServiceNetwork, settings: String = "[sync]\ncurrent_every = 1h\n", probes: String = "")
        async throws
    {
        self.network = network
        bench = try Workbench(
            settings: settings + "forecast_every = off\nair_every = off\n[reachability]\n"
                + "target = www.windsock.test:443\nprobe_every = 1s\nprobe_max = 4s\n" + probes,
            simulator: network.simulator,
            service: "api = https://api.windsock.test\nca_file = \(try network.authority)\nproxy = none\n")
        try await bench.startDaemon(wrapper: network.entering)
        listener = try await MonitorTap(socket: bench.folder + "/run/windsock.sock")
        _ = try control.add(AddPlaceRequest(name: "Oslo", latitude: 59.91, longitude: 10.75))
    }

    /// One over a network that works; returns when the first row is stored and a second may be asked for.
    static func online(settings: String = "[sync]\ncurrent_every = 1h\n") async throws -> FieldStation {
        let station = try await FieldStation(
            ServiceNetwork(keys: [Workbench.canary]), settings: settings)
        let row = try await station.monitor.row(since: .distantPast)
        // Other hosts than openweathermap.org are asked for a place once a second at most.
        try await station.pass(row.at.advanced(by: .seconds(1)))
        return station
    }

    var monitor: MonitorTap { listener }

    /// A connection of its own for one call.
    var control: ControlClient {
        get throws { try ControlClient(path: bench.folder + "/run/windsock.sock") }
    }

    func sync() throws {
        _ = try control.sync(["Oslo"])
    }

    /// Waits until a moment has passed.
    func pass(_ moment: Moment) async throws {
        let left = LoopClock().now.duration(to: moment)
        if left > .zero { try await Task.sleep(for: left) }
    }

    func pass(_ duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }

    /// Makes a change to the network and tells when that began.
    func change(_ body: (ServiceNetwork) async throws -> Void) async throws -> Moment {
        let moment = LoopClock().now
        try await body(network)
        return moment
    }

    // MARK: what is stored

    func attempts() throws -> [AttemptRecord] { try bench.attempts() }

    /// The published changes, the oldest first.
    func publications() throws -> [ReachabilityRecord] {
        try StoreReader(path: bench.folder + "/state/windsock.db")
            .reachability(since: UnixTime(seconds: 0)).map(\.record).sorted { $0.at < $1.at }
    }

    /// The lines of the log that tell of a change, without their stamps.
    func logLines(_ words: String) -> [Substring] {
        bench.log.split(separator: "\n").filter { $0.contains(words) }
    }

    /// Milliseconds, for the tables that the tests print.
    static func milliseconds(_ from: Moment, _ to: Moment) -> Int64 {
        from.duration(to: to).wholeMilliseconds
    }
}
