import Evaluation
import MotionPrediction
import TouchInput

/// The worst, median and best stroke of one predictor.
struct Filmstrip: Sendable {
  let figure: Figure

  /// The number of predictors drawn per data set: those with the lowest error.
  static let most = 4
  /// A stroke with fewer scored predictions is left out.
  static let leastScored = 10

  /// Draws a predictor's strokes; nil where none qualifies.
  init?(
    _ strokes: [PredictedStrokes.Stroke], of spelling: String, horizon: Double, unit: LengthUnit,
    dataset: String, name: String
  ) {
    let usable = strokes.filter { $0.scored >= Self.leastScored && $0.unit == unit }
    let ranked = usable.enumerated().compactMap { place, stroke in
      stroke.meanError.map { (place: place, error: $0) }
    }.sorted { ($0.error, $0.place) < ($1.error, $1.place) }
    guard let best = ranked.first, let worst = ranked.last else { return nil }
    let median = ranked[(ranked.count - 1) / 2]
    var chosen: [(title: String, place: Int)] = []
    for (title, entry) in [("worst", worst), ("median", median), ("best", best)]
    where !chosen.contains(where: { $0.place == entry.place }) {
      chosen.append((title, entry.place))
    }
    figure = StrokeFigure(
      predictor: spelling, horizon: horizon, unit: unit.symbol, dataset: dataset,
      panels: chosen.map { title, place in
        let stroke = usable[place]
        let words = [stroke.participant, stroke.task, "stroke \(stroke.name)"]
        return stroke.panel(
          title: "\(title) of \(ranked.count): "
            + words.filter { !$0.isEmpty }.joined(separator: ", "))
      }, hasOneScale: false
    ).figure().renamed(name)
  }
}

extension RunReport {
  /// Returns the report with the distributions of error, and with the worst, median and best strokes
  /// and the worst recordings of the predictors with the lowest error.
  ///
  /// - Parameter path: The `predictions.csv` of the run.
  /// - Returns: The same report with the strokes of each data set.
  /// - Throws: `ScoresCSVError` for the first thing that cannot be read, with its line.
  /// - Complexity: Linear in the file; it keeps the predictions of four predictors and the errors of
  /// all drawn ones per data set at one horizon.
  public func addingStrokes(from path: String) throws(ScoresCSVError) -> RunReport {
    let subjects = datasets.map(\.filmstripSubjects)
    let read = try PredictedStrokes(
      of: datasets.flatMap(\.drawnSubjects), drawing: Set(subjects.flatMap(\.self)), in: path)
    var result = self
    result.hasPredictions = true
    for (place, subjects) in subjects.enumerated() {
      guard let lead = datasets[place].lead else { continue }
      for subject in datasets[place].drawnSubjects {
        let spelling = PredictorSpec.spelling(
          kinds: subject.predictor, parameters: subject.parameters)
        let all = read.errors[subject]?.all[lead.unit] ?? []
        result.datasets[place].distributions[spelling] = ErrorDistribution(errors: all)
      }
      let held = datasets[place].drawnSubjects.first { $0.predictor == Landmark.hold }
        .flatMap { read.errors[$0] }
      result.datasets[place].worst = subjects.flatMap { subject -> [WorstPlace] in
        guard let held, let errors = read.errors[subject] else { return [] }
        return WorstPlace.all(
          of: subject,
          spelling: PredictorSpec.spelling(
            kinds: subject.predictor, parameters: subject.parameters), errors: errors,
          held: held, unit: lead.unit)
      }
      let names = Slug.distinct(subjects.map { "\($0.predictor) \($0.parameters)" })
      result.datasets[place].filmstrips = zip(subjects, names).compactMap { subject, name in
        Filmstrip(
          read.strokes[subject] ?? [],
          of: PredictorSpec.spelling(kinds: subject.predictor, parameters: subject.parameters),
          horizon: subject.horizon.seconds, unit: lead.unit,
          dataset: subject.dataset, name: "\(datasets[place].slug)-strokes-\(name)")
      }
    }
    return result
  }
}

extension DatasetReport {
  /// All drawn predictors at the headline horizon.
  fileprivate var drawnSubjects: [PredictedStrokes.Subject] {
    guard let lines, let lead else { return [] }
    return lines.lines.map { line in
      PredictedStrokes.Subject(
        dataset: lead.rowDataset, predictor: line.configuration.kind,
        parameters: line.configuration.parameters, horizon: lead.moments[lead.headlineMoment])
    }
  }

  /// The drawn predictors with the lowest error, in the order of the table, without `hold`.
  fileprivate var filmstripSubjects: [PredictedStrokes.Subject] {
    guard let lines, let lead else { return [] }
    let moment = lead.headlineMoment
    let ranked = lines.lines.indices.compactMap { place in
      lines.value(place, at: moment, named: HeadlineMeasure.error.name).map { (place, $0) }
    }.filter { lines.lines[$0.0].configuration.spelling != Landmark.hold }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    // Predictors with equal scores would draw the same strokes.
    let distinct = ranked.enumerated().filter { rank, entry in
      rank == 0 || !EqualScores.areEqual(ranked[rank - 1].1, entry.1)
    }.map(\.element.0)
    return distinct.prefix(Filmstrip.most).sorted().map { place in
      let configuration = lines.lines[place].configuration
      return PredictedStrokes.Subject(
        dataset: lead.rowDataset, predictor: configuration.kind,
        parameters: configuration.parameters, horizon: lead.moments[moment])
    }
  }
}
