/// A value does not have the shape the interface gives it: which member, and what was expected there.
package struct ShapeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the member from the outermost object, such as `reachability.since_epoch` or `places[3].name`.
    package var member: String
    /// What should be there, such as `a string`.
    package var expected: String

    package init(member: String, expected: String) {
        self.member = member
        self.expected = expected
    }

    package var description: String { "\(member) is not \(expected)" }

    /// The same fault, seen from the object that holds the value as its member `name`.
    func inside(_ name: String) -> ShapeError {
        ShapeError(member: member.isEmpty ? name : "\(name).\(member)", expected: expected)
    }
}
