import Agent
import Control
import Core
import Testing
import windsock

@Suite struct CommandLineFuzz {
    private static func words(_ draw: inout Draw) -> [String] {
        (0..<draw.below(7)).map { _ in
            switch draw.below(6) {
            case 0: return draw.one(of: Verbs.all).name
            case 1:
                let verb = draw.one(of: Verbs.all)
                let options = verb.options + CommonOptions.all
                let name = draw.one(of: options).name
                return "--" + (draw.oneIn(4) ? String(name.dropLast()) : name)
                    + (draw.oneIn(3) ? "=" + draw.text(upTo: 3) : "")
            case 2:
                return draw.one(of: ["--", "-", "-h", "--help", "--version", "help", "", "=", "--=", "---"])
            case 3:
                return draw.one(of: [
                    "--state-dir", "--runtime-dir", "--config", "--check-config", "metric", "59.9,10.7", "1",
                ])
            default: return draw.text(upTo: 4)
            }
        }
    }

    @Test
    func `a command line is a request or a fault that can be shown, and behind -- there are no options`() {
        let parser = CommandParser(verbs: Verbs.all, common: CommonOptions.all)
        fuzz("command lines", 7500) { draw in
            let words = CommandLineFuzz.words(&draw)
            draw.note(words.joined(separator: "\u{1F}"))
            let request: Request
            do throws(UsageFault) {
                request = try parser.parse(words)
            } catch {
                let complaint = error.complaint
                try claim(complaint.text.isHarmless(allowingLineEnds: true), complaint.text.debugDescription)
                try claim(complaint.status.rawValue, is: 64, complaint.text)
                return
            }
            guard case .run(let invocation) = request else { return }
            // Behind an option the mark may be its value.
            if let mark = words.firstIndex(of: "--"), mark == 0 || !words[mark - 1].hasPrefix("-") {
                try claim(invocation.arguments.count >= words.count - mark - 2, "\(invocation.arguments)")
            }
        }
    }

    @Test func `the daemon's command line is options or a fault that can be shown`() {
        fuzz("windsockd's command lines", 7500) { draw in
            let options: DaemonOptions
            do throws(DaemonOptions.Fault) {
                options = try DaemonOptions(CommandLineFuzz.words(&draw))
            } catch {
                return try claim((error.what + error.hint).isHarmless(), error.what.debugDescription)
            }
            let named = options.directories
            let paths = [named.state, named.runtime, named.configurationFile]
            try claim(paths.allSatisfy { $0?.isEmpty != true }, "an empty directory")
        }
    }

    @Test func `positions are on the globe, and every position that is written plainly is read`() {
        let samples = ["59.91,10.74", "-33.9, 18.4", "90,-180", "0.00001,1e5"].samples
        fuzz("positions", 15_000) { draw in
            let text = draw.damagedText(
                samples,
                words: [",", "-", ".", " ", "+", "e", "nan", "inf", "0x1p4", "180.0001", "\u{301}"].samples)
            do throws(InputFault) {
                let position = try Coordinates(argument: text)
                if position.latitude.magnitude > 90 || position.longitude.magnitude > 180 {
                    throw .notAPosition("off")
                }
            } catch {
                try claim(
                    error != .notAPosition("off") && error.complaint.text.isHarmless(allowingLineEnds: true),
                    "\(error)")
            }
        }
    }

    @Test func `directories have names, whatever the environment says`() {
        let names = [
            "WINDSOCK_STATE_DIR", "WINDSOCK_RUNTIME_DIR", "WINDSOCK_CONFIG", "STATE_DIRECTORY",
            "RUNTIME_DIRECTORY",
            "CONFIGURATION_DIRECTORY", "HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME",
        ]
        fuzz("directories", 7500) { draw in
            var environment: [String: String] = [:]
            for name in names where draw.oneIn(2) {
                environment[name] = draw.one(of: [
                    "", "/", ":", "/a:/b", "relative", "/\u{301}", "/x", draw.text(upTo: 2),
                ])
            }
            draw.note("\(environment)")
            let directories = Directories.resolved(
                Directories.Options(), isRoot: draw.oneIn(2), environment: { environment[$0] })
            for path in [
                directories.state, directories.runtime, directories.configuration,
                directories.configurationFile,
            ] {
                try claim(!path.isEmpty, "\(directories)")
            }
        }
    }
}
