import Core
import Store
import Testing

@Suite struct WeatherTests {
    /// Every member set, with the decimals the service sends and some it sent years ago.
    private var full: Observation {
        var observation = Observation(observedAt: second(100), temperature: -0.01)
        observation.feelsLike = -4.3
        observation.temperatureMinimum = -0.07
        observation.temperatureMaximum = 8.72
        observation.pressure = 986.36
        observation.seaLevelPressure = 1026.97
        observation.groundLevelPressure = 933
        observation.humidity = 87
        observation.visibility = 16_093
        observation.windSpeed = 11.91
        observation.windDirection = 15.0082
        observation.windGust = 17.06
        observation.cloudCover = 0
        observation.rain1h = 3.16
        observation.rain3h = 0
        observation.snow1h = 1.15
        observation.snow3h = 0.05
        observation.condition = Condition(id: 601, group: "Snow", text: "сніг", icon: "13n")
        observation.sunrise = second(-3000)
        observation.sunset = second(30_000)
        return observation
    }

    @Test func `an observation comes back as it was stored`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            let weather = Weather.current(CurrentWeather(observation: full))
            #expect(try await store.keep(weather, for: oslo, fetchedAt: second(130)) == .stored)
            let current = CurrentRow(
                place: oslo, observation: full, fetchedAt: second(130), checkedAt: second(130))
            #expect(try reader.currents() == [current])
            #expect(
                try reader.observations(of: oslo)
                    == [ObservationRow(observation: full, fetchedAt: second(130))])
        }
    }

    @Test func `what the service did not say is NULL, not zero`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            try await store.keep(.current(1, 0), for: oslo, fetchedAt: second(2))
            #expect(
                try reader.currents()[0].observation == Observation(observedAt: second(1), temperature: 0))
            let nulls = try await store.read { (connection) throws(StoreError) in
                let columns = [
                    "feels_like_c", "pressure_hpa", "humidity_pct", "visibility_m", "wind_direction_deg",
                    "rain_1h_mm", "snow_3h_mm", "condition_id", "description", "sunrise_at",
                ]
                let sum = columns.map { "(\($0) IS NULL)" }.joined(separator: " + ")
                return try connection.number("SELECT \(sum) FROM v_current")
            }
            #expect(nulls == 10)
        }
    }

    @Test(arguments: [35.71, 1025.04, 270.312, 273.15, 1e-9, -89.2, 1.0 / 3, 1e300, -227.04] as [Double])
    func `no decimals are lost`(value: Double) async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            var observation = Observation(observedAt: second(1), temperature: value)
            observation.windDirection = value
            try await store.keep(
                .current(CurrentWeather(observation: observation)), for: oslo, fetchedAt: second(2))
            let stored = try #require(try reader.currents().first).observation
            #expect(abs(stored.temperature - value) <= abs(value) * 1e-15 + 1e-8)
            #expect(stored.windDirection == value)
        }
    }

    @Test func `a number that is none becomes NULL, or is refused where one is needed`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            var observation = Observation(observedAt: second(1), temperature: 3)
            observation.pressure = .nan
            observation.windGust = .infinity
            try await store.keep(
                .current(CurrentWeather(observation: observation)), for: oslo, fetchedAt: second(2))
            #expect(try reader.currents()[0].observation.pressure == nil)
            #expect(try reader.currents()[0].observation.windGust == nil)
            let error = await #expect(throws: StoreError.self) {
                try await store.keep(.current(9, .nan), for: oslo, fetchedAt: second(9))
            }
            #expect(error?.label == "constraint")
            #expect(try reader.currents()[0].observation.observedAt == second(1))
        }
    }

    @Test func `the same observation again adds no row, but the check moves`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            #expect(try await store.keep(.current(1, 4), for: oslo, fetchedAt: second(2)) == .stored)
            #expect(try await store.keep(.current(1, 4), for: oslo, fetchedAt: second(600)) == .unchanged)
            #expect(try reader.counts().observations == 1)
            let row = try reader.currents()[0]
            #expect(row.fetchedAt == second(2))
            #expect(row.checkedAt == second(600))
        }
    }

    @Test func `an older observation is history and takes nothing from the newest`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            try await store.keep(.current(1000, 4), for: oslo, fetchedAt: second(1001))
            #expect(try await store.keep(.current(400, 9), for: oslo, fetchedAt: second(1600)) == .stored)
            let row = try reader.currents()[0]
            #expect(row.observation.observedAt == second(1000))
            #expect(row.observation.temperature == 4)
            #expect(row.checkedAt == second(1600))
            #expect(try reader.observations(of: oslo).map(\.observation.temperature) == [9, 4])
            #expect(try reader.observations(of: oslo, since: second(401)).count == 1)
            #expect(try reader.observations(of: oslo, until: second(1000)).count == 1)
        }
    }

    @Test func `a new forecast replaces the old one as a whole`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            let bergen = try await store.addPlace("Bergen")
            var step = ForecastStep(validAt: second(10_800), temperature: -1.25)
            step.precipitationProbability = 0.17
            step.rain3h = 0.5
            step.condition = Condition(id: 500, group: "Rain", text: "light rain", icon: nil)
            let first = try #require(
                Forecast(steps: [step, ForecastStep(validAt: second(21_600), temperature: 3)]))
            let next = try forecast(21_600, temperature: 4)
            for place in [oslo, bergen] {
                #expect(try await store.keep(.forecast(first), for: place, fetchedAt: second(5)) == .stored)
            }
            #expect(
                try reader.forecast(of: oslo)
                    == ForecastRow(forecast: first, issuedAt: second(5), checkedAt: second(5)))
            #expect(try await store.keep(.forecast(first), for: oslo, fetchedAt: second(6)) == .unchanged)
            #expect(
                try reader.forecast(of: oslo)
                    == ForecastRow(forecast: first, issuedAt: second(5), checkedAt: second(6)))
            #expect(try await store.keep(.forecast(next), for: oslo, fetchedAt: second(7)) == .stored)
            #expect(
                try reader.forecast(of: oslo)
                    == ForecastRow(forecast: next, issuedAt: second(7), checkedAt: second(7)))
            #expect(try reader.forecast(of: bergen)?.forecast == first)
        }
    }

    @Test func `air values are all kept and the newest is found`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            var air = AirQuality(observedAt: second(3600))
            air.index = 3
            air.co = 196.93
            air.no = 0.65
            air.no2 = 3.98
            air.o3 = 107.29
            air.so2 = 1.46
            air.pm25 = 8.58
            air.pm10 = 13.5
            air.nh3 = 2.03
            #expect(try await store.keep(.air(air), for: oslo, fetchedAt: second(3601)) == .stored)
            #expect(
                try await store.keep(
                    .air(AirQuality(observedAt: second(0))), for: oslo, fetchedAt: second(3602))
                    == .stored)
            #expect(try await store.keep(.air(air), for: oslo, fetchedAt: second(3603)) == .unchanged)
            #expect(try reader.air(of: oslo) == AirRow(air: air, checkedAt: second(3603)))
            let times = try await store.read { (connection) throws(StoreError) in
                try connection.rows("SELECT observed_at FROM v_air") { $0.integer() }
            }
            #expect(times == [second(0).seconds, second(3600).seconds])
        }
    }

    @Test func `places that shared a call all get the answer`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            try await store.keep(.current(1, 4), for: oslo, fetchedAt: second(2))
            let harbour = try await store.addPlace("Harbour")
            // New for one of them is new.
            #expect(try await store.keep(.current(1, 4), for: oslo, harbour, fetchedAt: second(3)) == .stored)
            #expect(try reader.currents().map(\.place) == [oslo, harbour])
            #expect(try reader.currents().map(\.checkedAt) == [second(3), second(3)])
            #expect(try reader.currents(of: [harbour, PlaceID(99)]).map(\.place) == [harbour])
        }
    }

    @Test func `an answer that cannot be read changes nothing`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            try await store.keep(.current(1, 4), for: oslo, fetchedAt: second(2))
            let before = try reader.currents()
            let outcome = try await store.store(for: [oslo], fetchedAt: second(600)) {
                .failure(.undecodable("no temperature"))
            }
            #expect(outcome == .failure(.undecodable("no temperature")))
            #expect(try reader.currents() == before)
        }
    }

    @Test func `the answer names the place once, and moves its offset always`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            func keep(_ name: String?, _ country: String?, _ offset: Int64?) async throws -> Place? {
                let observation = Observation(observedAt: second(1), temperature: 4)
                let current = CurrentWeather(
                    observation: observation, name: name, country: country, utcOffset: offset)
                try await store.keep(.current(current), for: oslo, fetchedAt: second(2))
                return try reader.places().first
            }
            var place = try await keep("", nil, nil)
            #expect(place?.resolvedName == nil)
            place = try await keep("Christiania", "NO", 3600)
            #expect(place?.resolvedName == "Christiania")
            #expect(place?.country == "NO")
            #expect(place?.utcOffset == 3600)
            place = try await keep("Осло", "XX", 7200)
            #expect(place?.resolvedName == "Christiania")
            #expect(place?.country == "NO")
            #expect(place?.utcOffset == 7200)
            place = try await keep(nil, nil, nil)
            #expect(place?.utcOffset == 7200)
        }
    }

    @Test func `a wording is kept once however often it comes`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            let wordings = ["clear sky", "ясно", "clear sky\u{0}", "clear sky"]
            for (index, text) in wordings.enumerated() {
                var observation = Observation(observedAt: second(Int64(index)), temperature: 4)
                observation.condition = Condition(id: 800, group: "Clear", text: text, icon: nil)
                try await store.keep(
                    .current(CurrentWeather(observation: observation)), for: oslo, fetchedAt: second(9))
            }
            #expect(try reader.observations(of: oslo).map { $0.observation.condition?.text } == wordings)
            let kept = try await store.read { (connection) throws(StoreError) in
                try connection.number("SELECT count(*) FROM condition")
            }
            #expect(kept == 3)
        }
    }
}
