package import Core

/// The last probe: how long each step took, or in which it failed.
package struct ProbeEvidenceReport: ControlValue {
    package var at: UnixTime
    /// The length of each step, to the microsecond; nil when it was skipped or not reached.
    package var dns: Duration?
    package var connect: Duration?
    package var tls: Duration?
    /// Nil when the probe succeeded.
    package var failedPhase: ConnectionPhase?
    /// The NSURLErrorDomain number of the failure.
    package var code: Int?

    package init(
        at: UnixTime, dns: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
        failedPhase: ConnectionPhase? = nil, code: Int? = nil
    ) {
        self.at = at
        self.dns = dns
        self.connect = connect
        self.tls = tls
        self.failedPhase = failedPhase
        self.code = code
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.time("at", at)
        json.member("dns_ms", dns?.inMilliseconds)
        json.member("connect_ms", connect?.inMilliseconds)
        json.member("tls_ms", tls?.inMilliseconds)
        json.member("failed_phase", failedPhase?.rawValue)
        json.member("code", code)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        at = try object.time("at")
        dns = try object.optionalMilliseconds("dns_ms")
        connect = try object.optionalMilliseconds("connect_ms")
        tls = try object.optionalMilliseconds("tls_ms")
        failedPhase = try object.optionalChoice("failed_phase")
        code = try object.optionalInteger("code")
    }
}

extension Duration {
    /// Milliseconds, cut to the microsecond so that the number stays short.
    var inMilliseconds: Double { Double(wholeNanoseconds / 1000) / 1000 }
}
