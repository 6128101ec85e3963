import MotionNumerics
import TouchInput

/// A moment that a predictor is asked about, with the truth.
///
/// Lengths are in the reported unit.
struct Target: Sendable {
  /// The index of the newest sample that the predictor has observed.
  var sample: Int
  /// How far ahead of that sample the predictor is asked, in seconds.
  var horizon: Double
  /// The moment at which the prediction is compared with the truth, in seconds: the moment asked
  /// for, except on a dropped frame of `display`, which still shows the previous frame.
  var time: Double
  /// The true position; nil if unknown.
  @PackedPoint var truth: SIMD2<Double>?
  /// The direction of motion then, of length 1; nil if it rests.
  @PackedPoint var tangent: SIMD2<Double>?
  /// The velocity then, per second.
  var velocity: SIMD2<Double>
  /// The first recorded position after that moment.
  @PackedPoint var next: SIMD2<Double>?
  /// Whether the target before in the slot is the one a screen would have shown just before.
  var followsPrevious: Bool
  /// The parts of the stroke that it belongs to.
  var classes = TargetClasses()
  /// Where the contact is at the tick at which the frame is drawn, before the output latency; nil
  /// but in `display`.
  @PackedPoint var frameTruth: SIMD2<Double>?
  /// The first recorded position after that tick; nil but in `display`.
  @PackedPoint var frameNext: SIMD2<Double>?
}

/// A point or nil in the space of a point: there are as many targets as predictions.
///
/// A point with a first coordinate that is NaN counts as nil.
@propertyWrapper
struct PackedPoint: Sendable {
  private var point: SIMD2<Double>

  /// Creates a packed point.
  @inline(__always)
  init(wrappedValue: SIMD2<Double>?) { point = wrappedValue ?? SIMD2(repeating: .nan) }

  /// The point.
  @inline(__always)
  var wrappedValue: SIMD2<Double>? {
    get { point.x == point.x ? point : nil }
    set { point = newValue ?? SIMD2(repeating: .nan) }
  }
}

/// The targets of one stroke at one horizon of the plan, with everything that scores need.
///
/// Everything that does not depend on the predictor is computed once and laid out for loops over
/// targets. Instances are immutable and shared.
final class TargetSlot: Sendable {
  /// In order of `sample`.
  let targets: [Target]
  /// Stretches without gap, long enough for a spectrum; see `HighFrequencyErrorScore`.
  let steadyStretches: [SteadyStretch]
  /// The newest observed position at each target, in the reported unit.
  let anchors: [SIMD2<Double>]
  /// The moment of each target, in seconds.
  let times: [Double]
  /// The true position at each target; zero if unknown.
  let truths: [SIMD2<Double>]
  /// The direction of motion at each target; zero where it rests, and empty if it always does.
  let tangents: [SIMD2<Double>]
  /// The velocity at each target.
  let velocities: [SIMD2<Double>]
  /// From the truth to the first recorded point after it; zero where there is none, and empty if
  /// there never is a pair.
  let onward: [SIMD2<Double>]
  /// The distance of the truth from the newest observed position; 0 where there is no truth.
  let radii: [Double]
  /// Which targets each measure uses, for whole strokes.
  let runs: TargetRuns
  private let runsOfParts: [StrokePart: TargetRuns]
  /// Whether the targets come in the order of their times.
  private let isInOrder: Bool

  /// A slot of targets.
  ///
  /// - Parameters:
  ///   - targets: In order of `sample`.
  ///   - steadyStretches: The stretches for spectra.
  ///   - anchors: The newest observed position at each target, in the reported unit.
  ///   - parts: The parts of strokes that will be scored by themselves.
  init(
    targets: [Target], steadyStretches: [SteadyStretch], anchors: [SIMD2<Double>],
    parts: [StrokePart] = []
  ) {
    self.targets = targets
    self.steadyStretches = steadyStretches
    self.anchors = anchors
    times = targets.map(\.time)
    truths = targets.map { $0.truth ?? .zero }
    velocities = targets.map(\.velocity)
    radii = zip(targets, anchors).map { target, anchor in
      target.truth.map { ($0 - anchor).length } ?? 0
    }
    runs = TargetRuns(targets)
    tangents = runs.directed.isEmpty ? [] : targets.map { $0.tangent ?? .zero }
    onward =
      runs.onward.isEmpty
      ? []
      : targets.map { target in
        guard let truth = target.truth, let next = target.next else { return .zero }
        return next - truth
      }
    runsOfParts = Dictionary(
      parts.map { part in (part, TargetRuns(targets, of: part)) },
      uniquingKeysWith: { first, _ in first })
    isInOrder = zip(targets, targets.dropFirst()).allSatisfy { $0.time <= $1.time }
  }

  /// Which targets each measure uses, for a part of the stroke.
  func runs(of part: StrokePart) -> TargetRuns {
    runsOfParts[part] ?? TargetRuns(targets, of: part)
  }

  /// Calls `body` with each target within `Landmarks.halfWindow` of a moment, in order.
  @inline(__always)
  func forEachTarget(around time: Double, _ body: (Int) -> Void) {
    let margin = Landmarks.halfWindow + MotionTrack.sameMoment
    guard isInOrder else {
      for index in times.indices where abs(times[index] - time) <= margin { body(index) }
      return
    }
    var index = times.partitioningIndex { $0 >= time || abs($0 - time) <= margin }
    while index < times.count, abs(times[index] - time) <= margin {
      body(index)
      index += 1
    }
  }
}
