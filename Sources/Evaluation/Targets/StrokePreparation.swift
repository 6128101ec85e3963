import MotionNumerics
import TouchInput

/// Prepares a stroke for replay: its clock, its true track, its targets and its landmarks.
struct StrokePreparation {
  let stroke: Stroke
  /// The samples that a predictor observes, on its clock.
  let samples: [TouchSample]
  /// The samples as recorded, on the same clock: others if positions are polled.
  private let recorded: [TouchSample]
  let track: MotionTrack
  let replay: EvaluationProtocol
  let nominalRate: Double
  let source: String
  /// The rate of targets, in hertz: the screen's refresh rate if there is one, otherwise the
  /// nominal rate.
  let targetRate: Double

  /// What the screen shows of the stroke; nil if none is simulated.
  private let screen: DisplayFrames?
  private let index: Int
  private let factor: Double
  private let millimeter: Double?
  /// A displacement shorter than this is rounding, and no direction of motion.
  private let restingLength: Double
  private var tangentHint = 0
  private var needsMotion = true

  init(
    _ stroke: Stroke, index: Int, recording: Recording, reported: ReportedUnit,
    replay: EvaluationProtocol, screen: DisplayScreen? = nil
  ) throws(PreparationError) {
    self.stroke = stroke
    self.index = index
    self.replay = replay
    nominalRate = recording.nominalRate
    targetRate = screen?.ticks.pipeline.refreshRate ?? recording.nominalRate
    source = recording.source
    factor = reported.factor
    millimeter = reported.millimeter
    let recorded = Self.onClock(stroke.samples, replay.clock, rate: recording.nominalRate)
    self.recorded = recorded
    let positions = try Self.truePositions(stroke, replay.truth, source: recording.source)
    track = MotionTrack(
      times: recorded.map(\.time), positions: positions.map { $0 * reported.factor },
      longestGap: replay.maximumGap.map { $0 / recording.nominalRate } ?? .infinity,
      lastStep: replay.holdsRests ? 1 / recording.nominalRate : nil)
    restingLength = track.roundingLength
    do throws(DisplayFrames.Refusal) {
      self.screen = try screen?.frames(of: recorded.map(\.time), stroke: index, track: track)
    } catch {
      throw PreparationError(
        source: source, problem: "stroke '\(stroke.identifier)' \(error.sentences.problem)",
        remedy: error.sentences.remedy)
    }
    samples = self.screen?.polled.map { Self.polled($0, of: recorded) } ?? recorded
  }

  /// The positions that are read at refreshes, as samples taken then.
  private static func polled(
    _ polled: [PolledSample], of recorded: [TouchSample]
  ) -> [TouchSample] {
    polled.map { poll in
      var sample = recorded[poll.sample]
      sample.time = poll.time
      return sample
    }
  }

  /// Returns the stroke with one slot of targets per horizon.
  ///
  /// - Parameters:
  ///   - horizons: The horizons.
  ///   - groupings: The parts of strokes that each target is to be assigned to.
  ///   - needs: What measures are computed from.
  /// - Returns: The stroke, ready for replay.
  /// - Throws: `PreparationError` if the protocol does not fit the horizons.
  mutating func prepared(
    horizons: [Horizon], groupings: [EvaluationPlan.Grouping], needs: ScoreNeeds
  ) throws(PreparationError) -> PreparedStroke {
    needsMotion =
      needs.contains(.motion) || groupings.contains(.phase) || groupings.contains(.speed)
    let landmarks = millimeter.map { Landmarks(track: track, millimeter: $0) }
    let needsStops = needs.contains(.stops) || groupings.contains(.phase)
    let stops = needsStops ? landmarks?.stops() : nil
    var slots: [TargetSlot] = []
    for horizon in horizons {
      var targets = try targets(at: horizon)
      if groupings.contains(.kind) {
        for index in targets.indices { targets[index].classes.kind = stroke.kind }
      }
      if groupings.contains(.phase) { assignPhases(to: &targets, stops: stops) }
      if groupings.contains(.speed) { assignSpeeds(to: &targets) }
      if !Set(groupings).isDisjoint(with: [.age, .ageTime, .liftTime]) {
        assignAges(to: &targets)
      }
      slots.append(
        TargetSlot(
          targets: targets,
          steadyStretches: needs.contains(.stretches) ? steadyStretches(of: targets) : [],
          anchors: anchors(of: targets, before: slots.last),
          parts: groupings.flatMap(StrokePart.all(by:)), needs: needs,
          roundingLength: restingLength))
    }
    return PreparedStroke(
      index: index, samples: samples, deviceBatches: deviceBatches(), slots: slots, track: track,
      stops: stops, reversals: needs.contains(.reversals) ? landmarks?.reversals() : nil,
      delivered: screen?.delivered, recorded: recorded,
      settledForces: stroke.settledForces,
      lineDistances: needs.contains(.line) ? lineDistances() : [])
  }

