import CMicroHTTPD

/// An HTTP server of libmicrohttpd with a thread for each connection.
///
/// Ends with `stop` or with the object.
final class HTTPDaemon: @unchecked Sendable {
    // Invariant of the unchecked conformance: `handle` is set once in the initialiser and cleared by `stop`,
    // which only the object's one owner calls.
    private var handle: OpaquePointer?
    private let context: DaemonContext
    /// libmicrohttpd keeps pointers into the PEM texts.
    private let certificate: TLSCertificate?

    /// Serves on a listening socket, which is taken over.
    ///
    /// - Throws: `cannotStartDaemon`, in practice for certificates that do not fit.
    init(listening descriptor: Int32, context: DaemonContext, certificate: TLSCertificate?)
        throws(SimulatorError)
    {
        self.context = context
        self.certificate = certificate
        let callbacks = cmhd_callbacks(
            context: Unmanaged.passUnretained(context).toOpaque(), begun: requestBegun,
            access: requestArrived, completed: requestCompleted, connection: connectionChanged)
        let stackSize = 512 * 1024
        handle = cmhd_start(descriptor, callbacks, stackSize, certificate?.chain, certificate?.key)
        guard handle != nil else { throw .cannotStartDaemon }
    }

    deinit {
        stop()
    }

    /// Ends all connections and returns when no callback runs any more.
    ///
    /// Not to be called from a callback.
    func stop() {
        guard let handle else { return }
        MHD_stop_daemon(handle)
        self.handle = nil
    }
}
