import Core

extension Answer {
    /// The body of a good answer as a value.
    ///
    /// The HTTP status decides first, then what the body is, then a `cod` in it: in 2015 errors came with
    /// status 200.
    func document(now: UnixTime, redactor: Redactor) throws(FetchFailure) -> JSONValue {
        guard status == 200 else {
            throw failure(status: status, in: try? JSONValue(parsing: body), now: now, redactor: redactor)
        }
        guard let first = firstByte else { throw .emptyBody }
        guard first != UInt8(ascii: "<"), !isDeclaredHTML else { throw .htmlAnswer }
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: body)
        } catch {
            throw .undecodable("\(error.reason.rawValue) at byte \(error.offset)")
        }
        let root = AnswerObject(document, redactor: redactor)
        guard let code = root.integer("cod") ?? root.integer("code"), code != 200 else { return document }
        guard (100...599).contains(code) else { throw .undecodable("an unknown cod") }
        throw failure(status: Int(code), in: document, now: now, redactor: redactor)
    }

    private func failure(
        status: Int, in document: JSONValue?, now: UnixTime, redactor: Redactor
    ) -> FetchFailure {
        let message = AnswerObject(document, redactor: redactor).text("message")
        return switch status {
        case 300...399: .redirected(status: status)
        case 400: .badRequest(message: message)
        case 401: .keyRefused(message: message)
        case 403: .forbidden(message: message)
        case 404: .notFound(message: message)
        case 408: .requestTimeout
        case 413: .requestTooLarge
        case 429:
            .tooManyRequests(
                retryAfter: retryAfter.flatMap {
                    RetryAfter.duration($0, serverDate: serverDate(now: now), now: now)
                })
        case 500: .serverError
        case 502: .badGateway
        case 503: .unavailable
        case 504: .gatewayTimeout
        default: .unexpectedStatus(status)
        }
    }

    /// The first byte that is neither white space nor part of a byte-order mark, which web pages begin with.
    private var firstByte: UInt8? {
        let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        return text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    }

    private var isDeclaredHTML: Bool {
        let type = (contentType ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
        return type == "text/html" || type == "application/xhtml+xml"
    }
}
