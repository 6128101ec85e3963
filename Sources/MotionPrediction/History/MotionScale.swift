import MotionNumerics

/// The root mean square displacement of a stroke: recent, and over its whole length.
///
/// Both are root mean squares of displacement, in the recording's unit. *Recent* weighs the
/// displacement i samples ago by `memory`^i, normalized, so that |d| ≤ recent / √(1 − memory) for
/// the newest displacement: what is divided by it is bounded, and one leap of a broken report cannot
/// outweigh everything learned.
struct MotionScale: Sendable {
  private let memory: Double
  private var weightedSum = 0.0
  private var weight = 0.0
  private var sum = 0.0
  private var count = 0.0

  init(memory: Double) { self.memory = memory }

  /// The recent root mean square displacement; 0 at rest and before the first displacement.
  var recent: Double { weight > 0 ? (weightedSum / weight).squareRoot() : 0 }

  /// The square of `recent`.
  var recentSquare: Double { weight > 0 ? weightedSum / weight : 0 }

  /// The stroke's root mean square displacement so far; 0 before the first displacement.
  var overall: Double { count > 0 ? (sum / count).squareRoot() : 0 }

  /// Takes in a displacement whose square is finite.
  mutating func add(_ displacement: SIMD2<Double>) {
    let square = displacement.squaredLength
    weightedSum = memory * weightedSum + square
    weight = memory * weight + 1
    sum += square
    count += 1
  }

  /// Begins a new stroke.
  mutating func reset() { self = MotionScale(memory: memory) }
}
