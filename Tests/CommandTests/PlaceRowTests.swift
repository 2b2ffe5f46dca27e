import Control
import Core
import Testing
import windsock

struct PlaceRowTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout PlaceReport) -> Void
        /// Seen, next, note.
        let expected: [String]

        init(_ name: String, _ expected: [String], _ change: @escaping @Sendable (inout PlaceReport) -> Void)
        {
            testDescription = name
            self.expected = expected
            self.change = change
        }
    }

    private static let failure = FailureRecord(
        at: Samples.now, kind: .current, label: "unavailable", code: nil, httpStatus: 503,
        message: "server error 503 (unavailable)")

    static let cases = [
        Case("in order", ["6 min", "in 4 min", ""]) { _ in },
        Case("due", ["6 min", "now", ""]) { $0.nextAttemptAt = Samples.now },
        Case("offline and stale", ["44 min", "when online", "stale"]) {
            $0.waitingFor = .online
            $0.current?.checkedAt = Samples.now.advanced(by: .minutes(-44))
            $0.current?.isStale = true
        },
        Case("a retry", ["6 min", "in 3 s", "server error 503 (unavailable)"]) {
            $0.waitingFor = .timer
            $0.nextAttemptAt = Samples.now.advanced(by: .seconds(3))
            $0.lastFailure = failure
        },
        Case("a retry of stale weather", ["2 h", "in 4 min", "stale, server error 503 (unavailable)"]) {
            $0.waitingFor = .timer
            $0.current?.checkedAt = Samples.now.advanced(by: .hours(-2))
            $0.current?.isStale = true
            $0.lastFailure = failure
        },
        Case("an old failure is no news", ["6 min", "in 4 min", ""]) { $0.lastFailure = failure },
        Case("without a key", ["6 min", "with a key", ""]) { $0.waitingFor = .key },
        Case("quota", ["6 min", "in 4 min", ""]) { $0.waitingFor = .quota },
        Case("breaker", ["6 min", "in 4 min", ""]) { $0.waitingFor = .breaker },
        Case("full disk", ["6 min", "when there is room", ""]) { $0.waitingFor = .storage },
        Case("paused", ["6 min", "when resumed", "paused"]) {
            $0.status = .paused
            $0.waitingFor = nil
        },
        Case("ambiguous", ["–", "when picked", "several places have this name"]) {
            $0.status = .ambiguous
            $0.current = nil
        },
        Case("pending offline", ["–", "when online", "not resolved yet"]) {
            $0.status = .pending
            $0.current = nil
            $0.waitingFor = .online
        },
        Case("not found", ["–", "in 23 h", "not known to the service"]) {
            $0.status = .notFound
            $0.current = nil
            $0.waitingFor = nil
            $0.nextAttemptAt = Samples.now.advanced(by: .hours(23))
        },
        Case("never fetched", ["–", "in 4 min", "nothing yet"]) { $0.current = nil },
        Case("a late station", ["6 min", "in 4 min", "measured 2 h ago"]) {
            $0.current?.observation.observedAt = Samples.now.advanced(by: .hours(-2))
        },
        Case("a time to come", ["in the future", "in 4 min", "stale"]) {
            $0.current?.checkedAt = Samples.now.advanced(by: .hours(1))
            $0.current?.isStale = true
        },
    ]

    @Test(arguments: cases)
    func `a row says how old, what next and what is wrong`(_ row: Case) {
        var place = Samples.place()
        row.change(&place)
        let shown = PlaceRow(place, now: Samples.now, units: .metric)
        #expect([shown.seen, shown.next, shown.note] == row.expected)
    }

    @Test func `units are for display`() {
        let place = Samples.place()
        #expect(PlaceRow(place, now: Samples.now, units: .metric).temperature == "−3.0 °C")
        #expect(PlaceRow(place, now: Samples.now, units: .imperial).temperature == "26.6 °F")
        #expect(PlaceRow(place, now: Samples.now, units: .standard).temperature == "270.2 K")
    }

    @Test func `a status bar's line has the age only when stale`() {
        var place = Samples.place()
        #expect(StatusLine.text([place], now: Samples.now, units: .metric) == "Oslo −3.0 °C light snow")
        place.current?.isStale = true
        place.current?.checkedAt = Samples.now.advanced(by: .minutes(-44))
        #expect(
            StatusLine.text([place], now: Samples.now, units: .metric) == "Oslo −3.0 °C light snow (44 min)")
    }

    @Test func `waybar gets markup that is escaped and classes to style`() throws {
        var report = Samples.status()
        var place = Samples.place(1, "<b>R&D</b>")
        place.current?.isStale = true
        report.places = [place]
        report.reachability.state = .offline
        report.reachability.reason = .noPath
        let json = try JSONValue(parsing: StatusLine.waybar(report, now: Samples.now, units: .metric))
        #expect(json["text"]?.string?.hasPrefix("&lt;b&gt;R&amp;D&lt;/b&gt; −3.0 °C") == true)
        #expect(json["class"] == .array([.string("offline"), .string("stale")]))
        #expect(json["percentage"]?.integer == 0)
        #expect(json["tooltip"]?.string?.contains("no route to the network") == true)
    }
}
