import MotionNumerics
import MotionPrediction
import TouchInput

/// A recording prepared for replay under a protocol: everything that does not depend on the
/// predictor, computed once and shared.
public struct PreparedRecording: Sendable {
  /// The index of the recording in its data set.
  package let index: Int
  /// The participant.
  public let participant: String
  /// The task.
  public let task: String
  /// The file.
  public let source: String
  /// What lengths are reported in.
  package let unit: LengthUnit
  /// The class of device.
  package let device: DeviceClass

  let strokes: [PreparedStroke]
  /// The strokes in runs of at least `blockSamples` samples, but for the last.
  ///
  /// Scores are merged block by block, so that they do not depend on which blocks were played
  /// together.
  let blocks: [Range<Int>]
  /// The names of the strokes, by index.
  let strokeNames: [String]
  /// From the recorded unit to the reported one.
  let factor: Double
  let settings: ScoreSettings
  var context: PredictorContext
  let replay: EvaluationProtocol
  /// What it was prepared for.
  let needs: ScoreNeeds

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - index: Its place in the data set.
  ///   - horizons: The horizons of the plan.
  ///   - replay: The protocol.
  ///   - unit: The unit of reported lengths.
  ///   - groupings: How rows are grouped; other parts are not computed.
  ///   - seed: The seed of what the protocol draws at random: dropped frames.
  ///   - place: The place of the strokes, if they are only some of the recording's.
  ///   - needs: What measures are computed from; landmarks and stretches that none needs are not
  ///     looked for.
  /// - Throws: `PreparationError` if the protocol or the unit does not fit the recording, a number
  ///   in the recording is not finite, or its rate is not above 0.
  init(
    _ recording: Recording, index: Int, horizons: [Horizon], replay: EvaluationProtocol,
    unit: EvaluationPlan.ReportUnit, groupings: [EvaluationPlan.Grouping] = [],
    seed: UInt64 = 1, place: StrokePlace = StrokePlace(), needs: ScoreNeeds = .all
  ) throws(PreparationError) {
    try recording.checkNumbers()
    let reported = try ReportedUnit(recording: recording, unit: unit)
    self.index = index
    participant = recording.participant
    task = recording.task
    source = recording.source
    self.unit = reported.unit
    device = recording.device
    factor = reported.factor
    self.replay = replay
    self.needs = needs
    strokeNames = recording.strokes.map(\.identifier)
    let kinds = replay.scoredKinds(of: recording.strokeKinds)
    let scored = zip(place.first..., recording.strokes).filter { _, stroke in
      !stroke.samples.isEmpty && kinds.contains(stroke.kind)
    }
    let screen = DisplayScreen(
      replay, clockStart: place.recordingStart ?? scored.first?.1.samples.first?.time,
      index: index, seed: seed)
    settings = ScoreSettings(
      millimeter: reported.millimeter,
      nominalRate: screen?.ticks.pipeline.refreshRate ?? recording.nominalRate, recording: index)
    var prepared: [PreparedStroke] = []
    for (index, stroke) in scored {
      var preparation = try StrokePreparation(
        stroke, index: index, recording: recording, reported: reported, replay: replay,
        screen: screen)
      prepared.append(
        try preparation.prepared(horizons: horizons, groupings: groupings, needs: needs))
    }
    strokes = prepared
    blocks = Self.blocks(of: prepared.map(\.samples.count))
    context = PredictorContext(
      horizons: screen == nil ? horizons.map(\.seconds) : prepared.askedHorizons(of: horizons),
      nominalRate: recording.nominalRate, tool: recording.tool,
      unitsPerMillimeter: recording.scale.unitsPerMillimeter,
      refreshRate: screen?.ticks.pipeline.refreshRate)
  }
}

extension PreparedRecording {
  /// The least number of samples in a block.
  static let blockSamples = 8192
  /// The greatest number of samples of a stroke: each takes about 850 bytes while it is played.
  static let greatestStroke = 1_000_000

