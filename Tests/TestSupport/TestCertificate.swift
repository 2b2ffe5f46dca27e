/// A server certificate for tests, made by openssl(1).
package enum TestCertificate: String, CaseIterable, Sendable {
    /// For `weather.test`, signed by the test authority.
    case valid
    case expired
    case notYetValid = "future"
    /// Signed, but for another name.
    case wrongHost = "elsewhere"
    /// For `weather.test`, signed by itself.
    case untrusted

    package static let host = "weather.test"

    /// Writes `ca.pem`, and NAME.pem and NAME.key for each certificate, for `hosts` instead of `host`.
    static func make(
        _ certificates: [TestCertificate], for hosts: [String] = [host], in directory: TestDirectory
    ) throws {
        directory.write(
            """
            [ca]
            default_ca = test
            [test]
            database = index.txt
            new_certs_dir = .
            certificate = ca.pem
            private_key = ca.key
            default_md = sha256
            policy = any
            rand_serial = yes
            unique_subject = no
            copy_extensions = copy
            [any]
            commonName = supplied
            """, to: "ca.conf")
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        // OpenSSL finds an issuer by its name, so two of them must differ.
        let authority = "windsock test \(UInt32.random(in: .min ... .max))"
        var script = """
            cd '\(directory.path)'; : > index.txt
            openssl req -x509 \(key) -keyout ca.key -out ca.pem -subj '/CN=\(authority)' -days 30

            """
        for certificate in certificates {
            let name = certificate.rawValue
            let hosts = certificate == .wrongHost ? ["elsewhere.test"] : hosts
            let names = hosts.map { "DNS:" + $0 }.joined(separator: ",")
            let request = "\(key) -keyout \(name).key -subj /CN=\(hosts[0]) -addext subjectAltName=\(names)"
            let dates =
                switch certificate {
                case .expired: "-startdate 20200101000000Z -enddate 20200201000000Z"
                case .notYetValid: "-startdate 20980101000000Z -enddate 20990101000000Z"
                default: "-days 30"
                }
            script +=
                certificate == .untrusted
                ? "openssl req -x509 \(request) -out \(name).pem -days 30\n"
                : """
                openssl req -new \(request) -out \(name).csr
                openssl ca -config ca.conf -batch -notext -in \(name).csr -out \(name).pem \(dates)

                """
        }
        try ShellCommand.run(script)
    }
}
