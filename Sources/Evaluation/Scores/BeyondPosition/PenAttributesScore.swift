import MotionNumerics
import MotionPrediction

/// How far off the predicted force, altitude and azimuth are.
struct PenAttributesScore: Score {
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
  private var magnitudes = CompensatedSum()
  private var squares = CompensatedSum()
  private var sum = CompensatedSum()
  private var given = 0
  private var known = 0

  init(_ attribute: PenAttribute) { self.attribute = attribute }

  mutating func add(_ stroke: ScoredStroke) {
    guard var track = PenAttributeTrack(attribute, of: stroke.stroke) else { return }
    stroke.forEachScored { index in
      guard let truth = track.truth(at: stroke.targets[index].time) else { return }
      known += 1
      guard let predicted = stroke.answer(index).flatMap(attribute.value(of:)) else { return }
      let error = attribute.error(of: predicted, from: truth)
      given += 1
      magnitudes += abs(error)
      squares += error * error
      sum += error
    }
  }

  mutating func merge(_ other: PenAttributeErrors) {
    magnitudes.merge(other.magnitudes)
    squares.merge(other.squares)
    sum.merge(other.sum)
    given += other.given
    known += other.known
  }

  func values() -> [Double?] {
    let share = proportion(given, of: known)
    guard given > 0 else { return [nil, nil, nil, share] }
    let count = Double(given)
    return [
      magnitudes.value / count, (squares.value / count).squareRoot(), sum.value / count, share,
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
