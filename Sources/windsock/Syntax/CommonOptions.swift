import Core

/// The options every verb takes.
package enum CommonOptions {
    package static let all = [
        OptionSyntax("json", "one JSON object instead of text; errors too, on standard error"),
        OptionSyntax(
            "units", .required(ValueSyntax("UNITS", .words(UnitSystem.allCases.map(\.rawValue)))),
            "units for display; what is stored is metric"),
        OptionSyntax("state-dir", .required(ValueSyntax("DIR", .directories)), "where the database is"),
        OptionSyntax(
            "runtime-dir", .required(ValueSyntax("DIR", .directories)), "where the daemon's socket is"),
        OptionSyntax("config", .required(ValueSyntax("FILE", .files)), "the configuration file"),
        OptionSyntax("help", "show help, of a verb when one is given"),
        OptionSyntax("version", "show the version"),
    ]
}
