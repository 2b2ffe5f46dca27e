import Core
import Store
import Testing

@Suite struct WatchListFileTests {
    private static func place(_ id: Int64, _ name: String, query: PlaceQuery?) -> Place {
        Place(
            id: PlaceID(id), name: name, query: query,
            coordinates: Coordinates(latitude: 0.00001, longitude: -0.5), resolvedName: name, status: .active,
            createdAt: UnixTime(seconds: 5))
    }

    @Test func `every place comes back, whatever its name begins and ends with`() {
        let names = [
            "Oslo", "a,b", "\"", "\"\u{301}x", ",\u{301}", "x\"", "\"\"", "\u{301}x", "a;b", " ", "0",
        ]
        let places = names.enumerated().map { index, name in
            WatchListFileTests.place(Int64(index), name, query: index % 2 == 0 ? .name(name) : .zip(name))
        }
        #expect(WatchListFile.places(in: WatchListFile.bytes(places)) == places)
    }

    @Test func `a line end in a name becomes a blank, so that a line is a place`() {
        let places = [
            WatchListFileTests.place(1, "a\r\nb", query: nil), WatchListFileTests.place(2, "c", query: nil),
        ]
        let read = WatchListFile.places(in: WatchListFile.bytes(places))
        #expect(read?.map(\.name) == ["a  b", "c"])
    }

    @Test func `another file is none of ours, and a bad line costs its place only`() {
        #expect(WatchListFile.places(in: Array("a,b\n1,2\n".utf8)) == nil)
        #expect(WatchListFile.places(in: []) == nil)
        let bytes = WatchListFile.bytes([WatchListFileTests.place(1, "a", query: nil)])
        #expect(WatchListFile.places(in: bytes + Array("x,y\n".utf8))?.count == 1)
    }
}
