/// Runs the jobs of `LoopActor` on the loop thread.
///
/// It and `LoopTaskExecutor` are two types on purpose: one type conforming to both protocols is slow at run
/// time.
final class LoopSerialExecutor: SerialExecutor {
    private let queue: JobQueue

    init(queue: JobQueue) {
        self.queue = queue
    }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), onActor: true)
    }

    func checkIsolated() {
        precondition(queue.isOnLoopThread, "this must run on the loop thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        queue.isOnLoopThread
    }
}

/// Runs the jobs of tasks that belong to no actor on the loop thread, so that nothing runs on libdispatch's
/// threads.
final class LoopTaskExecutor: TaskExecutor {
    private let queue: JobQueue

    init(queue: JobQueue) {
        self.queue = queue
    }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), onActor: false)
    }
}
