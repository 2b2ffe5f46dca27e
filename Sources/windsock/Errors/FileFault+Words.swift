import Control
import Core
import Glibc

extension FileFault {
    package var complaint: Complaint {
        switch self {
        case .cannotRead(let path, let number):
            Complaint(
                "\(path.printable(limit: 200)) cannot be read", why: FileFault.words(number),
                hint: "a file, or - for standard input", .inputOutput)
        case .cannotCreate(let path, let number):
            Complaint(
                "\(path.printable(limit: 200)) cannot be created", why: FileFault.words(number),
                hint: "choose a directory this user may write to",
                number == EACCES || number == EPERM ? .notPermitted : .cannotCreate)
        case .cannotWrite(let path, let number):
            Complaint(
                "\(path.printable(limit: 200)) cannot be written", why: FileFault.words(number),
                hint: "df shows the space left", .inputOutput)
        case .alreadyThere(let path):
            Complaint(
                "\(path.printable(limit: 200)) is there already",
                hint: "choose another name; nothing is overwritten",
                .cannotCreate)
        case .importFaults(let path, let faults):
            Complaint(
                "\(path.printable(limit: 200)) was not imported",
                why: "\(faults.count.counted("line")) \(faults.count == 1 ? "is" : "are") faulty",
                details: faults.map { "  line \($0.line): \($0.what.printable(limit: 200))" },
                hint: "correct them and import again; nothing was added", .badData)
        case .outputFailed(let number):
            Complaint(
                "standard output cannot be written", why: FileFault.words(number),
                hint: "df shows the space left",
                .inputOutput)
        }
    }

    private static func words(_ number: Int32) -> String {
        var buffer: [CChar] = Array(repeating: 0, count: 128)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "system error \(number)" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
