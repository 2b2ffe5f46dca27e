/// Answers as the service gives them, small, of our own invention: Oslo on 30 November 2026, 14:20 UTC.
enum Bodies {
    static let time: Int64 = 1_796_048_400

    static let current = [
        #"{"coord":{"lon":10.74,"lat":59.91},"weather":[{"id":600,"main":"Snow","description":"light snow","icon":"13d"}],"base":"stations","main":{"temp":-3.02,"feels_like":-7.4,"temp_min":-4,"temp_max":-2.5,"pressure":1012,"humidity":81,"sea_level":1012,"grnd_level":1000},"visibility":10000,"wind":{"speed":4.1,"deg":90,"gust":7.2},"snow":{"1h":0.3},"clouds":{"all":75},"dt":1796048100,"sys":{"type":2,"id":1,"country":"NO","sunrise":1796024400,"sunset":1796049300},"timezone":3600,"id":1,"name":"Oslo","cod":200}"#,
        #"{"main":{"temp":"8.5"},"dt":1796048400.0,"rain":0.4,"sys":{"sunrise":0,"sunset":0},"name":"","cod":"200"}"#,
        #"{"cod":401,"message":"a key that nobody has"}"#, #"{"cod":"404","message":"no such place"}"#,
    ].samples

    static let forecast = [
        #"{"cod":"200","list":[{"dt":1796050800,"main":{"temp":-2,"feels_like":-6,"pressure":1011,"humidity":80},"weather":[{"id":601,"main":"Snow","description":"snow","icon":"13n"}],"clouds":{"all":90},"wind":{"speed":3,"deg":80,"gust":6},"visibility":9000,"pop":0.7,"snow":{"3h":1.2}},{"dt":1796061600,"main":{"temp":-1.5},"pop":1,"rain":{"3h":0.1}}],"city":{"coord":{"lat":59.9,"lon":10.7},"timezone":3600}}"#
    ].samples

    static let air = [
        #"{"coord":{"lon":10.74,"lat":59.91},"list":[{"main":{"aqi":2},"components":{"co":201.9,"no":0.02,"no2":0.77,"o3":68.6,"so2":0.64,"pm2_5":0.5,"pm10":0.54,"nh3":0.12},"dt":1796048400}]}"#
    ].samples

    static let geocoding = [
        #"[{"name":"Oslo","local_names":{"en":"Oslo"},"lat":59.91,"lon":10.74,"country":"NO","state":"Oslo"},{"name":"Oslo","lat":48.2,"lon":-97.1,"country":"US"}]"#,
        #"{"zip":"0150","name":"Oslo","lat":59.91,"lon":10.74,"country":"NO"}"#, "[]",
    ].samples

    static let words =
        [
            "null", "true", "{}", "[]", "\"\"", "1e999", "-1e308", "1e-400", "9223372036854775807",
            "-9223372036854775808",
            "18446744073709551616", "00", "-0", "0.1", "5e-324", "\"8\"", "\"1e400\"", "71", "-101", "281.87",
            "NaN",
            "Infinity", "\\u001b[31m", "\\ud83c\\udf27", "\\ud83c", "\\u0000", "\u{202E}", "\u{FEFF}",
            "[[[[[[[[[[[[",
            "{\"a\":", "\"dt\":", "\"main\":", "\"temp\":", "\"cod\":", "<html>", ",", ":",
        ].samples + [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF], [0],
        ]
}
