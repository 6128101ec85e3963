import MotionPrediction
import TouchInput

/// A stroke prepared for replay: the samples, the questions and the truth.
///
/// Instances are immutable and shared.
final class PreparedStroke: Sendable {
  /// The index in the recording.
  let index: Int
  /// The observed samples, on the clock that the predictor sees, in the recording's unit.
  let samples: [TouchSample]
  /// The samples as recorded, on the same clock.
  ///
  /// They are the observed ones unless positions are polled.
  let recorded: [TouchSample]
  /// The device's own predictions, on the same clock.
  let deviceBatches: [DevicePredictionBatch]
  /// The targets, one slot per horizon of the plan.
  let slots: [TargetSlot]
  /// The true track in the reported unit.
  let track: MotionTrack
  /// Where the contact comes to rest or lifts; nil if the scale is not known.
  let stops: [StopLandmark]?
  /// Where the contact turns back; nil if the scale is not known.
  let reversals: [ReversalLandmark]?
  /// The indices of the samples that reach the predictor, in order of arrival; nil for all.
  let delivered: [Int]?
  /// The force of each sample after late corrections; nil if the device sends none.
  let settledForces: [Double?]?
  /// How far each point of the true path is from the line drawn through the delivered samples, in the
  /// reported unit; empty unless a measure needs it.
  let lineDistances: [Double]
  /// What a predictor observes and is asked, with places that number all targets slot by slot.
  let questions: StrokeQuestions
  /// The places of each slot's targets.
  let places: [Range<Int>]
  /// The windows around the reversals, by slot.
  private let reversalWindows: [[ReversalWindow]]

  init(
    index: Int, samples: [TouchSample], deviceBatches: [DevicePredictionBatch],
    slots: [TargetSlot], track: MotionTrack, stops: [StopLandmark]?,
    reversals: [ReversalLandmark]?, delivered: [Int]? = nil, recorded: [TouchSample]? = nil,
    settledForces: [Double?]? = nil, lineDistances: [Double] = []
  ) {
    self.index = index
    self.samples = samples
    self.recorded = recorded ?? samples
    self.deviceBatches = deviceBatches
    self.slots = slots
    self.track = track
    self.stops = stops
    self.reversals = reversals
    self.delivered = delivered
    self.settledForces = settledForces
    self.lineDistances = lineDistances
    places = Self.places(in: slots)
    reversalWindows = slots.map { slot in
      (reversals ?? []).compactMap { ReversalWindow($0, slot, track) }
    }
    questions = StrokeQuestions(
      samples: samples, delivered: delivered, deviceBatches: deviceBatches,
      questions: Self.questions(about: slots, places))
  }

  /// The windows around the reversals that one of its slots has targets in.
  func reversalWindows(of slot: TargetSlot) -> [ReversalWindow] {
    if let place = slots.firstIndex(where: { $0 === slot }) { return reversalWindows[place] }
    return (reversals ?? []).compactMap { ReversalWindow($0, slot, track) }
  }

  /// The number of targets in all slots.
  var targetCount: Int { places.last?.upperBound ?? 0 }

  private static func places(in slots: [TargetSlot]) -> [Range<Int>] {
    var next = 0
    return slots.map { slot in
      defer { next += slot.count }
      return next..<(next + slot.count)
    }
  }

  /// The questions by sample; at one sample those of all slots in turn.
  private static func questions(
    about slots: [TargetSlot], _ places: [Range<Int>]
  ) -> [StrokeQuestions.Question] {
    var result: [StrokeQuestions.Question] = []
    result.reserveCapacity(places.last?.upperBound ?? 0)
    var cursors = [Int](repeating: 0, count: slots.count)
    while true {
      var sample = Int.max
      for slot in slots.indices where cursors[slot] < slots[slot].count {
        sample = min(sample, slots[slot].targets[cursors[slot]].sample)
      }
      guard sample < .max else { return result }
      for slot in slots.indices where cursors[slot] < slots[slot].count {
        let target = slots[slot].targets[cursors[slot]]
        guard target.sample == sample else { continue }
        result.append(
          .init(
            sample: sample, ahead: target.horizon, place: places[slot].lowerBound + cursors[slot]))
        cursors[slot] += 1
      }
    }
  }
}
