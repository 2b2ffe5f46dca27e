import Core
import TestSupport
import Testing

/// The JSON reader against Python's, text by text and value by value.
@Suite struct OracleFuzz {
    /// Python takes what RFC 8259 leaves to it: NaN, numbers without limit, lone surrogates, any depth.
    ///
    /// The limits that are ours are put on top.
    private static let oracle = """
        import json, struct, sys
        sys.setrecursionlimit(100000)
        def refuse(word): raise ValueError(word)
        def canonical(value, depth):
            if value is None: return "n"
            if value is True: return "t"
            if value is False: return "f"
            if isinstance(value, int) and -2**63 <= value < 2**63: return "i%d" % value
            if isinstance(value, (int, float)):
                number = float(value)
                if number in (float("inf"), float("-inf")): raise ValueError("range")
                return "d" + struct.pack(">d", number).hex()
            if isinstance(value, str): return "s" + value.encode("utf-8").hex()
            if depth == 32: raise ValueError("depth")
            if isinstance(value, list): return "[" + ",".join(canonical(v, depth + 1) for v in value) + "]"
            return "{" + ",".join(canonical(n, 40) + ":" + canonical(v, depth + 1) for n, v in value.members) + "}"
        class Members:
            def __init__(self, members): self.members = members
        for line in sys.stdin:
            try:
                text = bytes.fromhex(line.strip()).decode("utf-8")
                print(canonical(json.loads(text, parse_constant=refuse, object_pairs_hook=Members), 0))
            except (ValueError, OverflowError, RecursionError):
                print("-")
        """

    @Test func `a text is accepted if and only if Python accepts it, and is the same value`() throws {
        guard let version = try? ChildProcess.run("python3", ["--version"], environment: path),
            version.status == 0
        else {
            print("fuzz: JSON against Python: skipped, there is no python3")
            return
        }
        let count = min(FuzzPlan.cases ?? 4000, 200_000)
        var texts: [[UInt8]] = []
        for number in 0..<count {
            var draw = Draw(seed: FuzzPlan.seed &+ UInt64(number))
            texts.append(draw.damaged(JSONFuzz.samples, words: Bodies.words))
        }
        let answer = try ChildProcess.run(
            "python3", ["-c", OracleFuzz.oracle], environment: path,
            input: texts.map { hexadecimal($0) + "\n" }.joined())
        try #require(answer.status == 0, "\(answer.standardError)")
        let expected = answer.standardOutput.split(separator: "\n")
        try #require(expected.count == texts.count)
        for (index, text) in texts.enumerated() {
            let ours = (try? JSONValue(parsing: text)).map(canonical) ?? "-"
            if ours != expected[index] {
                Issue.record(
                    "ours \(ours), Python's \(expected[index]) of \(String(decoding: text, as: UTF8.self).debugDescription); again: WINDSOCK_SEED=\(FuzzPlan.seed &+ UInt64(index)) WINDSOCK_CASES=1"
                )
                return
            }
        }
        let accepted = expected.count { $0 != "-" }
        #expect(FuzzPlan.cases == 1 || accepted > texts.count / 20)
        if FuzzPlan.cases != nil {
            print("fuzz: JSON against Python: \(count) cases, \(accepted) accepted by both")
        }
    }

    /// Where a python3 may be, also one of the user's own.
    private var path: [String: String] { ["PATH": "/usr/local/bin:/usr/bin:/bin"] }

    private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private func canonical(_ value: JSONValue) -> String {
        switch value {
        case .null: "n"
        case .bool(let value): value ? "t" : "f"
        case .integer(let value): "i\(value)"
        case .number(let value):
            "d" + hexadecimal(withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) })
        case .string(let value): "s" + hexadecimal(value.utf8)
        case .array(let elements): "[" + elements.map(canonical).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { "s" + hexadecimal($0.name.utf8) + ":" + canonical($0.value) }.joined(
                    separator: ",") + "}"
        }
    }
}
