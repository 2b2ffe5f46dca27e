import Core
import Store
import Testing

@Suite struct SizeTests {
    @Test func `an observation takes at most 120 bytes on disk, index included`() async throws {
        try await withStore { store, reader in
            let places = try await store.addPlaces(
                (0..<100).map { NewPlace(name: "\($0)", pending: .name("x")) }, at: second(0)
            ).map(\.id)
            let empty = try reader.counts().bytes
            // In the order the daemon writes them: every ten minutes one row for each place.
            for block in 0..<20 {
                try await withThrowingTaskGroup { group in
                    for round in block * 50..<(block + 1) * 50 {
                        let weather = Weather.current(CurrentWeather(observation: sample(round)))
                        let fetchedAt = second(Int64(round) * 600 + 240)
                        group.addTask {
                            try await store.store(for: places, fetchedAt: fetchedAt) { .success(weather) }
                                .get()
                        }
                    }
                    for try await outcome in group { #expect(outcome == .stored) }
                }
            }
            let counts = try reader.counts()
            #expect(counts.observations == 100_000)
            let perRow = Double(counts.bytes - empty) / 100_000
            #expect(perRow <= 120)
            // Less than its values need would mean that the measure is wrong.
            #expect(perRow >= 50)
        }
    }

    /// Weather with every member the service sends on a rainy day, and two decimals where it sends them.
    private func sample(_ round: Int) -> Observation {
        let wave = Double(round % 97) / 100
        var observation = Observation(observedAt: second(Int64(round) * 600), temperature: 11.37 + wave)
        observation.feelsLike = 10.71 + wave
        observation.temperatureMinimum = 9.88 + wave
        observation.temperatureMaximum = 12.59 + wave
        observation.pressure = 1013
        observation.seaLevelPressure = 1013
        observation.groundLevelPressure = 1009
        observation.humidity = 83
        observation.visibility = 10_000
        observation.windSpeed = 5.66 + wave
        observation.windDirection = Double(round % 361)
        observation.windGust = 9.81 + wave
        observation.cloudCover = 75
        observation.rain1h = 0.12 + wave
        observation.condition = Condition(id: 500, group: "Rain", text: "light rain", icon: "10d")
        observation.sunrise = second(Int64(round) * 600 - 12_345)
        observation.sunset = second(Int64(round) * 600 + 23_456)
        return observation
    }
}
