import Control
import Core
import Store

/// All that is stored of a place and still of interest.
struct StoredWeather {
    let place: PlaceReport
    let utcOffset: Int64?
    let current: CurrentReport?
    let forecast: ForecastRow?
    let air: AirRow?

    /// For `windsock show --json`; members are named as the columns of the views.
    func writeMembers(to json: inout JSONWriter) {
        var place = place
        place.current = current
        json.member("place", place)
        json.member("utc_offset_s", utcOffset)
        json.time("forecast_issued_at", forecast?.issuedAt)
        json.time("forecast_checked_at", forecast?.checkedAt)
        json.member(
            "forecast",
            array: { json in
                for step in forecast?.forecast.steps ?? [] { json.object { $0.members(of: step) } }
            })
        json.name("air")
        if let air {
            json.object { $0.members(of: air) }
        } else {
            json.null()
        }
        json.member("attribution", WeatherPage.attribution)
    }
}

extension JSONWriter {
    fileprivate mutating func members(of step: ForecastStep) {
        time("valid_at", step.validAt)
        member("temperature_c", step.temperature)
        member("feels_like_c", step.feelsLike)
        member("pressure_hpa", step.pressure)
        member("humidity_pct", step.humidity)
        member("visibility_m", step.visibility)
        member("wind_speed_ms", step.windSpeed)
        member("wind_direction_deg", step.windDirection)
        member("wind_gust_ms", step.windGust)
        member("cloud_cover_pct", step.cloudCover)
        member("precipitation_probability", step.precipitationProbability)
        member("rain_3h_mm", step.rain3h)
        member("snow_3h_mm", step.snow3h)
        member("condition_id", step.condition?.id)
        member("condition", step.condition?.group)
        member("description", step.condition?.text)
        member("icon", step.condition?.icon)
    }

    fileprivate mutating func members(of row: AirRow) {
        time("observed_at", row.air.observedAt)
        time("checked_at", row.checkedAt)
        member("aqi", row.air.index)
        member("co_ugm3", row.air.co)
        member("no_ugm3", row.air.no)
        member("no2_ugm3", row.air.no2)
        member("o3_ugm3", row.air.o3)
        member("so2_ugm3", row.air.so2)
        member("pm2_5_ugm3", row.air.pm25)
        member("pm10_ugm3", row.air.pm10)
        member("nh3_ugm3", row.air.nh3)
    }
}
