/// A weather condition with the service's number.
enum Condition: Int {
    case lightRain = 500
    case moderateRain = 501
    case heavyRain = 502
    case lightSnow = 600
    case snow = 601
    case fog = 741
    case clearSky = 800
    case fewClouds = 801
    case scatteredClouds = 802
    case brokenClouds = 803
    case overcastClouds = 804

    var group: String {
        switch self {
        case .lightRain, .moderateRain, .heavyRain: "Rain"
        case .lightSnow, .snow: "Snow"
        case .fog: "Fog"
        case .clearSky: "Clear"
        case .fewClouds, .scatteredClouds, .brokenClouds, .overcastClouds: "Clouds"
        }
    }

    /// In the language of the `lang` parameter, in English when that is unknown.
    func description(language: String?) -> String {
        switch language {
        case "de": german
        case "ru": russian
        default: english
        }
    }

    func icon(isDay: Bool) -> String {
        let picture =
            switch self {
            case .clearSky: "01"
            case .fewClouds: "02"
            case .scatteredClouds: "03"
            case .brokenClouds, .overcastClouds: "04"
            case .lightRain, .moderateRain, .heavyRain: "10"
            case .lightSnow, .snow: "13"
            case .fog: "50"
            }
        return picture + (isDay ? "d" : "n")
    }

    private var english: String {
        switch self {
        case .lightRain: "light rain"
        case .moderateRain: "moderate rain"
        case .heavyRain: "heavy intensity rain"
        case .lightSnow: "light snow"
        case .snow: "snow"
        case .fog: "fog"
        case .clearSky: "clear sky"
        case .fewClouds: "few clouds"
        case .scatteredClouds: "scattered clouds"
        case .brokenClouds: "broken clouds"
        case .overcastClouds: "overcast clouds"
        }
    }

    private var german: String {
        switch self {
        case .lightRain: "Leichter Regen"
        case .moderateRain: "Mäßiger Regen"
        case .heavyRain: "Sehr starker Regen"
        case .lightSnow: "Mäßiger Schnee"
        case .snow: "Schnee"
        case .fog: "Nebel"
        case .clearSky: "Klarer Himmel"
        case .fewClouds: "Ein paar Wolken"
        case .scatteredClouds: "Mäßig bewölkt"
        case .brokenClouds: "Überwiegend bewölkt"
        case .overcastClouds: "Bedeckt"
        }
    }

    private var russian: String {
        switch self {
        case .lightRain: "небольшой дождь"
        case .moderateRain: "дождь"
        case .heavyRain: "сильный дождь"
        case .lightSnow: "небольшой снег"
        case .snow: "снег"
        case .fog: "туман"
        case .clearSky: "ясно"
        case .fewClouds: "небольшая облачность"
        case .scatteredClouds: "переменная облачность"
        case .brokenClouds: "облачно с прояснениями"
        case .overcastClouds: "пасмурно"
        }
    }
}
