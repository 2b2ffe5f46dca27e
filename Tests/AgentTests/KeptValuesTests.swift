import Agent
import Core
import Store
import Testing

/// What waits for a disk that takes nothing.
@Suite struct KeptValuesTests {
    private let oslo = PlaceID(1)
    private let riga = PlaceID(2)

    private func time(_ seconds: Int64) -> UnixTime { UnixTime(seconds: 1_800_000_000 + seconds) }

    private func current(_ temperature: Double) -> Weather {
        .current(CurrentWeather(observation: Observation(observedAt: time(0), temperature: temperature)))
    }

    private func schedule(_ place: PlaceID, attempt: Int) -> ScheduleRecord {
        var schedule = ScheduleRecord(place: place, kind: .current)
        schedule.attempt = attempt
        return schedule
    }

    private func attempt(_ number: Int) -> AttemptRecord {
        AttemptRecord(
            at: time(Int64(number)), place: oslo, kind: "current", attempt: 1, outcome: "timed_out",
            code: nil, curlCode: nil, osErrno: nil, phase: nil, duration: .zero, bytes: 0,
            decision: "wait_timer",
            retryAt: nil)
    }

    @Test func `of each place and kind the newest answer is kept`() {
        var kept = KeptValues()
        #expect(kept.isEmpty)
        kept.keep(current(1), for: [oslo, riga], fetchedAt: time(1))
        kept.keep(.air(AirQuality(observedAt: time(0))), for: [oslo], fetchedAt: time(2))
        kept.keep(current(3), for: [oslo], fetchedAt: time(3))
        #expect(kept.answers.count == 3)
        #expect(kept.current(of: oslo)?.observation.temperature == 3)
        #expect(kept.current(of: oslo)?.fetchedAt == time(3))
        #expect(kept.current(of: riga)?.observation.temperature == 1)
        #expect(kept.current(of: PlaceID(3)) == nil)
    }

    @Test func `it is bounded by the list, however long the disk stays away`() {
        var kept = KeptValues()
        for round in 0..<5000 {
            kept.keep(current(Double(round)), for: [oslo, riga], fetchedAt: time(Int64(round)))
            kept.keep(
                SyncChange(
                    attempts: [attempt(round)], schedules: [schedule(oslo, attempt: round)],
                    month: MonthRecord(start: time(0), used: round)))
        }
        #expect(kept.answers.count == 2 && kept.schedules.count == 1)
        #expect(kept.attempts.count == KeptValues.journalLimit)
        #expect(kept.attempts.last == attempt(4999))
        #expect(kept.month?.used == 4999)
    }

    @Test func `of a gate the last state counts, be it that it has opened`() {
        let closed = GateRecord(kind: .key, until: time(9), step: 1, since: time(0), digest: nil)
        var kept = KeptValues()
        kept.keep(SyncChange(gates: [closed]))
        #expect(kept.change.gates == [closed] && kept.change.openedGates.isEmpty)
        kept.keep(SyncChange(openedGates: [.key]))
        #expect(kept.change.gates.isEmpty && kept.change.openedGates == [.key])
        // That it has opened must reach the disk as well.
        #expect(!kept.isEmpty)
        kept.keep(SyncChange(gates: [closed]))
        #expect(kept.change.gates == [closed] && kept.change.openedGates.isEmpty)
    }

    @Test func `what came while it was being written goes over it`() {
        var writing = KeptValues()
        writing.keep(current(1), for: [oslo, riga], fetchedAt: time(1))
        writing.keep(SyncChange(attempts: [attempt(1)], schedules: [schedule(oslo, attempt: 1)]))
        var later = KeptValues()
        later.keep(current(2), for: [oslo], fetchedAt: time(2))
        later.keep(SyncChange(attempts: [attempt(2)], schedules: [schedule(oslo, attempt: 2)]))
        writing.keep(later)
        #expect(writing.current(of: oslo)?.observation.temperature == 2)
        #expect(writing.current(of: riga)?.observation.temperature == 1)
        #expect(writing.schedules.values.map(\.attempt) == [2])
        #expect(writing.attempts == [attempt(1), attempt(2)])
    }

    @Test func `a newer answer that was stored takes the older one's place`() {
        var kept = KeptValues()
        kept.keep(current(1), for: [oslo, riga], fetchedAt: time(1))
        kept.keep(.air(AirQuality(observedAt: time(0))), for: [oslo], fetchedAt: time(1))
        kept.drop(.current, of: [oslo])
        #expect(kept.current(of: oslo) == nil)
        #expect(kept.current(of: riga) != nil)
        #expect(kept.answers.count == 2)
        kept.drop(.current, of: [riga])
        kept.drop(.air, of: [oslo])
        #expect(kept.isEmpty)
    }
}
