import MotionNumerics

/// A way of scoring strokes: it takes in strokes, merges with another of its kind, gives its
/// measures.
///
/// `add` and `merge` commute up to rounding, and merging parts equals adding the whole; the order
/// is fixed by the caller, so that a result does not depend on how the work was divided.
protocol Score: Sendable {
  /// The measures that it gives, in the order of `values`.
  static var metrics: [MetricDefinition] { get }

  /// What it scores: whether it can be asked about a part of a stroke.
  static var grain: ScoreGrain { get }

  /// An empty score.
  init(_ settings: ScoreSettings)

  /// Adds a stroke at one horizon; what most scores have to say how to do.
  mutating func add(_ stroke: ScoredStroke)

  /// Adds a stroke at the horizon `slot` of those in `strokes`, which are in the plan's order.
  ///
  /// By default only that horizon counts; a measure over several horizons reads the others too.
  mutating func add(_ strokes: [ScoredStroke], at slot: Int)

  /// Merges another score, whose strokes come after its own.
  mutating func merge(_ other: Self)

  /// Puts away the numbers that can be, since no stroke is to follow; by default there are none.
  mutating func settle()

  /// The measures; nil if one cannot be computed from what was taken in.
  func values() -> [Double?]
}

/// The smallest thing that a score can be asked about.
enum ScoreGrain: Sendable {
  /// A single target, so that the targets of a part of a stroke can be scored by themselves.
  case target
  /// A whole stroke.
  case stroke
}

extension Score {
  mutating func add(_ strokes: [ScoredStroke], at slot: Int) { add(strokes[slot]) }

  mutating func settle() {}

  /// Merges with a score whose kind is known to be the same.
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

/// What scores need to know of a recording.
struct ScoreSettings: Sendable {
  /// A millimeter in the reported unit; nil if the scale is not known.
  let millimeter: Double?
  /// How often targets come, in hertz: the nominal rate, or under `display` that of the refreshes.
  let nominalRate: Double
  /// Where numbers beyond a budget are put; nil to hold them all.
  var storage: ValueStorage? = nil
}

/// A sum that keeps the digits that a plain sum would lose.
///
/// Neumaier's variant of Kahan's summation: the error stays near one rounding, whatever the number
/// of terms, so that merging in another order agrees to about 1e-16.
///
/// Source: Neumaier, ZAMM 54 (1974) 39–51, doi:10.1002/zamm.19740540106.
struct CompensatedSum: Sendable {
  private var sum: Double
  private var compensation: Double

  /// A sum, by default of nothing.
  init(sum: Double = 0, compensation: Double = 0) {
    (self.sum, self.compensation) = (sum, compensation)
  }

  var value: Double { sum + compensation }

  mutating func add(_ term: Double) {
    let total = sum + term
    compensation += abs(sum) >= abs(term) ? (sum - total) + term : (term - total) + sum
    sum = total
  }

  mutating func merge(_ other: CompensatedSum) {
    add(other.sum)
    compensation += other.compensation
  }

  static func += (left: inout CompensatedSum, right: Double) { left.add(right) }
}

extension Array where Element == Double {
  /// The exact sum, compensated; 0 if there are none.
  var compensatedSum: Double {
    var sum = CompensatedSum()
    for value in self { sum += value }
    return sum.value
  }

  /// The exact mean, compensated; nil if there are none.
  var mean: Double? { isEmpty ? nil : compensatedSum / Double(count) }

  /// The standard deviation of a whole population, √(mean (x − mean x)²); nil if there are none.
  var populationDeviation: Double? {
    mean.flatMap { mean in map { ($0 - mean) * ($0 - mean) }.mean?.squareRoot() }
  }
}

/// A number of cases among others; nil if there are none.
func proportion(_ part: Int, of whole: Int) -> Double? {
  whole == 0 ? nil : Double(part) / Double(whole)
}
