import Control
import Core

extension InputFault {
    package var complaint: Complaint {
        switch self {
        case .notACount(let subject, let text):
            Complaint(
                "\"\(text.printable())\" is not a number for \(subject)", hint: "a whole number from 1 on",
                .usage)
        case .notAPosition(let text):
            Complaint(
                "\"\(text.printable())\" is not a position",
                why: "it takes a latitude, a comma and a longitude",
                hint: InputFault.positionHint, .usage)
        case .outOfRange(let axis, let value, let limit):
            Complaint(
                "\(axis) \(value.printable()) is outside -\(limit) to \(limit)",
                hint: InputFault.positionHint,
                .badData)
        case .notAPostalCode(let text):
            Complaint(
                "\"\(text.printable())\" is not a postal code with its country",
                hint: "windsock add NAME --zip ZIP,CC, for example --zip 10001,US", .usage)
        case .badName(let fault, let text): InputFault.complaint(fault, text)
        case .notATime(let subject, let text):
            Complaint(
                "\"\(text.printable())\" is not a time for \(subject)",
                hint: "\(subject) 7d, \(subject) 12h, \(subject) 2026-11-30 or \(subject) 2026-11-30T14:00",
                .usage)
        case .emptyPeriod(let since, let until):
            Complaint(
                "nothing lies between --since and --until", why: "\(since) is not before \(until)",
                hint: "--since takes the earlier time", .usage)
        case .notADuration(let subject, let text):
            Complaint(
                "\"\(text.printable())\" is not a duration for \(subject)",
                hint: "\(subject)=30s; ms, s, m, h and d are the units", .usage)
        case .tooManyFields(let count, let limit):
            Complaint(
                "the line has \(count) fields, \(limit) are known",
                hint: "\(PlaceFile.columns.joined(separator: ","))",
                .badData)
        case .unknownPlaceOption(let text):
            Complaint(
                "there is no option \"\(text.printable())\" for a place",
                hint: "query=NAME, zip=ZIP,CC or paused", .badData)
        case .emptyKey:
            Complaint(
                "no key was given", hint: "windsock key set, and paste the key; or: windsock key set < FILE",
                .badData)
        case .malformedKey:
            Complaint(
                "that is not a key", why: "a key is one word of letters and digits, 32 as a rule",
                hint: "copy it from https://home.openweathermap.org/api_keys", .badData)
        }
    }

    private static let positionHint = "windsock add NAME --at LAT,LON, for example --at 51.51,-0.13"

    private static func complaint(_ fault: PlaceName.Fault, _ text: String) -> Complaint {
        switch fault {
        case .empty:
            Complaint(
                "the name is empty", hint: "windsock add NAME, for example windsock add London", .badData)
        case .tooLong(let count):
            Complaint(
                "the name has \(count.grouped) characters", why: "\(PlaceName.lengthLimit) is the most",
                hint: "choose a shorter name; --at LAT,LON says where it is", .badData)
        case .unprintable:
            Complaint(
                "the name \"\(text.printable())\" holds control characters",
                hint: "type it again without them",
                .badData)
        }
    }
}
