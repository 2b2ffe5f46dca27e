import Core
import Testing

@Suite struct DelimitedTextTests {
    @Test func `a text is cut at a sign that a mark stands on`() throws {
        let cut = try #require("key=\u{301}x=y".cut(at: "="))
        #expect(cut.before == "key")
        #expect(cut.after.unicodeScalars.elementsEqual("\u{301}x=y".unicodeScalars))
        #expect("key".cut(at: "=") == nil)
    }

    @Test func `a mark behind a blank is no blank`() {
        #expect(" \u{301}a \t\u{3000}".trimmed().unicodeScalars.elementsEqual("\u{301}a".unicodeScalars))
        #expect(" \r\n".trimmed().isEmpty)
    }

    @Test func `what is replaced is replaced under a mark too`() {
        let text = "<\u{301}b>&".replacing(["<": "&lt;", ">": "&gt;", "&": "&amp;"])
        #expect(text.unicodeScalars.elementsEqual("&lt;\u{301}b&gt;&amp;".unicodeScalars))
    }

    @Test func `a path is taken apart at its slashes`() {
        #expect(
            FilePath.parts("a/b/\u{301}c").directory == "a/b"
                && FilePath.parts("a/b/\u{301}c").name == "\u{301}c")
        #expect(FilePath.parts("/c").directory == "/" && FilePath.parts("/c").name == "c")
        #expect(FilePath.parts("c").directory == nil && FilePath.parts("c").name == "c")
        #expect(FilePath.parts("a/").directory == "a" && FilePath.parts("a/").name == "")
        #expect(FilePath.sibling("x", of: "/c") == "/x")
        #expect(FilePath.sibling("x", of: "c") == "x")
        #expect(FilePath.sibling("x", of: "/a/c") == "/a/x")
        #expect(FilePath.isAbsolute("/\u{301}"))
        #expect(!FilePath.isAbsolute(""))
    }
}
