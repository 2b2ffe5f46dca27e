import Core
import EventLoop
import TestSupport
import Testing
import Transfer

@Suite struct TrustAnchorsTests {
    /// Where a system keeps its authorities, and whether `ca_file` names another one besides.
    @Test(arguments: [true, false], [true, false])
    func `both the system's authorities and those of the file are believed`(
        hashed: Bool, withFile: Bool
    ) async throws {
        let system = try TLSServer()
        let own = try TLSServer()
        let directory = TestDirectory()
        try ShellCommand.run(
            """
            cd '\(directory.path)'; mkdir certs; cp '\(system.authority)' bundle.pem
            cp bundle.pem certs/; [ \(hashed) = false ] || openssl rehash certs
            """)
        let anchors = TrustAnchors(
            caFile: withFile ? own.authority : nil, directory: directory.file("certs"),
            bundle: directory.file("bundle.pem"))
        await onLoop {
            let transport = Transport(anchors: anchors, userAgent: "test")
            #expect(await transport.failure(system.request()) == nil)
            let other = await transport.failure(own.request())
            #expect(other?.cause == (withFile ? nil : .certificate(.untrusted)))
        }
    }
}
