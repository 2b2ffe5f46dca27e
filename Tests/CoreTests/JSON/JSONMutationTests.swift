import Core
import Testing

@Suite struct JSONMutationTests {
    private static let good = Array(
        #"{"a":[1,-2.50,3e2,{"b":"x\u00e9\ud83c\udf27\n","c":null}],"d":true,"é":{"f":[[],{}]},"g":9223372036854775807}"#
            .utf8)

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `whatever bytes come, they are a value that can be written again or an error within them`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            var text = JSONMutationTests.good
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let position = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: text[position] = UInt8.random(in: 0...255, using: &random)
                case 2: text.insert(text[Int.random(in: 0..<text.count, using: &random)], at: position)
                default: text.removeSubrange(position...)
                }
                if text.isEmpty { break }
            }
            do throws(JSONError) {
                let value = try JSONValue(parsing: text)
                var json = JSONWriter()
                json.value(value)
                let again = try JSONValue(parsing: json.bytes)
                var second = JSONWriter()
                second.value(again)
                #expect(json.bytes == second.bytes, "seed \(seed)")
            } catch {
                #expect((0...text.count).contains(error.offset), "seed \(seed)")
            }
        }
    }
}
