import CCurl
import Glibc

/// Which certificate authorities are believed: the system's, and those of one file besides.
///
/// The system's directory of hashed certificates is used where there is one: OpenSSL reads from it the one or
/// two certificates a handshake needs, where the bundle takes 37 ms and 800 kB to parse for every new
/// connection pool. `ca_file` can stand beside the directory. Without hashed names (a container with only the
/// bundle) the bundle is read, and curl keeps it parsed.
package struct TrustAnchors: Equatable, Sendable {
    enum Source: Equatable {
        /// CURLOPT_CAPATH, and CURLOPT_CAINFO besides.
        case directory(String, file: String?)
        /// CURLOPT_CAINFO alone.
        case file(String)
        /// CURLOPT_CAINFO_BLOB: PEM. Parsed at every handshake.
        case bytes([UInt8])
    }

    let source: Source

    /// The system's authorities are where libcurl was built to look for them; `caFile` names a PEM file
    /// trusted besides.
    ///
    /// A file that cannot be read makes every request fail with curl 77, `TransferFailure.Cause.local`.
    package init(caFile: String? = nil) {
        let version = ccurl_version()?.pointee
        let directory = version?.capath.map { String(cString: $0) } ?? "/etc/ssl/certs"
        let bundle = version?.cainfo.map { String(cString: $0) } ?? "/etc/ssl/certs/ca-certificates.crt"
        self.init(caFile: caFile, directory: directory, bundle: bundle)
    }

    /// For a system whose authorities are elsewhere.
    package init(caFile: String?, directory: String, bundle: String) {
        if TrustAnchors.isHashed(directory) {
            source = .directory(directory, file: caFile)
        } else if let caFile {
            if let system = TrustAnchors.contents(bundle), let own = TrustAnchors.contents(caFile) {
                source = .bytes(system + [UInt8(ascii: "\n")] + own)
            } else {
                source = .file(caFile)
            }
        } else {
            source = .file(bundle)
        }
    }

    private static func contents(_ path: String) -> [UInt8]? {
        guard let stream = fopen(path, "re") else { return nil }
        defer { fclose(stream) }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&piece, 1, piece.count, stream), count > 0 {
            contents += piece[..<count]
        }
        return ferror(stream) == 0 ? contents : nil
    }

    /// Whether a name in the directory is one of openssl-rehash(1): eight hexadecimal digits, a dot, a
    /// number.
    private static func isHashed(_ directory: String) -> Bool {
        guard let stream = opendir(directory) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.count >= 10, name[8] == UInt8(ascii: "."), name[..<8].allSatisfy(isHexadecimal) {
                return true
            }
        }
        return false
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
