import Control
import Core
import Store
import Testing
import windsock

@Suite struct PlaceFileFuzz {
    private static let samples = [
        "name,latitude,longitude,options\nOslo,59.9133,10.739,\n\"Cabin, \"\"north\"\"\",61,9,paused\n",
        "Work,,,\"zip=10001,US\"\nLondon,,,\"query=London,GB;paused\"\n", "Bergen\n",
        "\u{FEFF}Oslo,0.00001,-0.0000001\r\n",
        "a,\"b\nc\",d\r\ne", "\"a;b\",,,\"query=a\\;b\\\\\"\n",
    ].samples
    private static let words = [
        ",", "\"", "\"\"", "\n", "\r\n", "\r", ";", "=", "query=", "zip=", "paused", "\\", "\u{1B}[2J",
        "\u{301}", "90.0001", "-0",
        "1e5", "+1", " ", "\u{202E}", "\u{0}", "10001,US", "name", "é",
    ].samples

    @Test func `records that are written are read again`() {
        fuzz("CSV", 10_000) { draw in
            let records = (0...draw.below(3)).map { _ in (0...draw.below(3)).map { _ in draw.text(upTo: 5) } }
            let text = records.map { CSV.line($0) + draw.one(of: ["\n", "\r\n"]) }.joined()
            // An empty line is no record, and CR LF is one line end.
            let expected = records.filter { $0 != [""] }
            let read = try CSV.records(text).map(\.fields)
            try claim(read.count, is: expected.count, "records of \(text.debugDescription)")
            for (fields, wanted) in zip(read, expected) {
                try claim(
                    fields.elementsEqual(wanted) { $0.unicodeScalars.elementsEqual($1.unicodeScalars) },
                    "\(fields) is not \(wanted)")
            }
        }
    }

    @Test func `a list that is imported can be exported and imported again`() {
        fuzz("import and export", 12_500) { draw in
            let text = draw.damagedText(PlaceFileFuzz.samples, words: PlaceFileFuzz.words)
            let entries: [PlaceFile.Entry]
            do throws(PlaceFileFaults) {
                entries = try PlaceFile.entries(text, taken: ["Taken"])
            } catch {
                try claim(!error.faults.isEmpty, "no fault is named")
                for fault in error.faults {
                    try claim(fault.what.isHarmless() && fault.line >= 1, "\(fault.what.debugDescription)")
                }
                return
            }
            let exported = PlaceFile.text(entries.enumerated().map(PlaceFileFuzz.report))
            try claim(exported.isHarmless(allowingLineEnds: true), "\(exported.debugDescription)")
            let again: [PlaceFile.Entry]
            do throws(PlaceFileFaults) { again = try PlaceFile.entries(exported, taken: []) } catch {
                throw Falsified(description: "\(exported.debugDescription): \(error.faults)")
            }
            try claim(again.map(PlaceFileFuzz.place), is: entries.map(PlaceFileFuzz.place), exported)
            try claim(again.map(\.request.isPaused), is: entries.map(\.request.isPaused), exported)
        }
    }

    /// What the list holds of an entry.
    private static func place(_ entry: PlaceFile.Entry) -> NewPlace {
        let request = entry.request
        if let latitude = request.latitude, let longitude = request.longitude,
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        {
            return NewPlace(name: request.name, at: coordinates)
        }
        return NewPlace(
            name: request.name, pending: request.zip.map { .zip($0) } ?? .name(request.query ?? request.name))
    }

    private static func report(_ index: Int, _ entry: PlaceFile.Entry) -> PlaceReport {
        let place = place(entry)
        return PlaceReport(
            id: PlaceID(Int64(index)), name: place.name, coordinates: place.coordinates, query: place.query,
            status: entry.request.isPaused ? .paused : place.status)
    }

    @Test func `the copy of the watch list gives back what was put in, a line for a place`() {
        fuzz("watch list file", 4000, slowdown: 4) { draw in
            let places = (0..<draw.below(4)).map { _ in
                Place(
                    id: PlaceID(draw.integer()), name: draw.text(upTo: 5) + "x",
                    query: PlaceFileFuzz.query(&draw),
                    coordinates: Coordinates(
                        latitude: Double(draw.number(-9_000_000...9_000_000)) / 100_000,
                        longitude: draw.double()),
                    resolvedName: PlaceFileFuzz.some(&draw), state: PlaceFileFuzz.some(&draw),
                    country: PlaceFileFuzz.some(&draw), utcOffset: draw.oneIn(2) ? draw.integer() : nil,
                    status: .pending, createdAt: UnixTime(seconds: draw.integer()))
            }
            let bytes = WatchListFile.bytes(places)
            guard let read = WatchListFile.places(in: bytes) else {
                throw Falsified(description: "not one of ours")
            }
            try claim(read.count, is: places.count, String(decoding: bytes, as: UTF8.self).debugDescription)
            for (place, wanted) in zip(read, places) {
                try claim(
                    place, is: PlaceFileFuzz.inOneLine(wanted),
                    String(decoding: bytes, as: UTF8.self).debugDescription)
            }
            try claim(WatchListFile.bytes(read), is: bytes, "written again")
        }
    }

    @Test func `a damaged copy gives back places that can be written again`() {
        let samples = [
            "id,name,query,latitude,longitude,resolved_name,state,country,utc_offset_s,status,created_at\n"
                + "1,Oslo,,59.9133,10.739,Oslo,Oslo,NO,3600,active,1796048400\n2,\"a,\"\"b\"\"\",zip:10001,,,,,,,ambiguous,0\n"
        ].samples
        fuzz("damaged watch list file", 7500) { draw in
            let bytes = draw.damaged(samples, words: PlaceFileFuzz.words)
            guard let places = WatchListFile.places(in: bytes) else { return }
            let again = WatchListFile.places(in: WatchListFile.bytes(places))
            try claim(again?.count, is: places.count, "places")
        }
    }

    private static func query(_ draw: inout Draw) -> PlaceQuery? {
        let text = draw.text(upTo: 4) + "q"
        return draw.one(of: [nil, .name(text), .zip(text)])
    }

    private static func some(_ draw: inout Draw) -> String? { draw.oneIn(2) ? nil : draw.text(upTo: 4) + "s" }

    /// Line ends become spaces, so that a line is a place.
    private static func inOneLine(_ place: Place) -> Place {
        func line(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
        }
        var place = place
        place.name = line(place.name)
        place.query = place.query.map { PlaceQuery(stored: line($0.stored)) }
        place.resolvedName = place.resolvedName.map(line)
        place.state = place.state.map(line)
        place.country = place.country.map(line)
        return place
    }
}
