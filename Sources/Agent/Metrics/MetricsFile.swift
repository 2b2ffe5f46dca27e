import Control
import Core
import EventLoop
import Glibc
import Store

/// The file of `prometheus_file`, for the textfile collector of node_exporter.
///
/// It is written when something happens, but at most every 15 s, which is how often node_exporter is asked as a rule;
/// while nothing happens nobody wakes up for it. It is rendered and written on the store's thread, because the file may
/// be on a disk that blocks. That it cannot be written is said once, and stops nothing.
@LoopActor
final class MetricsFile {
    private static let pause: Duration = .seconds(15)

    private let engine: Engine
    private var attempts: [MetricsReport.Attempts: Int] = [:]
    private var bytesReceived = 0
    private var path: String?
    private var isDirty = true
    private var isFailing = false
    private var writtenAt = Moment.distantPast
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    init(engine: Engine) {
        self.engine = engine
        path = engine.configuration.prometheusFile
        (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        request.yield()
    }

    /// Something happened.
    func note(_ content: MonitorEvent.Content) {
        if case .attempt(let report) = content {
            let record = report.record
            attempts[.init(kind: record.kind, outcome: record.outcome), default: 0] += 1
            bytesReceived += record.bytes
        }
        askForWriting()
    }

    /// The configuration has been read again; the file may have another name, or none.
    func follow(_ configuration: Configuration) {
        if path != configuration.prometheusFile { remove() }
        path = configuration.prometheusFile
        isFailing = false
        askForWriting()
    }

    /// Takes the file away, so that nobody takes it for news.
    func remove() {
        if let path { unlink(path) }
    }

    /// Writes until the task is cancelled; then the file is removed.
    func run() async {
        for await _ in requests where isDirty && path != nil {
            let pause = LoopClock().now.duration(to: writtenAt.advanced(by: MetricsFile.pause))
            if pause > .zero { try? await LoopClock().sleep(for: pause) }
            guard !Task.isCancelled else { break }
            await write()
        }
        remove()
    }

    private func askForWriting() {
        isDirty = true
        request.yield()
    }

    private func write() async {
        guard let path else { return }
        isDirty = false
        writtenAt = LoopClock().now
        let report = MetricsReport(
            status: engine.statusReport, places: engine.identities.compactMap { engine.places[$0] },
            currents: engine.keptCurrents, attempts: attempts, bytesReceived: bytesReceived)
        do throws(StoreError) {
            let failure = try await engine.parts.store.withCurrents { rows, memory in
                MetricsFile.write(report, rows, memory, to: path)
            }
            // The configuration may name another file by now.
            if path == self.path { note(failure) } else { unlink(path) }
        } catch {
            // What the store meets is the engine's to say; the file stays as old as it says it is.
        }
    }

    /// On the store's thread.
    private nonisolated static func write(
        _ report: MetricsReport, _ rows: [CurrentRow], _ memory: SyncMemory, to path: String
    ) -> SystemFailure? {
        var report = report
        // What the disk has not taken yet is newer than what is stored.
        report.currents.merge(rows.map { ($0.place, $0) }) { kept, _ in kept }
        report.schedules = memory.schedules
        do throws(SystemFailure) {
            try FileReplacement.replace(
                path, with: Array(MetricsText.text(report).utf8), mode: 0o644, isLasting: false)
            return nil
        } catch {
            return error
        }
    }

    private func note(_ failure: SystemFailure?) {
        guard isFailing != (failure != nil) else { return }
        isFailing = failure != nil
        if let failure {
            engine.parts.log.write(.warning, "the metrics cannot be written: \(failure.message)")
        } else {
            engine.parts.log.write(.notice, "the metrics are written again")
        }
    }
}
