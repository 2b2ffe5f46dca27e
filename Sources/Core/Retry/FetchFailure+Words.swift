extension FetchFailure {
    /// The failure in words, without key or URL; what the server said is sanitised.
    package var message: String {
        switch self {
        case .transfer(let failure): failure.message
        case .noKey: "no API key"
        case .badRequest(let said): FetchFailure.quoting("the request was refused (400)", said)
        case .keyRefused(let said): FetchFailure.quoting("the key was refused (401)", said)
        case .forbidden(let said): FetchFailure.quoting("not allowed with this key (403)", said)
        case .notFound(let said): FetchFailure.quoting("the service does not know this place (404)", said)
        case .requestTimeout: "the server gave up waiting (408)"
        case .requestTooLarge: "the request is too large (413)"
        case .tooManyRequests: "too many calls with this key (429)"
        case .serverError: "server error 500"
        case .badGateway: "server error 502 (bad gateway)"
        case .unavailable: "server error 503 (unavailable)"
        case .gatewayTimeout: "server error 504 (gateway time-out)"
        case .redirected(let status): "a redirect (\(status)) instead of an answer"
        case .htmlAnswer: "a web page instead of an answer"
        case .unexpectedStatus(let status): "unexpected status \(status)"
        case .emptyBody: "an empty answer"
        case .undecodable(let reason): "the answer cannot be read: \(reason.printable())"
        case .implausible(let reason): "the answer cannot be true: \(reason.printable())"
        }
    }

    private static func quoting(_ text: String, _ said: String?) -> String {
        guard let said, !said.isEmpty else { return text }
        return text + ": " + said.printable(limit: 120)
    }
}

extension TransferFailure {
    package var message: String {
        switch cause {
        case .resolver: "names cannot be resolved"
        case .noSuchName: "the name server knows no such name"
        case .connect: "no connection"
        case .timedOut: "no answer in time"
        case .connectionLost: "the connection broke"
        case .handshake: "the TLS handshake failed"
        case .certificate(.expired): "the certificate has expired"
        case .certificate(.notYetValid): "the certificate is not valid yet"
        case .certificate(.untrusted): "the certificate is not trusted"
        case .tooLarge: "the answer is larger than 1 MiB"
        case .local: "the request could not be made (curl \(curlCode))"
        case .superseded: "the network changed meanwhile"
        }
    }
}
