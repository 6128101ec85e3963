import Evaluation
import MotionPrediction
import TouchInput

/// One predictor's worst, median and best stroke, drawn.
struct Filmstrip: Sendable {
  let figure: Figure

  /// The predictors that are drawn for a data set: those with the least error.
  static let most = 4
  /// A stroke with fewer scored predictions says nothing about a predictor.
  static let leastScored = 10

  /// Draws a predictor's strokes; nil where none can be.
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
  /// The report with the worst, median and best strokes of the drawn predictors with least error.
  ///
  /// - Parameter path: The `predictions.csv` of the run.
  /// - Returns: The same report with the drawings of each data set.
  /// - Throws: `ScoresCSVError` for the first thing that cannot be read, with its line.
  /// - Complexity: Linear in the file; what is kept is the predictions of four predictors a data set
  ///   at one horizon.
  public func filmed(from path: String) throws(ScoresCSVError) -> RunReport {
    let subjects = datasets.map(\.filmedSubjects)
    let read = try PredictedStrokes(of: subjects.flatMap(\.self), in: path)
    var result = self
    result.hasFilms = true
    for (place, subjects) in subjects.enumerated() {
      guard let lead = datasets[place].lead else { continue }
      let names = Slug.distinct(subjects.map { "\($0.predictor) \($0.parameters)" })
      result.datasets[place].films = zip(subjects, names).compactMap { subject, name in
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
  /// The drawn predictors of least error, in the order of the table; never the one that holds.
  fileprivate var filmedSubjects: [PredictedStrokes.Subject] {
    guard let lines, let lead else { return [] }
    let moment = lead.headlineMoment
    let ranked = lines.lines.indices.compactMap { place in
      lines.value(place, at: moment, named: HeadlineMeasure.error.name).map { (place, $0) }
    }.filter { lines.lines[$0.0].configuration.spelling != Landmark.hold }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    // Two ways to compute the same prediction would draw the same strokes.
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
