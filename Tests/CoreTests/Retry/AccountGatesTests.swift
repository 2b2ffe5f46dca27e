import Core
import Testing

@Suite struct AccountGatesTests {
    private static let start = Now(
        moment: Moment(nanoseconds: 5_000_000_000_000), wall: UnixTime(seconds: 1_796_083_200))

    private func after(_ duration: Duration) -> Moment { Self.start.moment.advanced(by: duration) }

    private func cell(_ number: Int) -> Coordinates.Cell? {
        Coordinates(latitude: Double(number), longitude: 0)?.cell
    }

    /// The minutes at which canaries go when each fails as soon as it may.
    private func canaries(
        _ gates: inout AccountGates, _ count: Int, _ close: (inout AccountGates, Moment) -> Bool
    ) -> [Int] {
        var at = Self.start.moment
        return (0..<count).map { _ in
            #expect(close(&gates, at) == true)
            at = gates.canaryAt ?? at
            return Int((Self.start.moment.duration(to: at) / .minutes(1)).rounded())
        }
    }

    @Test func `an open gate holds nothing`() {
        let gates = AccountGates()
        #expect(gates.canaryAt == nil)
        #expect(GateKind.allCases.allSatisfy { !gates.isClosed($0) })
    }

    @Test func `the key is tried after 1, 5 and 15 minutes, every 15 for two hours, then hourly`() {
        var gates = AccountGates()
        let minutes = canaries(&gates, 14) { $0.closeForKey(at: $1) }
        #expect(minutes == [1, 5, 15, 30, 45, 60, 75, 90, 105, 120, 180, 240, 300, 360])
    }

    @Test func `answers that were under way when the gate closed do not close it further`() {
        var gates = AccountGates()
        #expect(gates.closeForKey(at: after(.zero)) == true)
        #expect(gates.closeForKey(at: after(.seconds(59))) == false)
        #expect(gates.canaryAt == after(.minutes(1)))
        #expect(gates.closeForQuota(nil, at: after(.zero)) == true)
        #expect(gates.closeForQuota(nil, at: after(.seconds(1))) == false)
        #expect(gates.closeForQuota(.minutes(30), at: after(.seconds(1))) == true)
        #expect(gates.closeForQuota(.minutes(2), at: after(.seconds(2))) == false)
        #expect(gates.canaryAt == after(.seconds(1801)))
    }

    @Test func `the quota waits 60 seconds doubling to an hour`() {
        var gates = AccountGates()
        let minutes = canaries(&gates, 9) { $0.closeForQuota(nil, at: $1) }
        #expect(minutes == [1, 3, 7, 15, 31, 63, 123, 183, 243])
    }

    @Test(arguments: [
        (Duration.zero, Duration.seconds(1)), (.seconds(9), .seconds(9)), (.hours(5), .hours(5)),
        (.days(40), .hours(6)), (.zero - .seconds(5), .seconds(1)),
    ])
    func `what the server asks for is believed within a second and six hours`(
        asked: Duration, waited: Duration
    ) {
        var gates = AccountGates()
        #expect(gates.closeForQuota(asked, at: after(.zero)) == true)
        #expect(gates.canaryAt == after(waited))
    }

    @Test func `the breaker opens after five failures from three places, and doubles to 15 minutes`() {
        var gates = AccountGates()
        for number in [1, 2, 1, 2] {
            #expect(gates.noteServerFailure(cell(number), at: after(.zero)) == false)
        }
        #expect(gates.noteServerFailure(cell(1), at: after(.zero)) == false)
        #expect(gates.noteServerFailure(cell(3), at: after(.zero)) == true)
        #expect(gates.canaryAt == after(.minutes(1)))
        #expect(gates.noteServerFailure(cell(4), at: after(.seconds(30))) == false)
        var minutes: [Int] = []
        for _ in 0..<6 {
            let at = gates.canaryAt ?? .distantPast
            #expect(gates.noteServerFailure(cell(1), at: at) == true)
            minutes.append(Int(at.duration(to: gates.canaryAt ?? at) / .minutes(1)))
        }
        #expect(minutes == [2, 4, 8, 15, 15, 15])
    }

