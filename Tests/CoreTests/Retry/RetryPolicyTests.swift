import Core
import Testing

/// The table of what becomes of a failure.
@Suite struct RetryPolicyTests {
    struct Row: CustomTestStringConvertible {
        var failure: FetchFailure
        /// The decision's word while the monitor says online, and while it says offline.
        var online: String
        var offline: String
        var code: Int?
        var testDescription: String { "\(failure.label) \(code ?? 0)" }
    }

    private static func transfer(
        _ cause: TransferFailure.Cause, _ phase: ConnectionPhase = .connect, curl: Int32 = 0,
        reused: Bool = false
    ) -> FetchFailure {
        .transfer(TransferFailure(cause, phase: phase, curlCode: curl, reusedConnection: reused))
    }

    private static let rows: [Row] = [
        Row(failure: transfer(.resolver, .dns), online: "wait_timer", offline: "wait_online", code: -1003),
        Row(failure: transfer(.noSuchName, .dns), online: "wait_timer", offline: "wait_online", code: -1003),
        Row(failure: transfer(.connect, curl: 7), online: "wait_timer", offline: "wait_online", code: -1004),
        Row(
            failure: transfer(.timedOut, curl: 28), online: "wait_timer", offline: "wait_online", code: -1001),
        Row(
            failure: transfer(.connectionLost, .response, curl: 56), online: "wait_timer",
            offline: "wait_online", code: -1005),
        Row(
            failure: transfer(.connectionLost, .response, curl: 56, reused: true), online: "try_fresh",
            offline: "wait_online", code: -1005),
        Row(
            failure: transfer(.handshake, .tls, curl: 35), online: "wait_timer", offline: "wait_online",
            code: -1200),
        Row(
            failure: transfer(.certificate(.untrusted), .tls, curl: 60), online: "wait_timer",
            offline: "wait_online", code: -1202),
        Row(
            failure: transfer(.certificate(.expired), .tls, curl: 60), online: "wait_timer",
            offline: "wait_online", code: -1201),
        Row(
            failure: transfer(.certificate(.notYetValid), .tls, curl: 60), online: "wait_timer",
            offline: "wait_online", code: -1204),
        Row(
            failure: transfer(.tooLarge, .response, curl: 63), online: "wait_timer", offline: "wait_timer",
            code: -1103),
        Row(failure: transfer(.local, curl: 3), online: "give_up", offline: "give_up", code: -1000),
        Row(failure: transfer(.local, curl: 1), online: "give_up", offline: "give_up", code: -1002),
        Row(failure: transfer(.local, curl: 58), online: "give_up", offline: "give_up", code: -1200),
        Row(failure: transfer(.local, curl: 77), online: "give_up", offline: "give_up", code: -1200),
        Row(failure: transfer(.superseded, .response), online: "try_fresh", offline: "wait_online"),
        Row(failure: .serverError, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .badGateway, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .unavailable, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .gatewayTimeout, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .requestTimeout, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .emptyBody, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .undecodable("x"), online: "wait_timer", offline: "wait_timer"),
        Row(failure: .implausible("x"), online: "wait_timer", offline: "wait_timer"),
        Row(failure: .redirected(status: 302), online: "wait_timer", offline: "wait_timer"),
        Row(failure: .htmlAnswer, online: "wait_timer", offline: "wait_timer"),
        Row(failure: .noKey, online: "wait_key", offline: "wait_key"),
        Row(failure: .keyRefused(message: nil), online: "wait_key", offline: "wait_key"),
        Row(failure: .forbidden(message: nil), online: "wait_key", offline: "wait_key"),
        Row(failure: .tooManyRequests(retryAfter: nil), online: "wait_quota", offline: "wait_quota"),
        Row(failure: .badRequest(message: nil), online: "wait_place", offline: "wait_place"),
        Row(failure: .notFound(message: nil), online: "wait_place", offline: "wait_place"),
        Row(failure: .requestTooLarge, online: "give_up", offline: "give_up"),
        Row(failure: .unexpectedStatus(418), online: "give_up", offline: "give_up"),
    ]

    private func decide(
        _ failure: FetchFailure, attempt: Int = 1, triedFresh: Bool = false, isOnline: Bool = true,
        seed: UInt64 = 1
    ) -> RetryDecision {
        var dice = SplitMix64(seed: seed)
        return RetryPolicy().decide(
            failure, attempt: attempt, triedFresh: triedFresh, isOnline: isOnline, sequence: 7, using: &dice)
    }

    @Test(arguments: rows)
    func `every failure has its decision online and offline, and its number`(row: Row) {
        #expect(decide(row.failure).label == row.online)
        #expect(decide(row.failure, isOnline: false).label == row.offline)
        if case .transfer(let transfer) = row.failure { #expect(transfer.code == row.code) }
    }

    @Test func `the delays are 1, 3, 5 and 10 seconds, give or take a fifth, and then it is given up`() {
        for seed in UInt64(1)...200 {
            for (attempt, delay) in zip(1..., [1.0, 3, 5, 10]) {
                guard case .waitForTimer(let wait) = decide(.serverError, attempt: attempt, seed: seed) else {
                    Issue.record("attempt \(attempt) does not wait")
                    continue
                }
                #expect((delay * 0.8...delay * 1.2).contains(wait.inSeconds))
            }
            for attempt in [5, 6, 1_000_000, Int.max, 0, -1] {
                #expect(decide(.serverError, attempt: attempt, seed: seed) == .giveUp(counts: true))
            }
        }
    }

    @Test func `a lost connection is tried fresh once, and only when it was an old one`() {
        let reused = Self.transfer(.connectionLost, .response, curl: 16, reused: true)
        #expect(decide(reused) == .tryFreshConnection)
        #expect(decide(reused, triedFresh: true).label == "wait_timer")
        #expect(decide(reused, isOnline: false) == .waitForOnline(after: 7))
    }

    @Test func `what the server asks for is passed on`() {
        #expect(decide(.tooManyRequests(retryAfter: .seconds(9))) == .waitForQuota(.seconds(9)))
        #expect(decide(.requestTooLarge) == .giveUp(counts: false))
    }

    @Test(arguments: [
        (0, 10), (1, 10), (2, 10), (3, 20), (4, 40), (5, 60), (6, 60), (1_000_000, 60), (Int.max, 60),
    ])
    func `from the third failed cycle the interval doubles, up to an hour`(cycles: Int, minutes: Int) {
        #expect(RetryPolicy().grown(.minutes(10), failedCycles: cycles) == .minutes(minutes))
        #expect(RetryPolicy().grown(.hours(3), failedCycles: cycles) == .hours(3))
    }
}
