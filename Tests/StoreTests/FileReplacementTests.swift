import Glibc
import Store
import TestSupport
import Testing

@Suite struct FileReplacementTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test(arguments: [true, false])
    func `the new content takes the old one's place, with its mode`(isLasting: Bool) throws {
        let directory = TestDirectory()
        let path = directory.file("key")
        directory.write("old", to: "key")
        // What an earlier try has left behind, or somebody has laid there.
        directory.write("precious", to: "other")
        symlink(directory.file("other"), path + ".new")
        try FileReplacement.replace(path, with: Array("new".utf8), mode: 0o604, isLasting: isLasting)
        #expect(directory.read("key") == "new" && mode(path) == 0o604)
        #expect(directory.read("other") == "precious")
        #expect(access(path + ".new", F_OK) != 0)
    }

    @Test func `a link is replaced and not followed`() throws {
        let directory = TestDirectory()
        directory.write("precious", to: "other")
        symlink(directory.file("other"), directory.file("key"))
        try FileReplacement.replace(directory.file("key"), with: [65], mode: 0o600, isLasting: true)
        #expect(directory.read("key") == "A" && directory.read("other") == "precious")
    }

    @Test func `a failure names its call and leaves nothing behind`() throws {
        let directory = TestDirectory()
        #expect(mkdir(directory.file("key"), 0o755) == 0)
        let failure = #expect(throws: SystemFailure.self) {
            try FileReplacement.replace(directory.file("key"), with: [65], mode: 0o600, isLasting: true)
        }
        #expect(failure?.call == "rename" && failure?.number == EISDIR)
        #expect(access(directory.file("key.new"), F_OK) != 0)
        let missing = #expect(throws: SystemFailure.self) {
            try FileReplacement.replace(directory.file("no/key"), with: [65], mode: 0o600, isLasting: true)
        }
        #expect(missing?.call == "open" && missing?.number == ENOENT)
    }
}
