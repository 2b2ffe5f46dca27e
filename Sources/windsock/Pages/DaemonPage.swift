/// The man page windsockd(8).
package enum DaemonPage {
    package static var text: String {
        var page = Roff(name: "windsockd", section: 8, manual: "System Administration")
        page.section("NAME")
        page.paragraph("windsockd - keep the weather of a list of places in a database")
        page.section("SYNOPSIS")
        page.paragraph("windsockd [--state-dir DIR] [--runtime-dir DIR] [--config FILE]")
        page.paragraph("windsockd --check-config | --diagnose [--json] | --version | --help")
        page.section("DESCRIPTION")
        page.paragraph(
            "windsockd knows whether openweathermap.org can be reached: from the kernel's link and route "
                + "events, from DNS, TCP and TLS, and from real traffic. While it can, it fetches what is "
                + "due; while it cannot, it waits for the network and asks nobody. Any other failure is "
                + "tried again after 1, 3, 5 and 10 seconds, and then with the next regular fetch. A "
                + "refused key holds everything until a key is set; a limit until it has passed."
        )
        page.paragraph(
            "It runs in the foreground, logs to standard error, and tells systemd when it is ready and that "
                + "it is "
                + "alive. Old data is only ever replaced by good data.")
        page.section("OPTIONS")
        page.term(
            "--check-config",
            "read the configuration, report every fault with its line, and exit (78 when faulty)")
        page.term(
            "--diagnose",
            "look at every layer once (configuration, lock, database, key, clock, path, DNS, TCP, TLS, API), "
                + "say how long each took and which is the first that fails, with a hint, and exit. Nothing "
                + "is created or changed. One call is made to the service, none while a daemon runs. With "
                + "--json the result is one JSON object. This is what windsock check does while the daemon "
                + "is stopped.")
        page.term("--state-dir DIR, --runtime-dir DIR, --config FILE", "as for windsock(1)")
        page.term("--version", "show the version")
        page.term("--help", "show help")
        page.section("SIGNALS")
        page.term("SIGTERM, SIGINT", "finish what is being written and exit")
        page.term("SIGHUP", "read the configuration again; a faulty file leaves the old values in force")
        page.section("EXIT STATUS")
        page.term("0", "stopped by a signal; with --check-config and --diagnose: all is well")
        page.term("64", "the command line is wrong")
        page.term("65", "the database is another program's, or of a newer windsock")
        page.term(
            "69", "with --diagnose: the key, the clock, the network or the service is the first to fail")
        page.term("73, 74", "the state directory or the database cannot be used")
        page.term("75", "another windsockd, or an edit, holds the state directory")
        page.term("77", "not permitted: the directory or the database belongs to somebody else")
        page.term("78", "the configuration is faulty")
        FilesAndVariables.write(to: &page)
        page.term("OPENWEATHERMAP_API_KEY", "the key, when no other source has one")
        page.term("CREDENTIALS_DIRECTORY", "set by systemd: api-key in it is a key")
        page.term("NOTIFY_SOCKET, WATCHDOG_USEC", "set by systemd, see sd_notify(3)")
        page.section("SEE ALSO")
        page.paragraph("windsock(1), windsock.conf(5)")
        return page.text
    }
}
