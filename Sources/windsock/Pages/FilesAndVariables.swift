import Core

/// The sections that both programs' man pages share.
enum FilesAndVariables {
    static func write(to page: inout Roff) {
        page.section("FILES")
        let system = Directories.system
        page.term(system.database, "places, weather and history; the views v_… are for everybody to read")
        page.term(system.key, "the key given to windsock key set, mode 0600")
        page.term(system.socket, "the daemon's socket: Varlink, interface org.windsock.Agent")
        page.term(system.runtime + "/status.json", "the newest status, replaced whenever it changes")
        page.term(system.configurationFile, "the configuration, see windsock.conf(5)")
        page.paragraph(
            "A user other than root has $XDG_STATE_HOME/windsock (~/.local/state/windsock), "
                + "$XDG_RUNTIME_DIR/windsock and $XDG_CONFIG_HOME/windsock (~/.config/windsock) instead; "
                + "windsock turns to the system's directories when the user has none. With --state-dir "
                + "alone the socket is DIR/run/windsock.sock."
        )
        page.section("ENVIRONMENT")
        page.term("WINDSOCK_STATE_DIR, WINDSOCK_RUNTIME_DIR", "directories, unless options name them")
        page.term("WINDSOCK_CONFIG", "the configuration file, unless --config names it")
        page.term(
            "STATE_DIRECTORY, RUNTIME_DIRECTORY, CONFIGURATION_DIRECTORY", "set by systemd, looked at next")
        page.term("NO_COLOR", "no colours, when it is not empty")
        page.term("COLUMNS", "the width of the output, where the terminal does not tell")
        page.term("LC_ALL, LC_CTYPE, LANG", "a locale that is not UTF-8 gets ASCII on a terminal")
    }
}
