package import Core

/// A completed HTTP exchange, of any status.
package struct Answer: Equatable, Sendable {
    package var status: Int
    /// The header fields Content-Type, Date and Retry-After as they were sent; nil where they were not.
    package var contentType: String?
    package var date: String?
    package var retryAfter: String?
    package var body: [UInt8]

    package init(
        status: Int, contentType: String? = nil, date: String? = nil, retryAfter: String? = nil,
        body: [UInt8]
    ) {
        self.status = status
        self.contentType = contentType
        self.date = date
        self.retryAfter = retryAfter
        self.body = body
    }

    /// The server's clock; nil when it was not sent or cannot be read.
    ///
    /// `now` settles the century of a year with two digits only.
    package func serverDate(now: UnixTime) -> UnixTime? {
        date.flatMap { UnixTime(httpDate: $0, now: now) }
    }

    /// The weather in the answer to `question`, in metric units and plausible, or why there is none.
    ///
    /// `now` is our clock; it counts where the server sends no Date. The keys of `redactor` are taken out
    /// of every text that is kept.
    package func weather(
        for question: Question, now: UnixTime, redactor: Redactor
    ) -> Result<Weather, FetchFailure> {
        Result { () throws(FetchFailure) in
            let root = AnswerObject(try document(now: now, redactor: redactor), redactor: redactor)
            let check = Plausibility(question: question, date: serverDate(now: now) ?? now)
            switch question.kind {
            case .current: return .current(try CurrentWeather(root, unit: question.unit, check))
            case .forecast: return .forecast(try Forecast(root, unit: question.unit, check))
            case .air: return .air(try AirQuality(root, check))
            }
        }
    }

    /// The places in an answer of geocoding, the best first, those within 30 km of a better one left out;
    /// never empty.
    ///
    /// An unknown name is `FetchFailure.notFound`, though the service calls it 200.
    package func candidates(now: UnixTime, redactor: Redactor) -> Result<[PlaceCandidate], FetchFailure> {
        Result { () throws(FetchFailure) in
            let document = try document(now: now, redactor: redactor)
            let found = document.array ?? [document]
            guard !found.isEmpty else { throw .notFound(message: nil) }
            // More than were asked for are somebody's attempt to keep us busy.
            let candidates = found.lazy.compactMap {
                PlaceCandidate(AnswerObject($0, redactor: redactor))
            }.prefix(Request.candidateLimit)
            guard !candidates.isEmpty else { throw .undecodable("no place with a name and a position") }
            return Array(candidates).distinct(within: PlaceCandidate.samePlace)
        }
    }
}
