import CCurl
import Core
import EventLoop
import Glibc

/// The options of requests and probes, curl_easy_setopt(3).
extension Transport {
    /// What requests and probes have in common.
    func configure(_ easy: EasyHandle, _ route: Route, _ addresses: [ResolvedAddress]) {
        easy.set(CURLOPT_NOSIGNAL, 1)
        easy.set(CURLOPT_QUICK_EXIT, 1)
        easy.set(CURLOPT_TCP_NODELAY, 1)
        easy.setSocketCallbacks(opened: curlOpenedSocket, closing: curlClosesSocket)
        easy.set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, 200)
        easy.set(CURLOPT_MAXAGE_CONN, 60)
        easy.set(CURLOPT_MAXLIFETIME_CONN, 300)
        // Entries of CURLOPT_RESOLVE without `+` are exempt; nothing else may be kept.
        easy.set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
        if ResolvedAddress(literal: route.firstHost) == nil, !addresses.isEmpty {
            let list = addresses.map { $0.family == .ipv6 ? "[\($0.text)]" : $0.text }
            easy.resolve("\(route.firstHost):\(route.firstPort):" + list.joined(separator: ","))
        }
        // An empty string, and not nil, keeps curl from reading the environment.
        easy.set(CURLOPT_PROXY, route.proxy?.url ?? "")
        easy.set(CURLOPT_NOPROXY, "")
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        easy.set(CURLOPT_PROTOCOLS_STR, route.origin.scheme == .https ? "https" : "http,https")
        easy.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        easy.set(CURLOPT_FOLLOWLOCATION, 0)
        easy.set(CURLOPT_MAXREDIRS, 0)
        easy.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        trust(easy, throughProxy: route.proxy?.scheme == .https)
    }

    /// What all requests of one manner have besides.
    func configure(_ easy: EasyHandle, _ manner: RequestManner) {
        let limits = manner.limits
        let isSecure = manner.route.origin.scheme == .https
        easy.set(CURLOPT_USERAGENT, userAgent)
        easy.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        easy.set(CURLOPT_HTTP_VERSION, Int(isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        // Waits for the first connection to tell whether it can be shared, instead of opening another at
        // once.
        easy.set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Transport.milliseconds(limits.connect))
        easy.set(CURLOPT_TIMEOUT_MS, Transport.milliseconds(limits.total))
        easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
        easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(clamping: limits.silence.components.seconds)))
        // Where the length is announced the transfer ends before the first byte of the body.
        easy.set(CURLOPT_MAXFILESIZE_LARGE, large: limits.bodyBytes)
        easy.set(CURLOPT_WRITEFUNCTION, curlReceivedBody)
        easy.set(CURLOPT_HEADERFUNCTION, curlReceivedHeader)
    }

    /// What is each request's own.
    func configure(_ exchange: Exchange, _ request: TransferRequest) {
        let easy = exchange.easy
        easy.set(CURLOPT_URL, request.url)
        easy.set(CURLOPT_FRESH_CONNECT, request.freshConnection ? 1 : 0)
        easy.set(CURLOPT_WRITEDATA, pointer: exchange.context)
        easy.set(CURLOPT_HEADERDATA, pointer: exchange.context)
    }

    /// Verification is never turned off, neither for the server nor for a proxy that speaks TLS itself.
    private func trust(_ easy: EasyHandle, throughProxy: Bool) {
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        trust(easy, path: CURLOPT_CAPATH, file: CURLOPT_CAINFO, bytes: CURLOPT_CAINFO_BLOB)
        guard throughProxy else { return }
        easy.set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        easy.set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
        easy.set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
        trust(
            easy, path: CURLOPT_PROXY_CAPATH, file: CURLOPT_PROXY_CAINFO, bytes: CURLOPT_PROXY_CAINFO_BLOB)
    }

    private func trust(_ easy: EasyHandle, path: CURLoption, file: CURLoption, bytes: CURLoption) {
        switch anchors.source {
        case .directory(let directory, let additional):
            easy.set(path, directory)
            easy.set(file, additional)
        case .file(let only):
            // curl keeps parsed authorities only where there is no directory.
            easy.set(path, nil)
            easy.set(file, only)
        case .bytes(let contents):
            easy.set(path, nil)
            easy.set(bytes, bytes: contents)
        }
    }
}
