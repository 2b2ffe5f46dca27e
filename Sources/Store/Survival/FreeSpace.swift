import Core
import Glibc

/// What the file system of a database has left for us.
enum FreeSpace {
    /// With less than this a disk is as good as full, though a write that finds an old page to write to works.
    private static let watermark: Int64 = 4 * 1024 * 1024
    /// On a small disk it is this part of the whole.
    private static let watermarkShare: Int64 = 16
    /// The log of a small disk is written back before it takes more than this part of what is free.
    private static let logShare: Int64 = 16

    /// Free bytes on the file system of the directory this file is in; nil when it does not say.
    static func bytes(at path: String) -> Int64? { look(path)?.free }

    /// Whether so much is left that a full disk no longer counts as full.
    ///
    /// That is twice the watermark, with the ballast in its place again: else the disk would be full once more
    /// with what comes next, and its state would flap.
    static func isAmple(at path: String) -> Bool {
        guard let (free, total) = look(path) else { return true }
        let reserve = Ballast(beside: path).isThere ? 0 : min(Ballast.size, free / Ballast.shareOfFree)
        return free - reserve >= 2 * min(watermark, total / watermarkShare)
    }

    /// After how many pages the log is to be written back: SQLite's own 1,000 unless the disk is small.
    static func pagesOfLog(at path: String) -> Int64 {
        let free = bytes(at: path) ?? .max
        return min(1000, max(32, free / logShare / 4096))
    }

    private static func look(_ path: String) -> (free: Int64, total: Int64)? {
        let directory = FilePath.parts(path).directory ?? "."
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        func bytes(_ blocks: UInt) -> Int64 {
            let (product, overflow) = blocks.multipliedReportingOverflow(by: status.f_frsize)
            return overflow ? .max : Int64(clamping: product)
        }
        return (bytes(status.f_bavail), bytes(status.f_blocks))
    }
}
