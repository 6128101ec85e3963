import Datasets
import Evaluation
import TouchInput

/// The strokes of a run with some predictors' predictions at one horizon.
struct PredictedStrokes {
  /// One stroke.
  struct Stroke {
    let participant: String
    let task: String
    let name: String
    /// The unit of its positions.
    let unit: LengthUnit
    /// The predictions in order of time.
    var predictions: [(time: Double, arrow: StrokeFigure.Arrow)]

    /// The mean error; nil where no truth is known.
    var meanError: Double? { panel(title: "").meanError?.value }

    /// The number of predictions with a known truth.
    var scored: Int { predictions.count { $0.arrow.truth != nil } }

    /// The stroke as a panel.
    func panel(title: String) -> StrokeFigure.Panel {
      let arrows = predictions.map(\.arrow)
      // Where no sample follows, the truths lead on to the end of the stroke.
      let last = arrows.last?.origin
      let later = last.flatMap { last in
        arrows.firstIndex { $0.truth == last }.map { Array(arrows[($0 + 1)...]) }
      }
      return StrokeFigure.Panel(
        title: title,
        track: arrows.map(\.origin) + (later ?? []).compactMap(\.truth), predictions: arrows)
    }
  }

  /// A predictor on a data set at a horizon.
  struct Subject: Hashable {
    let dataset: String
    let predictor: String
    let parameters: String
    let horizon: Horizon

    /// The part of a line that all its predictions share, as written in the file.
    var mark: [UInt8] {
      let frames = horizon.frames.map(DecimalNumber.text) ?? ""
      let start = ["", CSVFields.cell(predictor), CSVFields.cell(parameters), frames]
      // With the device's own moments the time differs from stroke to stroke, the frames do not.
      let end =
        horizon.frames == nil ? [DecimalNumber.milliseconds(ofSeconds: horizon.seconds)] : []
      return Array((start + end + [""]).joined(separator: ",").utf8)
    }

    /// Whether a record is of it: a line can hold the mark of a subject of another data set.
    fileprivate func matches(_ fields: [String]) -> Bool {
      let isAhead =
        horizon.frames.map { fields[7] == DecimalNumber.text($0) }
        ?? (fields[8] == DecimalNumber.milliseconds(ofSeconds: horizon.seconds))
      return isAhead && fields[0] == dataset && fields[5] == predictor && fields[6] == parameters
    }
  }

  /// By subject to draw, in the order of the file.
  let strokes: [Subject: [Stroke]]
  /// The errors of every subject.
  let errors: [Subject: PredictionErrors]

  /// Reads the predictions of some subjects.
  ///
  /// - Parameters:
  ///   - subjects: Those whose errors are wanted.
  ///   - drawn: Those of them whose predictions are kept.
  ///   - path: The file.
  /// - Throws: `ScoresCSVError` for the first thing that cannot be read, with its line.
  init(
    of subjects: [Subject], drawing drawn: Set<Subject>, in path: String
  ) throws(ScoresCSVError) {
    var errors: [Subject: PredictionErrors] = [:]
    let marks = Array(Set(subjects.map(\.mark))).sorted { $0.lexicographicallyPrecedes($1) }
    var result: [Subject: [Stroke]] = [:]
    var places: [Subject: [[String]: Int]] = [:]
    try PredictionsCSV.forEachRecord(in: path, holding: marks) {
      row throws(ScoresCSVError) in
      let fields = row.fields
      guard let subject = subjects.first(where: { $0.matches(fields) }) else { return }
      let entry = try row.prediction
      if let error = entry.arrow.error {
        errors[subject, default: PredictionErrors()].add(
          error,
          at: .init(
            participant: fields[1], task: fields[2], source: fields[3], stroke: fields[4],
            unit: try row[17].choice(LengthUnit.self)))
      }
      guard drawn.contains(subject) else { return }
      let key = Array(fields[1...4])
      if let place = places[subject]?[key] {
        result[subject]?[place].predictions.append(entry)
        return
      }
      places[subject, default: [:]][key] = result[subject]?.count ?? 0
      result[subject, default: []].append(
        Stroke(
          participant: fields[1], task: fields[2], name: fields[4],
          unit: try row[17].choice(LengthUnit.self), predictions: [entry]))
    }
    strokes = result
    self.errors = errors
  }
}

extension RunFileRow {
  /// The prediction of a row of `predictions.csv` with the time at which it was made.
  fileprivate var prediction: (time: Double, arrow: StrokeFigure.Arrow) {
    get throws(ScoresCSVError) {
      let (trueX, trueY) = (try self[15].optionalNumber(), try self[16].optionalNumber())
      let arrow = StrokeFigure.Arrow(
        origin: SIMD2(try self[10].number(), try self[11].number()),
        predicted: SIMD2(try self[12].number(), try self[13].number()),
        truth: trueX.flatMap { x in trueY.map { SIMD2(x, $0) } }, isHeld: fields[14] == "true")
      return (try self[9].number(), arrow)
    }
  }
}
