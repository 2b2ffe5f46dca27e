/// Paths taken apart at their slashes, whatever scalars their names begin with.
package enum FilePath {
    /// Whether it begins at the root.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// The directory, without its last slash unless it is the root, and the last component.
    ///
    /// The directory is nil for a name alone.
    package static func parts(_ path: String) -> (directory: String?, name: String) {
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return (nil, path) }
        let directory = slash == scalars.startIndex ? "/" : String(scalars[..<slash])
        return (directory, String(scalars[scalars.index(after: slash)...]))
    }

    /// The file `name` in the directory of another.
    package static func sibling(_ name: String, of path: String) -> String {
        switch parts(path).directory {
        case nil: name
        case "/": "/" + name
        case .some(let directory): directory + "/" + name
        }
    }
}
