extension Schema {
    /// The views of version 1: what others may rely on.
    ///
    /// Columns are added at the end or not at all.
    static let firstViews = """
        CREATE VIEW v_place AS
        SELECT
            id, name, query, latitude, longitude, resolved_name, state, country, utc_offset_s, status, created_at
        FROM place;

        CREATE VIEW v_observation AS
        SELECT \(observationColumns)
        FROM observation AS o
        JOIN place AS p ON p.id = o.place_id
        LEFT JOIN condition AS c ON c.id = o.condition_id;

        -- CROSS JOIN keeps the order: from each place's newest to the one row it names.
        CREATE VIEW v_current AS
        SELECT \(observationColumns), l.checked_at AS checked_at
        FROM latest AS l
        CROSS JOIN observation AS o ON o.place_id = l.place_id AND o.observed_at = l.at
        JOIN place AS p ON p.id = l.place_id
        LEFT JOIN condition AS c ON c.id = o.condition_id
        WHERE l.kind = 'current';

        CREATE VIEW v_forecast AS
        SELECT
            f.place_id AS place_id, p.name AS place, l.at AS issued_at, f.valid_at AS valid_at,
            f.temperature / 100.0 AS temperature_c, f.feels_like / 100.0 AS feels_like_c,
            f.pressure / 100.0 AS pressure_hpa, f.humidity AS humidity_pct, f.visibility AS visibility_m,
            f.wind_speed / 100.0 AS wind_speed_ms, f.wind_direction AS wind_direction_deg,
            f.wind_gust / 100.0 AS wind_gust_ms, f.cloud_cover AS cloud_cover_pct,
            f.precipitation_probability / 100.0 AS precipitation_probability,
            f.rain_3h / 100.0 AS rain_3h_mm, f.snow_3h / 100.0 AS snow_3h_mm,
            c.code AS condition_id, c.name AS condition, c.description AS description, c.icon AS icon
        FROM forecast AS f
        JOIN place AS p ON p.id = f.place_id
        JOIN latest AS l ON l.place_id = f.place_id AND l.kind = 'forecast'
        LEFT JOIN condition AS c ON c.id = f.condition_id;

        CREATE VIEW v_air AS
        SELECT
            a.place_id AS place_id, p.name AS place, a.observed_at AS observed_at, a.aqi AS aqi,
            a.co / 100.0 AS co_ugm3, a.no / 100.0 AS no_ugm3, a.no2 / 100.0 AS no2_ugm3,
            a.o3 / 100.0 AS o3_ugm3, a.so2 / 100.0 AS so2_ugm3, a.pm2_5 / 100.0 AS pm2_5_ugm3,
            a.pm10 / 100.0 AS pm10_ugm3, a.nh3 / 100.0 AS nh3_ugm3
        FROM air AS a
        JOIN place AS p ON p.id = a.place_id
        ORDER BY a.place_id, a.observed_at;

        CREATE VIEW v_attempt AS
        SELECT
            t.at AS at, t.place_id AS place_id, p.name AS place, t.kind AS kind, t.attempt AS attempt,
            t.outcome AS outcome, t.code AS code, t.http_status AS http_status, t.curl_code AS curl_code,
            t.os_errno AS os_errno, t.phase AS phase, t.duration_ms AS duration_ms, t.bytes AS bytes,
            t.decision AS decision, t.retry_at AS retry_at
        FROM attempt AS t
        LEFT JOIN place AS p ON p.id = t.place_id;

        CREATE VIEW v_reachability AS
        SELECT
            r.at AS at, r.state AS state, r.reason AS reason, r.generation AS generation,
            (SELECT n.at FROM reachability AS n WHERE n.id > r.id ORDER BY n.id LIMIT 1) AS until
        FROM reachability AS r;

        """

    private static let observationColumns = """

            o.place_id AS place_id, p.name AS place, o.observed_at AS observed_at,
            o.observed_at + o.fetched_after AS fetched_at,
            o.temperature / 100.0 AS temperature_c, o.feels_like / 100.0 AS feels_like_c,
            o.temperature_min / 100.0 AS temperature_min_c, o.temperature_max / 100.0 AS temperature_max_c,
            o.pressure / 100.0 AS pressure_hpa, o.sea_level / 100.0 AS sea_level_hpa,
            o.ground_level / 100.0 AS ground_level_hpa, o.humidity AS humidity_pct,
            o.visibility AS visibility_m, o.wind_speed / 100.0 AS wind_speed_ms,
            o.wind_direction AS wind_direction_deg, o.wind_gust / 100.0 AS wind_gust_ms,
            o.cloud_cover AS cloud_cover_pct,
            o.rain_1h / 100.0 AS rain_1h_mm, o.rain_3h / 100.0 AS rain_3h_mm,
            o.snow_1h / 100.0 AS snow_1h_mm, o.snow_3h / 100.0 AS snow_3h_mm,
            c.code AS condition_id, c.name AS condition, c.description AS description, c.icon AS icon,
            o.observed_at + o.sunrise_after AS sunrise_at, o.observed_at + o.sunset_after AS sunset_at
        """
}
