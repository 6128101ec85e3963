import CLoops
import MotionNumerics

/// Sums over the targets of one stroke at one horizon, for four predictors at once.
///
/// Each lane is bit-identical to scoring its predictor alone.
struct LaneSums: Sendable {
  /// Σ‖e‖ over the scored targets.
  private(set) var errors = CompensatedSums()
  /// Σ‖e‖².
  private(set) var squaredErrors = CompensatedSums()
  /// Σ e·v, v the true velocity.
  private(set) var errorsByVelocity = CompensatedSums()
  /// Σ max(0, ‖p̂ − p_n‖ − ‖g − p_n‖).
  private(set) var overshoots = CompensatedSums()
  /// Σ max(0, ‖g − p_n‖ − ‖p̂ − p_n‖).
  private(set) var undershoots = CompensatedSums()
  /// Σ e·u over the directed targets, u the unit tangent.
  private(set) var along = CompensatedSums()
  /// Σ (e·u)².
  private(set) var squaredAlong = CompensatedSums()
  /// Σ (e·ν)², ν the unit normal.
  private(set) var squaredCross = CompensatedSums()
  /// Σ ‖e_n − e_(n−1)‖ over the pairs.
  private(set) var changes = CompensatedSums()
  /// Σ ‖Δ²p̂‖².
  private(set) var squaredBends = CompensatedSums()
  /// The number of steps of the prediction that go against the contact's motion.
  private(set) var wrongSteps = SIMD4<Int64>()

  init() {}

  /// Measures one stroke.
  ///
  /// - Parameters:
  ///   - predictions: The predictions by target: four times x, then four times y.
  ///   - slot: The truth.
  ///   - runs: The targets that count.
  ///   - needs: What is computed; the rest stays 0.
  ///   - magnitudes: Where the lengths of a kind go, at targets that count; nil for nowhere.
  init(
    _ predictions: ArraySlice<SIMD8<Double>>, _ slot: TargetSlot, _ runs: TargetRuns,
    _ needs: ScoreNeeds,
    into magnitudes: (ScoredLanes.Magnitude) -> UnsafeMutablePointer<SIMD4<Double>>? = { _ in nil }
  ) {
    precondition(predictions.count == slot.truths.count, "predictions of other targets")
    predictions.withUnsafeBufferPointer { predictions in
      guard let predictions = predictions.baseAddress else { return }
      let lengths = magnitudes(.error)
      switch (
        needs.contains(.squaredErrors) || needs.contains(.errorsByVelocity),
        lengths != nil || needs.contains(.errors)
      ) {
      case (true, _): measureErrors(predictions, slot, runs, into: lengths)
      case (false, true): measureLengths(predictions, slot, runs, into: lengths)
      case (false, false): break
      }
      let overshoots = magnitudes(.overshoot)
      if overshoots != nil || needs.contains(.overshoots) {
        measureOvershoots(predictions, slot, runs, into: overshoots)
      }
      if needs.contains(.directions) { measureDirections(predictions, slot, runs) }
      let changes = magnitudes(.change)
      if changes != nil || needs.contains(.changes) {
        measureChanges(predictions, slot, runs, into: changes)
      }
      if needs.contains(.bends) { measureBends(predictions, runs) }
      if needs.contains(.steps) { measureSteps(predictions, slot, runs) }
    }
  }

  /// Adds the sums of the next stroke, those that are needed.
  mutating func merge(_ other: LaneSums, _ needs: ScoreNeeds) {
    if needs.contains(.errors) { errors.merge(other.errors) }
    if needs.contains(.squaredErrors) { squaredErrors.merge(other.squaredErrors) }
    if needs.contains(.errorsByVelocity) { errorsByVelocity.merge(other.errorsByVelocity) }
    if needs.contains(.overshoots) {
      overshoots.merge(other.overshoots)
      undershoots.merge(other.undershoots)
    }
    if needs.contains(.directions) {
      along.merge(other.along)
      squaredAlong.merge(other.squaredAlong)
      squaredCross.merge(other.squaredCross)
    }
    if needs.contains(.changes) { changes.merge(other.changes) }
    if needs.contains(.bends) { squaredBends.merge(other.squaredBends) }
    wrongSteps &+= other.wrongSteps
  }

