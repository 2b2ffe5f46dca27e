import Core
import Testing

@Suite struct PrintableTextTests {
    @Test(
        arguments: [
            ("São Paulo", "São Paulo"), ("Москва 東京 🌧", "Москва 東京 🌧"), ("", ""),
            ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\0b\nc\rd\te", "abcde"), ("a\u{7F}b", "ab"),
            ("a\u{9B}31mb", "a31mb"), ("a\u{202E}cba", "acba"), ("\u{2066}a\u{2069}\u{200F}\u{61C}", "a"),
            ("a\u{2028}b\u{2029}c", "abc"), ("a\u{E000}b\u{10FFFD}", "ab"), ("a\u{378}b", "ab"),
            ("👩‍👩‍👧", "👩‍👩‍👧"),
        ])
    func `what could move a cursor, reorder a line or show nothing is dropped`(text: String, shown: String) {
        #expect(text.printable() == shown)
    }

    @Test func `long text is cut, visibly`() {
        let longest = String(repeating: "x", count: 64)
        #expect(longest.printable() == longest)
        #expect((longest + "x").printable() == longest.dropLast() + "…")
        #expect(String(repeating: "x", count: 1_000_000).printable() == longest.dropLast() + "…")
    }

    @Test func `marks neither tower nor land on what stands before`() {
        #expect("e\u{301}\u{308}\u{304}\u{323}\u{302}x".printable() == "e\u{301}\u{308}\u{304}\u{323}x")
        #expect("\u{1F3FD}\u{302E}\u{17BE}a 👩🏽".printable() == "a 👩🏽")
        #expect("\u{301}\u{200D}\u{20DD}a".printable().unicodeScalars.map(\.value) == [0x200D, 0x61])
        #expect("Sa\u{303}o नि กำ 1️⃣ ❄️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿".printable() == "Sa\u{303}o नि กำ 1️⃣ ❄️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿")
    }

    @Test func `a character without an end is cut as well`() {
        let joined = "a" + String(repeating: "\u{200D}", count: 100_000)
        #expect(joined.count == 1)
        #expect(joined.printable().unicodeScalars.count == 16 * 64)
        #expect(joined.printable().hasSuffix("…"))
        #expect(joined.printable(limit: 1).unicodeScalars.count == 1)
    }

    @Test func `characters are cut whole, and no limit traps`() {
        #expect("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧".printable(limit: 2) == "👩‍👩‍👧…")
        #expect("ab".printable(limit: 1) == "…")
        #expect("ab".printable(limit: 0) == "…")
        #expect("".printable(limit: 0) == "")
    }
}
