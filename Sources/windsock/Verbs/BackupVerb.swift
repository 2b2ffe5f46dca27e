import Control
import Core
import Glibc
import Store

/// `windsock backup`.
enum BackupVerb {
    static let verb = Verb(
        "backup", "a copy of the database, taken while the daemon goes on",
        details: [
            "The copy is one consistent state, compacted, and on the disk when the command returns. Nothing "
                + "is overwritten. The key is not in it."
        ],
        arguments: [ArgumentSyntax(ValueSyntax("FILE", .files))],
        examples: [.init("windsock backup /mnt/usb/windsock-$(date +%F).db", "A dated copy.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let path = invocation.arguments[0]
        var status = stat()
        guard lstat(path, &status) != 0 else { throw .file(.alreadyThere(path: path)) }
        let reader = try session.reader()
        // Under its final name only when it is whole.
        let partial = path + ".partial-\(getpid())"
        let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(.cannotCreate(path: path, errno: errno)) }
        defer { close(descriptor) }
        do throws(CommandError) {
            try storing { () throws(StoreError) in try reader.copy(into: partial) }
            guard fsync(descriptor) == 0 else { throw .file(.cannotWrite(path: path, errno: errno)) }
            try BackupVerb.name(partial, path)
        } catch {
            unlink(partial)
            throw error
        }
        _ = fstat(descriptor, &status)
        if session.isJSON {
            try session.json { json in
                json.member("file", path)
                json.member("bytes", Int64(status.st_size))
            }
        } else {
            try session.output.line("\(path.printable(limit: 200)), \(Int64(status.st_size).asBytes)")
        }
        return .done
    }

    /// Gives the copy its name unless somebody else has taken it meanwhile: a second link never replaces
    /// anything.
    private static func name(_ partial: String, _ path: String) throws(CommandError) {
        if link(partial, path) == 0 {
            unlink(partial)
            return
        }
        if errno == EEXIST { throw .file(.alreadyThere(path: path)) }
        // FAT and its kin know no links; there nobody is raced for a name a moment old.
        guard access(path, F_OK) != 0 else { throw .file(.alreadyThere(path: path)) }
        guard rename(partial, path) == 0 else { throw .file(.cannotWrite(path: path, errno: errno)) }
    }
}
