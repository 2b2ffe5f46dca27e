/// A position on the globe, in degrees, always within -90…90 and -180…180.
package struct Coordinates: Hashable, Sendable {
    package let latitude: Double
    package let longitude: Double

    /// Nil unless both are finite and in range.
    package init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The position rounded to two decimals (about 1 km), in hundredths of a degree.
    ///
    /// OpenWeatherMap's own cache rounds so; places with an equal cell share one call.
    package var cell: Cell {
        Cell(
            latitude: Int32((latitude * 100).rounded()), longitude: Int32((longitude * 100).rounded()))
    }

    package struct Cell: Hashable, Sendable {
        package let latitude: Int32
        package let longitude: Int32
    }
}
