import Control
import Core
import Testing
import windsock

@Suite struct TextFuzz {
    @Test func `what is made printable moves no cursor, turns no line, hides nothing and has an end`() {
        fuzz("printable text", 12_500) { draw in
            let text = draw.text()
            let limit = draw.one(of: [0, 1, 2, 10, 64, 100])
            let shown = text.printable(limit: limit)
            try claim(shown.isHarmless(), "\(shown.debugDescription)")
            try claim(shown.count <= max(limit, 1), "\(shown.count) characters")
            try claim(
                shown.unicodeScalars.count <= 16 * max(limit, 1), "\(shown.unicodeScalars.count) scalars")
            try claim(shown.printable(limit: limit), is: shown, "a second time")
            var marks = 0
            var hasBase = false
            for scalar in shown.unicodeScalars {
                switch scalar.properties.generalCategory {
                case .privateUse, .unassigned, .surrogate: throw Falsified(description: "U+\(scalar.value)")
                case .nonspacingMark, .enclosingMark: marks += 1
                case .format: break
                default:
                    if scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier {
                        marks += 1
                    } else {
                        (marks, hasBase) = (0, true)
                    }
                }
                try claim(marks <= 4, "a tower of marks")
                try claim(marks == 0 || hasBase, "a mark on what comes before")
            }
        }
    }

    @Test func `a cell has its width in columns, whatever is in it`() {
        fuzz("columns", 10_000) { draw in
            let text = draw.text().printable(limit: draw.one(of: [64, 100, 200]))
            let width = draw.number(0...40)
            for alignment in [TextTable.Alignment.left, .right] {
                let cell = text.fitted(width, alignment: alignment)
                try claim(DisplayWidth.of(cell), is: width, "\(cell.debugDescription)")
            }
            try claim(DisplayWidth.of(text.shortened(width)) <= width, "too wide")
        }
    }

    @Test func `a table keeps its columns together`() {
        fuzz("tables", 1500, slowdown: 4) { draw in
            var table = TextTable([
                .init("NAME", mayShrink: true), .init("NOW", .right), .init("", mayShrink: true),
            ])
            for _ in 0...draw.below(4) {
                table.append(
                    (0...draw.below(4)).map { _ in
                        .init(draw.text(upTo: 6).printable(), draw.oneIn(3) ? .good : nil)
                    })
            }
            let width = draw.one(of: [0, 1, 20, 40, 80, 10_000])
            for line in table.lines(width: width, style: .plain) {
                try claim(line.isHarmless(), "\(line.debugDescription)")
                try claim(line.hasSuffix(" "), is: false, "a space at the end of \(line.debugDescription)")
                // Columns never get narrower than 8.
                try claim(width < 90 || DisplayWidth.of(line) <= width, "too wide")
            }
            _ = table.lines(width: width, style: .coloured)
        }
    }

