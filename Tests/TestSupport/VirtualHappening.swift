package import Core

/// Something that happens to the virtual machine at a given time, apart from its network.
package enum VirtualHappening: Sendable {
    case event(AgentMachine.Event)
    /// The lid is closed for so long; timers that came due fire afterwards.
    ///
    /// `noticedFirst`: the clock watch tells before those timers do.
    case sleep(Duration, noticedFirst: Bool = true)
    /// Somebody, or NTP, sets the wall clock.
    case setClock(UnixTime)
    /// The agent ends without a word and a successor starts after so long.
    case restart(after: Duration)
    /// A key is set, taken away, or set again.
    case key(Int64?)
    case add([Place])
    case change(PlaceID, PlaceStatus)
    case remove([PlaceID])
    case sync([PlaceID])
    case lookUp(Int, PlaceQuery)
    case force(ReachabilityState?)
    case probe
}
