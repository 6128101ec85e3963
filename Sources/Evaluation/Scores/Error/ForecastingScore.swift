import MotionNumerics

/// Errors over all horizons up to this one, as in trajectory forecasting.
struct ForecastingScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "ade", "average displacement error", .error,
      formula: "mean over anchors of the mean ‖e‖ over the plan's horizons up to this one; anchors "
        + "with a truth at all of these", source: source),
    MetricDefinition(
      "fde", "final displacement error", .error,
      formula: "mean ‖e‖ at this horizon, over the anchors of ade", source: source),
    missRate(1), missRate(2),
  ]

  private static let source = "trajectory forecasting (PRISC-Net README; Social-STGCNN)"

  private static func missRate(_ millimeters: Int) -> MetricDefinition {
    MetricDefinition(
      "miss_rate_\(millimeters)mm", "share of final errors above \(millimeters) mm", .error, .share,
      formula: "share of ‖e‖ > \(millimeters) mm at this horizon, over the anchors of ade",
      source: source + "; the threshold is nextpoint's")
  }

  /// The thresholds of misses, in millimeters.
  private static let thresholds = [1.0, 2.0]

  private let millimeter: Double?
  private var averages = RunningMean()
  private var finals = RunningMean()
  private var misses = Array(repeating: CaseShare(), count: thresholds.count)

  init(_ settings: ScoreSettings) { millimeter = settings.millimeter }

  mutating func add(_ stroke: ScoredStroke) { add([stroke], at: 0) }

  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    AnchoredTargets(strokes, upTo: slot).forEachAnchor { errors, last in
      averages.add(errors.mean ?? 0)
      finals.add(last)
      guard let millimeter else { return }
      for (index, threshold) in Self.thresholds.enumerated() {
        misses[index].judge(last > threshold * millimeter * (1 + TimeTolerance.share))
      }
    }
  }

  mutating func merge(_ other: ForecastingScore) {
    averages.merge(other.averages)
    finals.merge(other.finals)
    for index in misses.indices { misses[index].merge(other.misses[index]) }
  }

  func values() -> [Double?] { [averages.value, finals.value] + misses.map(\.value) }
}

/// The targets of one stroke at several horizons, grouped by newest sample.
struct AnchoredTargets {
  private let strokes: [ScoredStroke]
  private let slot: Int
  /// The horizons of the plan that are not longer than that of `slot`; nil if one of them has no
  /// target in the stroke.
  private let slots: [Int]?

  /// The targets of a stroke up to the horizon `slot`.
  ///
  /// - Parameters:
  ///   - strokes: The stroke at each horizon of the plan.
  ///   - slot: The longest of the horizons that are combined.
  init(_ strokes: [ScoredStroke], upTo slot: Int) {
    self.strokes = strokes
    self.slot = slot
    let longest = strokes[slot].targets.first?.horizon ?? 0
    let horizons = strokes.map { $0.targets.first?.horizon }
    let isShorter = horizons.enumerated().map { place, horizon in
      horizon.map { place == slot || $0 < longest } ?? (place < slot)
    }
    let chosen = strokes.indices.filter { isShorter[$0] }
    slots = chosen.allSatisfy { horizons[$0] != nil } ? chosen : nil
  }

  /// Calls `body` for each anchor whose target at `slot` is scored and that has a truth at all of
  /// the horizons.
  ///
  /// - Parameter body: Takes the lengths of its errors at all horizons, and that at `slot`.
  func forEachAnchor(_ body: (_ errors: [Double], _ last: Double) -> Void) {
    guard let slots else { return }
    var cursors = Array(repeating: 0, count: strokes.count)
    strokes[slot].forEachScored { index in
      let sample = strokes[slot].targets[index].sample
      var errors: [Double] = []
      for other in slots where other != slot {
        guard let error = error(of: sample, in: strokes[other], from: &cursors[other]) else {
          return
        }
        errors.append(error)
      }
      let last = strokes[slot].error(at: index).length
      body(errors + [last], last)
    }
  }

  /// The length of the error of the first target asked after a sample; nil without a truth.
  private func error(of sample: Int, in stroke: ScoredStroke, from cursor: inout Int) -> Double? {
    while cursor < stroke.targets.count, stroke.targets[cursor].sample < sample { cursor += 1 }
    guard cursor < stroke.targets.count, stroke.targets[cursor].sample == sample,
      stroke.targets[cursor].truth != nil
    else { return nil }
    return stroke.error(at: cursor).length
  }
}
