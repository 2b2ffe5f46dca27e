/// The bodies of failures, letter by letter as the service writes them: `cod` is a number for 401 and 429 and
/// a string otherwise.
enum APIError {
    static let unauthorized = Answer(
        status: 401,
        #"{"cod":401, "message": "Invalid API key. Please see "#
            + #"https://openweathermap.org/faq#error401 for more info."}"#
    )
    static let subscriptionNeeded = Answer(
        status: 401,
        #"{"cod":401, "message": "Please note that using One Call 3.0 requires a separate subscription "#
            + "to the One Call by Call plan. Learn more here https://openweathermap.org/price. If you have "
            + "a valid subscription to the One Call by Call plan, but still receive this error, then please "
            + #"see https://openweathermap.org/faq#error401 for more info."}"#
    )
    static let blocked = Answer(
        status: 429,
        #"{"cod":429, "message": "Your account is temporary blocked due to exceeding of requests "#
            + "limitation of your subscription type. Please choose the proper subscription "
            + #"https://openweathermap.org/price"}"#
    )
    static let internalError = Answer(
        status: 500, #"{"cod":"500","message":"Internal error: 500001"}"#)
    static let nothingToGeocode = badRequest("Nothing to geocode")
    static let wrongLatitude = badRequest("wrong latitude")
    static let wrongLongitude = badRequest("wrong longitude")
    static let cityNotFound = Answer(status: 404, #"{"cod":"404","message":"city not found"}"#)
    static let notFound = Answer(status: 404, #"{"cod":"404","message":"not found"}"#)
    static let unknownPath = Answer(status: 404, #"{"cod":"404","message":"Internal error"}"#)
    static let methodNotAllowed = Answer(status: 405, #"{"cod":"405","message":"Internal error"}"#)

    static func badRequest(_ message: String) -> Answer {
        Answer(status: 400, #"{"cod":"400","message":"\#(message)"}"#)
    }

    /// What comes with a status when nothing else is said: the service's own JSON where it has one, else the
    /// HTML page of the front.
    static func answer(status: Int) -> Answer {
        switch status {
        case 400: nothingToGeocode
        case 401: unauthorized
        case 404: cityNotFound
        case 405: methodNotAllowed
        case 429: blocked
        case 500: internalError
        case 200..<300: Answer(status: status, "{}")
        default: frontPage(status)
        }
    }

    private static func frontPage(_ status: Int) -> Answer {
        let reason =
            switch status {
            case 403: "Forbidden"
            case 408: "Request Time-out"
            case 413: "Request Entity Too Large"
            case 502: "Bad Gateway"
            case 503: "Service Temporarily Unavailable"
            case 504: "Gateway Time-out"
            default: "Error"
            }
        return Answer(
            status: status, contentType: "text/html",
            """
            <html>\r
            <head><title>\(status) \(reason)</title></head>\r
            <body>\r
            <center><h1>\(status) \(reason)</h1></center>\r
            <hr><center>openresty</center>\r
            </body>\r
            </html>\r

            """)
    }
}
