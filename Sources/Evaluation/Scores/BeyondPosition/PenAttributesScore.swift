import MotionNumerics
import MotionPrediction
import TouchInput

/// How far off the predicted force, altitude and azimuth are.
struct PenAttributesScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = PenAttribute.allCases.flatMap(PenAttributeErrors.metrics)

  private var errors = PenAttribute.allCases.map(PenAttributeErrors.init)

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    for index in errors.indices { errors[index].add(stroke) }
  }

  mutating func merge(_ other: PenAttributesScore) {
    for index in errors.indices { errors[index].merge(other.errors[index]) }
  }

  func values() -> [Double?] { errors.flatMap { $0.values() } }
}

/// The errors of one attribute, over the scored targets at which it has a truth.
private struct PenAttributeErrors {
  private let attribute: PenAttribute
  private var magnitudes = RunningMean()
  private var squares = RunningMean()
  private var errors = RunningMean()
  private var known = 0

  init(_ attribute: PenAttribute) { self.attribute = attribute }

  mutating func add(_ stroke: ScoredStroke) {
    guard var track = PenAttributeTrack(attribute, of: stroke.stroke) else { return }
    stroke.forEachScored { index in
      guard let truth = track.truth(at: stroke.targets[index].time) else { return }
      known += 1
      guard let predicted = stroke.answer(index).flatMap(attribute.value(of:)) else { return }
      let error = attribute.error(of: predicted, from: truth)
      magnitudes.add(abs(error))
      squares.add(error * error)
      errors.add(error)
    }
  }

  mutating func merge(_ other: PenAttributeErrors) {
    magnitudes.merge(other.magnitudes)
    squares.merge(other.squares)
    errors.merge(other.errors)
    known += other.known
  }

  func values() -> [Double?] {
    [
      magnitudes.value, squares.value?.squareRoot(), errors.value,
      proportion(errors.count, of: known),
    ]
  }

  /// The measures, in the order of their values.
  static func metrics(of attribute: PenAttribute) -> [MetricDefinition] {
    let title = attribute.rawValue
    let dimension = attribute == .force ? MetricDefinition.Dimension.ratio : .degrees
    let difference = attribute == .azimuth ? "wrap(â − a)" : "â − a"
    let square = attribute == .azimuth ? "\(difference)²" : "(\(difference))²"
    func metric(
      _ suffix: String, _ title: String, _ dimension: MetricDefinition.Dimension,
      perfect: Double = 0, _ order: MetricDefinition.Order, _ formula: String
    ) -> MetricDefinition {
      MetricDefinition(
        "\(attribute.rawValue)_\(suffix)", title, .error, dimension, perfect: perfect, order,
        formula: formula)
    }
    return [
      metric("mae", "mean absolute error of \(title)", dimension, .lower, "mean |\(difference)|"),
      metric("rmse", "RMS error of \(title)", dimension, .lower, "√mean \(square)"),
      metric("bias", "bias of \(title)", dimension, .nearer, "mean \(difference)"),
      metric(
        "given_share", "predictions with \(title)", .share, perfect: 1, .nearer,
        "targets at which \(title) was predicted / targets at which it is known"),
    ]
  }
}

/// What a pen reports in addition to its position.
enum PenAttribute: String, CaseIterable, Sendable {
  /// Without unit; the truth is the settled one, where the device corrects it later.
  case force
  /// In radians.
  case altitude
  /// In radians, modulo a turn.
  case azimuth

  /// What a sample reports of it.
  func value(of sample: TouchSample) -> Double? {
    switch self {
    case .force: sample.force
    case .altitude: sample.altitude
    case .azimuth: sample.azimuth
    }
  }

  /// What a prediction predicts for it.
  func value(of prediction: Prediction) -> Double? {
    switch self {
    case .force: prediction.force
    case .altitude: prediction.altitude
    case .azimuth: prediction.azimuth
    }
  }

  /// How far a prediction is from the truth: degrees for angles, the azimuth's within ±180.
  func error(of predicted: Double, from truth: Double) -> Double {
    let difference = predicted - truth
    return switch self {
    case .force: difference
    case .altitude: difference * 180 / .pi
    case .azimuth: difference.remainder(dividingBy: 2 * .pi) * 180 / .pi
    }
  }
}

/// An attribute of a pen as a function of time: what was recorded, linearly interpolated.
///
/// The rules are those of a `MotionTrack`; samples that do not report the attribute are not there.
/// The azimuth goes from one sample to the next by less than half a turn.
struct PenAttributeTrack {
  private let track: MotionTrack
  private var hint = 0

  /// Nil if no sample reports the attribute as a finite number.
  init?(_ attribute: PenAttribute, of stroke: PreparedStroke) {
    let settled = attribute == .force ? stroke.settledForces : nil
    var times: [Double] = []
    var values: [Double] = []
    for (index, sample) in stroke.recorded.enumerated() {
      let value = (settled?[index] ?? nil) ?? attribute.value(of: sample)
      guard let value, value.isFinite else { continue }
      times.append(sample.time)
      values.append(value)
    }
    guard !times.isEmpty else { return nil }
    let recorded = MotionTrack(
      times: times, positions: values.map { SIMD2($0, 0) }, longestGap: stroke.track.longestGap)
    track = attribute == .azimuth ? Self.unwrapped(recorded) : recorded
  }

  /// The attribute at `time`; nil outside the recorded time and in a gap that is too long.
  mutating func truth(at time: Double) -> Double? { track.truth(at: time, hint: &hint)?.x }

  private static func unwrapped(_ track: MotionTrack) -> MotionTrack {
    var positions = track.positions
    for index in positions.indices.dropFirst() {
      let step = (positions[index].x - positions[index - 1].x).remainder(dividingBy: 2 * .pi)
      positions[index].x = positions[index - 1].x + step
    }
    return MotionTrack(times: track.times, positions: positions, longestGap: track.longestGap)
  }
}
