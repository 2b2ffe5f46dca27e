import Control

/// The man page windsock(1).
package enum CommandPage {
    package static func text(_ verbs: [Verb]) -> String {
        let visible = verbs.filter { !$0.name.hasPrefix("_") }
        var page = Roff(name: "windsock", section: 1, manual: "User Commands")
        page.section("NAME")
        page.paragraph("windsock - weather of your places while the network comes and goes")
        page.section("SYNOPSIS")
        page.paragraph("windsock VERB [ARGUMENT…] [OPTION…]")
        page.section("DESCRIPTION")
        page.paragraph(
            "windsockd(8) fetches the weather of a list of places from OpenWeatherMap whenever the network "
                + "allows, and keeps it in a database. windsock edits the list, shows what is stored and "
                + "says what the daemon waits for. It "
                + "never uses the network itself, and most of it works while the daemon is stopped.")
        page.section("VERBS")
        for verb in visible {
            page.subsection("windsock " + verb.synopsis)
            page.paragraph(verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + ".")
            for paragraph in verb.details { page.paragraph(paragraph) }
            for option in verb.options { page.term(option.synopsis, option.summary) }
            for example in verb.examples {
                page.example([example.command])
                page.paragraph(example.meaning)
            }
        }
        page.section("OPTIONS OF EVERY VERB")
        for option in CommonOptions.all { page.term(option.synopsis, option.summary) }
        page.paragraph(
            "Options are never abbreviated. --name VALUE and --name=VALUE are the same, a value may begin "
                + "with -, "
                + "and behind -- everything is an argument.")
        exitStatus(&page)
        FilesAndVariables.write(to: &page)
        page.section("SEE ALSO")
        page.paragraph("windsockd(8), windsock.conf(5)")
        return page.text
    }

    private static func exitStatus(_ page: inout Roff) {
        page.section("EXIT STATUS")
        for status in ExitCode.allCases { page.term(String(status.rawValue), status.meaning) }
    }
}
