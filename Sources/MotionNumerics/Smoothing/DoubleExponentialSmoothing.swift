/// Double exponential smoothing: estimates a steady motion from a position smoothed twice.
///
/// S′ ← a·p + (1 − a)·S′ and S″ ← a·S′ + (1 − a)·S″ with a = 1 − (1 − α)^(t/T) for a step t and a
/// regular interval T. Each average keeps its lag behind a steady motion,
/// L′ ← (1 − a)·(L′ + t) and L″ ← a·L′ + (1 − a)·(L″ + t), starting at T·(1 − α)/α and twice that.
/// Steps of T leave both lags unchanged; the method is then LaViola's.
///
/// Source: LaViola 2003, doi:10.1145/769953.769976, after Brown; steps of any length after Cipra
/// 2006, doi:10.1007/s10492-006-0033-8, here by means of lags.
package struct DoubleExponentialSmoothing: Hashable, Sendable {
  /// α, the weight of a new position, above 0 and below 1.
  package let weight: Double
  private let logarithm: Double
  private var once: SIMD2<Double>?
  private var twice = SIMD2<Double>.zero
  private var onceLag = 0.0
  private var twiceLag = 0.0

  /// Creates a smoother without data.
  ///
  /// - Parameter weight: α, above 0 and below 1.
  package init(weight: Double) {
    self.weight = weight
    logarithm = Elementary.logarithm(1 - weight)
  }

  /// Starts at a position, as if it had been constant until now.
  package mutating func start(at position: SIMD2<Double>) {
    once = position
    twice = position
    onceLag = 0
    twiceLag = 0
  }

  /// Adds a position; the first one starts the smoothing.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - step: t, the time since the last position, at least 0; at 0 the position has no weight.
  ///   - interval: T, the regular interval, above 0, in the same unit.
  package mutating func add(_ position: SIMD2<Double>, after step: Double, interval: Double) {
    guard let old = once else { return start(at: position) }
    if twiceLag == 0 {
      onceLag = interval * (1 - weight) / weight
      twiceLag = 2 * onceLag
    }
    let share = step == interval ? weight : passed(step / interval)
    let new = old + share * (position - old)
    once = new
    twice += share * (new - twice)
    guard step != interval else { return }
    onceLag = (1 - share) * (onceLag + step)
    twiceLag = share * onceLag + (1 - share) * (twiceLag + step)
  }

  /// The weight of a position after `count` intervals.
  private func passed(_ count: Double) -> Double {
    -Elementary.exponentialMinusOne(count * logarithm)
  }

  /// The current position and velocity of a steady motion; nil before the first step.
  ///
  /// slope = (S′ − S″)/(L″ − L′) and level = S′ + L′·slope. For steps of T these are
  /// α/(1 − α)·(S′ − S″)/T and 2S′ − S″.
  package var line: (level: SIMD2<Double>, slope: SIMD2<Double>)? {
    guard let once, twiceLag > onceLag else { return nil }
    let slope = (once - twice) / (twiceLag - onceLag)
    return (once + onceLag * slope, slope)
  }

  /// Whether both averages are finite.
  package var isFinite: Bool {
    guard let once else { return true }
    return (once * 0 + twice * 0).sum() == 0
  }

  /// Resets to the initial state.
  package mutating func removeAll() { self = DoubleExponentialSmoothing(weight: weight) }
}
