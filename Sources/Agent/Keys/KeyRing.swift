import Control
package import Core
import Glibc
import OpenWeatherMap
package import Store

/// Where keys come from: set by `windsock key set`, a systemd credential, a file, the environment.
///
/// The first usable one is in force.
package struct KeyRing: Sendable {
    package var directories: Directories
    /// `key_file` of the configuration.
    package var keyFile: String?
    package var environment: [String: String]

    package init(directories: Directories, keyFile: String?, environment: [String: String]) {
        self.directories = directories
        self.keyFile = keyFile
        self.environment = environment
    }

    private static let variable = "OPENWEATHERMAP_API_KEY"

    private var files: [(source: KeyReport.Source, path: String)] {
        var files: [(KeyReport.Source, String)] = [(.set, directories.key)]
        if let credentials = environment["CREDENTIALS_DIRECTORY"] {
            files.append((.credential, credentials + "/api-key"))
        }
        if let keyFile { files.append((.file, keyFile)) }
        files.append((.file, directories.configuration + "/api-key"))
        return files
    }

    /// The files whose change may change the key.
    package var paths: [String] { files.map(\.path) }

    package func look() -> KeyFindings {
        var findings = files.map {
            KeyFinding(source: $0.source, place: $0.path, content: KeyRing.read($0.path))
        }
        let fromEnvironment: KeyFinding.Content =
            environment[KeyRing.variable].map { $0.isEmpty ? .absent : KeyRing.checked($0) } ?? .absent
        findings.append(KeyFinding(source: .environment, place: KeyRing.variable, content: fromEnvironment))
        return KeyFindings(findings: findings)
    }

    /// A key file is a regular file of root's or ours that others cannot read: at most 0640.
    private static func read(_ path: String) -> KeyFinding.Content {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .absent : .refused("it cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .refused("it is not a regular file")
        }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            return .refused("it belongs neither to root nor to the user windsockd runs as")
        }
        guard status.st_mode & 0o137 == 0 else {
            return .refused("others can read it; chmod 600 \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return .refused("it cannot be read") }
        guard count < bytes.count else { return .refused("it is too long for a key") }
        guard count > 0 else { return .absent }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            return .refused("it holds characters that no key has")
        }
        return checked(text)
    }

    private static func checked(_ text: String) -> KeyFinding.Content {
        do throws(SettingFault) { return .usable(try APIKey(text)) } catch { return .refused(error.what) }
    }

    // MARK: setting

    /// Writes the key of `windsock key set`: a new file, 0600, that takes the old one's place in one step and is on the disk
    /// when this returns.
    ///
    /// - Throws: the errno of the call that failed.
    package func set(_ text: String) throws(SystemFailure) {
        try FileReplacement.replace(
            directories.key, with: Array((text + "\n").utf8), mode: 0o600, isLasting: true)
    }

    /// Removes the key of `windsock key set`; that there is none is no failure.
    package func clear() throws(SystemFailure) {
        guard unlink(directories.key) == 0 else {
            if errno == ENOENT { return }
            throw SystemFailure("unlink", directories.key)
        }
        try FileReplacement.makeNameLast(of: directories.key)
    }
}
