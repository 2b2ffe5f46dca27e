import CCurl
package import Core
import EventLoop

/// How a transfer ended, in curl's own numbers, and what that means.
package struct CurlOutcome: Equatable {
    /// The CURLcode, libcurl-errors(3).
    package var code: Int32
    /// CURLINFO_OS_ERRNO.
    package var osErrno: Int32
    /// CURLINFO_SSL_VERIFYRESULT or that of the proxy: an X509_V_ERR_… of OpenSSL.
    package var verifyResult: Int
    package var usesTLS: Bool
    /// TCP stood, on a new connection or an old one (CURLINFO_PRIMARY_IP is known; CURLINFO_CONNECT_TIME_T
    /// stays 0 in curl 7.88 when the handshake fails).
    package var connected: Bool
    /// CURLINFO_NUM_CONNECTS.
    package var newConnections: Int
    /// CURLINFO_APPCONNECT_TIME_T is not 0.
    package var secured: Bool
    /// CURLINFO_REQUEST_SIZE is not 0.
    package var requested: Bool
    /// The body passed our own limit.
    package var exceededLimit: Bool

    package init(
        code: Int32, osErrno: Int32 = 0, verifyResult: Int = 0, usesTLS: Bool = true, connected: Bool = false,
        newConnections: Int = 0, secured: Bool = false, requested: Bool = false, exceededLimit: Bool = false
    ) {
        self.code = code
        self.osErrno = osErrno
        self.verifyResult = verifyResult
        self.usesTLS = usesTLS
        self.connected = connected
        self.newConnections = newConnections
        self.secured = secured
        self.requested = requested
        self.exceededLimit = exceededLimit
    }

    /// The transfer went over a connection that an earlier one had opened.
    package var reusedConnection: Bool { connected && newConnections == 0 }

    /// How far it got.
    ///
    /// Names are resolved beforehand, so only curl's own complaint about a name is `.dns`.
    package var phase: ConnectionPhase {
        if code == 5 || code == 6 { return .dns }
        if requested { return .response }
        if reusedConnection { return .request }
        if !connected { return .connect }
        return usesTLS && !secured ? .tls : .request
    }

    /// The failure this is, nil for CURLE_OK.
    package var failure: TransferFailure? {
        guard let cause else { return nil }
        return TransferFailure(
            cause, phase: phase, curlCode: code, osErrno: osErrno, reusedConnection: reusedConnection)
    }

    /// Every number curl can return has its line here; what is not named can only be our own doing.
    private var cause: TransferFailure.Cause? {
        if exceededLimit { return .tooLarge }
        switch code {
        case 0: return nil
        // "Received HTTP/0.9": the peer speaks, but not HTTP. Without a connection it is our URL.
        case 1: return connected ? .connectionLost : .local
        case 5, 6: return .resolver
        // 97: the proxy refuses; 96: QUIC, which we do not ask for.
        case 7, 96, 97: return .connect
        case 28: return .timedOut
        // 98: the server asks for a client certificate.
        case 35, 98: return .handshake
        case 60, 91: return .certificate(certificateFault)
        case 63: return .tooLarge
        // 8: a status line that is none. 23: not our limit, so the decoder's refusal, as 61. 27: what curl
        // 7.88 says of a header line beyond 100 kB. 65, 80, 81: the connection is in no usable state.
        case 8, 16, 18, 23, 27, 52, 55, 56, 61, 65, 80, 81, 92, 95: return .connectionLost
        // Options, certificates and memory of ours (2, 3, 4, 26, 41, 42, 43, 45, 48, 49, 53, 54, 58, 59, 66,
        // 77, 82, 83, 89, 90, 93, 94, 99), and protocols we do not speak (9…15, 17, 19, 21, 22, 25, 30…39,
        // 47, 64, 67…74, 78, 79, 84…88).
        default: return .local
        }
    }

    private var certificateFault: TransferFailure.CertificateFault {
        switch verifyResult {
        case 9: .notYetValid
        case 10: .expired
        default: .untrusted
        }
    }
}

extension CurlOutcome {
    /// Reads what curl knows of the transfer that has just ended with `code`.
    @LoopActor
    init(_ code: CURLcode, _ exchange: Exchange, usesTLS: Bool) {
        let easy = exchange.easy
        self.init(code: Int32(bitPattern: code.rawValue))
        osErrno = Int32(truncatingIfNeeded: easy.number(CURLINFO_OS_ERRNO))
        verifyResult = easy.number(CURLINFO_SSL_VERIFYRESULT)
        if verifyResult == 0 { verifyResult = easy.number(CURLINFO_PROXY_SSL_VERIFYRESULT) }
        self.usesTLS = usesTLS
        connected = easy.hasText(CURLINFO_PRIMARY_IP)
        newConnections = easy.number(CURLINFO_NUM_CONNECTS)
        secured = easy.large(CURLINFO_APPCONNECT_TIME_T) > 0
        requested = easy.number(CURLINFO_REQUEST_SIZE) > 0
        exceededLimit = exchange.exceededLimit
    }
}
