import Control
import Core
import EventLoop
import Glibc
import OpenWeatherMap
import Probes
import Store
import Transfer

/// `windsockd --diagnose`: looks at every layer once, from the configuration to the service, without being the daemon.
///
/// It changes nothing: no directory, no database, no lock file is made. It makes one call to the service, a look-up that
/// is no fetch of anybody's weather, and none while a daemon runs, which makes its own, or while the service has asked
/// to wait.
@LoopActor
final class Diagnosis {
    private static let probeDeadline: Duration = .seconds(8)
    private static let pathPatience: Duration = .seconds(2)
    /// What is asked for: any place will do.
    private static let query = PlaceQuery.name("London")

    private let directories: Directories
    private let environment: [String: String]
    private var isDaemonThere = false
    private var blockedUntil: UnixTime?

    nonisolated init(_ directories: Directories, _ environment: [String: String]) {
        self.directories = directories
        self.environment = environment
    }

    /// The layers in order.
    func run() async -> [DiagnosisLine] {
        let (first, configuration) = Diagnosis.timed { readConfiguration() }
        var lines = [first, Diagnosis.timed { (lockLine, ()) }.0, Diagnosis.timed { (databaseLine, ()) }.0]
        guard let configuration else {
            return lines + Diagnosis.skipped(["key", "clock", "path", "dns", "tcp", "tls", "api"])
        }
        let started = LoopClock().now
        let keys = KeyRing(
            directories: directories, keyFile: configuration.keyFile, environment: environment
        ).look()
        let state: KeyReport.State = keys.key == nil ? .missing : .unverified
        lines.append(SettingLines.key(keys, state, duration: started.duration(to: LoopClock().now)))
        let network = await NetworkDiagnosis(configuration, environment).run(
            deadline: Diagnosis.probeDeadline, pathPatience: Diagnosis.pathPatience)
        let call = await ask(configuration, keys, network)
        lines.append(SettingLines.clock(WallClock.now, offset: call.offset))
        return lines + network.lines + [call.line]
    }

    // MARK: configuration, lock, database

    private func readConfiguration() -> (DiagnosisLine, Configuration?) {
        let path = directories.configurationFile
        do throws(StartFailure) {
            let configuration = try ConfigurationFile(path: path).read()
            let text = access(path, F_OK) == 0 ? path : "no file at \(path), the defaults hold"
            return (DiagnosisLine(layer: "config", verdict: .ok, text: text), configuration)
        } catch {
            let text = error.lines.isEmpty ? error.message : error.lines.joined(separator: "; ")
            return (
                DiagnosisLine(layer: "config", verdict: .fail, text: text, hint: error.hint), nil
            )
        }
    }

    /// Who holds the state directory; nobody is as good as a daemon that answers.
    private var lockLine: DiagnosisLine {
        var line = DiagnosisLine(layer: "lock", verdict: .ok, text: "free; windsockd does not run")
        guard access(directories.state + "/lock", F_OK) == 0 else { return line }
        do throws(StoreError) {
            // Given back at the end of this line: a daemon that starts meanwhile waits for it.
            _ = try DatabaseLock(directory: directories.state)
        } catch .locked(let holder) {
            isDaemonThere = true
            line.text = "held by process \(holder.map(String.init) ?? "?")"
            if (try? ControlClient(path: directories.socket)) == nil {
                line.verdict = .fail
                line.text += ", which does not answer"
                line.hint = "try again in a moment; it may be starting or stopping"
            }
        } catch {
            line.verdict = .skipped
            line.text = "this user may not look: \(error.message)"
        }
        return line
    }

    private var databaseLine: DiagnosisLine {
        var line = DiagnosisLine(layer: "database", verdict: .ok, text: "")
        do throws(StoreError) {
            let reader = try StoreReader(path: directories.database)
            let counts = try reader.counts()
            blockedUntil = try reader.syncMemory().gates.first { $0.kind == .quota }?.until
            line.text =
                "\(counts.places) \(counts.places == 1 ? "place" : "places"), "
                + "\(counts.observations) \(counts.observations == 1 ? "observation" : "observations")"
        } catch .missing {
            line.verdict = .skipped
            line.text = "not created yet; windsockd does it at its first start"
        } catch {
            line.verdict = .fail
            line.text = error.message
            line.hint = error.hint
        }
        return line
    }

    // MARK: the service

    /// One call, and what it tells of the key and the clock.
    private func ask(
        _ configuration: Configuration, _ keys: KeyFindings, _ network: NetworkDiagnosis.Result
    ) async -> (line: DiagnosisLine, offset: Duration?) {
        var line = DiagnosisLine(layer: "api", verdict: .skipped, text: "")
        guard network.isReachable else { return (line, nil) }
        guard let key = keys.key else {
            line.text = "there is no key to ask with"
            return (line, nil)
        }
        guard !isDaemonThere else {
            line.text = "left to the daemon that runs: windsock check"
            return (line, nil)
        }
        if let blockedUntil, blockedUntil > WallClock.now {
            line.text = "the service has asked to wait until \(blockedUntil.rfc3339)"
            return (line, nil)
        }
        let started = LoopClock().now
        let redactor = Redactor([key])
        var offset: Duration?
        do throws(FetchFailure) {
            let answer = try await network.send(
                Request.geocode(Diagnosis.query).url(at: configuration.api, key: key))
            offset = answer.serverDate(now: WallClock.now).map { $0.duration(to: WallClock.now) }
            _ = try answer.candidates(now: WallClock.now, redactor: redactor).get()
            line.verdict = .ok
            line.text = "answers with this key"
        } catch {
            line.verdict = .fail
            line.text = redactor.redact(error.message)
            line.hint = Diagnosis.hint(error.onlineClass)
        }
        line.duration = started.duration(to: LoopClock().now)
        return (line, offset)
    }

    private static func hint(_ kind: FetchFailure.Class) -> String {
        switch kind {
        case .key: "windsock key set; new keys take up to 2 h to work"
        case .quota: "other programs may use the same key"
        case .timer, .offline: "nothing to do here: windsockd tries again by itself"
        case .place, .ours: "is [openweathermap] api right?"
        }
    }

    // MARK: parts

    private static func skipped(_ layers: [String]) -> [DiagnosisLine] {
        layers.map { DiagnosisLine(layer: $0, verdict: .skipped, text: "") }
    }

    private static func timed<Value>(
        _ body: @LoopActor () -> (DiagnosisLine, Value)
    ) -> (DiagnosisLine, Value) {
        let started = LoopClock().now
        var (line, value) = body()
        line.duration = started.duration(to: LoopClock().now)
        return (line, value)
    }
}
