import Control
import Core
import Testing
import windsock

struct PlaceFileTests {
    @Test func `quotes hold commas, quotes and line ends`() throws {
        let text = "a,\"b,\"\"c\"\"\nd\",e\r\n\n\"\",x"
        #expect(
            try CSV.records(text) == [
                .init(line: 1, fields: ["a", "b,\"c\"\nd", "e"]), .init(line: 4, fields: ["", "x"]),
            ])
        #expect(try CSV.records("").isEmpty)
        #expect(throws: ImportFault(line: 2, what: "a quote that is never closed")) {
            try CSV.records("a\n\"b")
        }
        #expect(throws: ImportFault(line: 1, what: "a quote in the middle of a field")) {
            try CSV.records("a\"b")
        }
    }

    @Test func `what is exported can be imported`() throws {
        var paused = Samples.place(2, "Cabin, \"north\"")
        paused.status = .paused
        var pending = Samples.place(3, "Work")
        pending.coordinates = nil
        pending.query = .zip("10001,US")
        pending.status = .pending
        let text = PlaceFile.text([Samples.place(), paused, pending])
        let entries = try PlaceFile.entries(text, taken: [])
        #expect(
            entries.map(\.request) == [
                AddPlaceRequest(name: "Oslo", latitude: 59.9133, longitude: 10.739),
                AddPlaceRequest(
                    name: "Cabin, \"north\"", latitude: 59.9133, longitude: 10.739, isPaused: true),
                AddPlaceRequest(name: "Work", zip: "10001,US"),
            ])
        #expect(entries.map(\.request.isPaused) == [false, true, false])
    }

    @Test func `every faulty line is reported by its number`() {
        let text = """
            name,latitude,longitude,options
            Oslo,59.9,10.7
            oslo,1,2
            Taken,1,2
            ,1,2
            North,91,0
            East,1
            Odd,1,2,frozen
            Zip,,,zip=1
            Many,1,2,,5
            Bergen
            """
        #expect(
            throws: PlaceFileFaults(faults: [
                ImportFault(line: 3, what: "\"oslo\" stands in line 2 already"),
                ImportFault(line: 4, what: "\"Taken\" is on the list already"),
                ImportFault(line: 5, what: "the name is empty"),
                ImportFault(line: 6, what: "latitude 91 is outside -90 to 90"),
                ImportFault(line: 7, what: "\"1,\" is not a position"),
                ImportFault(line: 8, what: "there is no option \"frozen\" for a place"),
                ImportFault(line: 9, what: "\"1\" is not a postal code with its country"),
                ImportFault(line: 10, what: "the line has 5 fields, 4 are known"),
            ])
        ) { try PlaceFile.entries(text, taken: ["TAKEN"]) }
    }

    @Test func `a file without a place is a fault`() {
        #expect(throws: PlaceFileFaults.self) { try PlaceFile.entries("name,latitude\n", taken: []) }
        #expect(throws: PlaceFileFaults.self) { try PlaceFile.entries("", taken: []) }
    }
}
