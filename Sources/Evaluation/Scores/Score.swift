import MotionNumerics

/// An accumulator that scores strokes, merges with others of its kind and gives its measures: a
/// `StrokeScore` or a `SummedScore`.
///
/// Adding and merging commute up to rounding, and merging parts equals adding the whole. Callers
/// fix the order, so results do not depend on how the work was divided.
protocol Score: Sendable {
  /// The measures, in the order of `values`.
  static var metrics: [MetricDefinition] { get }

  /// The smallest unit that can be scored.
  static var grain: ScoreGrain { get }

  /// What one of the measures is computed from.
  static func needs(of measure: String) -> ScoreNeeds

  /// Creates an empty score.
  init(_ settings: ScoreSettings)

  /// Merges another score, whose strokes come after its own.
  mutating func merge(_ other: Self)

  /// Moves values to the store; call it when no stroke is to follow.
  mutating func settle()

  /// Returns the measures; nil for one that cannot be computed.
  func values() -> [Double?]
}

/// The smallest unit that a score can be computed for.
enum ScoreGrain: Sendable {
  /// A single target, so that parts of strokes can be scored.
  case target
  /// A whole stroke.
  case stroke
}

extension Score {
  mutating func settle() {}

  /// Merges a score that must be of the same type.
  mutating func merge(erased other: any Score) {
    guard let other = other as? Self else {
      preconditionFailure("\(type(of: other)) is no \(Self.self): the sheets are of different sets")
    }
    merge(other)
  }
}

/// A score whose only state is a pool of values, one for each event.
protocol PooledScore: Score {
  var pool: ValuePool { get set }
}

extension PooledScore {
  mutating func merge(_ other: Self) { pool.merge(other.pool) }

  mutating func settle() { pool.settle() }

  func values() -> [Double?] { pool.orderedMeanAndP95() }
}

/// A score that reads the predictions of each stroke.
protocol StrokeScore: Score {
  /// Adds a stroke at one horizon.
  mutating func add(_ stroke: ScoredStroke)

  /// Adds a stroke at the horizon `slot`; `strokes` holds it at every horizon of the plan.
  ///
  /// By default only that horizon counts. A measure over several horizons reads the others too.
  mutating func add(_ strokes: [ScoredStroke], at slot: Int)
}

extension StrokeScore {
  static func needs(of measure: String) -> ScoreNeeds { .strokes }

  mutating func add(_ strokes: [ScoredStroke], at slot: Int) { add(strokes[slot]) }
}

/// A score that is computed from sums over targets, of four predictors at once, and not from the
/// predictions of each stroke.
protocol SummedScore: Score {
  /// Adds the totals of one predictor on some strokes.
  mutating func add(_ totals: LaneTotals, lane: Int)
}

/// The properties of a recording that scores depend on.
struct ScoreSettings: Sendable {
  /// A millimeter in the reported unit; nil if the scale is unknown.
  let millimeter: Double?
  /// The rate of targets, in hertz: the nominal rate, or under `display` the refresh rate.
  let nominalRate: Double
  /// The place of the recording in its data set.
  var recording = 0
  /// The storage for values beyond a budget; nil to keep all in memory.
  var storage: ValueStorage? = nil
  /// What the wanted measures are computed from.
  var needs = ScoreNeeds.all

  /// Returns a limit in the reported unit that no rounding of a length equal to it exceeds; nil if
  /// the scale is unknown.
  func limit(millimeters: Double) -> Double? {
    millimeter.map { millimeters * $0 * (1 + TimeTolerance.share) }
  }
}

extension Array where Element == Double {
  /// The compensated sum; 0 if there are none.
  var compensatedSum: Double {
    var sum = CompensatedSum()
    for value in self { sum += value }
    return sum.value
  }

  /// The compensated mean; nil if there are none.
  var mean: Double? { isEmpty ? nil : compensatedSum / Double(count) }

  /// The population standard deviation, √(mean (x − mean x)²); nil if there are none.
  var populationDeviation: Double? {
    mean.flatMap { mean in map { ($0 - mean) * ($0 - mean) }.mean?.squareRoot() }
  }
}

/// Returns the share of cases; nil if there are none.
func proportion(_ part: Int, of whole: Int) -> Double? {
  whole == 0 ? nil : Double(part) / Double(whole)
}