  /// How far each point of the true path is from the line drawn through what is delivered.
  private func lineDistances() -> [Double] {
    let delivered =
      screen?.polled.map { Set($0.map(\.sample)).sorted() } ?? screen?.delivered
      ?? Array(recorded.indices)
    return DrawnLine(through: delivered.map { recorded[$0].position * factor })
      .distances(of: track.positions)
  }

  /// The newest positions at targets; the array of another slot if its targets come after the same
  /// samples.
  private func anchors(of targets: [Target], before slot: TargetSlot?) -> [SIMD2<Double>] {
    if let slot, slot.count == targets.count,
      targets.indices.allSatisfy({ slot.targets[$0].sample == targets[$0].sample })
    {
      return slot.anchors
    }
    return targets.map { samples[$0.sample].position * factor }
  }

  private func assignPhases(to targets: inout [Target], stops: [StopLandmark]?) {
    let least = millimeter.map { Landmarks.leastMotion * $0 } ?? restingLength
    var phases = StrokePhases(track: track, stops: stops, leastMotion: least)
    for index in targets.indices {
      targets[index].classes.phase = phases.phase(
        at: targets[index].time, isResting: targets[index].tangent == nil)
    }
  }

  private func assignSpeeds(to targets: inout [Target]) {
    guard let millimeter else { return }
    for index in targets.indices {
      targets[index].classes.speed = SpeedClass(targets[index].velocity.length / millimeter)
    }
  }

  private func assignAges(to targets: inout [Target]) {
    guard let first = recorded.first?.time, let last = recorded.last?.time else { return }
    for index in targets.indices {
      let newest = targets[index].sample
      targets[index].classes.age = AgeClass(newest + 1)
      targets[index].classes.elapsed = TimeClass(samples[newest].time - first)
      // A position may be polled after the last sample was taken.
      targets[index].classes.untilLift = TimeClass(max(last - samples[newest].time, 0))
    }
  }

  private mutating func targets(at horizon: Horizon) throws(PreparationError) -> [Target] {
    guard recorded.count >= replay.leastSamples else { return [] }
    if let screen { return try displayTargets(at: horizon, on: screen) }
    return switch (replay.name, replay.targets) {
    case (.henze2017, _): try HenzeWindows(rate: nominalRate).targets(at: horizon, of: &self)
    case (_, .all): sampleTargets(at: horizon)
    case (_, .recorded): recordedTargets(at: horizon)
    }
  }

  /// A target `horizon` seconds after each sample from the `history`-th on.
  private mutating func sampleTargets(at horizon: Horizon) -> [Target] {
    var hint = 0
    let first = max(replay.history, 1) - 1
    return samples.indices.dropFirst(first).map { sample in
      let truth = truth(at: samples[sample].time + horizon.seconds, hint: &hint)
      return target(
        sample: sample, ahead: horizon.seconds, truth: truth, follows: sample > first)
    }
  }

  /// A target at each of the device's own predictions whose frame, rounded, is `horizon`.
  private mutating func recordedTargets(at horizon: Horizon) -> [Target] {
    var hint = 0
    var result: [Target] = []
    for batch in deviceBatches() where batch.samplesBefore >= max(replay.history, 1) {
      let newest = samples[batch.samplesBefore - 1]
      for predicted in batch.samples {
        let ahead = predicted.time - newest.time
        guard RecordedHorizons.step(ahead, rate: nominalRate) == horizon.frames else { continue }
        let truth = truth(at: predicted.time, hint: &hint)
        result.append(
          target(
            sample: batch.samplesBefore - 1, ahead: ahead, truth: truth, follows: !result.isEmpty))
      }
    }
    return result
  }

  /// Creates a target with everything that is known about its moment.
  ///
  /// The horizon is passed on unchanged, since the difference of two large times would lose digits.
  /// `time` is the moment of the truth, by default the moment asked for.
  mutating func target(
    sample: Int, ahead: Double, time: Double? = nil, truth: SIMD2<Double>?, follows: Bool
  ) -> Target {
    let time = time ?? samples[sample].time + ahead
    let motion = needsMotion ? motion(at: time) : (tangent: nil, velocity: .zero)
    return Target(
      sample: sample, horizon: ahead, time: time, truth: truth,
      tangent: motion.tangent, velocity: motion.velocity,
      next: needsMotion ? track.next(after: time, hint: &tangentHint) : nil,
      followsPrevious: follows)
  }

  /// The true position of a sample, in the reported unit.
  func truePosition(of sample: Int) -> SIMD2<Double> {
    let exact = replay.truth == .exact ? stroke.exactPositions?[sample] : nil
    return (exact ?? samples[sample].position) * factor
  }

