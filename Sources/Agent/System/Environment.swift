import Core
import Glibc

/// The variables of the process, read once at the start.
package enum Environment {
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            if let parts = String(cString: text).cut(at: "=") { variables[parts.before] = parts.after }
            entry += 1
        }
        return variables
    }
}
