/// Why a fetch brought no weather.
///
/// One case each, so that the user can be told which.
package enum FetchFailure: Error, Equatable, Sendable {
    /// No HTTP answer at all.
    case transfer(TransferFailure)
    /// There is no usable key to ask with.
    case noKey
    /// 400: the request was not understood.
    case badRequest(message: String?)
    /// 401: the key is wrong, not active yet, blocked, or the product is not in the plan.
    case keyRefused(message: String?)
    /// 403.
    case forbidden(message: String?)
    /// 404, or an empty array from geocoding.
    case notFound(message: String?)
    /// 408.
    case requestTimeout
    /// 413.
    case requestTooLarge
    /// 429, with the wait the server asked for when it did.
    case tooManyRequests(retryAfter: Duration?)
    /// 500.
    case serverError
    /// 502.
    case badGateway
    /// 503.
    case unavailable
    /// 504.
    case gatewayTimeout
    /// A redirect; the service never sends one, a portal does.
    case redirected(status: Int)
    /// HTML where data was expected: a portal or a front's error page with status 200.
    case htmlAnswer
    /// Any other status.
    case unexpectedStatus(Int)
    /// 200 without a body.
    case emptyBody
    /// 200 with a body that is not what was asked for.
    case undecodable(String)
    /// 200 with values that cannot be true: another place, another time, impossible weather.
    case implausible(String)

    /// What decides about the retry.
    package enum Class: String, Sendable {
        /// Wait for online.
        case offline
        /// Retry after a delay.
        case timer
        /// The account waits for a key.
        case key
        /// The account waits for the limit to pass.
        case quota
        /// This place waits.
        case place
        /// A fault of ours or of the set-up; no retry before the next regular fetch.
        case ours
    }

    /// The class while the monitor says online; see the table in DESIGN §4.
    package var onlineClass: Class {
        switch self {
        case .transfer(let failure): failure.cause == .local ? .ours : .timer
        case .noKey, .keyRefused, .forbidden: .key
        case .badRequest, .notFound: .place
        case .tooManyRequests: .quota
        case .requestTimeout, .serverError, .badGateway, .unavailable, .gatewayTimeout, .redirected,
            .htmlAnswer, .emptyBody, .undecodable, .implausible:
            .timer
        case .requestTooLarge, .unexpectedStatus: .ours
        }
    }

    /// A word from a bounded set, for the journal, counters and logs.
    package var label: String {
        switch self {
        case .transfer(let failure): failure.label
        case .noKey: "no_key"
        case .badRequest: "bad_request"
        case .keyRefused: "key_refused"
        case .forbidden: "forbidden"
        case .notFound: "not_found"
        case .requestTimeout: "request_timeout"
        case .requestTooLarge: "request_too_large"
        case .tooManyRequests: "too_many_requests"
        case .serverError: "server_error"
        case .badGateway: "bad_gateway"
        case .unavailable: "unavailable"
        case .gatewayTimeout: "gateway_timeout"
        case .redirected: "redirected"
        case .htmlAnswer: "html_answer"
        case .unexpectedStatus: "unexpected_status"
        case .emptyBody: "empty_body"
        case .undecodable: "undecodable"
        case .implausible: "implausible"
        }
    }

    /// The HTTP status this failure came with; nil when there was no answer or it was 200.
    package var httpStatus: Int? {
        switch self {
        case .badRequest: 400
        case .keyRefused: 401
        case .forbidden: 403
        case .notFound: 404
        case .requestTimeout: 408
        case .requestTooLarge: 413
        case .tooManyRequests: 429
        case .serverError: 500
        case .badGateway: 502
        case .unavailable: 503
        case .gatewayTimeout: 504
        case .redirected(let status), .unexpectedStatus(let status): status
        case .transfer, .noKey, .htmlAnswer, .emptyBody, .undecodable, .implausible: nil
        }
    }

    /// Evidence that somebody else answers in the service's place.
    package var suggestsPortal: Bool {
        switch self {
        case .redirected, .htmlAnswer: true
        default: false
        }
    }

    /// Whether the failure is the server's doing and counts towards the breaker.
    package var isServerSide: Bool {
        switch self {
        case .serverError, .badGateway, .unavailable, .gatewayTimeout, .requestTimeout, .emptyBody,
            .undecodable:
            true
        case .transfer(let failure):
            switch failure.cause {
            case .connect, .timedOut, .connectionLost, .handshake: true
            default: false
            }
        default: false
        }
    }
}

extension TransferFailure {
    /// A word from a bounded set, for the journal, counters and logs.
    package var label: String {
        switch cause {
        case .resolver: "resolver"
        case .noSuchName: "no_such_name"
        case .connect: "connect"
        case .timedOut: "timed_out"
        case .connectionLost: "connection_lost"
        case .handshake: "tls_handshake"
        case .certificate(.expired): "certificate_expired"
        case .certificate(.notYetValid): "certificate_not_yet_valid"
        case .certificate(.untrusted): "certificate_untrusted"
        case .tooLarge: "too_large"
        case .local: "local"
        case .superseded: "superseded"
        }
    }
}
