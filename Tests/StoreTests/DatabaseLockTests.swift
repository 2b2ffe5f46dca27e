import Glibc
import Store
import TestSupport
import Testing

@Suite struct DatabaseLockTests {
    @Test func `one holds the lock at a time, and gives it back`() throws {
        let directory = TestDirectory()
        do {
            let lock = try DatabaseLock(directory: directory.path)
            #expect(throws: StoreError.locked(holder: getpid())) {
                _ = try DatabaseLock(directory: directory.path)
            }
            withExtendedLifetime(lock) {}
        }
        _ = try DatabaseLock(directory: directory.path)
        var status = stat()
        try #require(stat(directory.path + "/lock", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o644)
    }

    @Test func `a link in place of the lock is not followed`() throws {
        let directory = TestDirectory()
        try #require(symlink("/dev/null", directory.path + "/lock") == 0)
        let error = #expect(throws: StoreError.self) { _ = try DatabaseLock(directory: directory.path) }
        #expect(error?.label == "cannot_open")
        #expect(error?.report?.osErrno == ELOOP)
    }

    @Test func `a lock file without a number still locks`() throws {
        let directory = TestDirectory()
        let lock = try DatabaseLock(directory: directory.path)
        try #require(truncate(directory.path + "/lock", 0) == 0)
        #expect(throws: StoreError.locked(holder: nil)) { _ = try DatabaseLock(directory: directory.path) }
        withExtendedLifetime(lock) {}
    }
}
