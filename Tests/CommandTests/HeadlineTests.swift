import Control
import Core
import Testing
import windsock

/// The first line of `windsock status`, in every state and for every reason.
struct HeadlineTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout StatusReport) -> Void
        let expected: String

        init(_ name: String, _ expected: String, _ change: @escaping @Sendable (inout StatusReport) -> Void) {
            testDescription = name
            self.expected = expected
            self.change = change
        }
    }

    private static func offline(
        _ reason: ReachabilityReason, minutes: Int
    ) -> @Sendable (inout StatusReport) -> Void {
        { report in
            report.reachability.state = .offline
            report.reachability.reason = reason
            report.reachability.since = Samples.now.advanced(by: .minutes(-minutes))
        }
    }

    static let cases = [
        Case("all is well", "online for 2 h 11 min · openweathermap.org in 23 ms · key ok") { _ in },
        Case("no probe yet", "online for 2 h 11 min · key ok") { $0.reachability.lastProbe = nil },
        Case("another target", "online for 2 h 11 min · localhost:8080 in 23 ms · key ok") {
            $0.reachability.target = "localhost:8080"
        },
        Case("a new key", "online for 2 h 11 min · openweathermap.org in 23 ms · key not tried yet") {
            $0.key.state = .unverified
        },
        Case(
            "no path", "offline for 41 min · no route to the network · key ok",
            offline(.noPath, minutes: 41)),
        Case("DNS", "offline for 2 min · names could not be resolved · key ok", offline(.dns, minutes: 2)),
        Case(
            "connect", "offline for 2 min · no connection to openweathermap.org · key ok",
            offline(.connect, minutes: 2)),
        Case(
            "TLS", "offline for 2 min · no secure connection to openweathermap.org · key ok",
            offline(.tls, minutes: 2)),
        Case(
            "captive", "offline for 12 min · a sign-in page answers instead of openweathermap.org · key ok",
            offline(.captive, minutes: 12)),
        Case(
            "target",
            "offline for 3 min · openweathermap.org does not answer, the rest of the Internet does · key ok",
            offline(.target, minutes: 3)),
        Case(
            "clock",
            "offline for 1 min · this clock says 2026-11-30, certificates cannot be checked · key ok",
            offline(.clock, minutes: 1)),
        Case(
            "forced offline",
            "offline for 1 min · forced by windsock force; windsock force auto ends it · key ok",
            offline(.forced, minutes: 1)),
        Case(
            "offline, no reason", "offline for 1 min · no reason is known · key ok",
            offline(.none, minutes: 1)),
        Case(
            "offline without a key",
            "offline for 1 min · no route to the network · no key yet: windsock key set"
        ) {
            offline(.noPath, minutes: 1)(&$0)
            $0.key.state = .missing
        },
        Case("unknown", "finding out whether openweathermap.org can be reached · key ok") {
            $0.reachability.state = .unknown
            $0.reachability.since = nil
        },
        Case("forced online", "online for 2 h 11 min · forced by windsock force; windsock force auto ends it")
        {
            $0.reachability.reason = .forced
        },
        Case(
            "key refused",
            "online for 2 h 11 min · the key was refused (new keys take up to 2 h); next try in 14 min, or: "
                + "windsock key set"
        ) {
            $0.key.state = .refused
            $0.key.nextCheckAt = Samples.now.advanced(by: .minutes(14))
        },
        Case(
            "key missing",
            "online for 2 h 11 min · no key yet; get one at openweathermap.org, then: windsock key set"
        ) { $0.key.state = .missing },
        Case(
            "quota",
            "online for 2 h 11 min · OpenWeatherMap asked us to wait until 14:32 (too many calls with this "
                + "key)"
        ) { $0.budget.blockedUntil = Samples.now.advanced(by: .minutes(12)) },
        Case("quota that has passed", "online for 2 h 11 min · openweathermap.org in 23 ms · key ok") {
            $0.budget.blockedUntil = Samples.now.advanced(by: .minutes(-1))
        },
        Case(
            "month spent",
            "online for 2 h 11 min · all 1,000,000 calls of this month are used; it goes on at Tue 00:00"
        ) {
            $0.budget.monthUsed = 1_000_000
            $0.budget.blockedUntil = Samples.now.startOfNextMonth
        },
        Case(
            "stretched",
            "online for 2 h 11 min · every 14 min instead of 10, to stay within 1,000,000 calls a month"
        ) {
            $0.budget.interval = .minutes(10)
            $0.budget.stretchedTo = .minutes(14)
        },
        Case(
            "stretched to hours",
            "online for 2 h 11 min · every 2 h 5 min instead of 10 min, to stay within 1,000,000 calls a month"
        ) {
            $0.budget.interval = .minutes(10)
            $0.budget.stretchedTo = .minutes(125)
        },
        Case(
            "stretched, by a daemon that does not say from what",
            "online for 2 h 11 min · every 14 min, to stay within 1,000,000 calls a month"
        ) { $0.budget.stretchedTo = .minutes(14) },
        Case("disk full", "online for 2 h 11 min · the disk is full: newest values are kept in memory") {
            $0.daemon.storage = .full
        },
        Case("disk failing", "online for 2 h 11 min · the disk is failing: newest values are kept in memory")
        {
            $0.daemon.storage = .failing
        },
        Case(
            "recovered",
            "online for 2 h 11 min · the database was damaged: it was set aside and what could be saved was "
                + "saved"
        ) { $0.daemon.storage = .recovered },
        Case("breaker", "online for 2 h 11 min · the service answers with errors; 3 places wait for it") {
            $0.counts.waiting.breaker = 3
        },
        Case("clock ahead", "online for 2 h 11 min · this clock is 3 h ahead of the server's") {
            $0.daemon.clockOffset = 10_800
        },
        Case("clock behind", "online for 2 h 11 min · this clock is 2 h behind the server's") {
            $0.daemon.clockOffset = -7200
        },
        Case(
            "stopped",
            "windsockd is not running (these are the stored values); start it with: systemctl start windsockd"
        ) { $0.daemon.state = .stopped },
    ]

    @Test(arguments: cases)
    func `the first line names the state, the reason and the way out`(_ row: Case) {
        var report = Samples.status()
        row.change(&report)
        #expect(StatusHeadline(report, now: Samples.now, zone: .offset(0)).text == row.expected)
    }

    @Test func `the budget follows while online, and every further problem has a line`() {
        var report = Samples.status()
        #expect(
            StatusHeadline(report, now: Samples.now).more
                == ["31 of 50 calls this minute · 4,210 of 1,000,000 this month"])
        report.key.state = .missing
        report.daemon.storage = .full
        #expect(
            StatusHeadline(report, now: Samples.now).more == [
                "the disk is full: newest values are kept in memory",
                "31 of 50 calls this minute · 4,210 of 1,000,000 this month",
            ])
        report.reachability.state = .offline
        #expect(
            StatusHeadline(report, now: Samples.now).more == [
                "the disk is full: newest values are kept in memory"
            ])
    }

    @Test func `a target from outside cannot control the terminal`() {
        var report = Samples.status()
        report.reachability.target = "evil\u{1B}[2J\u{202E}.example:443"
        #expect(
            StatusHeadline(report, now: Samples.now).text
                == "online for 2 h 11 min · evil[2J.example in 23 ms · key ok")
    }
}
