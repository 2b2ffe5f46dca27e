import Core
import Glibc
import Store

extension Windsock {
    /// Creates the database as a daemon would have left it: Oslo with weather of now, São Paulo without, and
    /// an ambiguous London.
    func storePlaces(observedAgo: Duration = .minutes(10), checkedAgo: Duration = .minutes(6)) async throws {
        let now = UnixTime(seconds: Int64(time(nil)))
        let store = try await Store.open(at: state + "/windsock.db")
        let places = try await store.addPlaces(
            [
                NewPlace(
                    name: "Oslo", query: .name("Oslo"),
                    resolved: Samples.candidate("Oslo", nil, "NO", 59.9133, 10.739)),
                NewPlace(name: "São Paulo", at: Samples.position(-23.55, -46.63)),
                NewPlace(name: "London", pending: .name("London")),
            ], at: now)
        try await store.setCandidates(places[2].id, Samples.candidates)
        let observedAt = now.advanced(by: .zero - observedAgo)
        _ = try await store.store(for: [places[0].id], fetchedAt: now.advanced(by: .zero - checkedAgo)) {
            .success(
                .current(CurrentWeather(observation: Samples.observation(at: observedAt), utcOffset: 3600)))
        }
        let steps = (0..<40).map { index in
            var step = ForecastStep(
                validAt: now.advanced(by: .hours(3 * index + 1)), temperature: Double(index % 8) - 6)
            step.snow3h = index % 5 == 0 ? 0.4 : nil
            step.condition = Samples.snow
            return step
        }
        if let forecast = Forecast(steps: steps) {
            _ = try await store.store(for: [places[0].id], fetchedAt: now) { .success(.forecast(forecast)) }
        }
        var air = AirQuality(observedAt: now)
        air.index = 2
        air.pm25 = 0.5
        air.o3 = 68.64
        _ = try await store.store(for: [places[0].id], fetchedAt: now) { [air] in .success(.air(air)) }
        await store.close()
    }
}
