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

    @Test func `neither a semicolon nor a position near zero is lost on the way`() throws {
        var named = Samples.place(1, "a;b\\c")
        named.coordinates = nil
        named.query = .name("a;b\\c")
        named.status = .paused
        var near = Samples.place(2, "Null Island")
        near.coordinates = Samples.position(0.00001, -0.000002)
        let entries = try PlaceFile.entries(PlaceFile.text([named, near]), taken: [])
        #expect(
            entries.map(\.request) == [
                AddPlaceRequest(name: "a;b\\c", query: "a;b\\c", isPaused: true),
                AddPlaceRequest(name: "Null Island", latitude: 0.00001, longitude: -0.000002),
            ])
    }

    @Test func `a mark behind a separator does not hide it`() throws {
        let mark = "\u{301}x"
        #expect(CSV.line(["\"" + mark, "," + mark]) == "\"\"\"\(mark)\",\",\(mark)\"")
        #expect(try CSV.records(CSV.line(["\"" + mark, mark])).map(\.fields) == [["\"" + mark, mark]])
        var place = Samples.place(1, mark)
        place.coordinates = nil
        place.query = .name(mark + ";" + mark)
        let entries = try PlaceFile.entries(PlaceFile.text([place]), taken: [])
        #expect(entries.map(\.request) == [AddPlaceRequest(name: mark, query: mark + ";" + mark)])
    }

    @Test func `what is looked up is checked like a label`() {
        #expect(
            throws: PlaceFileFaults(faults: [
                ImportFault(line: 1, what: "the name \"[2J\" holds control characters")
            ])
        ) { try PlaceFile.entries("Oslo,,,query=\u{1B}[2J", taken: []) }
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

    @Test func `a mark at the beginning, other line ends and quotes are no fault`() throws {
        let text =
            "\u{FEFF}\"name\",latitude,longitude,options\r\n"
            + "\"Oslo\",59.9,10.7,\r\n\"Cabin, \"\"north\"\"\", 60.1 , 10.2 ,paused\r\nNamsos\r\n"
        #expect(
            try PlaceFile.entries(text, taken: []).map(\.request) == [
                AddPlaceRequest(name: "Oslo", latitude: 59.9, longitude: 10.7),
                AddPlaceRequest(name: "Cabin, \"north\"", latitude: 60.1, longitude: 10.2, isPaused: true),
                AddPlaceRequest(name: "Namsos"),
            ])
    }

    @Test(arguments: [
        ("\"\",1,2", "the name is empty"), (" ,1,2", "the name is empty"),
        (String(repeating: "x", count: 300) + ",1,2", "the name has 300 characters"),
        ("Nan,nan,2", "\"nan,2\" is not a position"), ("Inf,1,inf", "\"1,inf\" is not a position"),
        ("Hex,0x10,2", "\"0x10,2\" is not a position"), ("Comma,\"1,5\",2", "\"1,5,2\" is not a position"),
        ("South,-90.01,2", "latitude -90.01 is outside -90 to 90"),
        ("East,1,180.5", "longitude 180.5 is outside -180 to 180"),
        ("a,b,c,d,e,f", "the line has 6 fields, 4 are known"), ("Half,1", "\"1,\" is not a position"),
        ("a\u{1B}[2Jb,1,2", "the name \"a[2Jb\" holds control characters"),
        ("gnp\u{202E}exe,1,2", "the name \"gnpexe\" holds control characters"),
        ("tab\there,1,2", "the name \"tabhere\" holds control characters"),
        ("Odd,1,2,query=", "there is no option \"query=\" for a place"),
        ("Open,1,\"2", "a quote that is never closed"), ("Mid\"dle,1,2", "a quote in the middle of a field"),
    ])
    func `a line that is wrong is told what is wrong with it`(_ line: String, _ what: String) {
        #expect(throws: PlaceFileFaults(faults: [ImportFault(line: 2, what: what)])) {
            try PlaceFile.entries("Oslo,59.9,10.7\n" + line + "\n", taken: [])
        }
    }

    @Test func `marks that combine belong to a name`() throws {
        let name = "Z\u{338}\u{327}\u{34D}"
        let entries = try PlaceFile.entries("\(name),1,2\nSa\u{303}o,1,2\n", taken: [])
        #expect(entries.map(\.request.name) == [name, "São"])
        // The same letters, composed otherwise, are the same name.
        #expect(throws: PlaceFileFaults.self) {
            try PlaceFile.entries("Sa\u{303}o,1,2\nS\u{E3}O,1,2\n", taken: [])
        }
    }

    @Test func `a file without a place is a fault`() {
        #expect(throws: PlaceFileFaults.self) { try PlaceFile.entries("name,latitude\n", taken: []) }
        #expect(throws: PlaceFileFaults.self) { try PlaceFile.entries("", taken: []) }
    }
}
