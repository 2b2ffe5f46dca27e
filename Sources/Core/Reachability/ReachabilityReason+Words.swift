extension ReachabilityReason {
    /// The reason in words, for a person who wants to know what to do.
    ///
    /// - Parameters:
    ///   - host: what was tried to be reached.
    ///   - now: what this machine believes the time to be; nil in a list of past outages, where it says nothing.
    package func words(host: String, now: UnixTime?) -> String {
        switch self {
        case .none: "no reason is known"
        case .noPath: "no route to the network"
        case .dns: "names could not be resolved"
        case .connect: "no connection to \(host)"
        case .tls: "no secure connection to \(host)"
        case .captive: "a sign-in page answers instead of \(host)"
        case .clock:
            now.map { "this clock says \($0.rfc3339.prefix(10)), certificates cannot be checked" }
                ?? "this clock was wrong, certificates could not be checked"
        case .target: "\(host) does not answer, the rest of the Internet does"
        case .forced: "forced by windsock force; windsock force auto ends it"
        }
    }
}
