import MotionNumerics

/// Errors as shares of the contact's recent path, at each horizon, and on average over all of them.
///
/// The average is over the horizons of the plan, and stands at the last of them alone.
struct AOSPScaleInvariantScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics: [MetricDefinition] = [
    .aosp(
      "scale_invariant_along_rmse", "RMS error along, of the recent path", .ratio,
      formula: "√mean (a/L)², \(recentPath)", field: "scaleInvariantAlongTrajectoryRmse"),
    .aosp(
      "scale_invariant_off_rmse", "RMS error across, of the recent path", .ratio,
      formula: "√mean (o/L)², \(recentPath)", field: "scaleInvariantOffTrajectoryRmse"),
    .aosp(
      "scale_invariant_along_average", "RMS error along, of the recent path, over all horizons",
      .ratio, formula: "mean over the horizons of √mean (a/L)², at the last horizon",
      field: "scaleInvariantAlongTrajectoryRmse"),
    .aosp(
      "scale_invariant_off_average", "RMS error across, of the recent path, over all horizons",
      .ratio, formula: "mean over the horizons of √mean (o/L)², at the last horizon",
      field: "scaleInvariantOffTrajectoryRmse"),
  ]

  /// What errors are divided by.
  private static let recentPath =
    "L = the path over the last m + 1 samples · m / (their number − 1) + 0.001 dp, m the number "
    + "of horizons"

  private let rate: Double
  private let path: RecentPath
  /// One a horizon of the plan at the last of them; elsewhere only its own.
  private var horizons: [AlongOffSums] = []
  private var isLast = false

  init(_ settings: ScoreSettings) {
    rate = settings.nominalRate
    path = RecentPath(settings)
  }

  mutating func add(_ stroke: ScoredStroke) { add([stroke], at: 0) }

  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    isLast = isLast || slot == strokes.count - 1
    let added = (isLast ? 0 : slot)...slot
    for (place, horizon) in added.enumerated() {
      if horizons.count <= place { horizons.append(AlongOffSums()) }
      add(strokes[horizon], segments: strokes.count, to: place)
    }
  }

  mutating func merge(_ other: AOSPScaleInvariantScore) {
    isLast = isLast || other.isLast
    for (place, sums) in other.horizons.enumerated() {
      if place < horizons.count { horizons[place].merge(sums) } else { horizons.append(sums) }
    }
  }

  func values() -> [Double?] {
    let average = isLast ? horizons : []
    return [
      horizons.last?.alongRMSE, horizons.last?.offRMSE,
      average.compactMap(\.alongRMSE).mean, average.compactMap(\.offRMSE).mean,
    ]
  }

  private mutating func add(_ stroke: ScoredStroke, segments: Int, to place: Int) {
    let track = stroke.stroke.track
    stroke.forEachMatch(rate: rate) { match in
      guard let length = path.length(of: track, upTo: match.sample, segments: segments) else {
        return
      }
      horizons[place].add(along: match.along / length, off: match.off / length)
    }
  }
}

/// The length of a contact's recent path, by which AOSP divides errors.
struct RecentPath: Sendable {
  /// Added lest a contact at rest have no length to divide by, in the reported unit.
  private let least: Double

  /// AOSP adds 0.001 pixels, taken here as Android's dp; where the scale is not known, as the
  /// recording's own unit.
  init(_ settings: ScoreSettings) {
    least = 0.001 * (settings.densityPixel ?? 1)
  }

  /// L = the path over the last m + 1 recorded points · m / (their number − 1) + 0.001 dp.
  ///
  /// - Parameters:
  ///   - track: The recorded track.
  ///   - index: The newest of the points.
  ///   - segments: m, at least 1.
  /// - Returns: The length; nil at the first point of a track.
  func length(of track: MotionTrack, upTo index: Int, segments: Int) -> Double? {
    let first = max(0, index - segments)
    guard first < index else { return nil }
    let path = (first..<index).reduce(0) { sum, step in
      sum + track.positions[step].distance(to: track.positions[step + 1])
    }
    return path * Double(segments) / Double(index - first) + least
  }
}

extension ScoreSettings {
  /// Android's density-independent pixel, 1/160 inch, in the reported unit; nil without a scale.
  var densityPixel: Double? { millimeter.map { $0 * 25.4 / 160 } }
}
