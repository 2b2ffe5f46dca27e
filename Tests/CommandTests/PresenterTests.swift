import Control
import Core
import Glibc
import Store
import Testing
import windsock

/// Every message there is, as the one presenter of errors words it.
///
/// `MessageTests` meets many of them in the real program; here none may be missing: a case without a row fails.
struct PresenterTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let error: CommandError
        let code: Int32
        let text: String

        init(_ error: CommandError, _ code: Int32, _ what: String, hint: String?) {
            self.error = error
            self.code = code
            text = "windsock: \(what)\n" + (hint.map { "hint: \($0)\n" } ?? "")
        }

        var testDescription: String { "\(error)" }
    }

    private static let report = SQLiteReport(extendedCode: 13, message: "as SQLite says")
    private static let position = "windsock add NAME --at LAT,LON, for example --at 51.51,-0.13"
    private static let matches = """

          1  London, England, GB   51.51   -0.13
          2  London, CA            42.98  -81.23
          3  London, Kentucky, US  37.13  -84.08
        """

    static let usage = [
        Row(.usage(.noVerb), 64, "no command is given", hint: "windsock --help"),
        Row(
            .usage(.unknownVerb("statsu", nearest: "status")), 64, "there is no command \"statsu\"",
            hint: "windsock status"),
        Row(
            .usage(.unknownOption("--jsn", verb: "list", nearest: "--json")), 64,
            "there is no option --jsn for list", hint: "--json?"),
        Row(
            .usage(.unknownOption("-x", verb: nil, nearest: nil)), 64, "there is no option -x",
            hint: "windsock --help; a name that begins with - goes behind --"),
        Row(
            .usage(.valueMissing(option: "at", value: "LAT,LON")), 64, "--at needs a value",
            hint: "--at LAT,LON"),
        Row(
            .usage(.valueUnexpected(option: "first")), 64, "--first takes no value", hint: "--first"),
        Row(
            .usage(.notOneOf(subject: "STATE", value: "on", allowed: ["online", "auto"], nearest: nil)), 64,
            "\"on\" is not possible for STATE", hint: "one of online, auto"),
        Row(
            .usage(.exclusive("pick", "first")), 64, "--pick and --first exclude each other",
            hint: "leave one out"),
        Row(
            .usage(.argumentMissing("NAME", verb: "add")), 64, "NAME is missing", hint: "windsock add --help"
        ),
        Row(
            .usage(.tooManyArguments("York", verb: "add")), 64, "\"York\" is one argument too many for add",
            hint: "put names with spaces in quotes, or: windsock add --help"),
        Row(
            .usage(.tooManyArguments("0123456789", verb: "key")), 64,
            "a key is never given on the command line, where every user can read it",
            hint: "windsock key set reads it from the terminal"),
    ]

    static let input = [
        Row(
            .input(.notACount(subject: "--pick", text: "0")), 64, "\"0\" is not a number for --pick",
            hint: "a whole number from 1 on"),
        Row(
            .input(.notAPosition("here")), 64,
            "\"here\" is not a position: it takes a latitude, a comma and a longitude", hint: position),
        Row(
            .input(.outOfRange(axis: "latitude", value: "91", limit: 90)), 65,
            "latitude 91 is outside -90 to 90", hint: position),
        Row(
            .input(.notAPostalCode("10001")), 64, "\"10001\" is not a postal code with its country",
            hint: "windsock add NAME --zip ZIP,CC, for example --zip 10001,US"),
        Row(
            .input(.badName(.empty, text: "")), 65, "the name is empty",
            hint: "windsock add NAME, for example windsock add London"),
        Row(
            .input(.badName(.tooLong(300), text: "x")), 65,
            "the name has 300 characters: 100 is the most",
            hint: "choose a shorter name; --at LAT,LON says where it is"),
        Row(
            .input(.badName(.unprintable, text: "a\u{1B}[2J\u{202E}b")), 65,
            "the name \"a[2Jb\" holds control characters", hint: "type it again without them"),
        Row(
            .input(.notATime(subject: "--since", text: "soon")), 64, "\"soon\" is not a time for --since",
            hint: "--since 7d, --since 12h, --since 2026-11-30 or --since 2026-11-30T14:00"),
        Row(
            .input(.emptyPeriod(since: "b", until: "a")), 64,
            "nothing lies between --since and --until: b is not before a",
            hint: "--since takes the earlier time"),
        Row(
            .input(.notADuration(subject: "--wait", text: "soon")), 64,
            "\"soon\" is not a duration for --wait", hint: "--wait=30s; ms, s, m, h and d are the units"),
        Row(
            .input(.tooManyFields(count: 5, limit: 4)), 65, "the line has 5 fields, 4 are known",
            hint: "name,latitude,longitude,options"),
        Row(
            .input(.unknownPlaceOption("frozen")), 65, "there is no option \"frozen\" for a place",
            hint: "query=NAME, zip=ZIP,CC or paused"),
        Row(
            .input(.emptyKey), 65, "no key was given",
            hint: "windsock key set, and paste the key; or: windsock key set < FILE"),
        Row(
            .input(.malformedKey), 65,
            "that is not a key: a key is one word of letters and digits, 32 as a rule",
            hint: "copy it from https://home.openweathermap.org/api_keys"),
    ]

    static let files = [
        Row(
            .file(.cannotRead(path: "a.csv", errno: ENOENT)), 74,
            "a.csv cannot be read: no such file or directory", hint: "a file, or - for standard input"),
        Row(
            .file(.cannotCreate(path: "a.db", errno: EACCES)), 77,
            "a.db cannot be created: permission denied",
            hint: "choose a directory this user may write to"),
        Row(
            .file(.cannotCreate(path: "a.db", errno: ENOENT)), 73,
            "a.db cannot be created: no such file or directory",
            hint: "choose a directory this user may write to"),
        Row(
            .file(.cannotWrite(path: "a.db", errno: ENOSPC)), 74,
            "a.db cannot be written: no space left on device", hint: "df shows the space left"),
        Row(
            .file(.alreadyThere(path: "a.db")), 73, "a.db is there already",
            hint: "choose another name; nothing is overwritten"),
        Row(
            .file(.importFaults(path: "a.csv", [ImportFault(line: 3, what: "the name is empty")])), 65,
            "a.csv was not imported: 1 line is faulty\n  line 3: the name is empty",
            hint: "correct them and import again; nothing was added"),
        Row(
            .file(.outputFailed(errno: ENOSPC)), 74,
            "standard output cannot be written: no space left on device", hint: "df shows the space left"),
    ]

    static let own = [
        Row(
            .notRunning(start: "systemctl start windsockd"), 3, "windsockd is not running",
            hint: "systemctl start windsockd"),
        Row(
            .nothingStored(path: "/s/windsock.db", start: "windsockd"), 3,
            "nothing is stored yet: there is no database at /s/windsock.db",
            hint: "start windsockd once, it creates the database: windsockd"),
        Row(
            .ambiguous(
                query: "London", candidates: Samples.candidates, command: "windsock add London"), 65,
            "3 places are called London" + matches, hint: "windsock add London --pick N, or --first"),
        Row(
            .notOwner(path: "/var/lib/windsock"), 77,
            "this user may not change the watch list: /var/lib/windsock belongs to somebody else",
            hint:
                "run it as that user or as root, or start windsockd: members of its group may change the list"
        ),
        Row(
            .lockedAndSilent(holder: 812), 75,
            "windsockd does not answer: process 812 holds the state directory",
            hint: "try again in a moment; it may be starting or stopping"),
        Row(
            .lockedAndSilent(holder: nil), 75,
            "windsockd does not answer: another process holds the state directory",
            hint: "try again in a moment; it may be starting or stopping"),
        Row(
            .nothingToPick(name: "Oslo", status: .active), 65,
            "\"Oslo\" has nothing to pick from: it is active", hint: "windsock list"),
        Row(
            .noSuchMatch(number: 9, name: "London", count: 3), 65, "there is no match 9 for \"London\"",
            hint: "windsock pick London N, with N from 1 to 3"),
    ]

    static let agent = [
        Row(.agent(.notRunning), 3, "windsockd is not running", hint: nil),
        Row(
            .agent(.notPermitted), 77, "the socket of windsockd is closed to this user",
            hint: "ls -l the runtime directory; the socket has mode 0666"),
        Row(
            .agent(.notASocket), 74, "what is in the place of windsockd's socket is not one",
            hint: "remove it and start windsockd again"),
        Row(
            .agent(.timedOut), 75, "windsockd does not answer: nothing came back in time",
            hint: "systemctl status windsockd"),
        Row(
            .agent(.protocolFault("schema is not 1")), 74,
            "the answer of windsockd cannot be understood: schema is not 1",
            hint: "windsock --version and windsockd --version should agree"),
        Row(.agent(.system(5)), 74, "windsockd cannot be asked: system error 5", hint: "windsock check"),
    ]

    static let refusals = [
        Row(
            .refused(.noSuchPlace(name: "Osol", nearest: "Oslo", places: 3)), 65,
            "no place called \"Osol\"",
            hint: "windsock list shows 3 places; the nearest name is \"Oslo\""),
        Row(
            .refused(.duplicateName(name: "Oslo")), 65, "there is a place called \"Oslo\" already",
            hint: "windsock rename OLD NEW, or add it under another name"),
        Row(
            .agent(.refused(.ambiguousName(query: "London", candidates: Samples.candidates))), 65,
            "3 places are called London" + matches,
            hint: "choose with --pick N, or take the first with --first"
        ),
        Row(
            .refused(.unknownName(query: "Atlantis")), 65,
            "OpenWeatherMap knows no place called \"Atlantis\"",
            hint: "windsock search QUERY shows what is known; or give a position with --at LAT,LON"),
        Row(
            .refused(.invalidArgument(what: "half a position", why: "is none", hint: "windsock add")), 65,
            "half a position is none", hint: "windsock add"),
        Row(
            .refused(.notPermitted(need: "this takes root")), 77, "not permitted: this takes root",
            hint: "sudo windsock …, or join the group of windsockd's socket"),
        Row(
            .refused(.unavailable(reason: "offline", hint: "windsock online")), 69, "offline",
            hint: "windsock online"),
        Row(
            .refused(.storageFailing(reason: "no space left")), 74,
            "the disk does not take it: no space left", hint: "windsock check; df shows the space left"),
        Row(
            .refused(.configurationFaulty(faults: ["f:1: a", "f:2: b"])), 78,
            "the configuration was not taken over: f:1: a; f:2: b", hint: "windsockd --check-config"),
        Row(
            .refused(.tooLarge(limit: 65_536)), 65, "the request is longer than 65536 bytes",
            hint: "split it into several requests"),
        Row(
            .refused(.tryAgain(reason: "windsockd is stopping")), 75, "windsockd is stopping",
            hint: "try again in a moment"),
    ]

    static let store = [
        Row(
            .store(.busy(report)), 75, "the database is busy: as SQLite says (SQLite 13)",
            hint: "try again in a moment"),
        Row(
            .store(.full(report)), 74, "no space left for the database: as SQLite says (SQLite 13)",
            hint: "free some space, or raise max_size in windsock.conf"),
        Row(
            .store(.ioError(report)), 74, "the disk failed: as SQLite says (SQLite 13)",
            hint: "look at the kernel's log and at the disk"),
        Row(
            .store(.readOnly(report)), 77, "the database may only be read: as SQLite says (SQLite 13)",
            hint: "check who owns the state directory and the files in it"),
        Row(
            .store(.corrupt(report)), 65, "the database is damaged: as SQLite says (SQLite 13)",
            hint: "restart windsockd: it sets the file aside and rebuilds the watch list"),
        Row(
            .store(.notADatabase(report)), 65, "the file is not a database: as SQLite says (SQLite 13)",
            hint: "restart windsockd: it sets the file aside and rebuilds the watch list"),
        Row(
            .store(.cannotOpen(report)), 73, "the database cannot be opened: as SQLite says (SQLite 13)",
            hint: "check who owns the state directory and the files in it"),
        Row(
            .store(.constraint(report)), 65, "the change is not allowed: as SQLite says (SQLite 13)",
            hint: nil
        ),
        Row(.store(.misuse(report)), 74, "a fault in windsock: as SQLite says (SQLite 13)", hint: nil),
        Row(
            .store(.duplicateName("Oslo")), 65, "there is already a place named Oslo",
            hint: "choose another name, or remove that place first"),
        Row(
            .store(.noSuchPlace(PlaceID(7))), 65, "there is no place with the number 7",
            hint: "windsock list shows the places"),
        Row(
            .store(.newerSchema(found: 9, known: 1)), 65,
            "the database has format 9; this version of windsock knows formats up to 1",
            hint: "install the newer version of windsock, or choose another state directory"),
        Row(
            .store(.foreignFile(path: "/s/windsock.db")), 65, "/s/windsock.db belongs to another program",
            hint: "choose another state directory"),
        Row(
            .store(.missing(path: "/s/windsock.db")), 3, "there is no database at /s/windsock.db",
            hint: "start windsockd; it creates the database"),
        Row(
            .store(.noRoom(needed: 4096, available: 1)), 74,
            "upgrading the database needs 4096 bytes for a copy; 1 are free",
            hint: "free some space and start windsockd again"),
        Row(
            .store(.locked(holder: 812)), 75, "process 812 is using the state directory",
            hint: "try again in a moment"),
        Row(.store(.stopped), 75, "the store is closed", hint: nil),
    ]

    static let all = usage + input + files + own + agent + refusals + store

    @Test(arguments: all)
    func `an error is told as what, why and hint, and has its exit code`(_ row: Row) throws {
        let complaint = row.error.complaint
        #expect(complaint.text == row.text)
        #expect(complaint.status.rawValue == row.code)
        // The same in JSON, for programs.
        let json = try #require(try JSONValue(parsing: complaint.json)["error"])
        #expect(json["what"]?.string == complaint.what)
        #expect(json["hint"]?.string == complaint.hint)
        #expect(json["exit_code"]?.integer == Int64(row.code))
    }

    @Test(arguments: all)
    func `a message begins in lower case, has no full stop and no control characters`(_ row: Row) {
        let what = row.error.complaint.what
        // Names of arguments and of the service stay as they are.
        let isName = what.hasPrefix("OpenWeatherMap") || what.prefix { $0 != " " }.allSatisfy(\.isUppercase)
        #expect(isName || what.first?.isUppercase == false, "\(what)")
        #expect(!what.hasSuffix("."))
        #expect(row.error.complaint.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test func `no case is without a row`() {
        let expected: Set<String> = [
            "usage.noVerb", "usage.unknownVerb", "usage.unknownOption", "usage.valueMissing",
            "usage.valueUnexpected", "usage.notOneOf", "usage.exclusive", "usage.argumentMissing",
            "usage.tooManyArguments", "input.notACount", "input.notAPosition", "input.outOfRange",
            "input.notAPostalCode", "input.badName", "input.notATime", "input.emptyPeriod",
            "input.notADuration", "input.tooManyFields", "input.unknownPlaceOption", "input.emptyKey",
            "input.malformedKey", "file.cannotRead", "file.cannotCreate", "file.cannotWrite",
            "file.alreadyThere", "file.importFaults", "file.outputFailed", "notRunning", "nothingStored",
            "ambiguous", "notOwner", "lockedAndSilent", "nothingToPick", "noSuchMatch", "agent.not_running",
            "agent.not_permitted", "agent.not_a_socket", "agent.timed_out", "agent.protocol_fault",
            "agent.system", "refused.no_such_place", "refused.duplicate_name", "refused.ambiguous_name",
            "refused.unknown_name", "refused.invalid_argument", "refused.not_permitted",
            "refused.unavailable", "refused.storage_failing", "refused.configuration_faulty",
            "refused.too_large", "refused.try_again", "store.busy", "store.full", "store.io_error",
            "store.read_only", "store.corrupt", "store.not_a_database", "store.cannot_open",
            "store.constraint", "store.misuse", "store.duplicate_name", "store.no_such_place",
            "store.newer_schema", "store.foreign_file", "store.missing", "store.no_room", "store.locked",
            "store.stopped",
        ]
        #expect(Set(PresenterTests.all.map { PresenterTests.kind($0.error) }) == expected)
    }

    /// Names each case: a new one does not compile before it stands here, and does not pass before it has a row.
    private static func kind(_ error: CommandError) -> String {
        switch error {
        case .usage(let fault): "usage." + kind(fault)
        case .input(let fault): "input." + kind(fault)
        case .file(let fault): "file." + kind(fault)
        case .notRunning: "notRunning"
        case .nothingStored: "nothingStored"
        case .ambiguous: "ambiguous"
        case .notOwner: "notOwner"
        case .lockedAndSilent: "lockedAndSilent"
        case .nothingToPick: "nothingToPick"
        case .noSuchMatch: "noSuchMatch"
        case .agent(.refused(let error)), .refused(let error): "refused." + error.label
        case .agent(let error): "agent." + error.label
        case .store(let error): "store." + error.label
        }
    }

    private static func kind(_ fault: UsageFault) -> String {
        switch fault {
        case .noVerb: "noVerb"
        case .unknownVerb: "unknownVerb"
        case .unknownOption: "unknownOption"
        case .valueMissing: "valueMissing"
        case .valueUnexpected: "valueUnexpected"
        case .notOneOf: "notOneOf"
        case .exclusive: "exclusive"
        case .argumentMissing: "argumentMissing"
        case .tooManyArguments: "tooManyArguments"
        }
    }

    private static func kind(_ fault: InputFault) -> String {
        switch fault {
        case .notACount: "notACount"
        case .notAPosition: "notAPosition"
        case .outOfRange: "outOfRange"
        case .notAPostalCode: "notAPostalCode"
        case .badName: "badName"
        case .notATime: "notATime"
        case .emptyPeriod: "emptyPeriod"
        case .notADuration: "notADuration"
        case .tooManyFields: "tooManyFields"
        case .unknownPlaceOption: "unknownPlaceOption"
        case .emptyKey: "emptyKey"
        case .malformedKey: "malformedKey"
        }
    }

    private static func kind(_ fault: FileFault) -> String {
        switch fault {
        case .cannotRead: "cannotRead"
        case .cannotCreate: "cannotCreate"
        case .cannotWrite: "cannotWrite"
        case .alreadyThere: "alreadyThere"
        case .importFaults: "importFaults"
        case .outputFailed: "outputFailed"
        }
    }
}
