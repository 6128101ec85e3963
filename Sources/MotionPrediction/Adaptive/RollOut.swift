import MotionNumerics

/// A one-step filter fed back with its own output until a horizon is reached.
///
/// Each step's displacement is Σ w_k · u_k, clamped to the length `longest`; it enters the regressor,
/// and the last step counts by its fraction. After `mostSteps` the last displacement is continued
/// unchanged, so that a horizon of hours costs no more than one of seconds.
///
/// The variance factor is that of the summed displacement for one-step errors of unit variance that
/// do not depend on each other: Σ_s (ψ_0 + … + ψ_{s−1} + f·ψ_s)², ψ the filter's answer to one unit
/// error and f the last step's fraction.
///
/// Horizons that are asked for from near to far share one roll-out: only steps that no nearer one
/// needed are taken. Nothing is allocated.
struct RollOut {
  /// The number of steps after which the displacement is continued unchanged: about two seconds at 60 Hz.
  static let mostSteps = 128

  /// A displacement with the filter's answer to one unit error, newest first; it grows to the front.
  private struct Steps {
    let displacements: UnsafeMutableBufferPointer<SIMD2<Double>>
    let answers: UnsafeMutableBufferPointer<Double>
    var first: Int
  }

  private let weights: UnsafeBufferPointer<Double>
  private let longest: Double
  private var steps: Steps
  /// How many steps were taken.
  private var taken = 0
  /// The displacement of all steps before the last.
  private var before = SIMD2<Double>.zero
  /// The displacement of the last step.
  private(set) var last = SIMD2<Double>.zero
  /// ψ_0 + … + ψ_{s−1} and ψ_s of the last step.
  private var answered = (before: 0.0, last: 0.0)
  /// Σ A_s², Σ A_s·ψ_s and Σ ψ_s², A_s = ψ_0 + … + ψ_{s−1}.
  private var squares = (before: 0.0, cross: 0.0, last: 0.0)

  /// Rolls a filter out in storage that lasts as long as `body`.
  ///
  /// - Parameters:
  ///   - weights: w, newest displacement first.
  ///   - regressor: u at the newest sample, as long as `weights`, 32 at most.
  ///   - longest: The greatest length of one step's displacement.
  ///   - body: Asks for what it wants to know.
  /// - Returns: What `body` returns.
  @inline(__always)
  static func with<Result>(
    weights: [Double], regressor: [SIMD2<Double>], longest: Double,
    _ body: (inout RollOut) -> Result
  ) -> Result {
    let count = min(weights.count, regressor.count)
    return weights.withUnsafeBufferPointer { weights in
      withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: Self.room) { displacements in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.room) { answers in
          let first = Self.room - count
          for index in 0..<count {
            displacements.initializeElement(at: first + index, to: regressor[index])
            answers.initializeElement(at: first + index, to: 0)
          }
          var path = RollOut(
            weights: UnsafeBufferPointer(rebasing: weights[..<count]), longest: longest,
            steps: Steps(displacements: displacements, answers: answers, first: first))
          return body(&path)
        }
      }
    }
  }

  /// Entries of the storage: a kilobyte, which stays on the stack, and twice the longest regressor.
  private static let room = 64

  private init(weights: UnsafeBufferPointer<Double>, longest: Double, steps: Steps) {
    self.weights = weights
    self.longest = longest
    self.steps = steps
  }

  /// The displacement from the newest sample to a horizon.
  ///
  /// - Parameter steps: How many steps ahead, above 0, and not so few that a step less was enough
  ///   before.
  /// - Returns: The displacement.
  mutating func offset(after steps: Double) -> SIMD2<Double> {
    let (rolled, fraction) = reach(steps)
    let offset = before + fraction * last
    return steps > rolled ? offset + (steps - rolled) * last : offset
  }

  /// The variance of the displacement for one-step errors of unit variance; `steps` as last asked.
  mutating func varianceFactor(after steps: Double) -> Double {
    let (rolled, fraction) = reach(steps)
    let factor =
      squares.before + fraction * (2 * squares.cross + fraction * squares.last)
    return steps > rolled ? factor * (steps / rolled) * (steps / rolled) : factor
  }

  /// Takes the steps that are missing; answers how many count, and the last one's fraction.
  @inline(__always)
  private mutating func reach(_ steps: Double) -> (rolled: Double, fraction: Double) {
    let rolled = min(steps, Double(Self.mostSteps))
    let whole = Int(rolled.rounded(.up))
    while taken < whole { takeStep() }
    return (rolled, rolled - Double(whole - 1))
  }

  @inline(__always)
  private mutating func takeStep() {
    var displacement = SIMD2<Double>.zero
    // From the oldest on: the newest, which the step before has only just made, is waited for last.
    // Indices cannot overflow, and checking that would cost as much as the product.
    var (index, place) = (weights.count &- 1, steps.first &+ weights.count &- 1)
    while index >= 0 {
      displacement += weights[index] * steps.displacements[place]
      index &-= 1
      place &-= 1
    }
    var answer = taken == 0 ? 1.0 : 0
    index = min(weights.count, taken) &- 1
    place = steps.first &+ index
    while index >= 0 {
      answer += weights[index] * steps.answers[place]
      index &-= 1
      place &-= 1
    }
    before += last
    last = displacement.clamped(toLength: longest)
    answered = (answered.before + answered.last, answer)
    squares.before += answered.before * answered.before
    squares.cross += answered.before * answer
    squares.last += answer * answer
    taken += 1
    keep(answer)
  }

  /// Puts the last step in front, after moving all others to the end where there is no room.
  @inline(__always)
  private mutating func keep(_ answer: Double) {
    guard !weights.isEmpty else { return }
    if steps.first == 0 {
      let target = Self.room - weights.count
      for index in 0..<weights.count {
        steps.displacements[target + index] = steps.displacements[index]
        steps.answers[target + index] = steps.answers[index]
      }
      steps.first = target
    }
    steps.first -= 1
    steps.displacements[steps.first] = last
    steps.answers[steps.first] = answer
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
