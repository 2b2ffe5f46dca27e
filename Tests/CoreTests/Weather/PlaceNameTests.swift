import Core
import Testing

@Suite struct PlaceNameTests {
    @Test(arguments: [
        ("  Oslo\n", "Oslo"), ("São Paulo", "São Paulo"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{200B}", "a\u{200B}"),
    ])
    func `a label is kept without the blanks around it`(text: String, label: String) throws {
        #expect(try PlaceName.validated(text) == label)
    }

    @Test(
        arguments: [
            "a\u{1B}[2J", "a\0", "a\u{202E}b", "a\u{9B}", "\u{200B}", "\u{200D}\u{FE0F}", "\u{301}",
            "\u{E000}", "\u{E0041}",
        ])
    func `a label that moves the cursor or cannot be seen is refused`(text: String) {
        #expect(throws: PlaceName.Fault.unprintable) { try PlaceName.validated(text) }
    }

    @Test func `an empty and an endless label are refused`() {
        #expect(throws: PlaceName.Fault.empty) { try PlaceName.validated(" \u{3000}\t") }
        #expect(throws: PlaceName.Fault.tooLong(101)) {
            try PlaceName.validated(String(repeating: "x", count: 101))
        }
        #expect(throws: PlaceName.Fault.tooLong(1)) {
            try PlaceName.validated("a" + String(repeating: "\u{301}", count: 200))
        }
    }

    @Test(
        arguments: [
            (PlaceQuery.name("London,GB"), "London,GB"), (.zip("10001,US"), "zip:10001,US"),
            (.name("zip:10001"), "name:zip:10001"), (.name("name:x"), "name:name:x"), (.zip(""), "zip:"),
        ])
    func `a query is stored so that it comes back as it was`(query: PlaceQuery, text: String) {
        #expect(query.stored == text)
        #expect(PlaceQuery(stored: text) == query)
    }

    @Test func `a postal code goes with its country`() {
        #expect(PlaceQuery.postalCode("SW1A 1AA,gb") == "SW1A 1AA,GB")
        for text in ["10001", "10001,", ",US", "10001,USA", "1,2,3", "1\u{1B},US", "１０００１,US"] {
            #expect(PlaceQuery.postalCode(text) == nil)
        }
    }
}
