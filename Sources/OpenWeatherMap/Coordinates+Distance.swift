import Core
import Glibc

extension Coordinates {
    /// The great-circle distance in kilometres, on a sphere of the mean radius of the earth (haversine).
    func kilometres(to other: Coordinates) -> Double {
        let radians = Double.pi / 180
        let northward = sin((other.latitude - latitude) * radians / 2)
        let eastward = sin((other.longitude - longitude) * radians / 2)
        let haversine =
            northward * northward + cos(latitude * radians) * cos(other.latitude * radians)
            * eastward * eastward
        return 2 * 6371.0088 * asin(min(1, haversine.squareRoot()))
    }
}
