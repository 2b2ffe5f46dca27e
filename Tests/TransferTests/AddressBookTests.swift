import Core
import EventLoop
import TestSupport
import Testing
import Transfer

@Suite struct AddressBookTests {
    @Test func `an answer is kept until it is old, doubted or of another network`() async throws {
        let asked = Lock(0)
        try await onLoop {
            let resolver = Resolver(ask: { _ in
                let count = asked.withLock { count in
                    count += 1
                    return count
                }
                return .addresses(["192.0.2.\(count)"].compactMap { ResolvedAddress(literal: $0) })
            })
            let book = AddressBook(resolver: resolver)
            #expect(book.lastKnown("a.test").isEmpty)
            var seen: [String] = []
            func ask(_ age: Duration = .hours(1)) async throws {
                seen += try await book.recent("a.test", atMost: age, within: .seconds(30)).map(\.text)
            }
            try await ask()
            try await ask()
            try await ask(.zero)
            book.doubt("a.test")
            #expect(book.lastKnown("a.test").map(\.text) == ["192.0.2.2"])
            try await ask()
            book.beginGeneration()
            #expect(book.lastKnown("a.test").map(\.text) == ["192.0.2.3"])
            try await ask()
            #expect(seen == ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"])
            #expect(book.lastKnown("192.0.2.9").map(\.text) == ["192.0.2.9"])
        }
    }
}
