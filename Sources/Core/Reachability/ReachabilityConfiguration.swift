/// The numbers of the reachability machine, each with its reason.
package struct ReachabilityConfiguration: Equatable, Sendable {
    /// Between steady probes while online; stretched while nothing happens.
    package var probeEvery: Duration = .seconds(30)
    /// The longest pause between probes while offline with a path.
    package var probeMax: Duration = .seconds(60)
    /// No certificate of a running service is from before this time, and no right clock reads less.
    package var builtAt: UnixTime = Release.date

    package init() {}

    /// A path must be gone this long: a DHCP renewal or a route that is replaced is shorter.
    static let pathHold: Duration = .milliseconds(250)
    /// After a resume links take seconds to come up.
    static let pathHoldAfterResume: Duration = .seconds(5)
    /// While the path is gone nothing polls; this look is against a lost kernel message only.
    static let safetyLook: Duration = .minutes(15)
    /// The deadline on the way up: slow satellite and cellular links need it.
    static let riseDeadline: Duration = .seconds(8)
    /// The shortest deadline on the way down; three times the last good probe where that is more.
    static let fallDeadline: Duration = .milliseconds(2500)
    /// Pauses between the probes of a suspicion.
    static let suspectPauses: [Duration] = [.zero, .seconds(1), .seconds(2)]
    static let hardFailuresToOffline = 2
    static let failuresToOffline = 3
    /// The count of probes in a backoff that begins with one at once: the pause after it is the first.
    static let beforeFirstProbe = -1
    /// Unknown ends by then, whatever happens.
    static let unknownLimit: Duration = .seconds(13)
    static let unknownLimitAfterResume: Duration = .seconds(15)
    static let resumePauses: [Duration] = [
        .zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
    ]
    /// Without trouble this long, steady probes stretch.
    static let quietSpell: Duration = .minutes(10)
    static let quietStretch = 4
    /// Every tenth steady probe is full.
    static let fullProbeEvery = 10
    /// Our clock may drift this far from the one that verified a certificate before its dates are doubted.
    static let clockTolerance: Duration = .hours(1)
    /// Spread of all probe pauses, so that a fleet does not march in step.
    static let jitter = 0.2
}
