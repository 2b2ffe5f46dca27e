/// The whole simulator: the API port and the control port.
final class SimulatorServer: Sendable {
    let address: ListenAddress
    let controlAddress: ListenAddress
    private let network: APINetwork
    private let control: HTTPDaemon

    /// Serves on both ports when it returns.
    ///
    /// - Throws: `SimulatorError` for what the options name and cannot be had.
    init(_ options: SimulatorOptions) throws(SimulatorError) {
        let clock = SimulatedClock(file: options.timeFile)
        var certificate: TLSCertificate?
        if let chainFile = options.certificateFile, let keyFile = options.keyFile {
            certificate = try TLSCertificate(chainFile: chainFile, keyFile: keyFile)
        }
        let keys = KeyRing(options.keys)
        let faults = try FaultList()
        let log = RequestLog()
        let connections = ConnectionTable()
        let handler = APIHandler(
            service: WeatherService(keys: keys), faults: faults, log: log, connections: connections,
            clock: clock,
            control: ControlHandler(faults: faults, keys: keys, log: log, network: nil),
            startMilliseconds: SimulatedClock.monotonicMilliseconds())

        let apiSocket = try ListeningSocket(options.listen)
        network = APINetwork(
            listening: apiSocket,
            context: DaemonContext(handler: handler, connections: connections, clock: clock),
            certificate: certificate)
        try network.set(isUp: true)

        var controlListen = options.listen
        controlListen.port = 0
        let controlSocket = try ListeningSocket(controlListen)
        let controlHandler = ControlHandler(faults: faults, keys: keys, log: log, network: network)
        control = try HTTPDaemon(
            listening: try controlSocket.open(),
            context: DaemonContext(
                handler: controlHandler, connections: ConnectionTable(), clock: clock),
            certificate: nil)
        address = apiSocket.address
        controlAddress = controlSocket.address
    }

    /// Ends both ports; requests that wait are reset.
    func stop() {
        // The control port first: behind it nobody changes the network any more.
        control.stop()
        try? network.set(isUp: false)
    }
}
