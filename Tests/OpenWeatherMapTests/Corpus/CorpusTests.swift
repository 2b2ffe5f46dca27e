import Core
import OpenWeatherMap
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) struct CorpusTests {
    private func decode(_ row: CorpusRow, status: Int) throws -> Result<CorpusRow.Expected, FetchFailure> {
        let answer = Answer(status: status, body: try Corpus.body(row.file))
        let now = UnixTime(seconds: row.now)
        guard let kind = row.kind else {
            return answer.candidates(now: now, redactor: Redactor([])).map { .places($0) }
        }
        let asked = try #require(Coordinates(latitude: row.asked.0, longitude: row.asked.1))
        let question = Question(kind, at: asked, unit: row.unit)
        return answer.weather(for: question, now: now, redactor: Redactor([])).map { weather in
            switch weather {
            case .current(let current): .current(ExpectedCurrent(current))
            case .forecast(let forecast): .forecast(ExpectedForecast(forecast))
            case .air(let air): .air(air)
            }
        }
    }

    @Test(arguments: CorpusRow.all)
    func `every recorded answer becomes what it says`(row: CorpusRow) throws {
        switch (row.expected, try decode(row, status: row.status)) {
        case (.current(let expected), .success(.current(let found))):
            #expect(found.cents == expected.cents)
            #expect(found.missing == expected.missing)
        case (.forecast(let expected), .success(.forecast(let found))):
            #expect(found.cents == expected.cents)
            #expect(found.missing == expected.missing)
        case (.air(let expected), .success(.air(let found))): #expect(found == expected)
        case (.places(let expected), .success(.places(let found))): #expect(found == expected)
        case (.failure(let expected), .failure(let found)): #expect(found == expected)
        case (_, let found): Issue.record("it became \(found)")
        }
    }

    @Test(arguments: CorpusRow.failures.filter { $0.status >= 400 && $0.file.hasSuffix(".json") })
    func `an error that comes with status 200, as in 2015, is the same error`(row: CorpusRow) throws {
        guard case .failure(let expected) = row.expected,
            case .failure(let found) = try decode(row, status: 200)
        else {
            Issue.record("no failure")
            return
        }
        #expect(found == expected)
    }

    @Test(arguments: CorpusRow.current)
    func `half of a recorded answer is undecodable`(row: CorpusRow) throws {
        let body = try Corpus.body(row.file)
        let answer = Answer(status: 200, body: Array(body.prefix(body.count / 2)))
        let asked = try #require(Coordinates(latitude: row.asked.0, longitude: row.asked.1))
        let result = answer.weather(
            for: Question(.current, at: asked), now: UnixTime(seconds: row.now), redactor: Redactor([]))
        guard case .failure(.undecodable(let reason)) = result else {
            Issue.record("it became \(result)")
            return
        }
        #expect(reason.hasPrefix("it ends too early at byte "))
    }

    @Test func `every file of the folder and of its index has a row, with its status`() throws {
        let rows = Dictionary(grouping: CorpusRow.all, by: \.file)
        #expect(rows.values.allSatisfy { $0.count == 1 })
        #expect(try Corpus.files() == Set(rows.keys))
        let index = try Corpus.index()
        #expect(Set(index.keys) == Set(rows.keys))
        for row in CorpusRow.all { #expect(index[row.file] == row.status, "\(row.file)") }
    }
}

extension ExpectedCurrent {
    init(_ current: CurrentWeather) {
        let observation = current.observation
        self.init(
            temperature: observation.temperature, wind: observation.windSpeed,
            direction: observation.windDirection, gust: observation.windGust,
            rain: (observation.rain1h, observation.rain3h), snow: (observation.snow1h, observation.snow3h),
            condition: observation.condition?.id ?? 0, text: observation.condition?.text ?? "",
            name: current.name, country: current.country, utcOffset: current.utcOffset,
            missing: missingMembers(of: observation))
    }

    /// All values as text, numbers in hundredths.
    var cents: [String] {
        let numbers = [
            temperature, wind, direction, gust, rain.0, rain.1, snow.0, snow.1,
        ]
        return numbers.map { $0.map { String($0.cents) } ?? "-" }
            + [String(condition), text, name ?? "-", country ?? "-", utcOffset.map { String($0) } ?? "-"]
    }
}

extension ExpectedForecast {
    init(_ forecast: Forecast) {
        let steps = forecast.steps
        let temperatures = steps.map(\.temperature)
        self.init(
            count: steps.count, first: steps[0].validAt.seconds, last: steps[steps.count - 1].validAt.seconds,
            temperatures: (
                temperatures[0], temperatures[temperatures.count - 1], temperatures.min() ?? .nan,
                temperatures.max() ?? .nan
            ), wind: (steps[0].windSpeed, steps[0].windDirection, steps[0].windGust),
            probability: steps.compactMap(\.precipitationProbability).reduce(0, +),
            rain: (steps.count { $0.rain3h != nil }, steps.compactMap(\.rain3h).reduce(0, +)),
            missing: missingMembers(of: steps[0]))
    }

    var cents: [Int?] {
        [
            count, Int(first), Int(last), temperatures.first.cents, temperatures.last.cents,
            temperatures.lowest.cents, temperatures.highest.cents, wind.0?.cents, wind.1?.cents,
            wind.2?.cents,
            probability.cents, rain.steps, rain.total.cents,
        ]
    }
}