  /// Adds the errors of the next stroke and their changes, where nothing else is needed.
  mutating func merge(errors: CompensatedSums, changes: CompensatedSums) {
    self.errors.merge(errors)
    self.changes.merge(changes)
  }

  private typealias Predictions = UnsafePointer<SIMD8<Double>>
  private typealias Magnitudes = UnsafeMutablePointer<SIMD4<Double>>?

  private mutating func measureErrors(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    for run in runs.scored {
      lane_errors(
        predictions, slot.truths, slot.velocities, run.lowerBound, run.upperBound, lengths,
        &errors, &squaredErrors, &errorsByVelocity)
    }
  }

  /// Measures only the lengths of the errors, and their sum.
  private mutating func measureLengths(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    for run in runs.scored {
      lane_lengths(
        predictions, slot.truths, run.lowerBound, run.upperBound, lengths, &errors)
    }
  }

  private mutating func measureOvershoots(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    for run in runs.scored {
      lane_overshoots(
        predictions, slot.anchors, slot.radii, run.lowerBound, run.upperBound, lengths,
        &overshoots, &undershoots)
    }
  }

  private mutating func measureDirections(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns
  ) {
    for run in runs.directed {
      lane_directions(
        predictions, slot.truths, slot.tangents, run.lowerBound, run.upperBound, &along,
        &squaredAlong, &squaredCross)
    }
  }

  private mutating func measureChanges(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    for run in runs.pairs {
      lane_changes(
        predictions, slot.truths, run.lowerBound, run.upperBound, lengths, &changes)
    }
  }

  private mutating func measureBends(_ predictions: Predictions, _ runs: TargetRuns) {
    for run in runs.bends {
      lane_bends(predictions, run.lowerBound, run.upperBound, &squaredBends)
    }
  }

  private mutating func measureSteps(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns
  ) {
    for run in runs.onward {
      lane_steps(
        predictions, slot.onward, slot.roundingLength, run.lowerBound, run.upperBound, &wrongSteps)
    }
  }
}

/// Four points or vectors in SIMD lanes.
struct LanePoints {
  var x: SIMD4<Double>
  var y: SIMD4<Double>

  @inline(__always)
  init(x: SIMD4<Double>, y: SIMD4<Double>) { (self.x, self.y) = (x, y) }

  /// The points of four lanes.
  @inline(__always)
  init(
    _ first: SIMD2<Double>, _ second: SIMD2<Double>, _ third: SIMD2<Double>,
    _ fourth: SIMD2<Double>
  ) {
    x = SIMD4(first.x, second.x, third.x, fourth.x)
    y = SIMD4(first.y, second.y, third.y, fourth.y)
  }

  /// Four times x, then four times y.
  @inline(__always)
  init(_ both: SIMD8<Double>) { (x, y) = (both.lowHalf, both.highHalf) }

  /// The squares of the lengths.
  @inline(__always)
  var squaredLengths: SIMD4<Double> { x * x + y * y }

  /// Puts a point in the place of each that is NaN.
  ///
  /// - Returns: 1 for the lanes of those, 0 for the others.
  mutating func replaceSilence(by point: SIMD2<Double>) -> SIMD4<Int64> {
    let isSilent = x .!= x
    x.replace(with: point.x, where: isSilent)
    y.replace(with: point.y, where: isSilent)
    return SIMD4<Int64>.zero.replacing(with: 1, where: isSilent)
  }

  @inline(__always)
  static func * (factor: Double, points: Self) -> Self {
    Self(x: factor * points.x, y: factor * points.y)
  }

  /// The scalar products with one vector.
  @inline(__always)
  func dot(_ other: SIMD2<Double>) -> SIMD4<Double> { x * other.x + y * other.y }

  /// The third components of the vector products with one vector.
  @inline(__always)
  func cross(_ other: SIMD2<Double>) -> SIMD4<Double> { x * other.y - y * other.x }

  @inline(__always)
  static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y)
  }

  @inline(__always)
  static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y)
  }

  @inline(__always)
  static func - (left: Self, right: SIMD2<Double>) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y)
  }
}

extension SIMD4<Double> {
  /// The numbers without their signs.
  @inline(__always)
  var magnitudes: Self {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return unsafeBitCast(bits & SIMD4<UInt64>(repeating: .max >> 1), to: Self.self)
  }
}
