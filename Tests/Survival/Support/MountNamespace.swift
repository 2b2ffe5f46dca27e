import TestSupport

/// Mounts that only one program sees.
///
/// unshare(1) makes every mount in the new namespace private, and the script mounts below the test's own folder
/// and nowhere else.
enum MountNamespace {
    static let isPermitted: Bool = {
        let script = "mount -t tmpfs -o size=64k tmpfs /tmp"
        let output = try? ChildProcess.run("unshare", ["--mount", "sh", "-euc", script])
        return output?.status == 0
    }()

    /// The words before a program's that make it run after the script, in the process that was started.
    static func words(_ script: String) -> [String] {
        ["unshare", "--mount", "sh", "-euc", script + "\nexec \"$@\"", "sh"]
    }
}