    @Test func `an ASCII terminal gets ASCII, a column for a column`() {
        fuzz("ASCII", 10_000) { draw in
            let text = draw.text().printable()
            let plain = Output.ascii(text)
            try claim(plain.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(plain.debugDescription)")
        }
    }

    @Test func `a label that is accepted can be seen, and is accepted again as it is`() {
        fuzz("labels", 15_000) { draw in
            guard let label = try? PlaceName.validated(draw.text()) else { return }
            try claim(label.isHarmless(), "\(label.debugDescription)")
            try claim(try PlaceName.validated(label), is: label, "a second time")
            try claim(label.count <= 100 && label.utf8.count <= 400, "long")
            let isSeen = label.printable(limit: 100).unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .enclosingMark, .format, .spaceSeparator: false
                default: true
                }
            }
            try claim(isSeen, "nothing to see in \(label.debugDescription)")
            try claim(PlaceQuery(stored: PlaceQuery.name(label).stored), is: .name(label), "stored")
            try claim(PlaceQuery(stored: PlaceQuery.zip(label).stored), is: .zip(label), "stored")
        }
    }

    @Test func `names from outside reach no line that a terminal is shown`() {
        let now = UnixTime(seconds: Bodies.time)
        fuzz("lines of the command", 2000, slowdown: 16) { draw in
            var place = PlaceReport(
                id: PlaceID(1), name: draw.text(), coordinates: Coordinates(latitude: 1, longitude: 2),
                resolvedName: draw.text(), country: draw.text(), state: draw.text(),
                query: .name(draw.text()),
                status: draw.one(of: PlaceStatus.allCases), waitingFor: .timer,
                lastFailure: FailureRecord(
                    at: now, kind: .air, label: draw.text(), code: nil, httpStatus: nil, message: draw.text())
            )
            if draw.oneIn(2) {
                var observation = Observation(
                    observedAt: UnixTime(seconds: draw.integer()), temperature: draw.double())
                observation.condition = Condition(
                    id: 1, group: draw.text(), text: draw.text(), icon: draw.text())
                place.current = CurrentReport(
                    observation: observation, checkedAt: UnixTime(seconds: draw.integer()), age: .zero,
                    isStale: true)
            }
            let row = PlaceRow(place, now: now, units: .metric)
            var lines = [row.name, row.temperature, row.condition, row.seen, row.next, row.note]
            lines.append(StatusLine.text([place], now: now, units: .imperial))
            guard let pole = Coordinates(latitude: -90, longitude: 180) else { return }
            let candidate = PlaceCandidate(
                name: draw.text(), state: draw.text(), country: draw.text(), coordinates: pole)
            lines += CandidateList.lines([candidate])
            let record = AttemptRecord(
                at: now, place: PlaceID(1), kind: draw.text(), attempt: 1, outcome: draw.text(), code: nil,
                httpStatus: nil, curlCode: nil, osErrno: nil, phase: nil, duration: .zero, bytes: 0,
                decision: draw.text(), retryAt: nil)
            let events: [MonitorEvent] = [
                MonitorEvent(at: now, .place(PlaceChange(.updated, place))),
                MonitorEvent(at: now, .attempt(AttemptReport(record: record, placeName: draw.text()))),
                MonitorEvent(
                    at: now,
                    .reachability(
                        ReachabilityReport(
                            state: .offline, reason: draw.one(of: ReachabilityReason.allCases), since: now,
                            generation: 1,
                            target: draw.text(), lastProbe: nil))),
            ]
            lines += events.flatMap { MonitorWords.lines(.event($0), now: now, start: "start") }
            for error in refusals(&draw, candidate) { lines += [error.message, error.hint ?? ""] }
            lines.append(ControlClientError.protocolFault(draw.text()).message)
            for line in lines { try claim(line.isHarmless(), "\(line.debugDescription)") }
        }
    }

    private func refusals(_ draw: inout Draw, _ candidate: PlaceCandidate) -> [ControlError] {
        [
            .noSuchPlace(name: draw.text(), nearest: draw.text(), places: 1),
            .duplicateName(name: draw.text()),
            .ambiguousName(query: draw.text(), candidates: [candidate]), .unknownName(query: draw.text()),
            .invalidArgument(what: draw.text(), why: draw.text(), hint: draw.text()),
            .notPermitted(need: draw.text()),
            .unavailable(reason: draw.text(), hint: draw.text()), .storageFailing(reason: draw.text()),
            .configurationFaulty(faults: [draw.text()]), .tryAgain(reason: draw.text()),
        ]
    }

    @Test func `the nearest word is one of the words`() {
        fuzz("slips", 1500, slowdown: 4) { draw in
            let words = (0...draw.below(5)).map { _ in draw.text(upTo: 4) }
            guard let nearest = draw.text(upTo: 4).nearest(of: words) else { return }
            try claim(words.contains(nearest), "\(nearest.debugDescription)")
        }
    }
}
