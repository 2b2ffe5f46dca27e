package import Core

/// One layer of `windsock check`, from the configuration up to the API.
package struct DiagnosisLine: ControlValue {
    package enum Verdict: String, CaseIterable, Sendable {
        case ok
        case fail
        /// Not looked at, because a layer beneath it failed or it does not apply.
        case skipped
    }

    /// The layer's short name: `config`, `lock`, `database`, `key`, `clock`, `path`, `dns`, `tcp`, `tls`, `api`.
    package var layer: String
    package var verdict: Verdict
    /// What was found, in words.
    package var text: String
    /// How long looking took; nil where that means nothing.
    package var duration: Duration?
    /// What the user can do.
    package var hint: String?

    package init(
        layer: String, verdict: Verdict, text: String, duration: Duration? = nil, hint: String? = nil
    ) {
        self.layer = layer
        self.verdict = verdict
        self.text = text
        self.duration = duration
        self.hint = hint
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("layer", layer)
        json.member("verdict", verdict.rawValue)
        json.member("text", text)
        json.member("duration_ms", duration?.inMilliseconds)
        json.member("hint", hint)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        layer = try object.string("layer")
        verdict = try object.choice("verdict")
        text = try object.string("text")
        duration = try object.optionalMilliseconds("duration_ms")
        hint = try object.optionalString("hint")
    }
}
