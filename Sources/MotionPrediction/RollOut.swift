import MotionNumerics

/// A one-step filter fed back with its own output until a horizon is reached.
///
/// Each step's displacement is Σ w_k · u_k, clamped to the length `longest`; it enters the regressor,
/// and the last step counts by its fraction. After `mostSteps` the last displacement goes on
/// unchanged, so that a horizon of hours costs no more than one of seconds.
///
/// The variance factor is that of the summed displacement for one-step errors of unit variance that
/// do not depend on each other: Σ_s (ψ_0 + … + ψ_{s−1} + f·ψ_s)², ψ the filter's answer to one unit
/// error and f the last step's fraction.
struct RollOut {
  /// Steps after which the displacement goes on unchanged: about two seconds at 60 Hz.
  static let mostSteps = 128

  /// The displacement from the newest sample to the horizon.
  private(set) var offset = SIMD2<Double>.zero
  /// The displacement of the last step.
  private(set) var last = SIMD2<Double>.zero
  /// The variance of `offset` for one-step errors of unit variance.
  private(set) var varianceFactor = 0.0

  /// Rolls a filter out.
  ///
  /// - Parameters:
  ///   - weights: w, newest displacement first.
  ///   - regressor: u at the newest sample, as long as `weights`.
  ///   - steps: How many steps ahead, above 0.
  ///   - longest: The greatest length of one step's displacement.
  init(weights: [Double], regressor: [SIMD2<Double>], steps: Double, longest: Double) {
    let count = min(weights.count, regressor.count)
    let rolled = min(steps, Double(Self.mostSteps))
    let whole = Int(rolled.rounded(.up))
    let fraction = rolled - Double(whole - 1)
    withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: count) { motion in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { response in
        for index in 0..<count {
          motion.initializeElement(at: index, to: regressor[index])
          response.initializeElement(at: index, to: 0)
        }
        var answered = 0.0
        for step in 0..<whole {
          var (displacement, answer) = (SIMD2<Double>.zero, step == 0 ? 1.0 : 0)
          for index in 0..<count {
            displacement += weights[index] * motion[index]
            answer += weights[index] * response[index]
          }
          last = displacement.clamped(toLength: longest)
          offset += (step == whole - 1 ? fraction : 1) * last
          let share = answered + fraction * answer
          varianceFactor += share * share
          answered += answer
          for index in (1..<max(count, 1)).reversed() {
            motion[index] = motion[index - 1]
            response[index] = response[index - 1]
          }
          if count > 0 {
            motion[0] = last
            response[0] = answer
          }
        }
      }
    }
    guard steps > rolled else { return }
    offset += (steps - rolled) * last
    varianceFactor *= (steps / rolled) * (steps / rolled)
  }
}

extension SIMD2<Double> {
  /// The vector itself, or shortened to `limit` where it is longer.
  ///
  /// - Returns: Zero for a vector that is not finite.
  func clamped(toLength limit: Double) -> SIMD2<Double> {
    let length = length
    if length <= limit { return self }
    return length.isFinite ? (limit / length) * self : .zero
  }
}
