package import Core
package import EventLoop
package import Transfer

/// Makes the probes the monitor asks for: DNS, TCP, TLS, never a request. It gathers evidence and judges nothing.
@LoopActor
package final class ConnectProbe {
    private let book: AddressBook
    private let transport: Transport

    package nonisolated init(book: AddressBook, transport: Transport) {
        self.book = book
        self.transport = transport
    }

    /// Runs a probe to its end, which is at the latest its deadline.
    package func run(_ request: ProbeRequest, aims: ProbeAims) async -> ProbeReport {
        ProbeReport(token: request.token, depth: request.depth, findings: [])
    }
}
