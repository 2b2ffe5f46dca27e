import Core

/// The labels below a plot: hours, the names of days at midnight, dates for long stretches.
package enum TimeAxis {
    private static let steps: [Duration] = [
        .hours(1), .hours(3), .hours(6), .hours(12), .days(1), .days(2), .days(7), .days(14), .days(28),
        .days(91), .days(182), .days(364),
    ]

    package static func line(_ window: PlotWindow, columns: Int, zone: LocalTime.Zone) -> String {
        guard columns > 0 else { return "" }
        let secondsPerColumn = window.span.inSeconds / Double(columns)
        // From a week on the names of days repeat; dates do not.
        let usesDates = window.span > .days(7)
        let step = steps.first { $0.inSeconds / secondsPerColumn >= (usesDates ? 8 : 5) } ?? .days(364)
        var text = ""
        for column in 0..<columns {
            guard text.count <= column else { continue }
            let label = label(in: column, window, secondsPerColumn, step, zone, usesDates)
            guard let label, column + label.count <= columns, text.isEmpty || text.last == " " else {
                text.append(" ")
                continue
            }
            text += label
        }
        return text
    }

    /// What begins within the column: a multiple of the step, counted from the zone's midnight.
    private static func label(
        in column: Int, _ window: PlotWindow, _ secondsPerColumn: Double, _ step: Duration,
        _ zone: LocalTime.Zone, _ usesDates: Bool
    ) -> String? {
        let from = window.start.advanced(by: .seconds(Int64(secondsPerColumn * Double(column))))
        let until = window.start.advanced(by: .seconds(Int64(secondsPerColumn * Double(column + 1))))
        guard let first = local(from, zone), let last = local(until, zone) else { return nil }
        let length = step.components.seconds
        // The first tick at or after the column's start, on the wall clock of the zone.
        let tick = first <= 0 ? 0 : (first + length - 1) / length * length
        guard tick >= first, tick < last else { return nil }
        let time = LocalTime(UnixTime(seconds: tick), in: .offset(0))
        if usesDates { return String(time.date.dropFirst(5)) }
        return time.civil.hour == 0 ? time.dayName : String(time.civil.hour)
    }

    private static func local(_ time: UnixTime, _ zone: LocalTime.Zone) -> Int64? {
        LocalTime(time, in: zone).civil.time?.seconds
    }
}
