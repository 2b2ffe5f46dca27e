import Core

/// All of a request that is the same for most of them.
///
/// A handle keeps its options from one transfer to the next (libcurl-easy(3)): setting all of them anew is a tenth of
/// the work of a call.
struct RequestManner: Equatable {
    let route: Route
    let addresses: [ResolvedAddress]
    let limits: TransferLimits
    let anchors: TrustAnchors

    init(_ request: TransferRequest, _ anchors: TrustAnchors) {
        route = request.route
        addresses = request.addresses
        limits = request.limits
        self.anchors = anchors
    }
}
