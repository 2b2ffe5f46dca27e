import Testing
import Transfer

@Suite struct HeaderFieldsTests {
    private func fields(_ lines: String...) -> HeaderFields {
        var fields = HeaderFields()
        for line in lines { Array(line.utf8).withUnsafeBytes { fields.take($0) } }
        return fields
    }

    @Test(arguments: ["Date: x", "date:x", "DATE:\t x \r\n", "dAtE:x\r\n"])
    func `a name counts in whatever case it is sent`(line: String) {
        #expect(fields(line).date == "x")
    }

    @Test(arguments: ["Dat: x", "Dates: x", "D\u{0}te: x", "\u{4}ate: x", "Date", "X-Date: x", ": x"])
    func `another name is passed over`(line: String) {
        #expect(fields(line) == HeaderFields())
    }

    @Test func `of several with one name the first counts, of several answers the last`() {
        let lines = fields("Retry-After: 1", "RETRY-AFTER: 2", "content-type: a", "Content-Type: b")
        #expect(lines.retryAfter == "1" && lines.contentType == "a")
        #expect(fields("HTTP/1.1 103", "Date: x", "HTTP/1.1 200 OK", "Content-Type: b").date == nil)
    }

    @Test func `a value is cut`() {
        let value = fields("Date: " + String(repeating: "x", count: 1000)).date
        #expect(value?.utf8.count == HeaderFields.lengthLimit)
    }
}
