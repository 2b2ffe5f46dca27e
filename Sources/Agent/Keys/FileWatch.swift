import Core
import EventLoop
import Glibc

/// Tells when one of some files may have changed, come or gone: inotify(7) on their directories, because a
/// file that is replaced by rename(2) has another inode and one that does not exist yet has none.
@LoopActor
final class FileWatch {
    private let descriptor: Int32
    private var names: [Int32: Set<String>] = [:]

    /// Watches nothing when inotify is not to be had; the files are then read at start and on reload only.
    init(_ paths: [String]) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        add(paths)
    }

    /// Watches these files as well; for those that are watched already nothing changes.
    func add(_ paths: [String]) {
        let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB)
        for path in paths {
            let (parent, name) = FilePath.parts(path)
            guard let parent else { continue }
            let watch = inotify_add_watch(descriptor, parent, mask)
            if watch >= 0 { names[watch, default: []].insert(name) }
        }
    }

    /// One element for each burst of changes; several may be one.
    ///
    /// For one consumer, which ends it by ending.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = DescriptorWatch(descriptor, for: .readable, ownsDescriptor: true) { [weak self] _ in
            if self?.drain() == true { continuation.yield() }
        }
        guard let watch else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        return stream
    }

    /// Reads all waiting events; true when one is about a watched name, or when events were lost.
    private func drain() -> Bool {
        var isRelevant = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                let start = offset + MemoryLayout<inotify_event>.size
                let end = min(start + Int(event.len), count)
                let name = String(decoding: buffer[start..<end].prefix { $0 != 0 }, as: UTF8.self)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || names[event.wd]?.contains(name) == true {
                    isRelevant = true
                }
                offset = end
            }
        }
        return isRelevant
    }
}
