import Core
import TestSupport
import Testing

/// The package on a machine that the real systemd has booted.
@Suite(
    .enabled(if: Machine.obstacle == nil, Comment(rawValue: Machine.obstacle ?? "")), .serialized)
struct MachineTests {
    @Test func `after a boot it is ready without network, key and list, as a user of its own`() async throws {
        let machine = try await Machine()
        #expect(machine.property("ActiveState") == "active")
        #expect(machine.property("UnitFileState") == "enabled")
        #expect(machine.property("NRestarts") == "0")
        #expect(machine.shell("ip -brief link | grep -v ^lo").text == "")
        let process = machine.property("MainPID")
        #expect(machine.shell("ps -o user= -p \(process)").text == "windsock")
        #expect(
            machine.shell("grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/\(process)/status").text.split(
                separator: "\n")
                == ["CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"])
        try await machine.until("a verdict, told to systemd") {
            machine.property("StatusText") == "offline (no route to the network), 0 places"
        }
        // For root and for everybody.
        for user in [nil, "daemon"] {
            let status = machine.shell("windsock status", as: user)
            #expect(status.status == 0, "\(status)")
            #expect(status.text.contains("no places yet"))
        }
        #expect(machine.status["key"]?["state"]?.string == "missing")
        // Journal lines have the priority they were written with, and no prefix of it.
        let priorities = machine.shell(
            "journalctl -u windsockd _PID=\(process) -o json --output-fields=PRIORITY,MESSAGE --no-pager"
        ).text
        #expect(priorities.contains(#""PRIORITY":"6""#))
        #expect(!priorities.contains(#""MESSAGE":"<"#))
        let modes = machine.shell(
            "stat -c '%a %U:%G %n' /var/lib/windsock /var/lib/windsock/windsock.db /run/windsock "
                + "/run/windsock/windsock.sock /run/windsock/status.json /etc/windsock/windsock.conf"
        ).text
        #expect(
            modes == """
                755 windsock:windsock /var/lib/windsock
                644 windsock:windsock /var/lib/windsock/windsock.db
                755 windsock:windsock /run/windsock
                666 windsock:windsock /run/windsock/windsock.sock
                644 windsock:windsock /run/windsock/status.json
                644 root:root /etc/windsock/windsock.conf
                """)
    }

    @Test func `in its sandbox it takes a key, fetches, reloads and watches key files`() async throws {
        let machine = try await Machine()
        try await machine.startSimulator()
        #expect(machine.shell("windsock add Oslo").status == 0)
        try await machine.until("what it waits for is told to systemd") {
            machine.property("StatusText") == "online, 1 place, waiting for a key"
        }
        let set = machine.shell("windsock key set", input: Machine.key + "\n")
        #expect(set.status == 0, "\(set)")
        try await machine.until("Oslo has weather") { machine.freshCount == 1 }
        #expect(machine.shell("stat -c '%a %U' /var/lib/windsock/api-key").text == "600 windsock")
        try await machine.until("the next fetch is told to systemd") {
            let text = machine.property("StatusText")
            return text.hasPrefix("online, 1 place, next fetch ") && text.count == 33
        }

        // SIGHUP: a new value is taken, a faulty file changes nothing.
        let process = machine.property("MainPID")
        machine.configure(
            "[openweathermap]\napi = http://127.0.0.1:8080\nkey_file = /etc/windsock/other-key\n"
                + "calls_per_minute = 7\n")
        #expect(machine.shell("systemctl reload windsockd").status == 0)
        try await machine.until("the new limit is in force") {
            machine.status["budget"]?["minute_limit"]?.integer == 7
        }
        machine.configure("[openweathermap]\ncalls_per_minute = many\n")
        #expect(machine.shell("systemctl reload windsockd").status == 0)
        try await machine.until("the fault is in the journal") {
            machine.journal.contains("the old values stay in force")
        }
        #expect(machine.status["budget"]?["minute_limit"]?.integer == 7)
        #expect(machine.property("MainPID") == process)
        #expect(machine.property("ActiveState") == "active")

        // A key file that comes, and one that others can read: a state, not an exit.
        #expect(machine.shell("windsock key clear").status == 0)
        try await machine.until("no key") { machine.status["key"]?["state"]?.string == "missing" }
        machine.shell("umask 022; cat >/etc/windsock/other-key", input: Machine.key)
        try await machine.until("the mode is refused, in words") {
            machine.journal.contains("others can read it")
        }
        #expect(machine.status["key"]?["state"]?.string == "missing")
        machine.shell("chgrp windsock /etc/windsock/other-key; chmod 640 /etc/windsock/other-key")
        try await machine.until("the file's key is in force") {
            machine.status["key"]?["source"]?.string == "file"
        }
        #expect(machine.property("MainPID") == process)
        #expect(!machine.journal.contains(Machine.key))
    }

    @Test func `a credential comes in by the drop-in of the examples`() async throws {
        let machine = try await Machine()
        machine.shell("umask 077; cat >/etc/windsock/api-key", input: Machine.key + "\n")
        machine.shell(
            "mkdir -p /etc/systemd/system/windsockd.service.d; cp /usr/share/doc/windsock/examples/credential.conf "
                + "/etc/systemd/system/windsockd.service.d/; systemctl daemon-reload")
        try await machine.startSimulator()
        #expect(machine.property("ActiveState") == "active")
        try await machine.until("the credential is in force") {
            machine.status["key"]?["source"]?.string == "credential"
        }
        #expect(machine.shell("windsock add Oslo").status == 0)
        try await machine.until("Oslo has weather") { machine.freshCount == 1 }
        // Only root and the service can read it.
        #expect(machine.shell("cat /etc/windsock/api-key", as: "daemon").status != 0)
        #expect(machine.shell("cat /run/credentials/windsockd.service/api-key", as: "daemon").status != 0)
    }

    @Test func `a link that appears makes it fetch, and one that goes makes it wait`() async throws {
        let machine = try await Machine()
        let name = "weather.test"
        machine.shell(
            """
            ip netns add outside
            ip -n outside link set lo up
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) \
                -addext subjectAltName=DNS:\(name) -keyout /opt/key.pem -out /etc/windsock/ca.pem 2>/dev/null
            echo '10.77.0.2 \(name)' >>/etc/hosts
            systemd-run --unit simulator --property NetworkNamespacePath=/run/netns/outside \
                /opt/windsock-simulator --listen 0.0.0.0:8443 --key \(Machine.key) \
                --tls-cert /etc/windsock/ca.pem --tls-key /opt/key.pem
            """)
        machine.configure(
            "[openweathermap]\napi = https://\(name):8443\nca_file = /etc/windsock/ca.pem\n")
        machine.shell("systemctl restart windsockd")
        #expect(machine.shell("windsock key set", input: Machine.key).status == 0)
        #expect(machine.shell("windsock add Oslo --at 59.91,10.75").status == 0)
        try await machine.until("it waits for the network") {
            machine.status["places"]?.array?.first?["waiting_for"]?.string == "online"
        }
        machine.shell(
            """
            ip link add uplink type veth peer name downlink netns outside
            ip -n outside address add 10.77.0.2/24 dev downlink
            ip -n outside link set downlink up
            ip address add 10.77.0.1/24 dev uplink
            ip link set uplink up
            ip route add default via 10.77.0.2
            """)
        try await machine.until("Oslo has weather") { machine.freshCount == 1 }
        #expect(machine.shell("windsock online").status == 0)
        machine.shell("ip link set uplink down")
        try await machine.until("the lost link is noticed") { machine.shell("windsock online").status == 1 }
        #expect(machine.status["reachability"]?["reason"]?.string == "no_path")
        #expect(machine.freshCount == 1)
    }

    @Test func `it comes back after a kill, and after its store has stopped`() async throws {
        let machine = try await Machine()
        machine.override("[Service]\nRestartSec=200ms\nWatchdogSec=3s\n")
        machine.shell("systemctl restart windsockd")
        #expect(machine.shell("windsock add Oslo --at 59.91,10.75").status == 0)
        machine.shell("kill -KILL $(systemctl show windsockd --property MainPID --value)")
        try await machine.until("it runs again") {
            machine.property("NRestarts") == "1" && machine.property("ActiveState") == "active"
        }
        #expect(machine.shell("windsock list").text.contains("Oslo"))

        // One thread is held by a tracer; the loop lives on, and must not say that all is well.
        machine.shell("cat >/opt/hold.py", input: Machine.holder)
        machine.shell("systemd-run --unit holder python3 /opt/hold.py $(systemctl show windsockd -P MainPID)")
        try await machine.until("the watchdog has restarted it") {
            machine.property("NRestarts") == "2" && machine.property("ActiveState") == "active"
        }
        #expect(machine.journal.contains("Watchdog timeout"))
        #expect(machine.shell("windsock list").text.contains("Oslo"))
    }

    @Test func `it stops within a second while name servers are silent`() async throws {
        let machine = try await Machine()
        // A way out, and nobody who answers.
        machine.shell(
            """
            ip link add uplink type veth peer name downlink
            ip netns add outside
            ip link set downlink netns outside
            ip -n outside address add 10.77.0.2/24 dev downlink
            ip -n outside link set downlink up
            ip address add 10.77.0.1/24 dev uplink
            ip link set uplink up
            ip route add default via 10.77.0.2
            rm -f /etc/resolv.conf
            echo 'nameserver 192.0.2.53' >/etc/resolv.conf
            """)
        // The best of three counts, as the machine may be busy with something else.
        var durations: [Int] = []
        for _ in 0..<3 {
            machine.shell("systemctl restart windsockd")
            try await machine.until("a look-up is out") {
                machine.shell("ss -Huan dst 192.0.2.53").text.contains("192.0.2.53")
            }
            machine.shell("systemctl stop windsockd")
            #expect(machine.property("Result") == "success")
            let times = ["ActiveExitTimestampMonotonic", "InactiveEnterTimestampMonotonic"].map {
                Int(machine.property($0)) ?? 0
            }
            durations.append((times[1] - times[0]) / 1000)
        }
        #expect(durations.contains { $0 < 1000 }, "milliseconds: \(durations)")
    }

    @Test func `members of the group change the list, others read it, running and stopped`() async throws {
        let machine = try await Machine()
        machine.shell("useradd --create-home alice; usermod --append --groups windsock alice; useradd bob")
        try await machine.startSimulator()
        #expect(machine.shell("windsock key set", as: "alice", input: Machine.key).status == 0)
        #expect(machine.shell("windsock add Oslo", as: "alice").status == 0)
        try await machine.until("Oslo has weather") { machine.freshCount == 1 }
        let refused = machine.shell("windsock add Lisbon", as: "bob")
        #expect(refused.status == 77, "\(refused)")
        #expect(refused.errors.contains("hint:"))
        #expect(machine.shell("windsock status", as: "bob").text.contains("°C"))

        machine.shell("systemctl stop windsockd")
        for user in [nil, "alice", "bob"] {
            let status = machine.shell("windsock status", as: user)
            #expect(status.status == 3, "\(user ?? "root"): \(status)")
            #expect(status.text.contains("°C"), "\(user ?? "root"): \(status)")
        }
        #expect(machine.shell("windsock add Bergen --at 60.39,5.32", as: "bob").status != 0)
        // What root writes meanwhile the service can still write to.
        #expect(machine.shell("windsock add Tallinn --at 59.44,24.75").status == 0)
        machine.shell("systemctl start windsockd")
        try await machine.until("both have weather") { machine.freshCount == 2 }
        #expect(machine.status["daemon"]?["storage"]?.string == "ok")
    }

    @Test(arguments: [
        ("printf '[sync]\\ncurrent_every = soon\\n' >/etc/windsock/windsock.conf", 78, "current_every"),
        ("chmod 000 /etc/windsock/windsock.conf", 78, "windsock.conf"),
        ("chown root: /var/lib/windsock/*; chmod 600 /var/lib/windsock/*", 77, "/var/lib/windsock"),
    ])
    func `what another start would not mend ends it once, with a hint`(
        fault: String, code: Int, subject: String
    ) async throws {
        let machine = try await Machine()
        machine.override("[Service]\nRestartSec=100ms\n")
        machine.shell("systemctl stop windsockd; \(fault); systemctl start windsockd || true")
        try await machine.until("it has ended") { machine.property("ActiveState") == "failed" }
        #expect(machine.property("ExecMainStatus") == "\(code)", "\(machine.journal)")
        #expect(machine.property("NRestarts") == "0")
        #expect(machine.journal.contains("hint: "))
        #expect(machine.journal.contains(subject))
    }

    @Test
    func `the package starts it, restarts it on an upgrade, keeps state when removed and none when purged`()
        async throws
    {
        let machine = try await Machine(isInstalled: false)
        let installed = machine.shell("dpkg --install /opt/windsock.deb")
        #expect(installed.status == 0, "\(installed)")
        #expect(machine.property("ActiveState") == "active")
        #expect(machine.property("UnitFileState") == "enabled")
        #expect(machine.shell("man --where windsockd windsock windsock.conf").status == 0)
        #expect(machine.shell("windsock add Oslo --at 59.91,10.75").status == 0)
        machine.shell("echo '# mine' >>/etc/windsock/windsock.conf")
        let process = machine.property("MainPID")
        #expect(machine.shell("dpkg --install /opt/windsock.deb").status == 0)
        #expect(machine.property("ActiveState") == "active")
        #expect(machine.property("MainPID") != process)
        #expect(machine.shell("tail -n 1 /etc/windsock/windsock.conf").text == "# mine")

        #expect(machine.shell("dpkg --remove windsock").status == 0)
        #expect(machine.shell("systemctl is-active windsockd").text != "active")
        #expect(machine.shell("test -e /usr/sbin/windsockd").status != 0)
        #expect(machine.shell("test -e /var/lib/windsock/windsock.db").status == 0)
        #expect(machine.shell("dpkg --install /opt/windsock.deb").status == 0)
        #expect(machine.shell("windsock list").text.contains("Oslo"))

        #expect(machine.shell("dpkg --purge windsock").status == 0)
        #expect(machine.shell("ls -d /var/lib/windsock /etc/windsock 2>/dev/null").text == "")
        #expect(machine.shell("systemctl list-unit-files windsockd.service --no-legend").text == "")
    }

    @Test func `it runs for one user under systemctl --user`() async throws {
        let machine = try await Machine()
        machine.shell("systemctl stop windsockd; useradd --create-home carol")
        // What a login does: a runtime directory and a manager of one's own.
        machine.shell(
            """
            mkdir -p /run/user; install -d -m 700 -o carol -g carol /run/user/carol
            systemd-run --unit carol --uid carol --gid carol --property Delegate=yes --property Type=notify \
                --setenv XDG_RUNTIME_DIR=/run/user/carol --setenv HOME=/home/carol /lib/systemd/systemd --user
            """)
        let own = "export XDG_RUNTIME_DIR=/run/user/carol HOME=/home/carol; "
        let started = machine.shell(own + "systemctl --user enable --now windsockd", as: "carol")
        #expect(started.status == 0, "\(started)")
        #expect(machine.shell(own + "systemctl --user is-active windsockd", as: "carol").text == "active")
        #expect(machine.shell(own + "windsock add Oslo --at 59.91,10.75", as: "carol").status == 0)
        #expect(machine.shell(own + "windsock status", as: "carol").text.contains("Oslo"))
        #expect(machine.shell("stat -c %U /home/carol/.local/state/windsock/windsock.db").text == "carol")
        #expect(machine.shell(own + "systemctl --user stop windsockd", as: "carol").status == 0)
        #expect(machine.shell(own + "windsock status", as: "carol").status == 3)
    }
}

extension Machine {
    /// Holds the thread named "store" of a process, as ptrace(2) can, until it is ended.
    fileprivate static let holder = """
        import ctypes, os, sys
        PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
        libc = ctypes.CDLL(None, use_errno=True)
        libc.ptrace.argtypes = [ctypes.c_long] * 4
        tasks = f"/proc/{sys.argv[1]}/task"
        for thread in os.listdir(tasks):
            with open(f"{tasks}/{thread}/comm") as name:
                if "store" not in name.read(): continue
            for request in (PTRACE_SEIZE, PTRACE_INTERRUPT):
                if libc.ptrace(request, int(thread), 0, 0) != 0: sys.exit(os.strerror(ctypes.get_errno()))
            print("holding", thread, flush=True)
            # A traced thread is gone only when its tracer has been told.
            while True:
                _, status = os.waitpid(int(thread), 0x40000000)
                if os.WIFEXITED(status) or os.WIFSIGNALED(status): sys.exit(0)
        sys.exit("no such thread")

        """
}
