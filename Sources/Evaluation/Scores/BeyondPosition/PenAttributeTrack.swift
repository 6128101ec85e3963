import MotionNumerics
import MotionPrediction
import TouchInput

/// What a pen reports beside its position.
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

  /// What a prediction says of it.
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
/// The rules are those of a `MotionTrack`; samples that do not report the attribute are not there. The
/// azimuth goes from one sample to the next by less than half a turn.
struct PenAttributeTrack {
  private let track: MotionTrack
  private var hint = 0

  /// Nil where no sample reports the attribute as a finite number.
  init?(_ attribute: PenAttribute, of stroke: PreparedStroke) {
    let settled = attribute == .force ? stroke.settledForces : nil
    var times: [Double] = []
    var values: [Double] = []
    for (index, sample) in stroke.samples.enumerated() {
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
