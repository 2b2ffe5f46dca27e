import Core
import Store
import Testing

@Suite struct StoreErrorTests {
    private static let report = SQLiteReport(
        extendedCode: 1, message: "no such\u{1B}[2J table", statement: "SELECT secret")
    private static let all: [StoreError] = [
        .busy(report), .full(report), .ioError(report), .readOnly(report), .corrupt(report),
        .notADatabase(report), .cannotOpen(report), .constraint(report), .misuse(report),
        .duplicateName("Oslo\u{202E}"), .noSuchPlace(PlaceID(1)), .newerSchema(found: 2, known: 1),
        .foreignFile(path: "/a/b"), .missing(path: "/a/b"), .noRoom(needed: 2, available: 1),
        .locked(holder: 12), .stopped,
    ]

    @Test func `every error has a label of its own`() {
        #expect(Set(Self.all.map(\.label)).count == Self.all.count)
    }

    @Test(arguments: all) func `an error says what happened, without controls and without the statement`(
        error: StoreError
    ) {
        #expect(!error.message.isEmpty)
        #expect(!error.message.unicodeScalars.contains { $0.isControlOrBidirectional })
        #expect(!error.message.contains("SELECT"))
    }

    @Test(arguments: all) func `an error ends the command with one of the agreed codes`(error: StoreError) {
        #expect([3, 65, 73, 74, 75, 77].contains(error.exitCode))
    }

    @Test func `only what may pass by itself is tried again, and damage never`() {
        #expect(
            Self.all.filter(\.isRetryable).map(\.label)
                == ["busy", "full", "io_error", "read_only", "cannot_open", "no_room", "locked"])
        #expect(Self.all.filter(\.isDamage).map(\.label) == ["corrupt", "not_a_database"])
    }
}
