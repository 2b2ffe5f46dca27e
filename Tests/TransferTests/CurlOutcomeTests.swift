import Core
import Testing
import Transfer

@Suite struct CurlOutcomeTests {
    /// DESIGN §4 in the numbers of libcurl-errors(3); whatever is not here is our own doing.
    static let causes: [(ClosedRange<Int32>, TransferFailure.Cause)] = [
        (5...6, .resolver), (7...7, .connect), (8...8, .connectionLost), (16...16, .connectionLost),
        (18...18, .connectionLost), (23...23, .connectionLost), (27...27, .connectionLost),
        (28...28, .timedOut),
        (35...35, .handshake), (52...52, .connectionLost), (55...56, .connectionLost),
        (60...60, .certificate(.untrusted)), (61...61, .connectionLost), (63...63, .tooLarge),
        (65...65, .connectionLost), (80...81, .connectionLost), (91...91, .certificate(.untrusted)),
        (92...92, .connectionLost), (95...95, .connectionLost), (96...97, .connect), (98...98, .handshake),
    ]

    @Test func `every number of curl is a failure with a cause`() {
        #expect(CurlOutcome(code: 0).failure == nil)
        for code in Int32(1)...99 {
            let expected = CurlOutcomeTests.causes.first { $0.0.contains(code) }?.1 ?? .local
            let failure = CurlOutcome(code: code).failure
            #expect(failure?.cause == expected, "curl \(code)")
            #expect(failure?.curlCode == code)
        }
    }

    @Test(arguments: [(1, -1002), (3, -1000), (58, -1200), (59, -1200), (77, -1200), (83, -1200)])
    func `a fault of ours has the number users know`(curl: Int32, code: Int) {
        #expect(CurlOutcome(code: curl).failure?.code == code)
    }

    @Test(arguments: [
        (9, TransferFailure.CertificateFault.notYetValid), (10, .expired), (18, .untrusted), (20, .untrusted),
        (62, .untrusted), (0, .untrusted),
    ])
    func `what OpenSSL found wrong with the certificate is told apart`(
        verifyResult: Int, fault: TransferFailure.CertificateFault
    ) {
        #expect(CurlOutcome(code: 60, verifyResult: verifyResult).failure?.cause == .certificate(fault))
    }

    @Test func `a peer that speaks something else than HTTP is not our fault`() {
        #expect(CurlOutcome(code: 1, connected: true, newConnections: 1).failure?.cause == .connectionLost)
    }

    @Test func `our own limit wins over the code it was enforced with`() {
        #expect(CurlOutcome(code: 23, exceededLimit: true).failure?.cause == .tooLarge)
    }

    @Test func `the phase is how far the transfer got`() {
        #expect(CurlOutcome(code: 6).phase == .dns)
        #expect(CurlOutcome(code: 28).phase == .connect)
        #expect(CurlOutcome(code: 28, connected: true, newConnections: 1).phase == .tls)
        #expect(CurlOutcome(code: 28, usesTLS: false, connected: true, newConnections: 1).phase == .request)
        #expect(CurlOutcome(code: 28, connected: true, newConnections: 1, secured: true).phase == .request)
        #expect(CurlOutcome(code: 55, connected: true).phase == .request)
        #expect(
            CurlOutcome(code: 28, connected: true, newConnections: 1, secured: true, requested: true).phase
                == .response)
    }

    @Test func `waiting for a connection that never came is not an old connection`() {
        #expect(CurlOutcome(code: 28).failure?.reusedConnection == false)
        #expect(CurlOutcome(code: 56, connected: true).failure?.reusedConnection == true)
    }
}
