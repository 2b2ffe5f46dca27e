/// A control request that cannot be followed.
struct ControlError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