  /// Where the contact is at `time`, under the protocol's rules for gaps and for the tail.
  func truth(at time: Double, hint: inout Int) -> SIMD2<Double>? {
    if let truth = track.truth(at: time, hint: &hint) { return truth }
    guard replay.tail == .clamp, let last = track.times.last, time > last else { return nil }
    return track.positions.last
  }

  /// Velocity and direction by the central difference over one nominal interval to either side.
  private mutating func motion(
    at time: Double
  ) -> (tangent: SIMD2<Double>?, velocity: SIMD2<Double>) {
    guard let first = track.times.first, let last = track.times.last else { return (nil, .zero) }
    let reach = 1 / nominalRate
    let before = min(max(time - reach, first), last)
    let after = min(max(time + reach, first), last)
    guard after > before else { return (nil, .zero) }
    let start = track.position(at: before, hint: &tangentHint)
    let step = track.position(at: after, hint: &tangentHint) - start
    let distance = step.length
    guard distance > restingLength else { return (nil, .zero) }
    return (step / distance, step / (after - before))
  }

  /// The device's predictions on the replay's clock, in the order of their making.
  private func deviceBatches() -> [DevicePredictionBatch] {
    let batches = stroke.devicePredictions.enumerated().sorted {
      ($0.element.samplesBefore, $0.offset) < ($1.element.samplesBefore, $1.offset)
    }
    return batches.map(\.element).compactMap { batch in
      guard batch.samplesBefore >= 1, batch.samplesBefore <= recorded.count else { return nil }
      let newest = batch.samplesBefore - 1
      let shift = recorded[newest].time - stroke.samples[newest].time
      var moved = batch
      if let polled = screen?.polled {
        guard let first = polled.firstIndex(where: { $0.sample >= newest }) else { return nil }
        moved.samplesBefore = first + 1
      }
      for index in moved.samples.indices { moved.samples[index].time += shift }
      return moved
    }
  }

  private static func onClock(
    _ samples: [TouchSample], _ clock: EvaluationProtocol.ClockSource, rate: Double
  ) -> [TouchSample] {
    guard clock == .index else { return samples }
    return samples.enumerated().map { index, sample in
      var moved = sample
      moved.time = Double(index) / rate
      return moved
    }
  }

  private static func truePositions(
    _ stroke: Stroke, _ truth: EvaluationProtocol.TruthSource, source: String
  ) throws(PreparationError) -> [SIMD2<Double>] {
    guard truth == .exact else { return stroke.samples.map(\.position) }
    guard let exact = stroke.exactPositions, exact.count == stroke.samples.count else {
      throw PreparationError(
        source: source, problem: "stroke '\(stroke.identifier)' carries no exact positions",
        remedy: "use --truth recorded, or a set with the columns true_x and true_y")
    }
    return exact
  }
}

extension StrokePreparation {
  /// The runs of scored targets without gap that last at least half a second.
  ///
  /// A gap is a step longer than `maximumGap` intervals of the targets' own rate.
  fileprivate func steadyStretches(of targets: [Target]) -> [SteadyStretch] {
    let longestStep = replay.maximumGap.map { $0 / targetRate } ?? .infinity
    var result: [SteadyStretch] = []
    var start = 0
    while start < targets.count {
      guard targets[start].truth != nil else {
        start += 1
        continue
      }
      var end = start + 1
      while end < targets.count, targets[end].truth != nil, targets[end].followsPrevious,
        targets[end].time > targets[end - 1].time,
        targets[end].time - targets[end - 1].time <= longestStep + TimeTolerance.seconds
      {
        end += 1
      }
      if let stretch = steadyStretch(of: targets, start..<end) { result.append(stretch) }
      start = end
    }
    return result
  }

  private func steadyStretch(of targets: [Target], _ range: Range<Int>) -> SteadyStretch? {
    guard let first = range.first, let last = range.last else { return nil }
    let duration = targets[last].time - targets[first].time
    guard duration >= HighFrequencyErrorScore.leastDuration - TimeTolerance.seconds else {
      return nil
    }
    let count = (duration + TimeTolerance.seconds) * targetRate + 1
    guard count < Double(Self.mostPoints) else { return nil }
    var index = first
    let points = (0..<Int(count)).map { step -> (index: Int, share: Double) in
      let time = targets[first].time + Double(step) / targetRate
      while index + 1 < last, targets[index + 1].time <= time { index += 1 }
      let interval = targets[index + 1].time - targets[index].time
      return (index, min(max((time - targets[index].time) / interval, 0), 1))
    }
    return SteadyStretch(points: points)
  }

  /// A stretch of more points than this (19 hours at 240 Hz) has no spectrum computed.
  private static let mostPoints = 1 << 24
}
