/// The database's identity and its history.
package enum Schema {
    /// `application_id` of our files, "WSOK" (https://www.sqlite.org/fileformat2.html, offset 68).
    package static let applicationID: Int64 = 0x5753_4F4B

    /// All migrations ever released, oldest first.
    ///
    /// `user_version` is how many of them a file has seen.
    package static let migrations: [Migration] = [
        Migration("first tables and views", script: firstTables + firstViews)
    ]

    /// The newest version this program knows.
    package static var version: Int64 { Int64(migrations.count) }
}
