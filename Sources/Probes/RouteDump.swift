import CLinux

/// The three dumps that together tell the kernel's whole state, one after the other: links, addresses,
/// routes.
///
/// What comes meanwhile without having been asked for is applied to the new tables too, in the order of
/// arrival, so that they are as new as the last message when they take the place of the old ones.
struct RouteDump {
    /// RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE.
    private static let requests: [UInt16] = [18, 22, 26]

    private(set) var tables = KernelTables()
    private(set) var sequence: UInt32
    /// The kernel's state changed between two pieces (NLM_F_DUMP_INTR): the result may contradict itself.
    private(set) var wasInterrupted = false
    private var stage = 0

    init(sequence: UInt32) {
        self.sequence = sequence
    }

    /// What is to be asked now, with `sequence`.
    var request: UInt16 { RouteDump.requests[stage] }

    mutating func apply(_ message: RouteMessage, interrupted: Bool = false) {
        wasInterrupted = wasInterrupted || interrupted
        _ = tables.apply(message)
    }

    /// A dump has ended: true when another has to be asked for, false when all are there.
    mutating func advance() -> Bool {
        guard stage + 1 < RouteDump.requests.count else { return false }
        stage += 1
        sequence &+= 1
        return true
    }
}
