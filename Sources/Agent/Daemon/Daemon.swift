import CLinux
import Control
import Core
import EventLoop
import Glibc
import OpenWeatherMap
import Probes
import Store
import Transfer

/// windsockd from its first line to its last: the order in which things are opened and closed, and the exit
/// code.
package enum Daemon {
    /// Runs until a signal ends it.
    ///
    /// The calling thread becomes the loop's; its signals are blocked already.
    package static func main(_ arguments: [String], environment: [String: String]) -> Int32 {
        let options: DaemonOptions
        do throws(DaemonOptions.Fault) {
            options = try DaemonOptions(arguments)
        } catch {
            complain(error.what, hint: error.hint)
            return ExitCode.usage.rawValue
        }
        let directories = Directories.resolved(
            options.directories, isRoot: geteuid() == 0, environment: { environment[$0] })
        switch options.mode {
        case .version: say("windsockd \(Release.version)\n")
        case .help: say(DaemonOptions.help)
        case .checkConfiguration: return checkConfiguration(directories)
        case .diagnose(let isJSON):
            prepareProcess()
            let lines = EventLoop.shared.run { await Diagnosis(directories, environment).run() }
            say(isJSON ? json(lines) : text(lines))
            return lines.exitCode.rawValue
        case .run:
            prepareProcess()
            return EventLoop.shared.run { await DaemonRun(directories, environment).run() }
        }
        return ExitCode.done.rawValue
    }

    /// Before the first thread.
    private static func prepareProcess() {
        // glibc reads it once for each thread, and its defaults keep a look-up for 10 s a server.
        setenv("RES_OPTIONS", "timeout:2 attempts:1 ndots:1", 1)
        clinux_forbid_dumps()
        clinux_keep_no_large_blocks()
        umask(0o022)
    }

    // MARK: the diagnosis

    private static func text(_ lines: [DiagnosisLine]) -> String {
        var text = ""
        for line in lines {
            let verdict =
                switch line.verdict {
                case .ok: "ok"
                case .fail: "FAIL"
                case .skipped: "-"
                }
            let cells = [padded(line.layer, 9), padded(verdict, 4), padded(line.time, 7)]
            let row = "\(cells.joined(separator: "  "))  \(line.text.printable(limit: 400))"
            text += row[...(row.lastIndex { $0 != " " } ?? row.startIndex)] + "\n"
        }
        if let hint = lines.firstFailure?.hint { text += "hint: \(hint.printable(limit: 400))\n" }
        return text
    }

    private static func json(_ lines: [DiagnosisLine]) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("schema", StatusReport.schema)
            json.member("lines", lines)
        }
        return json.text + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func checkConfiguration(_ directories: Directories) -> Int32 {
        do throws(StartFailure) {
            _ = try ConfigurationFile(path: directories.configurationFile).read()
            say("\(directories.configurationFile): ok\n")
            return ExitCode.done.rawValue
        } catch {
            for line in error.lines { complain(line, hint: nil) }
            complain(error.message, hint: error.hint)
            return error.exitCode.rawValue
        }
    }

    private static func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(1, bytes, bytes.count)
    }

    private static func complain(_ message: String, hint: String?) {
        let text = "windsockd: \(message.printable(limit: 400))\n" + (hint.map { "hint: \($0)\n" } ?? "")
        let bytes = Array(text.utf8)
        _ = write(2, bytes, bytes.count)
    }
}
