/// Writes man(7) pages.
///
/// All text is escaped on its way in.
struct Roff {
    private(set) var text = ""

    init(name: String, section: Int, manual: String) {
        text = ".\\\" Generated from the table of verbs: windsock __page \(name).\(section)\n"
        text += ".TH \(name.uppercased()) \(section) \"\" \"windsock\" \"\(manual)\"\n.nh\n.ad l\n"
    }

    mutating func section(_ title: String) {
        text += ".SH \(title)\n"
    }

    mutating func subsection(_ title: String) {
        text += ".SS \(Roff.escaped(title))\n"
    }

    mutating func paragraph(_ paragraph: String) {
        text += ".PP\n\(Roff.line(paragraph))\n"
    }

    /// A term in bold and what it means.
    mutating func term(_ term: String, _ meaning: String) {
        text += ".TP\n.B \(Roff.quoted(term))\n\(Roff.line(meaning))\n"
    }

    /// Lines shown as they are.
    mutating func example(_ lines: [String]) {
        text += ".PP\n.RS 4\n.nf\n" + lines.map { Roff.line($0) + "\n" }.joined() + ".fi\n.RE\n"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
    }

    /// A line of text: what begins with a point or an apostrophe would be a request.
    private static func line(_ text: String) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "\\&...")
            .replacing("−", with: "\\-").replacing("·", with: "\\(bu").replacing("°", with: "\\(de")
            .replacing("–", with: "\\(en").replacing("±", with: "\\(+-")
    }
}
