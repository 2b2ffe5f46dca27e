import EventLoop
import Glibc

/// Which case is at work, said on standard error when it ends the process: a trap leaves no other trace of its input.
struct CrashNote {
    private struct Entry {
        var name: StaticString?
        var seed: UInt64 = 0
    }

    private static let count = 64
    /// Read by the signal handler, so it is plain memory that stays where it is.
    nonisolated(unsafe) private static let entries = {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
        entries.initialize(repeating: Entry(), count: count)
        for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
            Glibc.signal(signal) { number in
                CrashNote.tell()
                Glibc.signal(number, SIG_DFL)
                raise(number)
            }
        }
        return entries
    }()
    private static let free = Lock(Array(0..<count))

    private let index: Int

    init(_ name: StaticString) {
        index = CrashNote.free.withLock { $0.removeLast() }
        CrashNote.entries[index] = Entry(name: name)
    }

    func set(_ seed: UInt64) { CrashNote.entries[index].seed = seed }

    func remove() {
        CrashNote.entries[index] = Entry()
        CrashNote.free.withLock { $0.append(index) }
    }

    /// No allocation: this is a signal handler.
    private static func tell() {
        for index in 0..<count {
            guard let name = entries[index].name else { continue }
            write("\nfuzz: at work: ")
            _ = Glibc.write(2, name.utf8Start, name.utf8CodeUnitCount)
            write(" WINDSOCK_CASES=1 WINDSOCK_SEED=")
            write(entries[index].seed)
        }
        write("\n")
    }

    private static func write(_ text: StaticString) {
        _ = Glibc.write(2, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func write(_ number: UInt64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            _ = Glibc.write(2, digits.baseAddress?.advanced(by: first), 20 - first)
        }
    }
}
