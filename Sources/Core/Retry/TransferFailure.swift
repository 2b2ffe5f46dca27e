/// Why a request brought no HTTP answer.
///
/// Every way libcurl or the resolver can fail is one of these causes; the numbers it came from are kept
/// beside it.
package struct TransferFailure: Error, Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        /// The resolver failed or took too long (EAI_AGAIN, EAI_SYSTEM, a deadline).
        case resolver
        /// The resolver says there is no such name (EAI_NONAME); a broken network says so too.
        case noSuchName
        /// No TCP connection (curl 7).
        case connect
        /// Too slow (curl 28).
        case timedOut
        /// The connection broke (curl 16, 18, 52, 55, 56, 92).
        case connectionLost
        /// The TLS handshake failed for another reason than the certificate (curl 35).
        case handshake
        /// The certificate did not verify (curl 60).
        case certificate(CertificateFault)
        /// The body passed the byte cap, or announced to (curl 63).
        case tooLarge
        /// Our own fault or set-up: curl 1, 3, 58, 59, 77, 83 and whatever else cannot be the network's.
        case local
        /// The network changed beneath the request; it says nothing about the service.
        case superseded
    }

    package enum CertificateFault: Equatable, Sendable {
        case expired
        case notYetValid
        case untrusted
    }

    package var cause: Cause
    package var phase: ConnectionPhase
    /// The curl_easy_perform(3) result, 0 when curl had no part in it.
    package var curlCode: Int32
    /// CURLINFO_OS_ERRNO, 0 when there was none.
    package var osErrno: Int32
    /// Whether the request went out on a connection that an earlier one had opened.
    package var reusedConnection: Bool

    package init(
        _ cause: Cause, phase: ConnectionPhase, curlCode: Int32 = 0, osErrno: Int32 = 0,
        reusedConnection: Bool = false
    ) {
        self.cause = cause
        self.phase = phase
        self.curlCode = curlCode
        self.osErrno = osErrno
        self.reusedConnection = reusedConnection
    }

    /// The NSURLErrorDomain number when the monitor says online; -1009 takes its place for
    /// `offlineIsPossible` causes when it says offline.
    ///
    /// Nil for a superseded request.
    package var code: Int? {
        switch cause {
        case .resolver, .noSuchName: -1003
        case .connect: -1004
        case .timedOut: -1001
        case .connectionLost: -1005
        case .handshake: -1200
        case .certificate(.expired): -1201
        case .certificate(.notYetValid): -1204
        case .certificate(.untrusted): -1202
        case .tooLarge: -1103
        case .local: curlCode == 3 ? -1000 : curlCode == 1 ? -1002 : -1200
        case .superseded: nil
        }
    }

    /// Whether this failure is -1009, wait for online, once the monitor has found the machine offline.
    package var offlineIsPossible: Bool {
        switch cause {
        case .resolver, .noSuchName, .connect, .timedOut, .connectionLost, .handshake, .superseded: true
        case .certificate, .tooLarge, .local: false
        }
    }

    /// Whether the network may be at fault, so that the monitor's verdict decides between waiting for online
    /// and another attempt.
    ///
    /// A certificate that does not verify may be a portal's; it keeps its own code.
    package var asksTheMonitor: Bool {
        if case .certificate = cause { return true }
        return offlineIsPossible
    }
}
