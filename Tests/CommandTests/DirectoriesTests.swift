import Core
import Testing

struct DirectoriesTests {
    private func resolved(
        _ variables: [String: String], _ options: Directories.Options = .init(), isRoot: Bool = false
    ) -> Directories {
        Directories.resolved(options, isRoot: isRoot) { variables[$0] }
    }

    @Test func `root has the system's directories, a user XDG's`() {
        #expect(resolved([:], isRoot: true) == .system)
        #expect(resolved(["HOME": "/home/ada"], isRoot: true) == .system)
        #expect(resolved([:]) == .system)
        let user = resolved(["HOME": "/home/ada"])
        #expect(user.state == "/home/ada/.local/state/windsock")
        #expect(user.runtime == "/home/ada/.local/state/windsock/run")
        #expect(user.configurationFile == "/home/ada/.config/windsock/windsock.conf")
        let xdg = resolved([
            "HOME": "/home/ada", "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r",
            "XDG_CONFIG_HOME": "relative",
        ])
        #expect(xdg.state == "/s/windsock")
        #expect(xdg.runtime == "/r/windsock")
        #expect(xdg.configuration == "/home/ada/.config/windsock")
    }

    @Test func `an option comes before a variable, a variable before systemd's`() {
        let systemd = [
            "STATE_DIRECTORY": "/a:/b", "RUNTIME_DIRECTORY": "/run/a", "CONFIGURATION_DIRECTORY": "/etc/a",
            "HOME": "/h",
        ]
        #expect(
            resolved(systemd)
                == Directories(
                    state: "/a", runtime: "/run/a", configuration: "/etc/a",
                    configurationFile: "/etc/a/windsock.conf"))
        let own = systemd.merging(["WINDSOCK_STATE_DIR": "/w", "WINDSOCK_CONFIG": "/c/x.conf"]) { $1 }
        #expect(resolved(own).state == "/w")
        #expect(resolved(own).configurationFile == "/c/x.conf")
        #expect(resolved(own).configuration == "/c")
        let options = Directories.Options(state: "/o", runtime: "/q", configurationFile: "x.conf")
        #expect(
            resolved(own, options)
                == Directories(state: "/o", runtime: "/q", configuration: ".", configurationFile: "x.conf"))
        #expect(resolved(["WINDSOCK_STATE_DIR": "", "HOME": "/h"]).state == "/h/.local/state/windsock")
    }

    @Test func `a named state directory has its own socket`() {
        #expect(resolved([:], .init(state: "/o"), isRoot: true).socket == "/o/run/windsock.sock")
        #expect(
            resolved(["RUNTIME_DIRECTORY": "/run/a"], .init(state: "/o"), isRoot: true).socket
                == "/o/run/windsock.sock")
        #expect(resolved(["WINDSOCK_RUNTIME_DIR": "/q"], .init(state: "/o")).socket == "/q/windsock.sock")
    }
}
