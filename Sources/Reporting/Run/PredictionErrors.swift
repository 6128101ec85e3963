import Evaluation
import TouchInput

/// The errors of one predictor at one horizon, altogether and by stroke, from `predictions.csv`.
struct PredictionErrors: Sendable {
  /// A recording, or a stroke of it.
  struct Place: Hashable, Sendable {
    let participant: String
    let task: String
    let source: String
    /// The stroke's name; nil for the whole recording.
    var stroke: String?
    let unit: LengthUnit

    /// The recording as a whole.
    var recording: Place {
      var whole = self
      whole.stroke = nil
      return whole
    }
  }

  /// The errors on a recording or a stroke.
  struct Sums: Sendable {
    let place: Place
    var sum = 0.0
    var count = 0
  }

  /// By stroke, in the order of the file.
  private(set) var strokes: [Sums] = []
  /// Every error, by unit, in the order of the file.
  private(set) var all: [LengthUnit: [Double]] = [:]
  private var index: [Place: Int] = [:]

  /// Adds the error of a prediction on a stroke.
  mutating func add(_ error: Double, at place: Place) {
    all[place.unit, default: []].append(error)
    // Predictions of one stroke follow one another.
    if strokes.last?.place != place, index[place] == nil {
      index[place] = strokes.count
      strokes.append(Sums(place: place))
    }
    let own = strokes.last?.place == place ? strokes.count - 1 : index[place] ?? 0
    strokes[own].sum += error
    strokes[own].count += 1
  }

  /// The sums of whole recordings, in the order of the file.
  var recordings: [Sums] {
    var result: [Sums] = []
    var places: [Place: Int] = [:]
    for stroke in strokes {
      let whole = stroke.place.recording
      let own = places[whole] ?? result.count
      if own == result.count {
        places[whole] = own
        result.append(Sums(place: whole))
      }
      result[own].sum += stroke.sum
      result[own].count += stroke.count
    }
    return result
  }
}

/// A recording or stroke on which a predictor's error is greatest relative to `hold`, and where to replay it.
package struct WorstPlace: Hashable, Sendable {
  /// The data set's name in `scores.csv`.
  package let dataset: String
  /// The predictor's spelling.
  package let predictor: String
  /// How far ahead it predicts.
  package let horizon: Horizon
  /// The recording's participant, task and file.
  package let participant: String
  /// The task; empty if unknown.
  package let task: String
  /// The file.
  package let source: String
  /// The stroke's name in its recording; nil for the whole recording.
  package let stroke: String?
  /// The number of scored predictions.
  let count: Int
  /// The mean error.
  let error: Double
  /// The mean error of `hold` at the same targets, above 0.
  let held: Double
  let unit: LengthUnit
  /// The address of a page that replays it, relative to the report; nil if there is none.
  var replay: String?

  /// The error as a multiple of that of `hold`.
  var ratio: Double { error / held }

  /// How many recordings and how many strokes of a predictor are listed.
  static let most = 3

  /// Returns the worst recordings, then the worst strokes, as `evaluate --worst` ranks them.
  static func all(
    of subject: PredictedStrokes.Subject, spelling: String, errors: PredictionErrors,
    held: PredictionErrors, unit: LengthUnit
  ) -> [WorstPlace] {
    [
      (errors.recordings, held.recordings, WorstCases.leastTargetsOfRecording),
      (errors.strokes, held.strokes, WorstCases.leastTargetsOfStroke),
    ].flatMap { own, base, least in
      let bases = Dictionary(base.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
      let found = own.compactMap { sums -> WorstPlace? in
        guard sums.place.unit == unit, sums.count >= least, let still = bases[sums.place],
          still.count == sums.count, still.sum > 0
        else { return nil }
        return WorstPlace(
          dataset: subject.dataset, predictor: spelling, horizon: subject.horizon,
          participant: sums.place.participant, task: sums.place.task, source: sums.place.source,
          stroke: sums.place.stroke, count: sums.count, error: sums.sum / Double(sums.count),
          held: still.sum / Double(still.count), unit: unit)
      }
      let ranked = found.enumerated().sorted {
        ($1.element.ratio, $0.offset) < ($0.element.ratio, $1.offset)
      }
      return ranked.prefix(most).map(\.element)
    }
  }
}

extension RunReport {
  /// The listed recordings and strokes of all data sets.
  package var worstPlaces: [WorstPlace] { datasets.flatMap(\.worst) }

  /// Returns the report with links to pages that replay the listed recordings and strokes.
  ///
  /// - Parameter address: Returns the address of a place's page, relative to the report; nil for none.
  /// - Returns: The same report with these links in its tables of the worst.
  package func linked(_ address: (WorstPlace) -> String?) -> RunReport {
    var result = self
    for dataset in result.datasets.indices {
      for place in result.datasets[dataset].worst.indices {
        result.datasets[dataset].worst[place].replay = address(
          result.datasets[dataset].worst[place])
      }
    }
    return result
  }
}
