import Core

/// What the virtual service answers at one time, once a call gets through to it.
///
/// A time-line writes it as one character for each step.
package enum VirtualService: Character, Sendable {
    case weather = "·"
    case unchanged = "="
    /// 503.
    case unavailable = "5"
    /// 429 without Retry-After.
    case tooMany = "4"
    /// 429 with a Retry-After of fifteen minutes.
    case tooManyForLong = "9"
    /// 401.
    case keyRefused = "k"
    /// 404.
    case notFound = "n"
    /// A web page with status 200.
    case page = "h"
    /// A body that makes no sense.
    case garbage = "g"
    /// 413.
    case tooLarge = "L"
    /// A body past the byte cap.
    case endless = "e"
    /// The pooled connection is dead; a fresh one works.
    case stalePool = "x"
    /// Every connection breaks.
    case breaking = "X"
    /// Good weather that our disk does not take.
    case diskFull = "f"

    func outcome(for order: FetchOrder) -> FetchResult.Outcome {
        switch self {
        case .weather: .stored(.stored)
        case .unchanged: .stored(.unchanged)
        case .unavailable: .failed(.unavailable)
        case .tooMany: .failed(.tooManyRequests(retryAfter: nil))
        case .tooManyForLong: .failed(.tooManyRequests(retryAfter: .minutes(15)))
        case .keyRefused: .failed(.keyRefused(message: "Invalid API key"))
        case .notFound: .failed(.notFound(message: "city not found"))
        case .page: .failed(.htmlAnswer)
        case .garbage: .failed(.undecodable("line 1"))
        case .tooLarge: .failed(.requestTooLarge)
        case .endless: .failed(.transfer(TransferFailure(.tooLarge, phase: .response, curlCode: 63)))
        case .stalePool:
            order.freshConnection
                ? .stored(.stored)
                : .failed(.transfer(VirtualService.broken(reused: true)))
        case .breaking: .failed(.transfer(VirtualService.broken(reused: false)))
        case .diskFull: .notStored
        }
    }

    private static func broken(reused: Bool) -> TransferFailure {
        TransferFailure(.connectionLost, phase: .response, curlCode: 56, reusedConnection: reused)
    }
}
