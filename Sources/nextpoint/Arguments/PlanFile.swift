import Datasets
import Evaluation
import MotionPrediction

/// A plan as a YAML file: the alternative to flags, with the same names.
///
///     datasets: [synthetic-noisy-60hz, henze-2017]
///     predictors: [hold, linear, "polynomial:degree=1..3,window=2..12"]
///     frames-ahead: 1..6
///     frame-rate: 60
///     group-by: [task]
///
/// Every error names the file, the line and the value.
struct PlanFile {
  var datasets: [String]?
  var predictors: [String]?
  var horizons: [Horizon]?
  /// The frames ahead as written, for a frame rate that a flag gives.
  var frames: String?
  var frameRate: Double?
  var replay: EvaluationProtocol?
  var groupBy: [EvaluationPlan.Grouping]?
  var metricSets: [MetricSet]?
  var onlyMetrics: [String]?
  var unit: EvaluationPlan.ReportUnit?
  var seed: UInt64?
  var split: [String]?
  var reading = ReadingOptions()

  private static let keys = [
    "datasets", "predictors", "frames-ahead", "frame-rate", "horizon-ms", "protocol", "tail",
    "history", "min-samples", "clock", "state", "truth", "targets", "max-gap", "rests", "kind",
    "observe",
    "refresh-rate", "refresh-phase-ms", "delivery", "input-latency-ms", "dropped-frames",
    "group-by", "metrics", "only-metrics", "unit", "seed", "split", "time-unit", "columns",
  ]

  /// Reads a plan file whose predictors the catalogue knows.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - catalogue: The predictors that it may name.
  ///   - programs: Whether it may name programs to run; nil where none of its predictors is run.
  /// - Throws: `CommandFailure` with file and line.
  init(path: String, catalogue: PredictorCatalogue, programs: ProgramArguments?) throws {
    try self.init(PlanReader(path: path, keys: Self.keys), catalogue, programs)
  }

  private init(
    _ reader: PlanReader, _ catalogue: PredictorCatalogue, _ programs: ProgramArguments?
  ) throws {
    datasets = try reader.texts("datasets")
    predictors = try reader.texts("predictors") { spelling in
      let expansion = try CommandFailure.asUsage { try catalogue.expand(spelling) }
      if let problem = programs?.problem(with: expansion.predictors) {
        throw CommandFailure.usage(problem)
      }
    }
    groupBy = try reader.texts("group-by").map { names in
      names == [PlanArguments.noGrouping] ? [] : try names.map { try reader.choice("group-by", $0) }
    }
    metricSets = try reader.texts("metrics").map { names in
      try reader.explaining("metrics") {
        try MetricSelection(names.joined(separator: ","), key: "metrics").sets
      }
    }
    onlyMetrics = try reader.texts("only-metrics").map { names in
      try reader.explaining("only-metrics") {
        guard metricSets == nil else {
          throw CommandFailure.usage(
            "only-metrics: metrics adds measures to the standard set, and only-metrics computes no "
              + "others; give one of them")
        }
        return try MetricSelection(names.joined(separator: ","), key: "only-metrics").names
      }
    }
    unit = try reader.choice("unit")
    seed = try reader.text("seed").map { try reader.number("seed", $0, UInt64.init) }
    split = try reader.texts("split").map { texts in
      try reader.explaining("split") { try SplitArguments.parts(texts.joined(separator: ",")) }
    }
    replay = try Self.replay(reader)
    let (unit, columns) = (try reader.text("time-unit"), try reader.text("columns"))
    reading = try reader.explaining(columns == nil ? "time-unit" : "columns") {
      try ReadingArguments.options(
        timeUnit: unit, columns: columns, names: (timeUnit: "time-unit", columns: "columns"))
    }
    let frames = try reader.texts("frames-ahead")?.joined(separator: ",")
    let rate = try reader.text("frame-rate").map {
      try reader.number("frame-rate", $0, Double.init)
    }
    let milliseconds = try reader.texts("horizon-ms")?.joined(separator: ",")
    self.frames = frames
    frameRate = rate
    horizons = try reader.explaining(frames == nil ? "horizon-ms" : "frames-ahead") {
      try HorizonArguments.horizons(
        frames: frames, rate: rate, milliseconds: milliseconds,
        names: (frames: "frames-ahead", rate: "frame-rate", milliseconds: "horizon-ms"))
    }
  }

  private static func replay(_ reader: PlanReader) throws -> EvaluationProtocol {
    let name: EvaluationProtocol.Name? = try reader.choice("protocol")
    var result = EvaluationProtocol(name ?? .sample)
    if let tail: EvaluationProtocol.Tail = try reader.choice("tail") { result.tail = tail }
    if let clock: EvaluationProtocol.ClockSource = try reader.choice("clock") {
      result.clock = clock
    }
    if let state: EvaluationProtocol.StateScope = try reader.choice("state") {
      result.state = state
    }
    if let truth: EvaluationProtocol.TruthSource = try reader.choice("truth") {
      result.truth = truth
    }
    if let targets: EvaluationProtocol.Targets = try reader.choice("targets") {
      result.targets = targets
    }
    if let observe: EvaluationProtocol.Observe = try reader.choice("observe") {
      result.observe = observe
    }
    if let rests: EvaluationProtocol.Rests = try reader.choice("rests") {
      result.rests = rests == .gap ? nil : rests
    }
    if let history = try reader.text("history") {
      result.history = try reader.number("history", history, Int.init)
    }
    if let least = try reader.text("min-samples") {
      result.leastSamples = try reader.number("min-samples", least, Int.init)
    }
    if let gap = try reader.text("max-gap") {
      result.maximumGap = try reader.number("max-gap", gap, Double.init)
    }
    let kinds = try reader.texts("kind")?.joined(separator: ",")
    do {
      if let kinds { result.kinds = try StrokeKinds.parse(kinds) }
      try display(reader).apply(to: &result)
      if let contradiction = ProtocolContradiction(in: result) { throw contradiction }
    } catch let contradiction as ProtocolContradiction {
      throw reader.failure(contradiction.key, "\(contradiction.key): \(contradiction.problem)")
    }
    return result
  }

  private static func display(_ reader: PlanReader) throws -> DisplayChoices {
    func number(_ key: String) throws -> Double? {
      try reader.text(key).map { try reader.number(key, $0, Double.init) }
    }
    return DisplayChoices(
      refreshRate: try number("refresh-rate"), phaseMilliseconds: try number("refresh-phase-ms"),
      delivery: try reader.choice("delivery"),
      inputLatencyMilliseconds: try number("input-latency-ms"),
      droppedFrames: try number("dropped-frames"))
  }
}
