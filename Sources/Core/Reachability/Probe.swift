/// What a probe connects to.
package enum ProbeAim: String, CaseIterable, Sendable {
    /// The monitored host, by default openweathermap.org.
    case target
    /// The host of the API.
    case api
    /// The user's second opinion on the network itself.
    case witness
}

/// How far a probe goes.
package enum ProbeDepth: Equatable, Sendable {
    /// A fresh DNS query, TCP, and a verified TLS handshake where the aim speaks TLS; all aims in parallel.
    case full
    /// TCP to the target's last known address alone.
    case connect
}

/// A probe to be made.
package struct ProbeRequest: Equatable, Sendable {
    /// Comes back in the report; a report with another token than the newest is stale.
    package var token: Int
    package var depth: ProbeDepth
    /// For the whole probe, DNS included.
    package var deadline: Duration

    package init(token: Int, depth: ProbeDepth, deadline: Duration) {
        self.token = token
        self.depth = depth
        self.deadline = deadline
    }
}

/// What a probe found.
package struct ProbeReport: Equatable, Sendable {
    package var token: Int
    package var depth: ProbeDepth
    package var findings: [ProbeFinding]

    package init(token: Int, depth: ProbeDepth, findings: [ProbeFinding]) {
        self.token = token
        self.depth = depth
        self.findings = findings
    }

    package func finding(_ aim: ProbeAim) -> ProbeFinding? {
        findings.first { $0.aim == aim }
    }
}

/// What a probe found at one aim.
package struct ProbeFinding: Equatable, Sendable {
    package var aim: ProbeAim
    /// Nil when every phase that was asked for succeeded.
    package var failure: TransferFailure?
    /// How long each phase took; nil for one that was not reached or not asked for.
    package var dns: Duration?
    package var connect: Duration?
    package var tls: Duration?
    /// A public name was answered with a private address: somebody may be answering in its place.
    package var answeredPrivately: Bool

    package init(
        aim: ProbeAim, failure: TransferFailure? = nil, dns: Duration? = nil, connect: Duration? = nil,
        tls: Duration? = nil, answeredPrivately: Bool = false
    ) {
        self.aim = aim
        self.failure = failure
        self.dns = dns
        self.connect = connect
        self.tls = tls
        self.answeredPrivately = answeredPrivately
    }

    /// The sum of the phases that were measured.
    package var total: Duration { (dns ?? .zero) + (connect ?? .zero) + (tls ?? .zero) }
}

/// The newest probe, as `status` shows it.
package struct ProbeEvidence: Equatable, Sendable {
    package var at: UnixTime
    package var finding: ProbeFinding

    package init(at: UnixTime, finding: ProbeFinding) {
        self.at = at
        self.finding = finding
    }
}
