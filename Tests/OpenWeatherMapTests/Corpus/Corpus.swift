import Glibc

/// The recorded answers: real bodies of the service, kept outside the repository.
enum Corpus {
    /// Their folder: `WINDSOCK_CORPUS`, else `../shared/corpus` beside the package.
    static let folder: String = {
        if let named = getenv("WINDSOCK_CORPUS") { return String(cString: named) }
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/" + package + "/../shared/corpus"
    }()

    static let isPresent = access(folder + "/INDEX.tsv", R_OK) == 0

    static let absence = "the recorded answers are not beside the package; WINDSOCK_CORPUS names their folder"

    struct Unreadable: Error {
        var file: String
    }

    static func body(_ file: String) throws -> [UInt8] {
        guard let stream = fopen(folder + "/" + file, "re") else { throw Unreadable(file: file) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, stream), count > 0 { bytes += block[..<count] }
        return bytes
    }

    static func files() throws -> Set<String> {
        guard let directory = opendir(folder) else { throw Unreadable(file: folder) }
        defer { closedir(directory) }
        var names: Set<String> = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.insert(name) }
        }
        return names.subtracting(["INDEX.tsv"])
    }

    /// The HTTP status of each file that the index names.
    static func index() throws -> [String: Int] {
        let lines = String(decoding: try body("INDEX.tsv"), as: UTF8.self).split(separator: "\n").dropFirst()
        var statuses: [String: Int] = [:]
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 2 else { throw Unreadable(file: "INDEX.tsv") }
            statuses[String(fields[0])] = Int(fields[2])
        }
        return statuses
    }
}
