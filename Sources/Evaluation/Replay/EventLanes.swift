import MotionNumerics

/// What four predictors do where the contact stops and where it turns back.
struct EventLanes: Sendable {
  /// By how much the predictions run past a stop.
  struct Peak: Sendable {
    /// The stop.
    let stop: StopLandmark
    /// The overshoot of the prediction that runs farthest past it; 0 if none does.
    var overshoots = SIMD4<Double>()
    /// That prediction's target; the first one if none runs past the stop.
    var targets: SIMD4<Int64>
  }

  /// The stops near which there are targets.
  private(set) var peaks: [Peak] = []
  /// The greatest distances from the true path, by reversal near which there are targets.
  private(set) var distances: [SIMD4<Double>] = []

  /// Finds what is needed.
  ///
  /// - Parameters:
  ///   - predictions: By target, four times x and then four times y.
  ///   - errors: The lengths of their errors by target, if they are needed.
  ///   - stroke: The stroke.
  ///   - slot: Its targets.
  ///   - needs: What is computed.
  ///   - width: The number of predictors; the lanes of others are undefined.
  init(
    _ predictions: ArraySlice<SIMD8<Double>>, errors: UnsafePointer<SIMD4<Double>>?,
    _ stroke: PreparedStroke, _ slot: TargetSlot, _ needs: ScoreNeeds, width: Int
  ) {
    predictions.withUnsafeBufferPointer { predictions in
      guard let predictions = predictions.baseAddress else { return }
      if needs.contains(.stops) {
        for stop in stroke.stops ?? [] {
          if let peak = Self.peak(past: stop, predictions, slot) { peaks.append(peak) }
        }
      }
      if needs.contains(.reversals), let errors {
        for window in stroke.reversalWindows(of: slot) {
          distances.append(
            window.greatestDistances(of: predictions, errors: errors, width: width))
        }
      }
    }
  }

  /// Returns the predictions that run farthest past a stop; nil if there are no targets near it.
  private static func peak(
    past stop: StopLandmark, _ predictions: UnsafePointer<SIMD8<Double>>, _ slot: TargetSlot
  ) -> Peak? {
    var peak: Peak?
    slot.forEachTarget(around: stop.time) { index in
      let past = (LanePoints(predictions[index]) - stop.position).dot(stop.direction)
      let truth = slot.targets[index].truth ?? stop.position
      let beyond = past - max((truth - stop.position).dot(stop.direction), 0)
      let overshoots = beyond.replacing(with: 0, where: .!(beyond .>= 0))
      let target = SIMD4(repeating: Int64(index))
      guard let found = peak else {
        peak = Peak(stop: stop, overshoots: overshoots, targets: target)
        return
      }
      let isFarther = overshoots .> found.overshoots
      guard any(isFarther) else { return }
      peak?.overshoots.replace(with: overshoots, where: isFarther)
      peak?.targets.replace(with: target, where: isFarther)
    }
    return peak
  }
}
