/// The man page windsockd(8).
package enum DaemonPage {
    package static var text: String {
        var page = Roff(name: "windsockd", section: 8, manual: "System Administration")
        page.section("NAME")
        page.paragraph("windsockd - keep the weather of a list of places in a database")
        page.section("SYNOPSIS")
        page.paragraph("windsockd [--state-dir DIR] [--runtime-dir DIR] [--config FILE]")
        page.paragraph("windsockd --check-config | --diagnose | --version | --help")
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
            "--diagnose", "look at every layer from the configuration to the service once, report, and exit")
        page.term("--state-dir DIR, --runtime-dir DIR, --config FILE", "as for windsock(1)")
        page.term("--version", "show the version")
        page.term("--help", "show help")
        page.section("SIGNALS")
        page.term("SIGTERM, SIGINT", "finish what is being written and exit")
        page.term("SIGHUP", "read the configuration again; a faulty file leaves the old values in force")
        page.section("EXIT STATUS")
        page.term("0", "stopped by a signal")
        page.term("73, 74", "the state directory or the database cannot be used")
        page.term("75", "another windsockd, or an edit, holds the state directory")
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
