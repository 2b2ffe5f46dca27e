import Core

/// The good answers of `/data/2.5/`.
struct WeatherBody {
    let coordinates: Coordinates
    let units: WeatherUnits
    let language: String?
    let distortion: Distortion

    private var model: WeatherModel { WeatherModel(coordinates) }

    /// `/data/2.5/weather`.
    func current(at now: UnixTime) -> [UInt8] {
        let time = dataTime(at: now)
        let sample = model.sample(at: time)
        let place = Gazetteer.nearest(to: coordinates)
        let sun = Sun(coordinates: coordinates)
        let day = sun.riseAndSet(on: time)
        var json = JSONWriter()
        json.object { json in
            writeCoordinates(to: &json)
            writeCondition(of: sample, to: &json)
            json.member("base", "stations")
            json.member("main", object: { json in writeMain(of: sample, to: &json) })
            if let visibility = sample.visibility { json.member("visibility", visibility) }
            writeWind(of: sample, to: &json)
            if let rain = sample.rain { json.member("rain", object: { json in json.member("1h", rain) }) }
            if let snow = sample.snow { json.member("snow", object: { json in json.member("1h", snow) }) }
            json.member("clouds", object: { json in json.member("all", sample.clouds) })
            json.member("dt", time.seconds)
            json.member(
                "sys",
                object: { json in
                    if let place { json.member("country", place.country) }
                    json.member("sunrise", day?.rise.seconds ?? 0)
                    json.member("sunset", day?.set.seconds ?? 0)
                })
            json.member("timezone", sun.utcOffset)
            json.member("id", place?.id ?? 0)
            json.member("name", place?.name ?? "")
            json.member("cod", 200)
        }
        return json.bytes
    }

    /// `/data/2.5/forecast`: `count` steps of three hours, the first one ahead of now.
    func forecast(at now: UnixTime, count: Int) -> [UInt8] {
        let time = dataTime(at: now)
        let first = time.seconds - time.seconds % 10_800 + 10_800
        let place = Gazetteer.nearest(to: coordinates)
        let sun = Sun(coordinates: coordinates)
        let day = sun.riseAndSet(on: time)
        var json = JSONWriter()
        json.object { json in
            json.member("cod", "200")
            json.member("message", 0)
            json.member("cnt", count)
            json.member(
                "list",
                array: { json in
                    for step in 0..<count {
                        writeStep(at: UnixTime(seconds: first + Int64(step) * 10_800), to: &json)
                    }
                })
            json.member(
                "city",
                object: { json in
                    json.member("id", place?.id ?? 0)
                    json.member("name", place?.name ?? "")
                    writeCoordinates(to: &json)
                    json.member("country", place?.country ?? "")
                    json.member("population", place == nil ? 0 : 1_000_000)
                    json.member("timezone", sun.utcOffset)
                    json.member("sunrise", day?.rise.seconds ?? 0)
                    json.member("sunset", day?.set.seconds ?? 0)
                })
        }
        return json.bytes
    }

    /// `/data/2.5/air_pollution`.
    func air(at now: UnixTime) -> [UInt8] {
        let time = dataTime(at: now)
        let usual = [
            ("co", 220.0), ("no", 0.6), ("no2", 9.0), ("o3", 65.0), ("so2", 2.2), ("pm2_5", 9.0),
            ("pm10", 14.0), ("nh3", 1.4),
        ]
        let components = usual.enumerated().map { index, item in
            (name: item.0, value: model.concentration(index, usual: item.1, at: time))
        }
        // The service's own bounds for PM2.5: good, fair, moderate, poor, very poor.
        let fine = components[5].value
        let quality = 1 + [10.0, 25, 50, 75].filter { fine >= $0 }.count
        var json = JSONWriter()
        json.object { json in
            writeCoordinates(to: &json)
            json.member(
                "list",
                array: { json in
                    json.object { json in
                        json.member("main", object: { json in json.member("aqi", quality) })
                        json.member(
                            "components",
                            object: { json in
                                for component in components {
                                    json.member(component.name, component.value)
                                }
                            })
                        json.member("dt", time.seconds)
                    }
                })
        }
        return json.bytes
    }

    private func dataTime(at now: UnixTime) -> UnixTime {
        let time = WeatherModel.dataTime(at: now)
        return distortion == .oldTime ? time.advanced(by: .days(-30)) : time
    }

    private func writeStep(at time: UnixTime, to json: inout JSONWriter) {
        let sample = model.sample(at: time)
        json.object { json in
            json.member("dt", time.seconds)
            json.member(
                "main",
                object: { json in
                    writeMain(of: sample, to: &json)
                    json.member("temp_kf", 0)
                })
            writeCondition(of: sample, to: &json)
            json.member("clouds", object: { json in json.member("all", sample.clouds) })
            writeWind(of: sample, to: &json)
            if let visibility = sample.visibility { json.member("visibility", visibility) }
            json.member("pop", sample.precipitationProbability)
            if let rain = sample.rain {
                json.member("rain", object: { json in json.member("3h", (rain * 3).rounded(decimals: 2)) })
            }
            if let snow = sample.snow {
                json.member("snow", object: { json in json.member("3h", (snow * 3).rounded(decimals: 2)) })
            }
            json.member("sys", object: { json in json.member("pod", sample.isDay ? "d" : "n") })
            json.member("dt_txt", time.rfc3339.prefix(10) + " " + time.rfc3339.dropFirst(11).prefix(8))
        }
    }

    private func writeCoordinates(to json: inout JSONWriter) {
        let shift =
            switch distortion {
            case .wrongCoordinates: coordinates.latitude < 0 ? 10.0 : -10.0
            default: 0.0
            }
        json.member(
            "coord",
            object: { json in
                json.member("lon", coordinates.longitude.rounded(decimals: 4))
                json.member("lat", (coordinates.latitude + shift).rounded(decimals: 4))
            })
    }

    private func writeCondition(of sample: WeatherSample, to json: inout JSONWriter) {
        let condition = sample.condition
        json.member(
            "weather",
            array: { json in
                json.object { json in
                    json.member("id", condition.rawValue)
                    json.member("main", condition.group)
                    json.member("description", condition.description(language: language))
                    json.member("icon", condition.icon(isDay: sample.isDay))
                }
            })
    }

    private func writeMain(of sample: WeatherSample, to json: inout JSONWriter) {
        json.member("temp", units.temperature(celsius: sample.temperature))
        json.member("feels_like", units.temperature(celsius: sample.feelsLike))
        json.member("temp_min", units.temperature(celsius: sample.temperature - 0.8))
        json.member("temp_max", units.temperature(celsius: sample.temperature + 0.6))
        json.member("pressure", sample.pressure)
        json.member("humidity", sample.humidity)
        json.member("sea_level", sample.pressure)
        json.member("grnd_level", sample.groundPressure)
    }

    private func writeWind(of sample: WeatherSample, to json: inout JSONWriter) {
        json.member(
            "wind",
            object: { json in
                json.member("speed", units.speed(metersPerSecond: sample.windSpeed))
                if let direction = sample.windDirection { json.member("deg", direction) }
                if let gust = sample.gust { json.member("gust", units.speed(metersPerSecond: gust)) }
            })
    }
}
