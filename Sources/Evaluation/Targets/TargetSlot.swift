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
/// targets: field by field, since there are as many targets as predictions at one horizon and most
/// plans use few of their fields. A field that no target has takes no space. Instances are immutable
/// and shared.
final class TargetSlot: Sendable {
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
  /// The velocity at each target; empty if nothing needs it.
  let velocities: [SIMD2<Double>]
  /// The direction from the truth to the first recorded point after it, of length 1; zero where
  /// there is none, and empty if there never is a pair.
  let onward: [SIMD2<Double>]
  /// A length that is no more than rounding, in the reported unit.
  let roundingLength: Double
  /// The distance of the truth from the newest observed position; 0 where there is no truth, and
  /// empty if nothing needs it.
  let radii: [Double]
  /// Which targets each measure uses, for whole strokes.
  let runs: TargetRuns
  private let runsOfParts: [StrokePart: TargetRuns]
  /// Whether the targets come in the order of their times.
  private let isInOrder: Bool

  // The other fields of the targets; empty if they are those of a new target.
  private let samples: [Int32]
  /// One for all, if they are equal.
  private let horizons: [Double]
  private let hasTruth: [Bool]
  private let followsPrevious: [Bool]
  private let nexts: [PackedPoint]
  private let classes: [TargetClasses]
  private let frameTruths: [PackedPoint]
  private let frameNexts: [PackedPoint]

  /// A slot of targets.
  ///
  /// - Parameters:
  ///   - targets: In order of `sample`.
  ///   - steadyStretches: The stretches for spectra.
  ///   - anchors: The newest observed position at each target, in the reported unit.
  ///   - parts: The parts of strokes that will be scored by themselves.
  ///   - needs: What is computed of them; fields that it does not need are left out.
  ///   - roundingLength: A length that is no more than rounding, in the reported unit.
  init(
    targets: [Target], steadyStretches: [SteadyStretch], anchors: [SIMD2<Double>],
    parts: [StrokePart] = [], needs: ScoreNeeds = .all, roundingLength: Double = 0
  ) {
    /// A field of each target; read in place, since targets are large.
    func column<Value>(_ value: (Int) -> Value) -> [Value] { targets.indices.map(value) }
    /// A point of each target; empty if none has it.
    func points(_ point: (Int) -> SIMD2<Double>?) -> [PackedPoint] {
      targets.indices.contains { point($0) != nil }
        ? column { PackedPoint(wrappedValue: point($0)) } : []
    }
    let isSummed = needs.isSubset(of: GridSums.possible)
    self.steadyStretches = steadyStretches
    self.anchors = anchors
    self.roundingLength = roundingLength
    samples = column { Int32(targets[$0].sample) }
    let horizon = targets.first?.horizon
    let isOneHorizon = targets.indices.allSatisfy { targets[$0].horizon == horizon }
    horizons = isOneHorizon ? horizon.map { [$0] } ?? [] : column { targets[$0].horizon }
    times = column { targets[$0].time }
    truths = column { targets[$0].truth ?? .zero }
    hasTruth = column { targets[$0].truth != nil }
    followsPrevious = column { targets[$0].followsPrevious }
    velocities = isSummed ? [] : column { targets[$0].velocity }
    radii =
      isSummed && !needs.contains(.overshootLengths)
      ? []
      : column { index in
        targets[index].truth.map { ($0 - anchors[index]).length } ?? 0
      }
    tangents =
      isSummed || targets.indices.allSatisfy { targets[$0].tangent == nil }
      ? [] : column { targets[$0].tangent ?? .zero }
    nexts = isSummed ? [] : points { targets[$0].next }
    frameTruths = isSummed ? [] : points { targets[$0].frameTruth }
    frameNexts = isSummed ? [] : points { targets[$0].frameNext }
    let noClasses = TargetClasses()
    classes =
      targets.indices.allSatisfy { targets[$0].classes == noClasses }
      ? [] : column { targets[$0].classes }
    runs = TargetRuns(targets)
    onward =
      isSummed || runs.onward.isEmpty
      ? []
      : column { index in
        guard let truth = targets[index].truth, let next = targets[index].next else { return .zero }
        let length = (next - truth).length
        return length > roundingLength ? (next - truth) / length : .zero
      }
    runsOfParts = Dictionary(
      parts.map { part in (part, TargetRuns(targets, of: part)) },
      uniquingKeysWith: { first, _ in first })
    isInOrder = zip(times, times.dropFirst()).allSatisfy(<=)
  }

  /// The number of targets.
  var count: Int { times.count }

  /// The targets, in order of `sample`.
  var targets: Targets { Targets(slot: self) }

  /// Returns a target.
  @inline(__always)
  fileprivate func target(_ index: Int) -> Target {
    Target(
      sample: Int(samples[index]), horizon: horizons[horizons.count == 1 ? 0 : index],
      time: times[index], truth: hasTruth[index] ? truths[index] : nil,
      tangent: tangents.isEmpty || tangents[index] == .zero ? nil : tangents[index],
      velocity: velocities.isEmpty ? .zero : velocities[index],
      next: nexts.isEmpty ? nil : nexts[index].wrappedValue,
      followsPrevious: followsPrevious[index],
      classes: classes.isEmpty ? TargetClasses() : classes[index],
      frameTruth: frameTruths.isEmpty ? nil : frameTruths[index].wrappedValue,
      frameNext: frameNexts.isEmpty ? nil : frameNexts[index].wrappedValue)
  }

  /// Which targets each measure uses, for a part of the stroke.
  func runs(of part: StrokePart) -> TargetRuns {
    runsOfParts[part] ?? TargetRuns(Array(targets), of: part)
  }

  /// Calls `body` with each target within `Landmarks.halfWindow` of a moment, in order.
  @inline(__always)
  func forEachTarget(around time: Double, _ body: (Int) -> Void) {
    let margin = Landmarks.halfWindow + TimeTolerance.seconds
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

/// The targets of a slot.
struct Targets: RandomAccessCollection, Sendable {
  fileprivate let slot: TargetSlot

  var startIndex: Int { 0 }
  var endIndex: Int { slot.count }

  @inline(__always)
  subscript(index: Int) -> Target { slot.target(index) }
}
