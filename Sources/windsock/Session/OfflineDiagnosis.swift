import Control
import Core
import Glibc
import Store

/// What `windsock check` can say while the daemon is stopped.
enum OfflineDiagnosis {
    static func lines(_ session: Session) -> [DiagnosisLine] {
        [configuration(session), lock(session), database(session), key(session)]
            + ["clock", "path", "dns", "tcp", "tls", "api"].map {
                DiagnosisLine(layer: $0, verdict: .skipped, text: "")
            }
    }

    private static func configuration(_ session: Session) -> DiagnosisLine {
        let path = session.directories.configurationFile
        if access(path, R_OK) == 0 {
            return DiagnosisLine(
                layer: "config", verdict: .ok, text: "\(path), not checked: windsockd --check-config")
        }
        guard errno != ENOENT else {
            return DiagnosisLine(layer: "config", verdict: .ok, text: "no file at \(path), defaults hold")
        }
        return DiagnosisLine(
            layer: "config", verdict: .fail, text: "\(path) cannot be read", hint: "ls -l \(path)")
    }

    private static func lock(_ session: Session) -> DiagnosisLine {
        DiagnosisLine(
            layer: "lock", verdict: .fail, text: "windsockd is not running", hint: session.startCommand)
    }

    private static func database(_ session: Session) -> DiagnosisLine {
        do throws(StoreError) {
            let counts = try StoreReader(path: session.directories.database).counts()
            let text = [
                Int(clamping: counts.places).counted("place"),
                Int(clamping: counts.observations).counted("observation"), counts.bytes.asBytes,
            ].joined(separator: ", ")
            return DiagnosisLine(layer: "database", verdict: .ok, text: text)
        } catch .missing {
            return DiagnosisLine(
                layer: "database", verdict: .skipped,
                text: "not created yet; windsockd does it at its first start")
        } catch {
            return DiagnosisLine(layer: "database", verdict: .fail, text: error.message, hint: error.hint)
        }
    }

    private static func key(_ session: Session) -> DiagnosisLine {
        if KeyFile.exists(at: session.directories.key) {
            return DiagnosisLine(
                layer: "key", verdict: .ok,
                text: "from \(session.directories.state) (set by key set), not tried")
        }
        return DiagnosisLine(
            layer: "key", verdict: .skipped,
            text: "none set by key set; other sources are the daemon's to see")
    }
}
