/// The version of this build.
package enum ProgramVersion {
    package static let current = "0.1.0"
}
