import Core
import Testing
import windsock

struct ParserTests {
    private func parse(_ words: String...) throws(UsageFault) -> Request {
        try CommandParser(verbs: Verbs.all, common: CommonOptions.all).parse(words)
    }

    private func invocation(_ words: [String]) throws -> Invocation {
        guard
            case .run(let invocation) = try CommandParser(verbs: Verbs.all, common: CommonOptions.all).parse(
                words)
        else { throw UsageFault.noVerb }
        return invocation
    }

    @Test func `options stand anywhere and a value follows or hangs on an equals sign`() throws {
        for words in [
            ["--json", "add", "Oslo", "--pick", "2"], ["add", "--pick=2", "--json", "Oslo"],
            ["add", "Oslo", "--pick", "1", "--json", "--pick", "2"],
        ] {
            let invocation = try invocation(words)
            #expect(invocation.verb.name == "add")
            #expect(invocation.arguments == ["Oslo"])
            #expect(invocation.has("json"))
            #expect(invocation.value("pick") == "2")
        }
    }

    @Test func `a value may begin with a hyphen`() throws {
        let invocation = try invocation(["add", "Cabin", "--at", "-33.9,18.4"])
        #expect(invocation.value("at") == "-33.9,18.4")
    }

    @Test func `behind two hyphens everything is an argument`() throws {
        let invocation = try invocation(["remove", "--", "--json", "-x", "--"])
        #expect(invocation.arguments == ["--json", "-x", "--"])
        #expect(!invocation.has("json"))
    }

    @Test func `an optional value hangs on an equals sign only`() throws {
        #expect(try invocation(["online", "--wait=30s"]).value("wait") == "30s")
        #expect(try invocation(["online", "--wait"]).value("wait") == "")
        #expect(throws: UsageFault.tooManyArguments("30s", verb: "online")) {
            try parse("online", "--wait", "30s")
        }
    }

    @Test func `options are not abbreviated, slips are named`() {
        #expect(throws: UsageFault.unknownOption("--jso", verb: "list", nearest: "--json")) {
            try parse("list", "--jso")
        }
        #expect(throws: UsageFault.unknownVerb("statsu", nearest: "status")) { try parse("statsu") }
        #expect(throws: UsageFault.unknownVerb("frobnicate", nearest: nil)) { try parse("frobnicate") }
        #expect(throws: UsageFault.unknownOption("-j", verb: "list", nearest: nil)) {
            try parse("list", "-j")
        }
    }

    @Test func `hidden verbs are never suggested`() {
        #expect(throws: UsageFault.unknownVerb("__pag", nearest: nil)) { try parse("__pag") }
    }

    @Test func `what is missing, too much or contradictory is said`() {
        #expect(throws: UsageFault.noVerb) { try parse() }
        #expect(throws: UsageFault.noVerb) { try parse("--json") }
        #expect(throws: UsageFault.argumentMissing("NAME", verb: "add")) { try parse("add") }
        #expect(throws: UsageFault.argumentMissing("NEW", verb: "rename")) { try parse("rename", "Oslo") }
        #expect(throws: UsageFault.tooManyArguments("York", verb: "add")) { try parse("add", "New", "York") }
        #expect(throws: UsageFault.valueMissing(option: "at", value: "LAT,LON")) {
            try parse("add", "x", "--at")
        }
        #expect(throws: UsageFault.valueUnexpected(option: "first")) { try parse("add", "x", "--first=1") }
        #expect(throws: UsageFault.exclusive("pick", "first")) {
            try parse("add", "x", "--first", "--pick", "1")
        }
        #expect(throws: UsageFault.exclusive("json", "line")) { try parse("status", "--line", "--json") }
        #expect(
            throws: UsageFault.notOneOf(
                subject: "--units", value: "metrics", allowed: ["metric", "imperial", "standard"],
                nearest: "metric")
        ) { try parse("status", "--units", "metrics") }
        #expect(
            throws: UsageFault.notOneOf(
                subject: "STATE", value: "on", allowed: ["online", "offline", "auto"], nearest: nil)
        ) { try parse("force", "on") }
    }

    @Test func `help wins over what is wrong beside it`() throws {
        for words in [["add", "--help"], ["add", "--nonsense", "--help"], ["help", "add"], ["-h", "add"]] {
            guard case .help = try CommandParser(verbs: Verbs.all, common: CommonOptions.all).parse(words)
            else {
                Issue.record("\(words) is not a request for help")
                continue
            }
        }
        guard case .version = try parse("--version") else {
            Issue.record("--version is not a request for the version")
            return
        }
        // Behind the mark it is a name like any other.
        #expect(try invocation(["add", "--", "--help"]).arguments == ["--help"])
    }

    @Test func `the distance of words counts swaps as one slip`() {
        #expect("statsu".nearest(of: ["status", "stats"]) != nil)
        #expect("Atlantis".nearest(of: ["Oslo", "Atlanta"]) == "Atlanta")
        #expect("oslo".nearest(of: ["Oslo"]) == "Oslo")
        #expect("".nearest(of: ["Oslo"]) == nil)
        #expect(String(repeating: "x", count: 10_000).nearest(of: ["Oslo"]) == nil)
    }

    @Test(arguments: Verbs.all.filter { !$0.name.hasPrefix("_") }.map(\.name))
    func `every verb has a summary that fits the rules and an example that parses`(_ name: String) throws {
        let verb = try #require(Verbs.all.first { $0.name == name })
        #expect(verb.summary.first?.isLowercase == true || verb.summary.hasPrefix("OpenWeatherMap"))
        #expect(verb.summary.last != ".")
        #expect(!verb.examples.isEmpty)
        for option in verb.options { #expect(option.summary.last != ".") }
        let known = Set((verb.options + CommonOptions.all).map(\.name))
        for group in verb.exclusive { #expect(known.isSuperset(of: group)) }
    }
}
