import DaemonSupport
import Glibc
import TestSupport

/// The library that makes a disk fail and a clock wrong, for programs that are started with it.
///
/// Compiled once, by the compiler that comes with Swift.
enum FaultLibrary {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private static let directory = TestDirectory()

    private static let compiled: Result<String, Missing> = {
        let source =
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
            .joined(separator: "/") + "/faults.c"
        let library = directory.file("faults.so")
        let arguments = ["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source]
        var path = getenv("PATH").map { String(cString: $0) } ?? ""
        path += ":/usr/bin:/bin"
        var complaint = ""
        for compiler in ["clang", "cc"] {
            do throws(ChildProcess.Failure) {
                let output = try ChildProcess.run(compiler, arguments, environment: ["PATH": path])
                if output.status == 0 { return .success(library) }
                complaint += output.standardError
            } catch {
                complaint += error.description
            }
        }
        return .failure(Missing(description: "faults.c cannot be compiled: \(complaint)"))
    }()

    static var path: String {
        get throws { try compiled.get() }
    }
}

/// What is wrong with the disk or the clock of one program.
final class Faults {
    enum Kind: String, CaseIterable {
        /// The disk is full, or fails, at any call that writes.
        case full = "enospc"
        case failing = "eio"
        /// Half is written, and then the disk is full.
        case short
        /// fsync and fdatasync fail.
        case sync
        /// The program is killed before the call.
        case death
    }

    private let directory = TestDirectory()
    private let shared: UnsafeMutablePointer<Int64>
    /// What the program is to be started with.
    private(set) var environment: [String: String]

    /// Counts the calls for files below `folder`, and lets the one with this number fail, from 1, or it and all
    /// after it.
    init(_ kind: Kind? = nil, below folder: String, at number: Int = 0, isLasting: Bool = false) throws {
        let file = directory.file("shared")
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0, ftruncate(descriptor, 4096) == 0 else {
            throw FaultLibrary.Missing(description: "\(file): errno \(errno)")
        }
        defer { close(descriptor) }
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            throw FaultLibrary.Missing(description: "mmap: errno \(errno)")
        }
        shared = memory.bindMemory(to: Int64.self, capacity: 4)
        environment = [
            "LD_PRELOAD": try FaultLibrary.path, "FAULTS_SHARED": file, "FAULTS_BELOW": folder + "/",
            "FAULTS_AT": "\(number)",
        ]
        if let kind { environment["FAULTS_KIND"] = kind.rawValue }
        if isLasting { environment["FAULTS_LASTING"] = "1" }
    }

    deinit {
        munmap(shared, 4096)
    }

    var calls: Int { Int(shared[0]) }
    var failures: Int { Int(shared[1]) }

    /// The disk is well again.
    func end() { shared[2] = 1 }

    /// Seconds that the program's wall clock is ahead of the machine's.
    var clockOffset: Int64 {
        get { shared[3] }
        set { shared[3] = newValue }
    }
}
