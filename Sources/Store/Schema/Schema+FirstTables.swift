extension Schema {
    /// The tables of version 1.
    ///
    /// They are private; the views are the contract.
    ///
    /// Times are epoch seconds, UTC. `observation`, `forecast` and `air` keep temperatures, pressures,
    /// speeds, amounts, concentrations and probabilities in hundredths: as whole numbers they take one to
    /// three bytes in a REAL column, and still nothing is lost of a number that has more decimals.
    /// `fetched_after`, `sunrise_after` and `sunset_after` are seconds after `observed_at`, for the same
    /// reason.
    static let firstTables = """
        CREATE TABLE place (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL UNIQUE,
            query TEXT,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            resolved_name TEXT,
            state TEXT,
            country TEXT,
            utc_offset_s INTEGER,
            status TEXT NOT NULL CHECK (status IN ('pending', 'ambiguous', 'active', 'paused', 'not_found')),
            created_at INTEGER NOT NULL,
            CHECK ((latitude IS NULL) = (longitude IS NULL)),
            CHECK (status <> 'active' OR latitude IS NOT NULL)
        ) STRICT;

        CREATE TABLE candidate (
            place_id INTEGER NOT NULL REFERENCES place (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            state TEXT,
            country TEXT,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            PRIMARY KEY (place_id, position)
        ) STRICT, WITHOUT ROWID;

        -- Removed places whose history is still being deleted.
        CREATE TABLE removed (
            place_id INTEGER PRIMARY KEY
        ) STRICT;

        CREATE TABLE condition (
            id INTEGER PRIMARY KEY,
            code INTEGER NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            icon TEXT
        ) STRICT;
        CREATE UNIQUE INDEX condition_identity ON condition (code, name, description, icon);

        -- History has no foreign key to place: it is deleted in steps, after its place.
        CREATE TABLE observation (
            place_id INTEGER NOT NULL,
            observed_at INTEGER NOT NULL,
            fetched_after INTEGER NOT NULL,
            temperature REAL NOT NULL,
            feels_like REAL,
            temperature_min REAL,
            temperature_max REAL,
            pressure REAL,
            sea_level REAL,
            ground_level REAL,
            humidity REAL,
            visibility REAL,
            wind_speed REAL,
            wind_direction REAL,
            wind_gust REAL,
            cloud_cover REAL,
            rain_1h REAL,
            rain_3h REAL,
            snow_1h REAL,
            snow_3h REAL,
            condition_id INTEGER,
            sunrise_after INTEGER,
            sunset_after INTEGER,
            PRIMARY KEY (place_id, observed_at)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE forecast (
            place_id INTEGER NOT NULL,
            valid_at INTEGER NOT NULL,
            temperature REAL NOT NULL,
            feels_like REAL,
            pressure REAL,
            humidity REAL,
            visibility REAL,
            wind_speed REAL,
            wind_direction REAL,
            wind_gust REAL,
            cloud_cover REAL,
            precipitation_probability REAL,
            rain_3h REAL,
            snow_3h REAL,
            condition_id INTEGER,
            PRIMARY KEY (place_id, valid_at)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE air (
            place_id INTEGER NOT NULL,
            observed_at INTEGER NOT NULL,
            aqi INTEGER,
            co REAL,
            no REAL,
            no2 REAL,
            o3 REAL,
            so2 REAL,
            pm2_5 REAL,
            pm10 REAL,
            nh3 REAL,
            PRIMARY KEY (place_id, observed_at)
        ) STRICT, WITHOUT ROWID;

        -- The newest of each kind: `at` is its observed_at, or when the forecast was issued.
        CREATE TABLE latest (
            place_id INTEGER NOT NULL REFERENCES place (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            at INTEGER NOT NULL,
            checked_at INTEGER NOT NULL,
            PRIMARY KEY (place_id, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE schedule (
            place_id INTEGER NOT NULL REFERENCES place (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            succeeded_at INTEGER,
            attempt INTEGER NOT NULL,
            failed_cycles INTEGER NOT NULL,
            next_attempt_at INTEGER,
            failure_at INTEGER,
            failure_kind TEXT,
            failure_label TEXT,
            failure_code INTEGER,
            failure_http_status INTEGER,
            failure_message TEXT,
            PRIMARY KEY (place_id, kind)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gate (
            kind TEXT PRIMARY KEY,
            until INTEGER NOT NULL,
            step INTEGER NOT NULL,
            since INTEGER NOT NULL,
            digest INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE month (
            start INTEGER PRIMARY KEY,
            used INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            place_id INTEGER,
            kind TEXT NOT NULL,
            attempt INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            code INTEGER,
            http_status INTEGER,
            curl_code INTEGER,
            os_errno INTEGER,
            phase TEXT,
            duration_ms INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            decision TEXT NOT NULL,
            retry_at INTEGER
        ) STRICT;

        CREATE TABLE reachability (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            state TEXT NOT NULL,
            reason TEXT NOT NULL,
            generation INTEGER NOT NULL
        ) STRICT;

        """
}
