/// How long the parts of an exchange, or of a connection alone, took.
package struct TransferTimes: Equatable, Sendable {
    /// TCP to the first hop; nil on a connection that stood already.
    package var connect: Duration?
    /// A proxy's tunnel and TLS; nil on a connection that stood already, and without TLS.
    package var tls: Duration?
    /// From the start until the end.
    package var total: Duration

    package init(connect: Duration? = nil, tls: Duration? = nil, total: Duration = .zero) {
        self.connect = connect
        self.tls = tls
        self.total = total
    }
}
