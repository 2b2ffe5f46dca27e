/// What a report says about reachability.
package enum ProbeVerdict: Equatable, Sendable {
    /// The target or the API answered.
    case reachable
    /// Neither did.
    ///
    /// `isHard`: the kernel or the resolver refused at once, so that two such failures are enough.
    case unreachable(ReachabilityReason, isHard: Bool)

    /// Judges a report.
    ///
    /// `clockIsWrong`: there is independent reason to doubt this machine's clock, so that a certificate's
    /// validity says nothing about the network.
    package init(_ report: ProbeReport, clockIsWrong: Bool) {
        let ours = report.findings.filter { $0.aim != .witness }
        let failures = ours.compactMap(\.failure)
        guard failures.count == ours.count, let first = failures.first else {
            self = ours.isEmpty ? .unreachable(.connect, isHard: false) : .reachable
            return
        }
        let isHard = failures.allSatisfy(\.isHard)
        if let witness = report.finding(.witness), witness.failure == nil {
            self = .unreachable(.target, isHard: isHard)
            return
        }
        let reasons = failures.map { $0.reason(clockIsWrong: clockIsWrong) }
        // What explains most comes first: a wrong clock, then an interceptor, then how far the target itself got.
        let reason: ReachabilityReason
        if reasons.contains(.clock) {
            reason = .clock
        } else if reasons.contains(.captive) || ours.contains(where: \.answeredPrivately) {
            reason = .captive
        } else {
            reason = first.reason(clockIsWrong: clockIsWrong)
        }
        self = .unreachable(reason, isHard: isHard)
    }
}

extension TransferFailure {
    // The errno values of errno(3) on Linux; Core imports no C.
    private static let addressNotAvailable: Int32 = 99
    private static let networkUnreachable: Int32 = 101
    private static let hostUnreachable: Int32 = 113

    /// Refused without anything having left the machine, or by the resolver at once: waiting longer will not
    /// help.
    ///
    /// For the resolver, `osErrno` is not set; `TransferFailure.resolverGaveUpAtOnce` marks it.
    package var isHard: Bool {
        switch cause {
        case .connect:
            [Self.addressNotAvailable, Self.networkUnreachable, Self.hostUnreachable].contains(osErrno)
        case .resolver: osErrno == Self.resolverGaveUpAtOnce
        default: false
        }
    }

    /// The `osErrno` of a resolver failure that came within 100 ms: no server was waited for.
    ///
    /// ENETUNREACH, which is what the resolver met.
    package static var resolverGaveUpAtOnce: Int32 { networkUnreachable }

    fileprivate func reason(clockIsWrong: Bool) -> ReachabilityReason {
        switch cause {
        case .certificate(.notYetValid), .certificate(.expired): clockIsWrong ? .clock : .captive
        case .certificate(.untrusted): .captive
        default:
            switch phase {
            case .dns: .dns
            case .connect: .connect
            case .tls, .request, .response: .tls
            }
        }
    }
}
