package import EventLoop
package import Transfer

/// Watches the kernel's links, addresses and routes, and publishes what they mean for the way to the target.
@LoopActor
package final class KernelPath {
    /// The target's last known addresses: routes to them count, besides the default routes. Setting them evaluates anew.
    package var destinations: [ResolvedAddress] = []

    package init() {}

    /// The newest reading at once, then each that differs. For one consumer; ends with its task.
    package func readings() -> AsyncStream<PathReading> {
        AsyncStream { _ in }
    }

    /// Asks the kernel for everything again.
    package func refresh() {}
}
