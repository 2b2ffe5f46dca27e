import Store
import TestSupport
import Testing

/// The contract with whoever reads the database by other means: the columns of each view, by name and in
/// order.
struct ViewCase: CustomTestStringConvertible {
    let name: String
    let columns: String

    var testDescription: String { name }
}

@Suite struct ViewTests {
    private static let observation = """
        place_id place observed_at fetched_at temperature_c feels_like_c temperature_min_c temperature_max_c \
        pressure_hpa sea_level_hpa ground_level_hpa humidity_pct visibility_m wind_speed_ms \
        wind_direction_deg wind_gust_ms cloud_cover_pct rain_1h_mm rain_3h_mm snow_1h_mm snow_3h_mm condition_id condition \
        description icon sunrise_at sunset_at
        """

    @Test(arguments: [
        ViewCase(
            name: "v_place",
            columns: """
                id name query latitude longitude resolved_name state country utc_offset_s status created_at
                """),
        ViewCase(name: "v_observation", columns: observation),
        ViewCase(name: "v_current", columns: observation + " checked_at"),
        ViewCase(
            name: "v_forecast",
            columns: """
                place_id place issued_at valid_at temperature_c feels_like_c pressure_hpa humidity_pct \
                visibility_m wind_speed_ms wind_direction_deg wind_gust_ms cloud_cover_pct \
                precipitation_probability rain_3h_mm snow_3h_mm condition_id condition description icon
                """),
        ViewCase(
            name: "v_air",
            columns: """
                place_id place observed_at aqi co_ugm3 no_ugm3 no2_ugm3 o3_ugm3 so2_ugm3 pm2_5_ugm3 \
                pm10_ugm3 nh3_ugm3
                """),
        ViewCase(
            name: "v_attempt",
            columns: """
                at place_id place kind attempt outcome code http_status curl_code os_errno phase duration_ms \
                bytes decision retry_at
                """),
        ViewCase(name: "v_reachability", columns: "at state reason generation until"),
    ])
    func `a view has the columns it promises`(view: ViewCase) throws {
        let directory = TestDirectory()
        let connection = try Connection.openForWriting(directory.database, creation: .allowed).connection
        let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(view.name)]) {
            $0.text()
        }
        #expect(columns.joined(separator: " ") == view.columns)
    }

    @Test func `the newest are found through the table that names them, without a scan of the history`()
        throws
    {
        let directory = TestDirectory()
        let connection = try Connection.openForWriting(directory.database, creation: .allowed).connection
        for condition in ["", " WHERE place_id = 1"] {
            let plan = try connection.rows("EXPLAIN QUERY PLAN SELECT * FROM v_current" + condition) { row in
                _ = row.integer()
                _ = row.integer()
                _ = row.integer()
                return row.text()
            }
            #expect(
                plan.contains { $0.hasPrefix("SEARCH o USING PRIMARY KEY (place_id=? AND observed_at=?)") })
        }
    }
}
