import TouchInput

/// One participant at one task on one digitizer: a recording in the making.
struct SyntheticSession {
  /// The time without contact before each stroke, in seconds.
  private static let rest = 0.5

  private let participant: SyntheticParticipant
  private let task: SyntheticTask
  private let model: DigitizerModel
  private let tremor: Tremor.Character?
  private let seed: SyntheticSeed
  private var start = rest
  /// What has been made so far.
  private(set) var recording: Recording

  /// - Parameters:
  ///   - participant: Who.
  ///   - task: What.
  ///   - model: On what.
  ///   - tremor: Nil for a steady hand.
  ///   - seed: What the participant's random numbers come from.
  ///   - source: The file.
  init(
    participant: SyntheticParticipant, task: SyntheticTask, model: DigitizerModel,
    tremor: Tremor.Character?, seed: SyntheticSeed, source: String
  ) {
    self.participant = participant
    self.task = task
    self.model = model
    self.tremor = tremor
    self.seed = seed
    recording = Recording(
      source: source, participant: participant.name, task: task.rawValue,
      scale: LengthScale(unit: .millimeter), nominalRate: model.rate, tool: model.tool, strokes: [])
  }

  /// Adds the stroke of a round, from 1, and returns how many samples it has.
  ///
  /// Motion and tremor are the same on every digitizer; `noise` picks the seed of the digitizer's
  /// own random numbers from the stroke's.
  mutating func addStroke(
    round: Int, noise: (SyntheticSeed) -> SyntheticSeed
  ) -> Int {
    let strokeSeed = seed.branch(task.number).branch(round)
    var motion = participant.motion(task, seed: strokeSeed)
    if let tremor {
      var random = strokeSeed.branch("tremor").generator
      motion.tremor = Tremor(tremor, using: &random)
    }
    let stroke = Digitizer(model: model, seed: noise(strokeSeed))
      .stroke(motion, identifier: String(round), start: start).stroke
    recording.strokes.append(stroke)
    start = Digitizer.quantized(start + motion.duration + Self.rest, 1000)
    return stroke.samples.count
  }
}
