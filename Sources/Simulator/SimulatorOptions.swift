/// The command line.
struct SimulatorOptions: Equatable {
    static let usage = """
        usage: windsock-simulator [--listen 127.0.0.1:0] [--key KEY]... [--tls-cert FILE --tls-key FILE]
                                  [--time-file FILE]

        Answers like api.openweathermap.org, and fails on demand (POST /_simulator/faults).

          --listen ADDRESS:PORT  where to answer; [::1]:0 for IPv6; port 0 takes a free one
          --key KEY              a valid key; several are allowed, without one every key is refused
          --tls-cert, --tls-key  PEM files: speak TLS on the API port
          --time-file FILE       tells the time: seconds since 1970, or an offset such as -3600; read anew
                                 for each request, the system's clock while it is absent or empty
          --help                 this text

        """

    var listen = ListenAddress.loopback
    var keys: [String] = []
    var certificateFile: String?
    var keyFile: String?
    var timeFile: String?
    var wantsHelp = false

    /// Reads the arguments behind the program's name; `--name=value` is `--name value`.
    ///
    /// - Throws: `usage` with the first fault.
    init(_ arguments: [String]) throws(SimulatorError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = argument.prefix { $0 != "=" }
            let attached = argument.utf8.count > name.utf8.count ? argument.dropFirst(name.count + 1) : nil
            if argument == "--help" {
                wantsHelp = true
                continue
            }
            guard ["--listen", "--key", "--tls-cert", "--tls-key", "--time-file"].contains(name) else {
                throw .usage("unknown argument '\(argument)'")
            }
            guard let value = attached.map({ String($0) }) ?? rest.popFirst(), !value.isEmpty else {
                throw .usage("\(name) needs a value")
            }
            switch name {
            case "--listen":
                guard let address = ListenAddress(value) else {
                    throw .usage("'\(value)' is not ADDRESS:PORT")
                }
                listen = address
            case "--key": keys.append(value)
            case "--tls-cert": certificateFile = value
            case "--tls-key": keyFile = value
            default: timeFile = value
            }
        }
        guard (certificateFile == nil) == (keyFile == nil) else {
            throw .usage("--tls-cert and --tls-key go together")
        }
    }
}
