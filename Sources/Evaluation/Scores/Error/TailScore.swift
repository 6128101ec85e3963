import MotionNumerics

/// Where a predictor fails: the far tail of the error, and how many recordings and strokes would have
/// been better off without it.
struct TailScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "error_p999", "99.9th percentile of error", .error,
      formula: "99.9 % quantile of ‖e‖ (type 7)"),
    MetricDefinition(
      "worse_recordings_share", "recordings worse than hold", .error, .share,
      formula: "share of judged recordings with mean ‖e‖ > 1.01 · mean ‖p_n − g‖"),
    MetricDefinition(
      "worse_strokes_share", "strokes worse than hold", .error, .share,
      formula: "share of judged strokes with mean ‖e‖ > 1.01 · mean ‖p_n − g‖"),
    MetricDefinition(
      "judged_recordings", "judged recordings", .error, .count, perfect: nil, .none,
      formula: "number of recordings with at least 50 scored targets and a contact that moved"),
    MetricDefinition(
      "judged_strokes", "judged strokes", .error, .count, perfect: nil, .none,
      formula: "number of strokes with at least 10 scored targets and a contact that moved"),
  ]

  /// A mean error up to this multiple of hold's is not worse: a tie, or nearly one.
  private static let margin = 1.01
  /// The least number of scored targets by which a recording is judged.
  static let leastTargetsOfRecording = 50
  /// The least number of scored targets by which a stroke is judged.
  static let leastTargetsOfStroke = 10

  /// The errors of a predictor and of holding still, at the same targets.
  private struct Contest: Sendable {
    var errors = CompensatedSum()
    var held = CompensatedSum()
    var count = 0

    /// Whether holding still was better; nil with fewer targets, and where it was always right.
    func isWorse(least: Int) -> Bool? {
      guard count >= least, held.value > 0 else { return nil }
      return errors.value > TailScore.margin * held.value
    }

    mutating func merge(_ other: Contest) {
      errors.merge(other.errors)
      held.merge(other.held)
      count += other.count
    }
  }

  private let recording: Int
  private var norms: ValuePool
  /// By recording, in the order in which they were merged.
  private var recordings: [(index: Int, contest: Contest)] = []
  private var strokes = CaseShare()

  init(_ settings: ScoreSettings) {
    recording = settings.recording
    norms = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    var contest = Contest()
    stroke.forEachScored { index in
      let error = stroke.error(at: index).length
      norms.append(error)
      contest.errors += error
      contest.held += (stroke.anchors[index] - stroke.truths[index]).length
      contest.count += 1
    }
    if let isWorse = contest.isWorse(least: Self.leastTargetsOfStroke) { strokes.judge(isWorse) }
    add(contest, of: recording)
  }

  mutating func merge(_ other: TailScore) {
    norms.merge(other.norms)
    strokes.merge(other.strokes)
    for (index, contest) in other.recordings { add(contest, of: index) }
  }

  /// The blocks of a recording are merged one after another, before the next recording's.
  private mutating func add(_ contest: Contest, of index: Int) {
    if recordings.last?.index == index {
      recordings[recordings.count - 1].contest.merge(contest)
    } else {
      recordings.append((index, contest))
    }
  }

  mutating func settle() { norms.settle() }

  func values() -> [Double?] {
    var share = CaseShare()
    for (_, contest) in recordings {
      if let isWorse = contest.isWorse(least: Self.leastTargetsOfRecording) { share.judge(isWorse) }
    }
    return norms.quantiles([0.999])
      + [share.value, strokes.value, Double(share.judged), Double(strokes.judged)]
  }
}
