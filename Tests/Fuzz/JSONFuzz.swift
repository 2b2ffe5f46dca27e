import Core
import Testing

@Suite struct JSONFuzz {
    static let samples =
        [
            #"{"a":[1,-2.50,3e2,{"b":"x\u00e9\ud83c\udf27\n","c":null}],"d":true,"é":{"f":[[],{}]},"g":9223372036854775807}"#,
            #"[0,-0,0.0,1E+2,1e-2,123456789012345678,12345678901234567890,0.1234567890123456789,false]"#,
            #" { "" : "\"\\\/\b\f\n\r\t" , "a" : "" } "#, "3", #""\u0041""#, "[[[[[[[[[[]]]]]]]]]]",
        ].samples + Bodies.current + Bodies.forecast + Bodies.geocoding

    @Test func `a text is a value that is written and read again, or an error within it`() {
        fuzz("JSON", 12_500) { draw in
            let text = draw.damaged(JSONFuzz.samples, words: Bodies.words)
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONValue(parsing: text)
            } catch {
                return try claim((0...text.count).contains(error.offset), "offset \(error.offset)")
            }
            var json = JSONWriter()
            json.value(value)
            let again = try JSONValue(parsing: json.bytes)
            try claim(again.isSame(as: value), "written as \(json.text) it is another value")
            try claim(json.text.isHarmless(), "\(json.text.debugDescription) is not plain")
        }
    }

    @Test func `a number is the double that is nearest to it, as the standard library finds it`() {
        fuzz("JSON numbers", 20_000) { draw in
            var text = draw.oneIn(2) ? "-" : ""
            text += draw.oneIn(4) ? "0" : String(draw.bits() >> UInt64(draw.below(64)))
            if draw.oneIn(2) {
                text += "." + String(repeating: "0", count: draw.oneIn(3) ? draw.below(25) : 0)
                text += String(draw.bits() >> UInt64(draw.below(64)))
            }
            if draw.oneIn(4) { text += draw.one(of: ["e", "E+", "e-"]) + String(draw.below(330)) }
            draw.note(text)
            guard let expected = Double(text) else { throw Falsified(description: "no double") }
            let value = try? JSONValue(parsing: text)
            try claim((value == nil) == !expected.isFinite, "read: \(String(describing: value))")
            if case .integer(let integer) = value {
                try claim(String(integer), is: text == "-0" ? "0" : text, "an integer")
            } else if let number = value?.number {
                try claim(number.bitPattern, is: expected.bitPattern, "a double")
            }
        }
    }

    @Test func `whatever is written can be read`() {
        fuzz("JSON writing", 10_000) { draw in
            let (text, integer, double) = (draw.text(), draw.integer(), draw.double())
            var json = JSONWriter()
            json.array { json in
                json.value(text)
                json.value(integer)
                json.value(double)
                json.object { json in json.member(text, text) }
            }
            let read = try JSONValue(parsing: json.bytes)
            let number: JSONValue = double.isFinite ? .number(double) : .null
            try claim(
                read.isSame(
                    as: .array([
                        .string(text), .integer(integer), number, .object([.init(text, .string(text))]),
                    ])),
                "read: \(read)")
            try claim(json.text.isHarmless(), "\(json.text.debugDescription) is not plain")
        }
    }
}

extension JSONValue {
    /// Equal, where a whole number is the same with a fraction of zero, and texts are the same only scalar by scalar.
    func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left.elementsEqual(right) { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            left.elementsEqual(right) {
                $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value)
            }
        case (.integer, .number), (.number, .integer), (.number, .number): number == other.number
        default: self == other
        }
    }
}
