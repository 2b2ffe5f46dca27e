import Core

extension AirQuality {
    /// Decodes the first entry of the answer of `/data/2.5/air_pollution`; only `dt` is required.
    ///
    /// - Throws: `FetchFailure.undecodable` or `.implausible`.
    init(_ root: AnswerObject, _ check: Plausibility) throws(FetchFailure) {
        guard let entry = root.array("list").first else { throw .undecodable("list is missing or empty") }
        guard let seconds = entry.integer("dt") else { throw .undecodable("list[0].dt is missing") }
        let components = entry.object("components")
        func concentration(_ name: String) -> Double? {
            components.number(name, in: PhysicalRange.concentration)
        }
        self.init(observedAt: UnixTime(seconds: seconds))
        try check.position(root.object("coord"))
        try check.time(observedAt)
        index = entry.object("main").integer("aqi", in: PhysicalRange.airQualityIndex)
        co = concentration("co")
        no = concentration("no")
        no2 = concentration("no2")
        o3 = concentration("o3")
        so2 = concentration("so2")
        pm25 = concentration("pm2_5")
        pm10 = concentration("pm10")
        nh3 = concentration("nh3")
    }
}