  /// The number of samples.
  var sampleCount: Int { strokes.reduce(0) { $0 + $1.samples.count } }

  /// Divides strokes, given their numbers of samples, into blocks.
  static func blocks(of counts: [Int]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var (start, samples) = (0, 0)
    for (index, count) in counts.enumerated() {
      samples += count
      guard samples >= blockSamples || index == counts.count - 1 else { continue }
      result.append(start..<(index + 1))
      (start, samples) = (index + 1, 0)
    }
    return result
  }
}

extension [PreparedStroke] {
  /// Returns the median time ahead asked for in each slot; the horizon itself if there are no
  /// targets.
  ///
  /// Under `display` the age of the newest sample varies from tick to tick. A predictor that learns
  /// one horizon is told the median, which is exact if all are equal.
  fileprivate func askedHorizons(of horizons: [Horizon]) -> [Double] {
    horizons.enumerated().map { slot, horizon in
      var asked = flatMap { $0.slots[slot].targets.map(\.horizon) }
      return Quantiles.type7(&asked, at: [0.5])[0] ?? horizon.seconds
    }
  }
}

/// The place of strokes in their recording.
package struct StrokePlace: Hashable, Sendable {
  /// The index of the first stroke.
  package let first: Int
  /// The time of the recording's first sample, in seconds; nil for that of the strokes themselves.
  package let recordingStart: Double?

  /// Creates a place, by default of all strokes of a recording.
  package init(first: Int = 0, recordingStart: Double? = nil) {
    (self.first, self.recordingStart) = (first, recordingStart)
  }
}

/// The reason why a recording cannot be replayed under a protocol, with a remedy.
package struct PreparationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var source: String
  /// The problem.
  package var problem: String
  /// The remedy.
  package var remedy: String

  /// The message.
  package var description: String { "\(source): \(problem); \(remedy)" }
}

extension Recording {
  /// Throws if the recording has values that no truth can be computed from.
  ///
  /// Readers drop such samples; other sources may not.
  fileprivate func checkNumbers() throws(PreparationError) {
    guard nominalRate > 0, nominalRate.isFinite else {
      throw PreparationError(
        source: source, problem: "its nominal rate of \(nominalRate) Hz is not above 0",
        remedy: "correct nominalRateHz in dataset.json")
    }
    for stroke in strokes {
      guard stroke.samples.count <= PreparedRecording.greatestStroke else {
        throw PreparationError(
          source: source,
          problem:
            "stroke '\(stroke.identifier)' has \(stroke.samples.count) samples, more than "
            + "the limit of \(PreparedRecording.greatestStroke)",
          remedy: "split it into several strokes with different names")
      }
      guard let index = stroke.samples.firstIndex(where: { !$0.isFinite }) else { continue }
      throw PreparationError(
        source: source,
        problem: "sample \(index + 1) of stroke '\(stroke.identifier)' has a time or position that "
          + "is not a finite number",
        remedy: "remove the sample")
    }
  }
}

/// A recording's positions in the unit in which they are reported.
struct ReportedUnit: Sendable {
  let unit: LengthUnit
  /// From the recorded unit.
  let factor: Double
  /// A millimeter in the reported unit; nil if the scale is unknown.
  let millimeter: Double?

  init(recording: Recording, unit: EvaluationPlan.ReportUnit) throws(PreparationError) {
    let scale = recording.scale
    let wanted = unit.lengthUnit(of: scale)
    guard let factor = scale.factor(to: wanted) else {
      throw PreparationError(
        source: recording.source,
        problem:
          "its positions in \(scale.unit.rawValue) cannot be converted to \(wanted.rawValue)",
        remedy: "use --unit native, or give pixelsPerMillimetre in dataset.json")
    }
    self.unit = wanted
    self.factor = factor
    millimeter = scale.unitsPerMillimeter.map { $0 * factor }
  }
}
