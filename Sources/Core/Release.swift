/// Which windsock this is.
package enum Release {
    package static let version = "0.1.0"
    /// When this version was made.
    ///
    /// A clock that reads less is wrong.
    package static let date = UnixTime(seconds: 1_795_996_800)  // 2026-11-30
}
