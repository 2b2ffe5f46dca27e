import Control
import Core
import EventLoop
import Glibc
import OpenWeatherMap
import Probes
import Store
import Transfer

/// One life of the daemon.
@LoopActor
final class DaemonRun {
    /// Another daemon that is ending gives the lock up within this time.
    private static let lockPatience: Duration = .seconds(5)
    private static let lockPause: Duration = .milliseconds(100)
    private static let pruneEvery: Duration = .hours(6)
    /// SIGTERM is answered within a second, whatever is in the way.
    ///
    /// What was acknowledged is on the disk already.
    private static let endPatience: Duration = .milliseconds(800)

    private let directories: Directories
    private let environment: [String: String]
    private let log: Log
    private let manager: ServiceManager

    nonisolated init(_ directories: Directories, _ environment: [String: String]) {
        self.directories = directories
        self.environment = environment
        log = Log(journalStream: environment["JOURNAL_STREAM"])
        manager = ServiceManager(environment: environment)
    }

    func run() async -> Int32 {
        let signals = Signals.sequence()
        do throws(StartFailure) {
            let configuration = try ConfigurationFile(path: directories.configurationFile).read()
            try makeDirectories()
            let lock = try await takeLock()
            let store = try await openStore(configuration)
            let engine = try await makeEngine(configuration, store)
            try await serve(engine, store, signals)
            withExtendedLifetime(lock) {}
            return ExitCode.done.rawValue
        } catch {
            for line in error.lines { log.write(.error, line) }
            log.write(.error, error.message)
            if let hint = error.hint { log.write(.error, "hint: \(hint)") }
            return error.exitCode.rawValue
        }
    }

    // MARK: opening

    private func makeDirectories() throws(StartFailure) {
        for directory in [directories.state, directories.runtime] {
            do throws(SystemFailure) {
                try DirectoryTree.make(directory)
            } catch {
                throw StartFailure(
                    "cannot create \(error.message)",
                    hint: "choose others with --state-dir and --runtime-dir",
                    error.isPermission ? .notPermitted : .cannotCreate)
            }
        }
    }

    private func takeLock() async throws(StartFailure) -> LockHolder {
        let deadline = LoopClock().now.advanced(by: DaemonRun.lockPatience)
        while true {
            do throws(StoreError) {
                return LockHolder(try DatabaseLock(directory: directories.state))
            } catch {
                guard case .locked = error, LoopClock().now < deadline else { throw StartFailure(error) }
            }
            try? await LoopClock().sleep(for: DaemonRun.lockPause)
        }
    }

    private func openStore(_ configuration: Configuration) async throws(StartFailure) -> Store {
        do throws(StoreError) {
            return try await Store.open(at: directories.database, maximumBytes: configuration.maxSize)
        } catch {
            throw StartFailure(error)
        }
    }

    private func makeEngine(
        _ configuration: Configuration, _ store: Store
    ) async throws(StartFailure) -> Engine {
        let memory: SyncMemory
        let places: [Place]
        do throws(StoreError) {
            memory = try await store.syncMemory()
            places = try await store.places()
        } catch {
            throw StartFailure(error)
        }
        let book = AddressBook(resolver: Resolver())
        let transport = Transport(
            anchors: TrustAnchors(caFile: configuration.caFile), userAgent: "windsock/\(Release.version)")
        let parts = Engine.Parts(
            store: store, transport: transport, book: book,
            probe: ConnectProbe(book: book, transport: transport), path: KernelPath(),
            clockWatch: ClockWatch(),
            log: log)
        let ring = KeyRing(
            directories: directories, keyFile: configuration.keyFile, environment: environment)
        return Engine(
            parts: parts, configuration: configuration, environment: environment, keyRing: ring,
            memory: memory,
            places: places, seed: UInt64.random(in: 0...(.max)))
    }

    // MARK: running

