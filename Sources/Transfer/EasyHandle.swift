import CCurl
import EventLoop

/// A curl easy handle (libcurl-easy(3)), freed with this object.
///
/// It must have left its multi handle by then.
@LoopActor
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    /// What CURLOPT_RESOLVE points to.
    private var resolveList: UnsafeMutablePointer<curl_slist>?
    /// The first option curl refused, if any.
    private(set) var refusal = CURLE_OK

    /// Nil when there is no memory.
    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
    }

    isolated deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(resolveList)
    }

    func set(_ option: CURLoption, _ value: Int) {
        check(ccurl_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, large value: Int) {
        check(ccurl_set_large(pointer, option, curl_off_t(value)))
    }

    /// Nil takes the default of curl's build away too.
    func set(_ option: CURLoption, _ value: String?) {
        check(ccurl_set_string(pointer, option, value))
    }

    func set(_ option: CURLoption, bytes: [UInt8]) {
        check(bytes.withUnsafeBytes { ccurl_set_blob(pointer, option, $0.baseAddress, $0.count) })
    }

    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer) {
        check(ccurl_set_pointer(pointer, option, value))
    }

    func set(_ option: CURLoption, _ callback: @escaping ccurl_data_callback) {
        check(ccurl_set_data_callback(pointer, option, callback))
    }

    func setSocketCallbacks(opened: @escaping ccurl_sockopt_callback, closing: @escaping ccurl_close_callback)
    {
        check(ccurl_set_sockopt_callback(pointer, opened))
        check(ccurl_set_close_callback(pointer, closing))
    }

    /// One `host:port:address,address` of CURLOPT_RESOLVE.
    ///
    /// Without a `+` in front the entry does not expire, so that curl never asks a name server itself; the
    /// next handle set up for the host replaces it. To be called once.
    func resolve(_ entry: String) {
        resolveList = curl_slist_append(resolveList, entry)
        check(ccurl_set_list(pointer, CURLOPT_RESOLVE, resolveList))
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func large(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return ccurl_get_large(pointer, info, &value) == CURLE_OK ? Int64(value) : 0
    }

    func hasText(_ info: CURLINFO) -> Bool {
        var value: UnsafeMutablePointer<CChar>?
        guard ccurl_get_string(pointer, info, &value) == CURLE_OK, let value else { return false }
        return value.pointee != 0
    }

    private func check(_ code: CURLcode) {
        if code != CURLE_OK, refusal == CURLE_OK { refusal = code }
    }
}
