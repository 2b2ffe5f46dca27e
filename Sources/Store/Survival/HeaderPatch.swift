import Glibc

/// Makes a copy of a database whose first bytes are garbage readable again.
///
/// The header (https://www.sqlite.org/fileformat2.html#the_database_header) says nothing of the content but
/// its page size and a few counts, and those of all our databases are alike.
struct HeaderPatch {
    private static let headerSize = 100
    private static let pageSize: Int64 = 4096

    private let damaged: String
    private let model: String

    /// `model` is a database that has been closed, or whose log has been written back.
    init(of damaged: String, like model: String) {
        self.damaged = damaged
        self.model = model
    }

    /// Writes the copy, with the log of the original beside it.
    ///
    /// - Returns: False when the file system has not twice the room that it needs.
    func write(to copy: String) throws(StoreError) -> Bool {
        let needed = size(of: damaged) + size(of: damaged + "-wal")
        guard let free = FreeSpace.bytes(at: copy), free / 2 >= needed else { return false }
        try duplicate(damaged, as: copy)
        if size(of: damaged + "-wal") > 0 { try duplicate(damaged + "-wal", as: copy + "-wal") }
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        let source = open(model, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { throw .system(errno, model) }
        let count = pread(source, &header, header.count, 0)
        close(source)
        guard count == header.count else { throw .damaged("a header that is too short") }
        let pages = UInt32(clamping: size(of: damaged) / Self.pageSize)
        // Offset 28 is the size in pages; 32 and 36 describe the free pages, of which none is to be used.
        for (offset, value) in [(28, pages), (32, 0), (36, 0)] {
            for byte in 0..<4 { header[offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
        }
        let target = open(copy, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard target >= 0 else { throw .system(errno, copy) }
        defer { close(target) }
        guard pwrite(target, header, header.count, 0) == header.count else { throw .system(errno, copy) }
        return true
    }

    private func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    private func duplicate(_ path: String, as copy: String) throws(StoreError) {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { throw .system(errno, path) }
        defer { close(source) }
        let target = open(copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { throw .system(errno, copy) }
        defer { close(target) }
        var piece = [UInt8](repeating: 0, count: 1024 * 1024)
        while true {
            let count = read(source, &piece, piece.count)
            guard count >= 0 else { throw .system(errno, path) }
            guard count > 0 else { return }
            var rest = piece[..<count]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
                guard written > 0 else { throw .system(errno, copy) }
                rest = rest.dropFirst(written)
            }
        }
    }
}
