import MotionNumerics

/// Errors along and across the contact's last step, of all matched samples and of the fast ones.
struct AOSPTrajectoryScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics: [MetricDefinition] = [
    .aosp(
      "along_mean", "mean error along, matched", .length, order: .nearer,
      formula:
        "mean a, a = e·û, e = p̂ − s, s the sample within a quarter interval of the target, û "
        + "the direction from the sample before; a = ‖e‖ where those coincide",
      field: "alongTrajectoryErrorMean"),
    .aosp(
      "along_std", "standard deviation of the error along, matched", .length,
      formula: "√max(0, mean a² − (mean a)²)", field: "alongTrajectoryErrorStd"),
    .aosp(
      "off_rmse", "RMS error across, matched", .length,
      formula: "√mean o², o the part of e across û; o = ‖e‖ where a = ‖e‖",
      field: "offTrajectoryRmse"),
    .aosp(
      "high_velocity_along_rmse", "RMS error along at high speed", .length,
      formula: "√mean a² over samples whose last step is faster than 1100 dp/s, at the last two "
        + "horizons", field: "highVelocityAlongTrajectoryRmse"),
    .aosp(
      "high_velocity_off_rmse", "RMS error across at high speed", .length,
      formula: "√mean o² over samples whose last step is faster than 1100 dp/s, at the last two "
        + "horizons", field: "highVelocityOffTrajectoryRmse"),
  ]

  /// A step faster than this is fast, in Android's density-independent pixels a second.
  private static let highVelocity = 1100.0
  /// The number of horizons, counted from the last, at which fast steps are examined.
  private static let lastHorizons = 2

  private let rate: Double
  /// In the reported unit a second; nil if the scale is not known.
  private let threshold: Double?
  private var all = AlongOffSums()
  private var fast = AlongOffSums()

  init(_ settings: ScoreSettings) {
    rate = settings.nominalRate
    threshold = settings.densityPixel.map { Self.highVelocity * $0 }
  }

  mutating func add(_ stroke: ScoredStroke) { add([stroke], at: 0) }

  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    let fastest = slot >= strokes.count - Self.lastHorizons ? threshold : nil
    strokes[slot].forEachMatch(rate: rate) { match in
      all.add(along: match.along, off: match.off)
      if let fastest, match.speed > fastest { fast.add(along: match.along, off: match.off) }
    }
  }

  mutating func merge(_ other: AOSPTrajectoryScore) {
    all.merge(other.all)
    fast.merge(other.fast)
  }

  func values() -> [Double?] {
    [all.alongMean, all.alongDeviation, all.offRMSE, fast.alongRMSE, fast.offRMSE]
  }
}

extension MetricDefinition {
  /// One of the measures of Android's motion predictor.
  static func aosp(
    _ name: String, _ title: String, _ dimension: Dimension, order: Order = .lower,
    formula: String, field: String
  ) -> MetricDefinition {
    MetricDefinition(
      "aosp_\(name)", title, .error, dimension, order, formula: formula,
      source: "AOSP MotionPredictorMetricsManager, \(field)")
  }
}

/// How far off the predicted force is from that of the matched sample.
struct AOSPPressureScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics: [MetricDefinition] = [
    .aosp(
      "pressure_rmse", "RMS error of the force, matched", .ratio,
      formula: "√mean (f̂ − f)², f the force of the matched sample, f̂ the predicted one",
      field: "pressureRmse")
  ]

  private let rate: Double
  private var squares = RunningMean()

  init(_ settings: ScoreSettings) { rate = settings.nominalRate }

  mutating func add(_ stroke: ScoredStroke) {
    guard !stroke.answers.isEmpty else { return }
    stroke.forEachMatch(rate: rate) { match in
      guard let predicted = stroke.answers[match.target]?.force,
        let actual = stroke.force(at: match)
      else { return }
      squares.add((predicted - actual) * (predicted - actual))
    }
  }

  mutating func merge(_ other: AOSPPressureScore) { squares.merge(other.squares) }

  func values() -> [Double?] { [squares.value?.squareRoot()] }
}

/// Sums of errors along and across, from which mean, deviation and root mean squares come.
struct AlongOffSums: Sendable {
  private var along = RunningMean()
  private var alongSquares = RunningMean()
  private var offSquares = RunningMean()

  mutating func add(along error: Double, off: Double) {
    along.add(error)
    alongSquares.add(error * error)
    offSquares.add(off * off)
  }

  mutating func merge(_ other: AlongOffSums) {
    along.merge(other.along)
    alongSquares.merge(other.alongSquares)
    offSquares.merge(other.offSquares)
  }

  /// The mean error along; nil if there are none.
  var alongMean: Double? { along.value }

  /// √max(0, mean a² − (mean a)²); nil if there are none.
  var alongDeviation: Double? {
    guard let alongMean, let square = alongSquares.value else { return nil }
    return max(0, square - alongMean * alongMean).squareRoot()
  }

  /// √mean a²; nil if there are none.
  var alongRMSE: Double? { alongSquares.value?.squareRoot() }

  /// √mean o²; nil if there are none.
  var offRMSE: Double? { offSquares.value?.squareRoot() }
}