    @Test func `a success between is a new count, and opens every gate`() {
        var gates = AccountGates()
        for number in 1...4 { #expect(gates.noteServerFailure(cell(number), at: after(.zero)) == false) }
        #expect(gates.noteSuccess() == [])
        for number in 1...4 { #expect(gates.noteServerFailure(cell(number), at: after(.zero)) == false) }
        #expect(gates.noteServerFailure(cell(5), at: after(.zero)) == true)
        #expect(gates.closeForKey(at: after(.zero)) == true)
        #expect(gates.noteSuccess() == [.key, .breaker])
        #expect(gates.canaryAt == nil)
    }

    @Test func `an accepted call opens key and quota, whose next closing is longer, and not the breaker`() {
        var gates = AccountGates()
        for number in 1...5 { _ = gates.noteServerFailure(cell(number), at: after(.zero)) }
        _ = gates.closeForKey(at: after(.zero))
        _ = gates.closeForQuota(nil, at: after(.zero))
        #expect(gates.noteAcceptedCall() == [.key, .quota])
        #expect(gates.isClosed(.breaker))
        _ = gates.closeForQuota(nil, at: after(.zero))
        #expect(gates.canaryAt == after(.minutes(2)))
    }

    @Test func `a canary that settles nothing keeps the gate closed for as long again`() {
        var gates = AccountGates()
        _ = gates.closeForKey(at: after(.zero))
        #expect(gates.keepClosed(at: after(.seconds(59))) == [])
        #expect(gates.keepClosed(at: after(.seconds(60))) == [.key])
        #expect(gates.canaryAt == after(.minutes(2)))
        #expect(gates.closeForKey(at: after(.minutes(2))) == true)
        #expect(gates.canaryAt == after(.minutes(6)))
    }

    @Test func `a key that arrives opens its gate alone`() {
        var gates = AccountGates()
        #expect(gates.openForKey() == false)
        _ = gates.closeForKey(at: after(.zero))
        _ = gates.closeForQuota(nil, at: after(.zero))
        #expect(gates.openForKey() == true)
        #expect(gates.isClosed(.quota))
    }

    struct Return: CustomTestStringConvertible {
        var away: Duration
        var least: Duration
        var most: Duration
        var testDescription: String { "\(away.inSeconds) s by the wall clock" }
    }

    @Test(arguments: [
        Return(away: .zero, least: .minutes(15), most: .seconds(902)),
        Return(away: .minutes(5), least: .minutes(10), most: .seconds(602)),
        Return(away: .hours(1), least: .zero, most: .zero),
        // The clock was set back, or has never been set: the pause that was meant, no longer.
        Return(away: .zero - .hours(1), least: .minutes(15), most: .seconds(902)),
        Return(away: .zero - .days(20_000), least: .minutes(15), most: .seconds(902)),
        Return(away: .days(3000), least: .zero, most: .zero),
    ])
    func `after a restart a gate waits for what is left, whatever the clock did`(back: Return) throws {
        var before = AccountGates()
        _ = before.closeForQuota(.minutes(15), at: Self.start.moment)
        let record = try #require(before.record(.quota, at: Self.start, digest: nil))
        let now = Now(moment: Moment(nanoseconds: 77), wall: Self.start.wall.advanced(by: back.away))
        var after = AccountGates()
        after.restore(record, at: now)
        let wait = now.moment.duration(to: after.canaryAt ?? .distantFuture)
        #expect(wait >= back.least && wait <= back.most, "\(wait)")
        // It goes on where it was: the next closing without Retry-After is the second.
        _ = after.closeForQuota(nil, at: after.canaryAt ?? .distantPast)
        let next = (after.canaryAt ?? .distantFuture)
        #expect(now.moment.advanced(by: wait).duration(to: next) == .minutes(2))
    }

    @Test func `steps from a broken store neither trap nor wait for ever`() {
        for step in [Int.min, -1, 0, 1, 99, Int.max] {
            for kind in GateKind.allCases {
                var gates = AccountGates()
                gates.restore(
                    GateRecord(
                        kind: kind, until: UnixTime(seconds: .max), step: step,
                        since: UnixTime(seconds: .min)),
                    at: Self.start)
                let wait = Self.start.moment.duration(to: gates.canaryAt ?? .distantFuture)
                #expect(wait <= .hours(6))
                let at = gates.canaryAt ?? .distantPast
                _ = gates.keepClosed(at: at)
                #expect(at.duration(to: gates.canaryAt ?? .distantFuture) <= .hours(1))
            }
        }
    }
}
