/// The endpoints.
enum Route {
    case current
    case forecast
    case airPollution
    case direct
    case zip
    /// `/data/2.5/group`, gone since 2025: 401 for every key.
    case withdrawn
    /// One Call: 401 for a key without that subscription.
    case subscription
    case unknown

    init(path: String) {
        self =
            switch path {
            case "/data/2.5/weather": .current
            case "/data/2.5/forecast": .forecast
            case "/data/2.5/air_pollution": .airPollution
            case "/geo/1.0/direct": .direct
            case "/geo/1.0/zip": .zip
            case "/data/2.5/group": .withdrawn
            case "/data/3.0/onecall": .subscription
            default: .unknown
            }
    }
}
