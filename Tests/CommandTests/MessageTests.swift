import Control
import Core
import Glibc
import Store
import Testing

/// Every message a user can meet, word for word, from the real program: what, why, hint, exit code.
struct MessageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let words: [String]
        let code: Int32
        let errors: String

        init(_ words: String..., code: Int32, _ errors: String) {
            self.words = words
            self.code = code
            self.errors = errors
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let usage = [
        Case(code: 64, "windsock: no command is given\nhint: windsock --help\n"),
        Case("statsu", code: 64, "windsock: there is no command \"statsu\"\nhint: windsock status\n"),
        Case(
            "frobnicate", code: 64,
            "windsock: there is no command \"frobnicate\"\nhint: windsock --help lists them\n"),
        Case("list", "--jsn", code: 64, "windsock: there is no option --jsn for list\nhint: --json?\n"),
        Case(
            "remove", "-Oslo", code: 64,
            "windsock: there is no option -Oslo for remove\nhint: windsock remove --help; a name that begins with - goes behind --\n"
        ),
        Case("add", "Oslo", "--at", code: 64, "windsock: --at needs a value\nhint: --at LAT,LON\n"),
        Case("add", "Oslo", "--first=yes", code: 64, "windsock: --first takes no value\nhint: --first\n"),
        Case(
            "status", "--units=metrics", code: 64,
            "windsock: \"metrics\" is not possible for --units\nhint: metric?\n"),
        Case(
            "force", "on", code: 64,
            "windsock: \"on\" is not possible for STATE\nhint: one of online, offline, auto\n"),
        Case(
            "add", "Oslo", "--first", "--pick", "1", code: 64,
            "windsock: --pick and --first exclude each other\nhint: leave one out\n"),
        Case("add", code: 64, "windsock: NAME is missing\nhint: windsock add --help\n"),
        Case(
            "add", "New", "York", code: 64,
            "windsock: \"York\" is one argument too many for add\nhint: put names with spaces in quotes, or: windsock add --help\n"
        ),
        Case(
            "add", "Oslo", "--pick", "0", code: 64,
            "windsock: \"0\" is not a number for --pick\nhint: a whole number from 1 on\n"),
        Case(
            "add", "Nowhere", "--at", "91,0", code: 65,
            "windsock: latitude 91 is outside -90 to 90\nhint: windsock add NAME --at LAT,LON, for example --at 51.51,-0.13\n"
        ),
        Case(
            "add", "Nowhere", "--at", "0,181", code: 65,
            "windsock: longitude 181 is outside -180 to 180\nhint: windsock add NAME --at LAT,LON, for example --at 51.51,-0.13\n"
        ),
        Case(
            "add", "Nowhere", "--at", "here", code: 64,
            "windsock: \"here\" is not a position: it takes a latitude, a comma and a longitude\nhint: windsock add NAME --at LAT,LON, for example --at 51.51,-0.13\n"
        ),
        Case(
            "add", "Work", "--zip", "10001", code: 64,
            "windsock: \"10001\" is not a postal code with its country\nhint: windsock add NAME --zip ZIP,CC, for example --zip 10001,US\n"
        ),
        Case(
            "add", " ", code: 65,
            "windsock: the name is empty\nhint: windsock add NAME, for example windsock add London\n"),
        Case(
            "add", String(repeating: "x", count: 101), code: 65,
            "windsock: the name has 101 characters: 100 is the most\nhint: choose a shorter name; --at LAT,LON says where it is\n"
        ),
        Case(
            "add", "a\u{1B}[2Jb", code: 65,
            "windsock: the name \"a[2Jb\" holds control characters\nhint: type it again without them\n"),
        Case(
            "outages", "--since", "yesterday", code: 64,
            "windsock: \"yesterday\" is not a time for --since\nhint: --since 7d, --since 12h, --since 2026-11-30 or --since 2026-11-30T14:00\n"
        ),
        Case(
            "history", "Oslo", "--since", "2026-02-01", "--until", "2026-01-01", code: 64,
            "windsock: nothing lies between --since and --until: 2026-02-01 00:00 is not before 2026-01-01 00:00\nhint: --since takes the earlier time\n"
        ),
        Case(
            "online", "--wait=soon", code: 64,
            "windsock: \"soon\" is not a duration for --wait\nhint: --wait=30s; ms, s, m, h and d are the units\n"
        ),
        Case(
            "key", "set", code: 65,
            "windsock: no key was given\nhint: windsock key set, and paste the key; or: windsock key set < FILE\n"
        ),
    ]

    @Test(arguments: usage)
    func `a wrong command line is told before anything else is looked at`(_ row: Case) async throws {
        let windsock = try Windsock()
        #expect(try await windsock.run(row.words) == .init(code: row.code, output: "", errors: row.errors))
    }

    @Test func `nothing stored yet names the file and the start`() async throws {
        let windsock = try Windsock()
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
                    == "windsock: nothing is stored yet: there is no database at \(windsock.state)/windsock.db\n"
                    + "hint: start windsockd once, it creates the database: windsockd\n", "\(words)")
            #expect(outcome.output == "")
        }
    }

    @Test func `what needs the daemon says so`() async throws {
        let windsock = try Windsock()
        for words in [["search", "Oslo"], ["sync"], ["monitor"], ["force", "auto"]] {
            #expect(
                try await windsock.run(words)
                    == .init(
                        code: 3, output: "", errors: "windsock: windsockd is not running\nhint: windsockd\n"))
        }
        #expect(
            try await windsock("online")
                == .init(code: 4, output: "", errors: "windsock: windsockd is not running\nhint: windsockd\n")
        )
    }

    static let stored = [
        Case(
            "remove", "Osol", code: 65,
            "windsock: no place called \"Osol\"\nhint: windsock list shows 3 places; the nearest name is \"Oslo\"\n"
        ),
        Case(
            "remove", "Oslo", "Atlantis", code: 65,
            "windsock: no place called \"Atlantis\"\nhint: windsock list shows 3 places\n"),
        Case(
            "add", "OSLO", "--at", "1,2", code: 65,
            "windsock: there is a place called \"OSLO\" already\nhint: windsock rename OLD NEW, or add it under another name\n"
        ),
        Case(
            "rename", "Oslo", "London", code: 65,
            "windsock: there is a place called \"London\" already\nhint: windsock rename OLD NEW, or add it under another name\n"
        ),
        Case(
            "pick", "Oslo", "1", code: 65,
            "windsock: \"Oslo\" has nothing to pick from: it is active\nhint: windsock list\n"),
        Case(
            "pick", "London", "9", code: 65,
            "windsock: there is no match 9 for \"London\"\nhint: windsock pick London N, with N from 1 to 3\n"
        ),
        Case(
            "import", "/nonexistent/places.csv", code: 74,
            "windsock: /nonexistent/places.csv cannot be read: no such file or directory\nhint: a file, or - for standard input\n"
        ),
        Case(
            "backup", "/nonexistent/copy.db", code: 73,
            "windsock: /nonexistent/copy.db cannot be created: no such file or directory\nhint: choose a directory this user may write to\n"
        ),
        Case(
            "backup", "/etc/passwd", code: 73,
            "windsock: /etc/passwd is there already\nhint: choose another name; nothing is overwritten\n"),
    ]

    @Test(arguments: stored)
    func `bad input changes nothing in the store`(_ row: Case) async throws {
        let windsock = try Windsock()
        try await windsock.storePlaces()
        let before = try await windsock("list", "--json")
        #expect(try await windsock.run(row.words) == .init(code: row.code, output: "", errors: row.errors))
        #expect(try await windsock("list", "--json") == before)
    }

    @Test func `an import with faults adds nothing and names each line`() async throws {
        let windsock = try Windsock()
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
        let windsock = try Windsock()
        let outcome = try await windsock("statsu", "--json")
        #expect(
            outcome
                == .init(
                    code: 64, output: "",
                    errors:
                        "{\"schema\":1,\"error\":{\"what\":\"there is no command \\\"statsu\\\"\",\"why\":null,"
                        + "\"details\":[],\"hint\":\"windsock status\",\"exit_code\":64}}\n"))
    }

    @Test func `a held lock without an answer is try again`() async throws {
        let windsock = try Windsock()
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
        let windsock = try Windsock()
        try await windsock.storePlaces()
        let shell = "exec \(Windsock.path) --state-dir \(windsock.state) export > /dev/full"
        let outcome = try await windsock.shell(shell)
        #expect(outcome.code == 74)
        #expect(
            outcome.errors
                == "windsock: standard output cannot be written: no space left on device\nhint: df shows the space left\n"
        )
    }

    @Test func `a damaged database is named as such`() async throws {
        let windsock = try Windsock()
        try write(String(repeating: "no database ", count: 100), to: windsock.state + "/windsock.db")
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
        (.storageFailing(reason: "no space"), 74, "windsock: the disk does not take it: no space\n"),
        (.tryAgain(reason: "windsockd is stopping"), 75, "windsock: windsockd is stopping\n"),
        (
            .unknownName(query: "Oslo"), 65,
            "windsock: OpenWeatherMap knows no place called \"Oslo\"\nhint: windsock search QUERY shows what is known; or give a position with --at LAT,LON\n"
        ),
    ]

    @Test(arguments: refusals.indices)
    func `what the daemon refuses is told in its words`(_ index: Int) async throws {
        let row = MessageTests.refusals[index]
        let windsock = try Windsock()
        let agent = ScriptedAgent()
        await agent.configure { $0.refusal = row.error }
        let outcome = try await windsock.withDaemon(agent) { try await windsock("add", "Oslo") }
        #expect(outcome == .init(code: row.code, output: "", errors: row.errors))
    }

    @Test func `a reader who wants to change is told who may`() async throws {
        let windsock = try Windsock()
        let outcome = try await windsock.withDaemon(mayChange: false) { try await windsock("add", "Oslo") }
        #expect(outcome.code == 77)
        #expect(
            outcome.errors == "windsock: not permitted: this takes root or a member of the group windsock\n"
                + "hint: sudo windsock …, or join the group of windsockd's socket\n")
    }
}
