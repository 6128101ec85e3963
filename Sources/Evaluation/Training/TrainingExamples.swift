import MotionNumerics
import MotionPrediction
import TouchInput

/// The training examples of a model: features of the motion at a sample, a horizon and the true
/// position.
///
/// Examples come from the same targets that an evaluation scores, so that a model is fitted to what
/// it will be asked. The features of a sample are stored once for all its horizons.
package struct TrainingExamples: Sendable {
  /// Examples whose errors are of one size: of one data set, one task and one horizon.
  struct Group: Hashable, Sendable {
    let dataset: String
    let task: String
    /// The horizon of the plan; of replays below 0, by the octave of the horizon.
    let slot: Int
  }

  /// One horizon at one sample.
  struct Example: Sendable {
    /// Which sample's features.
    var sample: Int32
    /// Which group.
    var group: Int32
    /// Whose.
    var participant: Int32
    /// The mean velocity to the target, along and across, in the frame's scale a reference
    /// interval.
    var target: SIMD2<Float>
    /// What an error of 1 is in the reported unit of length, or where that is unknown as a multiple
    /// of the recording's mean displacement.
    var length: Float
    /// What it counts among those of its group.
    var weight: Float
    /// Where the horizon lies among the knots.
    var place: HorizonBasis.Place
    /// The horizon, in seconds.
    var seconds: Float
  }

  let layout: MotionFeatureLayout
  /// The samples' features, one sample after another.
  private(set) var motion: [Float] = []
  private(set) var examples: [Example] = []
  private(set) var groups: [Group] = []
  /// The participants, in order of first appearance, named with their data set.
  package private(set) var participants: [String] = []
  private var participantPlaces: [String: Int] = [:]

  private let constants: LearnedModelConstants
  private let replays: ReplaySettings
  private let seed: UInt64
  private let hiddenSpeeds: Double
  private var groupNumbers: [Group: Int32] = [:]

  /// Creates an empty collection.
  package init(_ settings: TrainingSettings) {
    constants = settings.constants
    layout = constants.layout
    replays = settings.replays
    seed = settings.seed
    hiddenSpeeds = layout.kind == .lags ? settings.hiddenSpeeds : 0
  }

  /// The number of examples.
  package var count: Int { examples.count }

  /// Adds the targets of recordings.
  ///
  /// A sample without a frame (the first of a stroke, or at rest) teaches nothing, nor does a
  /// target without a known truth.
  /// Where the unit of length of a data set is unknown, each of its recordings may have another, and
  /// lengths count relative to the recording's mean displacement.
  package mutating func add(_ recordings: [PreparedRecording], dataset: String) {
    let isKnown = recordings.allSatisfy { $0.context.unitsPerMillimeter != nil }
    for recording in recordings {
      let name = "\(dataset)/\(recording.participant)"
      let participant = participantPlaces[name] ?? participants.count
      if participant == participants.count {
        participantPlaces[name] = participant
        participants.append(name)
      }
      let source = Source(
        recording: recording, dataset: dataset, participant: Int32(participant),
        unit: isKnown ? recording.factor : 1 / max(Self.meanDisplacement(recording), .ulpOfOne))
      var features = FeatureReader(
        layout, unitsPerMillimeter: recording.context.unitsPerMillimeter,
        nominalRate: recording.context.nominalRate)
      for stroke in recording.strokes {
        let usual = features.usualSpeed
        add(stroke, of: source, features: &features)
        replay(stroke, of: source, usual: usual)
      }
    }
  }

  /// Where strokes come from.
  private struct Source {
    let recording: PreparedRecording
    let dataset: String
    let participant: Int32
    /// What the recording's unit of length counts.
    let unit: Double
  }

  /// The mean distance between two samples of a recording, in its own unit; 0 if nothing moves.
  private static func meanDisplacement(_ recording: PreparedRecording) -> Double {
    var (sum, count) = (0.0, 0.0)
    for stroke in recording.strokes {
      for (before, after) in zip(stroke.samples, stroke.samples.dropFirst()) {
        sum += (after.position - before.position).length
        count += 1
      }
    }
    return count > 0 && sum.isFinite ? sum / count : 0
  }

  private mutating func add(
    _ stroke: PreparedStroke, of source: Source, features: inout FeatureReader
  ) {
    features.beginStroke()
    var cursors = [Int](repeating: 0, count: stroke.slots.count)
    for sample in stroke.samples.indices {
      features.observe(stroke.samples[sample])
      let before = examples.count
      for slot in stroke.slots.indices {
        let targets = stroke.slots[slot].targets
        while cursors[slot] < targets.count, targets[cursors[slot]].sample <= sample {
          let target = targets[cursors[slot]]
          cursors[slot] += 1
          guard target.sample == sample, let frame = features.frame,
            let truth = target.truth
          else { continue }
          add(
            truth / source.recording.factor, ahead: target.horizon, in: frame, of: source, speed: 1,
            slot: slot)
        }
      }
      if examples.count > before { motion += features.values }
    }
  }

  /// An error over a shorter horizon than this, in seconds, is taken over this one.
  private var leastHorizon: Double { layout.kind == .lags ? 0.001 : 0.005 }

  /// Adds an example of the newest sample, whose features come after those of all before.
  private mutating func add(
    _ truth: SIMD2<Double>, ahead horizon: Double, in frame: MotionFrame, of source: Source,
    speed: Double, slot: Int
  ) {
    guard horizon > 0 else { return }
    let steps = constants.steps(max(horizon, leastHorizon))
    let told = frame.told(truth - frame.origin) / steps
    guard told.x.isFinite, told.y.isFinite else { return }
    let group = Group(dataset: source.dataset, task: source.recording.task, slot: slot)
    examples.append(
      Example(
        sample: Int32(motion.count / layout.count), group: number(of: group),
        participant: source.participant, target: SIMD2<Float>(told),
        length: Float(frame.scale * steps * source.unit),
        weight: weight(ahead: horizon, speed: speed)
          * (slot < 0 ? 1 : Float(replays.recordedWeight)),
        place: layout.basis.place(constants.steps(horizon)), seconds: Float(horizon)))
  }

  private mutating func replay(_ stroke: PreparedStroke, of source: Source, usual: UsualSpeed) {
    let recording = source.recording
    guard replays.count > 0,
      let replay = TrackReplay(
        stroke.samples, nominalRate: recording.context.nominalRate,
        unitsPerMillimeter: recording.context.unitsPerMillimeter, settings: replays)
    else { return }
    var generator = Xoshiro256StarStar(
      seed: seed &+ UInt64(recording.index) &* 0x9E37_79B9_7F4A_7C15
        &+ UInt64(stroke.index) &* 0xD1B5_4A32_D192_ED03)
    for _ in 0..<replays.count {
      guard let replayed = replay.played(&generator) else { continue }
      let isKnown = hiddenSpeeds == 0 || generator.nextUnit() >= hiddenSpeeds
      add(
        replayed, of: source, usual: isKnown ? usual.multiplied(by: replayed.speed) : UsualSpeed())
    }
  }

  private mutating func add(
    _ replayed: TrackReplay.Replayed, of source: Source, usual: UsualSpeed
  ) {
    var features = FeatureReader(
      layout, unitsPerMillimeter: source.recording.context.unitsPerMillimeter,
      nominalRate: replays.highestRate)
    features.usualSpeed = usual
    if usual != UsualSpeed() {
      // A device that is known has shown its grain before.
      var before = features
      for sample in replayed.samples { before.observe(sample) }
      features.grain = before.grain
    }
    var rest = replayed.questions[...]
    for sample in replayed.samples.indices {
      features.observe(replayed.samples[sample])
      let before = examples.count
      while let question = rest.first, question.sample == sample {
        rest.removeFirst()
        let octave = Int((8 * question.horizon / TrackReplay.nearest).binade.exponent) - 3
        guard let frame = features.frame else { continue }
        add(
          question.truth, ahead: question.horizon, in: frame, of: source, speed: replayed.speed,
          slot: -1 - octave)
      }
      if examples.count > before { motion += features.values }
    }
  }

  /// What an example counts among those of its group.
  ///
  /// Where strokes are replayed it falls with how far the recorded motion would go on meanwhile,
  /// since errors grow with that to the power of about 1.4. Else it is 1: a group has one horizon.
  private func weight(ahead horizon: Double, speed: Double) -> Float {
    guard replays.count > 0 else { return 1 }
    let reach = max(horizon * speed, Self.leastReach) / Self.usualReach
    return Float(Elementary.power(reach, -Self.reachExponent))
  }

  /// In seconds of the recorded motion.
  private static let leastReach = 0.004
  private static let usualReach = 1.0 / 30
  private static let reachExponent = 1.4

  private mutating func number(of group: Group) -> Int32 {
    if let number = groupNumbers[group] { return number }
    let number = Int32(groups.count)
    groups.append(group)
    groupNumbers[group] = number
    return number
  }

  /// The numbers of the examples of these participants.
  func indices(of names: Set<String>) -> [Int32] {
    let numbers = Set(participants.indices.filter { names.contains(participants[$0]) })
    return examples.indices.filter { numbers.contains(Int(examples[$0].participant)) }
      .map { Int32($0) }
  }
}