    private func serve(
        _ engine: Engine, _ store: Store, _ signals: AsyncStream<Int32>
    ) async throws(StartFailure) {
        let metrics = MetricsFile(engine: engine)
        let service = WatchListService(engine: engine) { [weak self] () throws(ControlError) in
            try self?.reload(engine, metrics)
        }
        let server: ControlServer
        do throws(ControlBindError) {
            server = try ControlServer(
                path: directories.socket, authority: authority, service: service,
                identity: ServiceIdentity(version: Release.version))
        } catch {
            throw StartFailure(error)
        }
        let file = StatusFile(path: directories.runtime + "/status.json") { [manager] in
            manager.status(engine.statusLine)
            return engine.statusReport.json
        }
        let listener = engine.observers.addListener { content in
            metrics.note(content)
            if case .reachability = content {
                file.update(isUrgent: true)
            } else {
                file.update(isUrgent: false)
            }
        }
        let lastResort = LoopTimer { [log, directories] in
            log.write(.warning, "windsockd ends without waiting for what it still does")
            unlink(directories.socket)
            unlink(directories.runtime + "/status.json")
            metrics.remove()
            exit(ExitCode.done.rawValue)
        }
        log.write(
            .info, "windsockd \(Release.version) keeps \(engine.places.count) places in \(directories.state)")
        await withDiscardingTaskGroup { group in
            group.addTask { await engine.run() }
            group.addTask { await server.run() }
            group.addTask { await metrics.run() }
            group.addTask { await self.prune(engine, store) }
            group.addTask { await self.pingWatchdog(store) }
            if store.wasInterrupted {
                group.addTask {
                    await engine.keep { (store) throws(StoreError) in try await store.checkHistory() }
                }
            }
            manager.ready(engine.statusLine)
            file.update(isUrgent: true)
            await obey(signals, engine, metrics)
            lastResort.arm(LoopClock().now.advanced(by: DaemonRun.endPatience))
            group.cancelAll()
        }
        engine.observers.removeListener(listener)
        file.remove()
        await engine.writeKept()
        await store.close()
        lastResort.disarm()
        log.write(.info, "windsockd has ended")
    }

    /// SIGHUP reloads; SIGTERM and SIGINT return.
    private func obey(_ signals: AsyncStream<Int32>, _ engine: Engine, _ metrics: MetricsFile) async {
        for await signal in signals {
            guard signal == SIGHUP else { break }
            manager.reloading()
            do throws(ControlError) {
                try reload(engine, metrics)
            } catch {
                // Said in the log; the old values stay in force.
            }
            manager.ready(engine.statusLine)
        }
        manager.stopping()
    }

    private func reload(_ engine: Engine, _ metrics: MetricsFile) throws(ControlError) {
        do throws(StartFailure) {
            let configuration = try ConfigurationFile(path: directories.configurationFile).read()
            engine.apply(configuration)
            metrics.follow(configuration)
            log.write(.notice, "the configuration has been read again")
        } catch {
            for line in error.lines { log.write(.error, line) }
            log.write(.error, "\(error.message); the old values stay in force")
            throw .configurationFaulty(faults: error.lines.isEmpty ? [error.message] : error.lines)
        }
    }

    private func prune(_ engine: Engine, _ store: Store) async {
        while !Task.isCancelled {
            try? await LoopClock().sleep(for: DaemonRun.pruneEvery)
            guard !Task.isCancelled else { return }
            let configuration = engine.configuration
            await engine.keep { (store) throws(StoreError) in
                try await store.prune(
                    keepHistory: configuration.keepHistory, maximumBytes: configuration.maxSize,
                    now: WallClock.now)
            }
        }
    }

    /// Tells systemd that loop and store both make progress: the ping is sent by the one after an answer of
    /// the other.
    private func pingWatchdog(_ store: Store) async {
        guard let interval = manager.watchdogInterval else { return }
        while !Task.isCancelled {
            if (try? await store.read { (_) throws(StoreError) in true }) == true { manager.watchdog() }
            try? await LoopClock().sleep(for: interval)
        }
    }

    private var authority: ControlAuthority {
        // The group of the socket is the daemon's own. It opens the list to its members as the service of the
        // machine only: somebody's own daemon has a group that may be everybody's.
        let name = "windsock"
        let group = getgrnam(name).map { $0.pointee.gr_gid }.flatMap { $0 == getegid() ? $0 : nil }
        return ControlAuthority(daemonUser: geteuid(), group: group, groupName: group == nil ? nil : name)
    }
}

/// Keeps the lock for as long as it lives; a class, so that it can be carried through calls that may fail.
private final class LockHolder: Sendable {
    private let lock: DatabaseLock

    init(_ lock: consuming DatabaseLock) {
        self.lock = lock
    }
}
