import MotionNumerics

/// The agreement in length and direction of the predicted and true displacements from the newest
/// sample.
struct DisplacementScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "wrong_distance", "wrong distance", .error, formula: "mean |‖p̂ − p_n‖ − ‖g − p_n‖|"),
    MetricDefinition(
      "wrong_orientation_mean", "mean wrong orientation", .error, .degrees,
      formula: "mean angle between p̂ − p_n and g − p_n, both longer than 0.5 mm"),
    MetricDefinition(
      "wrong_orientation_share", "share of orientations wrong by more than 45°", .error, .share,
      formula: "share of angles between p̂ − p_n and g − p_n above 45°, both longer than 0.5 mm"),
  ]

  /// The least displacement with an orientation, in millimeters.
  private static let leastDisplacement = 0.5
  private static let wrongDegrees = 45.0

  private let least: Double?
  private var distances = RunningMean()
  private var angles = RunningMean()
  private var wrong = CaseShare()

  init(_ settings: ScoreSettings) {
    least = settings.limit(millimeters: Self.leastDisplacement)
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      guard let truth = stroke.targets[index].truth else { return }
      let actual = truth - stroke.anchors[index]
      let predicted = stroke.predictions[index] - stroke.anchors[index]
      distances.add(abs(predicted.length - actual.length))
      guard let least, actual.length > least, predicted.length > least else { return }
      let radians = Elementary.arctangent(abs(actual.cross(predicted)), actual.dot(predicted))
      let degrees = radians * 180 / .pi
      angles.add(degrees)
      wrong.judge(degrees > Self.wrongDegrees * (1 + TimeTolerance.share))
    }
  }

  mutating func merge(_ other: DisplacementScore) {
    distances.merge(other.distances)
    angles.merge(other.angles)
    wrong.merge(other.wrong)
  }

  func values() -> [Double?] {
    [distances.value, angles.value, wrong.value]
  }
}
