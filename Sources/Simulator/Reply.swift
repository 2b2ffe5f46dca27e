import CMicroHTTPD
import Core
import Glibc

/// An answer as libmicrohttpd's response.
struct Reply: ~Copyable {
    private let status: UInt32
    private let handle: OpaquePointer?

    init(_ answer: Answer) {
        status = UInt32(answer.status)
        switch answer.body {
        case .bytes(var bytes):
            handle = MHD_create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY)
        case .truncated(let bytes, let length):
            handle = Reply.streamed(BodyStream(bytes, endsWell: false), size: UInt64(length))
        case .blanks(let count, let chunked):
            let stream = BodyStream([UInt8(ascii: "[")], blanks: count - 1, endsWell: true)
            handle = Reply.streamed(stream, size: chunked ? cmhd_size_unknown : UInt64(count))
        }
        MHD_add_response_header(handle, "Content-Type", answer.contentType)
        for header in answer.headers { MHD_add_response_header(handle, header.name, header.value) }
    }

    deinit {
        if let handle { MHD_destroy_response(handle) }
    }

    /// Queues it on the connection whose callback is running.
    ///
    /// `date` is the Date header: it follows the simulated clock.
    func send(on connection: OpaquePointer, date: UnixTime) -> MHD_Result {
        MHD_add_response_header(handle, "Date", date.httpDate)
        return MHD_queue_response(connection, status, handle)
    }

    private static func streamed(_ stream: BodyStream, size: UInt64) -> OpaquePointer? {
        MHD_create_response_from_callback(
            size, 32 * 1024, readBody, Unmanaged.passRetained(stream).toOpaque(), releaseBody)
    }
}

/// MHD_ContentReaderCallback.
private nonisolated func readBody(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    guard let context, let buffer else { return cmhd_end_with_error }
    let stream = Unmanaged<BodyStream>.fromOpaque(context).takeUnretainedValue()
    let count = stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
    guard count == 0 else { return count }
    return stream.endsWell ? cmhd_end_of_stream : cmhd_end_with_error
}

private nonisolated func releaseBody(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<BodyStream>.fromOpaque(context).release()
}
