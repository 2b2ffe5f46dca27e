import Core
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// The file for Prometheus as the real daemon writes it.
@Suite struct MetricsFileTests {
    private static let line = #"windsock_last_success_timestamp_seconds{place="Oslo \"3\"",kind="current"} "#

    @Test func `the file follows what happens and is gone with the daemon`() async throws {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n")
        let file = bench.folder + "/windsock.prom"
        bench.configure("[output]\nprometheus_file = \(file)\n")
        try await bench.startDaemon()
        try await bench.until("the file is there") { access(file, R_OK) == 0 }
        #expect(TextFile.read(file).contains("windsock_places 0\n"))
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o644)
        #expect(bench.windsock("add", "Oslo \"3\"", "--at", "59.91,10.75").status == 0)
        try await bench.until("the place is in it") {
            TextFile.read(file).contains(MetricsFileTests.line)
        }
        #expect(TextFile.read(file).contains(#"windsock_attempts_total{kind="current",outcome="stored"} "#))
        #expect(!TextFile.read(file).contains(Workbench.canary))

        // Another name, and then none.
        let other = bench.folder + "/other.prom"
        bench.configure("[output]\nprometheus_file = \(other)\n")
        bench.daemon?.send(SIGHUP)
        try await bench.until("the other file takes its place") {
            access(file, F_OK) != 0 && access(other, F_OK) == 0
        }
        #expect(bench.stopDaemon() == 0)
        #expect(access(other, F_OK) != 0)
    }

    @Test func `a file that cannot be written is said once and stops nothing`() async throws {
        let bench = try Workbench()
        let folder = bench.folder + "/metrics"
        bench.configure("[sync]\ncurrent_every = 1s\n[output]\nprometheus_file = \(folder)/windsock.prom\n")
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        try await bench.until("it is said") { bench.log.contains("the metrics cannot be written") }
        try await bench.until("fetching goes on") { try bench.calls().count >= 3 }
        mkdir(folder, 0o755)
        try await bench.until("the file is written when that is possible") {
            access(folder + "/windsock.prom", R_OK) == 0
        }
        try await bench.until("that is said") { bench.log.contains("the metrics are written again") }
        #expect(bench.stopDaemon() == 0)
        let said = bench.transcript.split(separator: "\n").filter { $0.contains("metrics cannot be written") }
        #expect(said.count == 1)
    }
}
