import Core

extension UnixTime {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
    var httpDate: String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let civil = CivilTime(self)
        let dayNumber = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let weekday = days[Int((dayNumber % 7 + 7) % 7)]
        let clock = [civil.hour, civil.minute, civil.second].map { Int64($0).padded(2) }
        return "\(weekday), \(Int64(civil.day).padded(2)) \(months[civil.month - 1]) "
            + "\(civil.year.padded(4)) \(clock.joined(separator: ":")) GMT"
    }
}
