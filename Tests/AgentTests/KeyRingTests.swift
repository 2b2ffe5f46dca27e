import Agent
import Control
import Core
import Glibc
import TestSupport
import Testing

@Suite struct KeyRingTests {
    private let folder: String

    init() {
        var template = Array("/tmp/windsock-keys-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil)
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        for name in ["state", "config", "credentials"] { mkdir(folder + "/" + name, 0o755) }
    }

    private func ring(_ environment: [String: String] = [:], keyFile: String? = nil) -> KeyRing {
        let directories = Directories(
            state: folder + "/state", runtime: folder + "/run", configuration: folder + "/config",
            configurationFile: folder + "/config/windsock.conf")
        return KeyRing(directories: directories, keyFile: keyFile, environment: environment)
    }

    private func write(_ name: String, _ text: String, mode: mode_t = 0o600) {
        TextFile.write(text, to: folder + "/" + name)
        chmod(folder + "/" + name, mode)
    }

    @Test func `the first usable source is in force and the later ones are shadowed`() throws {
        let environment = [
            "CREDENTIALS_DIRECTORY": folder + "/credentials", "OPENWEATHERMAP_API_KEY": "fromenvironment",
        ]
        #expect(ring(environment).look().inForce?.source == .environment)
        write("config/api-key", "fromconfig\n")
        #expect(ring(environment).look().inForce?.source == .file)
        write("credentials/api-key", "fromcredential")
        #expect(ring(environment).look().inForce?.source == .credential)
        try ring().set("fromset")
        let findings = ring(environment).look()
        #expect(findings.inForce?.source == .set)
        #expect(findings.shadowed == [.credential, .file, .environment])
        try ring().clear()
        #expect(ring(environment).look().inForce?.source == .credential)
        try ring().clear()
    }

    @Test func `a key that is set lies in a file of its own that others cannot read`() throws {
        try ring().set("0123456789")
        var status = stat()
        #expect(stat(folder + "/state/api-key", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(TextFile.read(folder + "/state/api-key") == "0123456789\n")
    }

    @Test(arguments: [
        (0o644 as mode_t, "others can read it"), (0o660, "others can read it"), (0o755, "others can read it"),
    ])
    func `a file that others can read is refused with the remedy`(mode: mode_t, why: String) {
        write("state/api-key", "secret", mode: mode)
        let findings = ring().look()
        #expect(findings.key == nil)
        #expect(findings.complaint?.contains(why) == true)
        #expect(findings.complaint?.contains("secret") == false)
        #expect(findings.complaint?.contains("chmod 600") == true)
    }

    @Test(arguments: [0o600 as mode_t, 0o640, 0o400, 0o440])
    func `a file that only its owner and group can read is taken`(mode: mode_t) {
        write("state/api-key", " key \n", mode: mode)
        #expect(ring().look().key != nil)
    }

    @Test(arguments: [
        "two words", "umlaut-ä", String(repeating: "k", count: 200), String(repeating: "k", count: 2000),
    ])
    func `what cannot be a key is refused without being shown`(text: String) {
        write("state/api-key", text)
        let findings = ring().look()
        #expect(findings.key == nil)
        #expect(findings.complaint != nil)
        #expect(findings.complaint?.contains(text) == false)
    }

    @Test func `an empty or missing file is no complaint`() {
        #expect(ring().look().complaint == nil)
        write("state/api-key", "")
        #expect(ring().look().complaint == nil)
        #expect(ring().look().key == nil)
    }

    @Test func `neither a directory nor a device is read as a key`() {
        mkdir(folder + "/state/api-key", 0o700)
        #expect(ring().look().complaint?.contains("not a regular file") == true)
        #expect(ring(keyFile: "/dev/zero").look().key == nil)
    }
}
