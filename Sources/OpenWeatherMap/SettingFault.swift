/// Why a setting of the service cannot be used: the only error this room throws.
///
/// The texts never repeat the setting, which may hold a secret; whoever read it adds the file and line.
package enum SettingFault: Error, Equatable, Sendable {
    /// The key is empty or white space.
    case keyEmpty
    /// The key has this many bytes.
    case keyTooLong(Int)
    /// The key holds a blank, a control or a character beyond ASCII.
    case keyUnprintable
    /// The address is not `scheme://host[:port][/path]`.
    case addressMalformed
    case addressScheme
    /// Plain http to a host that is not this machine.
    case addressUnencrypted
    case addressWithUser
    case addressWithQuery
    case addressWithFragment
    case addressHost
    case addressPort
    case addressPath

    /// What is wrong, as the first line of a message.
    package var what: String {
        switch self {
        case .keyEmpty: "the API key is empty"
        case .keyTooLong(let count): "the API key is too long (\(count) bytes)"
        case .keyUnprintable: "the API key holds characters that no key has"
        case .addressMalformed: "the address of the API is not one"
        case .addressScheme: "the address of the API has another scheme than https"
        case .addressUnencrypted: "the address of the API is not encrypted"
        case .addressWithUser: "the address of the API holds a user name"
        case .addressWithQuery: "the address of the API holds a query"
        case .addressWithFragment: "the address of the API holds a fragment"
        case .addressHost: "the address of the API has no valid host"
        case .addressPort: "the address of the API has no valid port"
        case .addressPath: "the address of the API has no valid path"
        }
    }

    /// Why that is refused, and what would be accepted.
    package var why: String {
        switch self {
        case .keyEmpty: "a key has 1 to \(APIKey.lengthLimit) characters"
        case .keyTooLong: "a key has at most \(APIKey.lengthLimit) characters"
        case .keyUnprintable: "a key is one word of printable ASCII characters"
        case .addressMalformed: "it must look like https://api.openweathermap.org"
        case .addressScheme: "only https is spoken, and http to this machine itself"
        case .addressUnencrypted:
            "the key would be readable on the way; http is accepted for 127.0.0.0/8, ::1 and localhost only"
        case .addressWithUser: "the service is asked with a key, never with a user name"
        case .addressWithQuery: "every request has a query of its own; end the address before the ?"
        case .addressWithFragment: "a fragment is never sent; end the address before the #"
        case .addressHost:
            "a host is a name in ASCII (xn--… for other scripts), an IPv4 address or a [bracketed] IPv6 address"
        case .addressPort: "a port is a number from 1 to 65535"
        case .addressPath: "a path holds no blanks, no backslashes, no empty and no dot segments"
        }
    }
}
