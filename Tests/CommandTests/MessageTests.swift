import Control
import Core
import Glibc
import Store
import TestSupport
import Testing

/// Every message a user can meet, word for word, from the real program: what, why, hint, exit code.
struct MessageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let words: [String]
        let code: Int32
        let errors: String

        init(_ words: String..., code: Int32, _ what: String, hint: String) {
            self.words = words
            self.code = code
            errors = "windsock: \(what)\nhint: \(hint)\n"
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let usage = [
        Case(code: 64, "no command is given", hint: "windsock --help"),
        Case("statsu", code: 64, "there is no command \"statsu\"", hint: "windsock status"),
        Case(
            "frobnicate", code: 64,
            "there is no command \"frobnicate\"", hint: "windsock --help lists them"),
        Case("list", "--jsn", code: 64, "there is no option --jsn for list", hint: "--json?"),
        Case(
            "remove", "-Oslo", code: 64,
            "there is no option -Oslo for remove",
            hint: "windsock remove --help; a name that begins with - goes behind --"),
        Case("add", "Oslo", "--at", code: 64, "--at needs a value", hint: "--at LAT,LON"),
        Case("add", "Oslo", "--first=yes", code: 64, "--first takes no value", hint: "--first"),
        Case(
            "status", "--units=metrics", code: 64,
            "\"metrics\" is not possible for --units", hint: "metric?"),
        Case(
            "force", "on", code: 64,
            "\"on\" is not possible for STATE", hint: "one of online, offline, auto"),
        Case(
            "add", "Oslo", "--first", "--pick", "1", code: 64,
            "--pick and --first exclude each other", hint: "leave one out"),
        Case("add", code: 64, "NAME is missing", hint: "windsock add --help"),
        Case(
            "add", "New", "York", code: 64,
            "\"York\" is one argument too many for add",
            hint: "put names with spaces in quotes, or: windsock add --help"),
        Case(
            "add", "Oslo", "--pick", "0", code: 64,
            "\"0\" is not a number for --pick", hint: "a whole number from 1 on"),
        Case(
            "add", "Nowhere", "--at", "91,0", code: 65,
            "latitude 91 is outside -90 to 90",
            hint: "windsock add NAME --at LAT,LON, for example --at 51.51,-0.13"),
        Case(
            "add", "Nowhere", "--at", "0,181", code: 65,
            "longitude 181 is outside -180 to 180",
            hint: "windsock add NAME --at LAT,LON, for example --at 51.51,-0.13"),
        Case(
            "add", "Nowhere", "--at", "here", code: 64,
            "\"here\" is not a position: it takes a latitude, a comma and a longitude",
            hint: "windsock add NAME --at LAT,LON, for example --at 51.51,-0.13"),
        Case(
            "add", "Work", "--zip", "10001", code: 64,
            "\"10001\" is not a postal code with its country",
            hint: "windsock add NAME --zip ZIP,CC, for example --zip 10001,US"),
        Case(
            "add", " ", code: 65,
            "the name is empty", hint: "windsock add NAME, for example windsock add London"),
        Case(
            "add", String(repeating: "x", count: 101), code: 65,
            "the name has 101 characters: 100 is the most",
            hint: "choose a shorter name; --at LAT,LON says where it is"),
        Case(
            "add", "a\u{1B}[2Jb", code: 65,
            "the name \"a[2Jb\" holds control characters", hint: "type it again without them"),
        Case(
            "outages", "--since", "yesterday", code: 64,
            "\"yesterday\" is not a time for --since",
            hint: "--since 7d, --since 12h, --since 2026-11-30 or --since 2026-11-30T14:00"),
        Case(
            "history", "Oslo", "--since", "2026-02-01", "--until", "2026-01-01", code: 64,
            "nothing lies between --since and --until: 2026-02-01 00:00 is not before 2026-01-01 00:00",
            hint: "--since takes the earlier time"),
        Case(
            "online", "--wait=soon", code: 64,
            "\"soon\" is not a duration for --wait", hint: "--wait=30s; ms, s, m, h and d are the units"),
        Case(
            "key", "set", code: 65,
            "no key was given", hint: "windsock key set, and paste the key; or: windsock key set < FILE"),
    ]

    @Test(arguments: usage)
    func `a wrong command line is told before anything else is looked at`(_ row: Case) async throws {
        let windsock = Windsock()
        #expect(try await windsock.run(row.words) == .init(code: row.code, output: "", errors: row.errors))
    }

    @Test func `nothing stored yet names the file and the start`() async throws {
        let windsock = Windsock()
        for words in [
            ["status"], ["list"], ["export"], ["show", "Oslo"], ["history", "Oslo"], ["outages"],
            ["attempts"],
            ["add", "Oslo"], ["remove", "Oslo"], ["rename", "Oslo", "x"], ["pick", "Oslo", "1"],
            ["pause", "Oslo"],
            ["resume", "Oslo"], ["import", "/dev/null"], ["backup", windsock.directory.file("copy")],
        ] {
            let outcome = try await windsock.run(words)
            #expect(outcome.code == 3, "\(words)")
            #expect(
                outcome.errors
                    == "windsock: nothing is stored yet: "
                    + "there is no database at \(windsock.state)/windsock.db\n"
                    + "hint: start windsockd once, it creates the database: windsockd\n", "\(words)")
            #expect(outcome.output == "")
        }
    }

    @Test func `what needs the daemon says so`() async throws {
        let windsock = Windsock()
        let message = "windsock: windsockd is not running\nhint: windsockd\n"
        for words in [["search", "Oslo"], ["sync"], ["monitor"], ["force", "auto"]] {
            let outcome = try await windsock.run(words)
            #expect(outcome == .init(code: 3, output: "", errors: message), "\(words)")
        }
        #expect(try await windsock("online") == .init(code: 4, output: "", errors: message))
    }

    static let stored = [
        Case(
            "remove", "Osol", code: 65,
            "no place called \"Osol\"", hint: "windsock list shows 3 places; the nearest name is \"Oslo\""),
        Case(
            "remove", "Oslo", "Atlantis", code: 65,
            "no place called \"Atlantis\"", hint: "windsock list shows 3 places"),
        Case(
            "add", "OSLO", "--at", "1,2", code: 65,
            "there is a place called \"OSLO\" already",
            hint: "windsock rename OLD NEW, or add it under another name"),
        Case(
            "rename", "Oslo", "London", code: 65,
            "there is a place called \"London\" already",
            hint: "windsock rename OLD NEW, or add it under another name"),
        Case(
            "pick", "Oslo", "1", code: 65,
            "\"Oslo\" has nothing to pick from: it is active", hint: "windsock list"),
        Case(
            "pick", "London", "9", code: 65,
            "there is no match 9 for \"London\"", hint: "windsock pick London N, with N from 1 to 3"),
        Case(
            "import", "/nonexistent/places.csv", code: 74,
            "/nonexistent/places.csv cannot be read: no such file or directory",
            hint: "a file, or - for standard input"),
        Case(
            "backup", "/nonexistent/copy.db", code: 73,
            "/nonexistent/copy.db cannot be created: no such file or directory",
            hint: "choose a directory this user may write to"),
        Case(
            "backup", "/etc/passwd", code: 73,
            "/etc/passwd is there already", hint: "choose another name; nothing is overwritten"),
    ]

    @Test(arguments: stored)
    func `bad input changes nothing in the store`(_ row: Case) async throws {
        let windsock = Windsock()
        try await windsock.storePlaces()
        let before = try await windsock("list", "--json")
        #expect(try await windsock.run(row.words) == .init(code: row.code, output: "", errors: row.errors))
        #expect(try await windsock("list", "--json") == before)
    }

    @Test func `an import with faults adds nothing and names each line`() async throws {
        let windsock = Windsock()
        try await windsock.storePlaces()
        let outcome = try await windsock("import", "-", input: "Bergen,60.4,5.3\nNorth,91,0\nOSLO,1,2\n")
        #expect(outcome.code == 65)
        #expect(
            outcome.errors == """
                windsock: standard input was not imported: 2 lines are faulty
                  line 2: latitude 91 is outside -90 to 90
                  line 3: "OSLO" is on the list already
                hint: correct them and import again; nothing was added

                """)
        #expect(try await !windsock("list").output.contains("Bergen"))
    }

    @Test func `with --json an error is one object on standard error`() async throws {
        let windsock = Windsock()
        let outcome = try await windsock("statsu", "--json")
        #expect(
            outcome
                == .init(
                    code: 64, output: "",
                    errors:
                        "{\"schema\":1,\"error\":{\"what\":\"there is no command \\\"statsu\\\"\","
                        + "\"why\":null,"
                        + "\"details\":[],\"hint\":\"windsock status\",\"exit_code\":64}}\n"))
    }

    @Test func `a held lock without an answer is try again`() async throws {
        let windsock = Windsock()
        try await windsock.storePlaces()
        let lock = try DatabaseLock(directory: windsock.state)
        let outcome = try await windsock("add", "Bergen", "--at", "60.4,5.3")
        #expect(outcome.code == 75)
        #expect(
            outcome.errors
                == "windsock: windsockd does not answer: process \(getpid()) holds the state directory\n"
                + "hint: try again in a moment; it may be starting or stopping\n")
        withExtendedLifetime(lock) {}
    }

    @Test func `a full disk behind standard output is an error`() async throws {
        let windsock = Windsock()
        try await windsock.storePlaces()
        let shell = "exec \(Windsock.path) --state-dir \(windsock.state) export > /dev/full"
        let outcome = try await windsock.shell(shell)
        #expect(outcome.code == 74)
        #expect(
            outcome.errors
                == "windsock: standard output cannot be written: no space left on device\n"
                + "hint: df shows the space left\n")
    }

    @Test func `a damaged database is named as such`() async throws {
        let windsock = Windsock()
        TextFile.write(String(repeating: "no database ", count: 100), to: windsock.state + "/windsock.db")
        let outcome = try await windsock("list")
        #expect(outcome.code == 65)
        #expect(outcome.errors.hasPrefix("windsock: the file is not a database: "))
        #expect(
            outcome.errors.hasSuffix(
                "hint: restart windsockd: it sets the file aside and rebuilds the watch list\n"))
    }

    static let refusals: [(error: ControlError, code: Int32, errors: String)] = [
        (
            .unavailable(reason: "offline: no route to the network", hint: "windsock online --wait"), 69,
            "windsock: offline: no route to the network\nhint: windsock online --wait\n"
        ),
        (
            .storageFailing(reason: "no space"), 74,
            "windsock: the disk does not take it: no space\nhint: windsock check; df shows the space left\n"
        ),
        (
            .tryAgain(reason: "windsockd is stopping"), 75,
            "windsock: windsockd is stopping\nhint: try again in a moment\n"
        ),
        (
            .unknownName(query: "Oslo"), 65,
            "windsock: OpenWeatherMap knows no place called \"Oslo\"\n"
                + "hint: windsock search QUERY shows what is known; or give a position with --at LAT,LON\n"
        ),
    ]

    @Test(arguments: refusals.indices)
    func `what the daemon refuses is told in its words`(_ index: Int) async throws {
        let row = MessageTests.refusals[index]
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure { $0.refusal = row.error }
        let outcome = try await windsock.withDaemon(agent) { try await windsock("add", "Oslo") }
        #expect(outcome == .init(code: row.code, output: "", errors: row.errors))
    }

    @Test func `a reader who wants to change is told who may`() async throws {
        let windsock = Windsock()
        let outcome = try await windsock.withDaemon(mayChange: false) { try await windsock("add", "Oslo") }
        #expect(outcome.code == 77)
        #expect(
            outcome.errors == "windsock: not permitted: this takes root or a member of the group windsock\n"
                + "hint: sudo windsock …, or join the group of windsockd's socket\n")
    }
}
