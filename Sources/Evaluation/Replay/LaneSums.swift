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

  /// The magnitudes of all kinds, kind after kind, and the sums.
  ///
  /// - Parameters:
  ///   - predictions: The predictions by target: four times x, then four times y.
  ///   - slot: The truth.
  ///   - runs: The targets that count.
  /// - Returns: The magnitudes, 0 at targets that do not count, and the sums.
  static func measured(
    _ predictions: [SIMD8<Double>], _ slot: TargetSlot, _ runs: TargetRuns
  ) -> (magnitudes: [SIMD4<Double>], sums: LaneSums) {
    var sums = LaneSums()
    let size = ScoredLanes.Magnitude.allCases.count * predictions.count
    let magnitudes = [SIMD4<Double>](unsafeUninitializedCapacity: size) { buffer, filled in
      buffer.initialize(repeating: .zero)
      filled = size
      sums = LaneSums(predictions, slot, runs, into: buffer.baseAddress)
    }
    return (magnitudes, sums)
  }

  private init() {}

  /// The sums, and the magnitudes where they are wanted.
  ///
  /// - Parameters:
  ///   - predictions: The predictions by target: four times x, then four times y.
  ///   - slot: The truth.
  ///   - runs: The targets that count.
  ///   - magnitudes: Where those of targets that count go, kind after kind; nil for nowhere.
  init(
    _ predictions: [SIMD8<Double>], _ slot: TargetSlot, _ runs: TargetRuns,
    into magnitudes: UnsafeMutablePointer<SIMD4<Double>>? = nil
  ) {
    let count = predictions.count
    precondition(count == slot.truths.count, "predictions of other targets")
    predictions.withUnsafeBufferPointer { predictions in
      measureErrors(predictions, slot, runs, into: magnitudes)
      measureOvershoots(predictions, slot, runs, into: magnitudes.map { $0 + count })
      measureDirections(predictions, slot, runs)
      measureChanges(predictions, slot, runs, into: magnitudes.map { $0 + 2 * count })
      measureSteps(predictions, slot, runs)
    }
  }

  private typealias Predictions = UnsafeBufferPointer<SIMD8<Double>>
  private typealias Magnitudes = UnsafeMutablePointer<SIMD4<Double>>?

  private mutating func measureErrors(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    var (errors, squares, products) = (errors, squaredErrors, errorsByVelocity)
    slot.truths.withUnsafeBufferPointer { truths in
      slot.velocities.withUnsafeBufferPointer { velocities in
        for run in runs.scored {
          for index in run {
            let error = LanePoints(predictions[index]) - truths[index]
            let square = error.squaredLengths
            let length = square.squareRoot()
            lengths?[index] = length
            errors += length
            squares += square
            products += error.dot(velocities[index])
          }
        }
      }
    }
    (self.errors, squaredErrors, errorsByVelocity) = (errors, squares, products)
  }

  private mutating func measureOvershoots(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    var (above, below) = (overshoots, undershoots)
    slot.anchors.withUnsafeBufferPointer { anchors in
      slot.radii.withUnsafeBufferPointer { radii in
        for run in runs.scored {
          for index in run {
            let reach = (LanePoints(predictions[index]) - anchors[index]).squaredLengths
              .squareRoot()
            let excess = reach - radii[index]
            // Halves of the sum and the difference with the size are exact, and need no branch.
            let size = excess.magnitudes
            let overshoot = 0.5 * (size + excess)
            lengths?[index] = overshoot
            above += overshoot
            below += 0.5 * (size - excess)
          }
        }
      }
    }
    (overshoots, undershoots) = (above, below)
  }

  private mutating func measureDirections(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns
  ) {
    var (along, squaredAlong, squaredCross) = (along, squaredAlong, squaredCross)
    slot.truths.withUnsafeBufferPointer { truths in
      slot.tangents.withUnsafeBufferPointer { tangents in
        for run in runs.directed {
          for index in run {
            let error = LanePoints(predictions[index]) - truths[index]
            let (a, c) = (error.dot(tangents[index]), error.cross(tangents[index]))
            along += a
            squaredAlong += a * a
            squaredCross += c * c
          }
        }
      }
    }
    (self.along, self.squaredAlong, self.squaredCross) = (along, squaredAlong, squaredCross)
  }

  private mutating func measureChanges(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns, into lengths: Magnitudes
  ) {
    var changes = changes
    slot.truths.withUnsafeBufferPointer { truths in
      for run in runs.pairs {
        var before = LanePoints(predictions[run.lowerBound - 1]) - truths[run.lowerBound - 1]
        for index in run {
          let error = LanePoints(predictions[index]) - truths[index]
          let length = (error - before).squaredLengths.squareRoot()
          lengths?[index] = length
          changes += length
          before = error
        }
      }
    }
    self.changes = changes
  }

  private mutating func measureSteps(
    _ predictions: Predictions, _ slot: TargetSlot, _ runs: TargetRuns
  ) {
    var (bends, wrong) = (squaredBends, wrongSteps)
    for run in runs.bends {
      for index in run {
        let bend =
          LanePoints(predictions[index]) - 2 * LanePoints(predictions[index - 1])
          + LanePoints(predictions[index - 2])
        bends += bend.squaredLengths
      }
    }
    slot.onward.withUnsafeBufferPointer { onward in
      for run in runs.onward {
        for index in run {
          let step = LanePoints(predictions[index]) - LanePoints(predictions[index - 1])
          // True is −1 in every lane.
          wrong &-= unsafeBitCast(step.dot(onward[index]) .< 0, to: SIMD4<Int64>.self)
        }
      }
    }
    (squaredBends, wrongSteps) = (bends, wrong)
  }
}

/// Four points or vectors in SIMD lanes.
struct LanePoints {
  var x: SIMD4<Double>
  var y: SIMD4<Double>

  @inline(__always)
  init(x: SIMD4<Double>, y: SIMD4<Double>) { (self.x, self.y) = (x, y) }

  /// Four times x, then four times y.
  @inline(__always)
  init(_ both: SIMD8<Double>) { (x, y) = (both.lowHalf, both.highHalf) }

  /// The squares of the lengths.
  @inline(__always)
  var squaredLengths: SIMD4<Double> { x * x + y * y }

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
  fileprivate var magnitudes: Self {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return unsafeBitCast(bits & SIMD4<UInt64>(repeating: .max >> 1), to: Self.self)
  }
}
