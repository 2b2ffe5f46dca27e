import Core
import Glibc

/// Sunrise and sunset by the simple formula: circular orbit, no equation of time; right to a few minutes.
struct Sun {
    let coordinates: Coordinates

    /// The time zone the service would tell, from the longitude alone, in seconds east of UTC.
    var utcOffset: Int64 { Int64((coordinates.longitude / 15).rounded()) * 3600 }

    /// Of the local day that `time` lies in; nil in polar day and polar night.
    func riseAndSet(on time: UnixTime) -> (rise: UnixTime, set: UnixTime)? {
        let midnight = time.seconds - (time.seconds + utcOffset) % 86_400
        let noon = midnight + utcOffset + 43_200 - Int64(coordinates.longitude * 240)
        // The upper limb touches the horizon 0.833° below it (refraction and radius).
        let latitude = coordinates.latitude * .pi / 180
        let declination = Sun.declination(at: time)
        let cosine =
            (sin(-0.833 * .pi / 180) - sin(latitude) * sin(declination))
            / (cos(latitude) * cos(declination))
        guard cosine.magnitude < 1 else { return nil }
        let half = Int64(acos(cosine) / .pi * 43_200)
        return (UnixTime(seconds: noon - half), UnixTime(seconds: noon + half))
    }

    func isUp(at time: UnixTime) -> Bool {
        let latitude = coordinates.latitude * .pi / 180
        let declination = Sun.declination(at: time)
        let hourAngle = (Double(time.seconds % 86_400) / 240 - 180 + coordinates.longitude) * .pi / 180
        return sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
            > sin(-0.833 * .pi / 180)
    }

    /// The fraction of the year that has passed, in 0..<1.
    static func yearFraction(at time: UnixTime) -> Double {
        let years = Double(time.seconds) / 31_556_952
        return years - years.rounded(.down)
    }

    /// In radians; lowest ten days before the turn of the year.
    private static func declination(at time: UnixTime) -> Double {
        -23.44 * .pi / 180 * cos(2 * .pi * (yearFraction(at: time) + 10 / 365.2425))
    }
}
