import CCurl
import Core
import EventLoop

/// What curl measured, curl_easy_getinfo(3).
extension Transport {
    func response(_ exchange: Exchange) -> TransferResponse {
        let easy = exchange.easy
        return TransferResponse(
            status: easy.number(CURLINFO_RESPONSE_CODE), contentType: exchange.fields.contentType,
            date: exchange.fields.date, retryAfter: exchange.fields.retryAfter, body: exchange.body,
            reusedConnection: easy.number(CURLINFO_NUM_CONNECTS) == 0, times: times(easy),
            bytesReceived: easy.number(CURLINFO_HEADER_SIZE)
                + Int(clamping: easy.large(CURLINFO_SIZE_DOWNLOAD_T)))
    }

    func times(_ easy: EasyHandle) -> TransferTimes {
        let total = Duration.microseconds(easy.large(CURLINFO_TOTAL_TIME_T))
        guard easy.number(CURLINFO_NUM_CONNECTS) > 0 else { return TransferTimes(total: total) }
        let resolved = easy.large(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = easy.large(CURLINFO_CONNECT_TIME_T)
        let secured = easy.large(CURLINFO_APPCONNECT_TIME_T)
        return TransferTimes(
            connect: connected > 0 ? .microseconds(max(0, connected - resolved)) : nil,
            tls: secured > 0 ? .microseconds(max(0, secured - connected)) : nil, total: total)
    }

    /// At least 1, because 0 means curl's default.
    static func milliseconds(_ duration: Duration) -> Int {
        Int(clamping: min(max(1, duration.wholeMilliseconds), 86_400_000))
    }
}
