import MotionNumerics
import TouchInput

/// The newest samples of a stroke as numbers in the motion's own frame.
///
/// Samples that come faster than the reference interval T are thinned out: every k-th of them is
/// looked at, from the newest back, k = ⌊T / mean interval + ½⌋, so that a stream of 240 Hz looks
/// like one of 60 Hz. Of the displacements d_i between those looked at, newest first, with intervals
/// Δ_i and weights w_i = memory^i:
///
/// - the direction is that of Σ w_i·d_i, the turning the sign of Σ w_i·(d_{i+1} × d_i), the scale
///   s = √(Σ w_i·|d_i|² / Σ w_i + s₀²);
/// - the features are d_i in that frame, divided by s and drawn in (a vector r becomes asinh(2|r|)·r/|r|,
///   so that the one great displacement does not drown the others), Δ_i/T − 1 (at most
///   `longestInterval` − 1), the newest velocities d_i·T/Δ_i in that frame, Δ_i being at least 6 ms,
///   the shape (`MotionShape`) where the layout asks for it, and ln(s / usual scale), as far as the unit
///   of length is known.
///
/// A displacement that is not there yet is 0 along, 0 across, −1 of interval. Two samples within half
/// a millisecond are looked at as one. There is no frame, and nothing to say, before two samples of
/// different times and where the samples do not differ in place.
///
/// Nothing is allocated after construction. Cost: about 20 operations a displacement.
package struct MotionFeatures: Sendable {
  /// What is computed.
  package let layout: MotionFeatureLayout
  /// The features of the newest sample, as the layout orders them; of no meaning without a frame.
  package private(set) var values: [Float]
  /// The frame at the newest sample; nil if the motion has none.
  package private(set) var frame: MotionFrame?
  /// The greatest speed among the displacements looked at, in length units a second.
  package private(set) var greatestSpeed = 0.0

  /// Whether the samples looked at are of different times and all in one place.
  package private(set) var isAtRest = false

  /// How many displacements there are to look at.
  private var count = 0
  private let unitsPerMillimeter: Double?
  private var window: ObservationWindow
  private var displacements: [SIMD2<Double>]
  private var intervals: [Double]

  /// Two samples nearer in time than this, in seconds, are looked at as one.
  private static let leastInterval = 0.000_5
  /// A velocity is taken over at least so many seconds: over less it is mostly noise.
  private static let leastVelocityInterval = 0.006
  /// The mean interval is that of so many of the newest.
  private static let meanCount = 20
  /// An interval of more mean intervals than this is a pause, and no part of the mean.
  private static let pause = 2.5
  /// Samples are thinned out by at most this factor: more would be a kilohertz.
  private static let mostThinning = 16

  /// Makes features of no sample.
  ///
  /// - Parameters:
  ///   - layout: What is computed.
  ///   - unitsPerMillimeter: Units of the positions to the millimeter; nil if not known.
  package init(_ layout: MotionFeatureLayout, unitsPerMillimeter: Double?) {
    self.layout = layout
    self.unitsPerMillimeter = unitsPerMillimeter.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    values = Array(repeating: 0, count: layout.count)
    displacements = Array(repeating: .zero, count: layout.displacements)
    intervals = Array(repeating: 0, count: layout.displacements)
    // Devices may report faster than they say: the window is long enough for any of them.
    window = ObservationWindow(
      capacity: max(Self.meanCount + 1, Self.mostThinning * layout.displacements + 1))
  }

  /// The samples that are held, in order of time.
  var samples: ObservationWindow { window }

  /// The newest sample; nil if none is held.
  package var newest: TouchSample? { window.newest }

  /// Forgets all samples.
  package mutating func beginStroke() {
    window.removeAll()
    count = 0
    frame = nil
    isAtRest = false
  }

  /// Takes in a sample, and computes the features anew.
  ///
  /// - Returns: Whether it was taken in; false where it is not finite.
  @discardableResult
  package mutating func observe(_ sample: TouchSample) -> Bool {
    guard window.append(sample) else { return false }
    frame = nil
    isAtRest = false
    gather()
    guard count > 0, let found = makeFrame() else { return true }
    frame = found
    write(found)
    return true
  }

  // MARK: - Looking at samples

  /// Reads displacements and intervals from the newest sample back.
  private mutating func gather() {
    count = 0
    greatestSpeed = 0
    guard window.count > 1 else { return }
    var place = window.count - 1
    let stride = thinning(place)
    let least = Self.leastInterval - TimeTolerance.seconds
    while count < layout.displacements, place > 0 {
      var before = max(place - stride, 0)
      while before > 0, window[place].time - window[before].time < least {
        before -= 1
      }
      let interval = window[place].time - window[before].time
      guard interval >= least else { break }
      displacements[count] = window[place].position - window[before].position
      intervals[count] = interval
      greatestSpeed = max(greatestSpeed, displacements[count].length / interval)
      (count, place) = (count + 1, before)
    }
  }

  /// How many samples make a reference interval.
  private func thinning(_ newest: Int) -> Int {
    let first = newest - min(newest, Self.meanCount)
    let mean = (window[newest].time - window[first].time) / Double(newest - first)
    var (sum, count) = (0.0, 0.0)
    for index in first..<newest {
      let interval = window[index + 1].time - window[index].time
      guard interval <= Self.pause * mean + TimeTolerance.seconds else { continue }
      sum += interval
      count += 1
    }
    let step = count > 0 ? sum / count : 0
    guard step > 0 else { return 1 }
    let ratio = (layout.referenceInterval / step * (1 + TimeTolerance.share)).rounded()
    return ratio > 1 ? Int(min(ratio, Double(Self.mostThinning))) : 1
  }

  // MARK: - The frame and what is told in it

  private mutating func makeFrame() -> MotionFrame? {
    var (sum, energy, weights, turning) = (SIMD2<Double>.zero, 0.0, 0.0, 0.0)
    var weight = 1.0
    for index in 0..<count {
      sum += weight * displacements[index]
      energy += weight * displacements[index].squaredLength
      weights += weight
      if index + 1 < count {
        turning += weight * displacements[index + 1].cross(displacements[index])
      }
      weight *= layout.memory
    }
    isAtRest = energy == 0
    guard energy > 0, energy.isFinite, turning.isFinite else { return nil }
    // Where the motion has come back to where it was, the newest displacement says where it goes.
    guard let direction = sum.normalized ?? displacements[0].normalized else { return nil }
    let least = layout.leastScale * (unitsPerMillimeter ?? 0)
    let scale = (energy / weights + least * least).squareRoot()
    guard scale > 0, scale.isFinite, let newest = window.newest else { return nil }
    return MotionFrame(
      origin: newest.position, direction: direction, turning: turning / energy, scale: scale)
  }

  private mutating func write(_ frame: MotionFrame) {
    let lags = layout.displacements
    for index in 0..<lags {
      let isThere = index < count
      let told = isThere ? frame.told(displacements[index]).drawnIn : .zero
      let steps = isThere ? intervals[index] / layout.referenceInterval : 0
      values[index] = Float(told.x)
      values[lags + index] = Float(told.y)
      values[2 * lags + index] = Float(min(steps, layout.longestInterval) - 1)
      guard index < layout.velocities else { continue }
      let velocity = told / max(steps, Self.leastVelocityInterval / layout.referenceInterval)
      values[3 * lags + index] = Float(velocity.x)
      values[3 * lags + layout.velocities + index] = Float(velocity.y)
    }
    if layout.hasShape {
      MotionShape.write(
        displacements, count: count, scale: frame.scale, layout: layout,
        unitsPerMillimeter: unitsPerMillimeter, to: &values)
    }
    values[layout.count - 1] =
      unitsPerMillimeter.map {
        Float(Elementary.logarithm(frame.scale / ($0 * layout.usualScale)))
      } ?? 0
  }
}

extension SIMD2 where Scalar == Double {
  /// The vector with the length asinh(2·length): as it is, twice, where short, and its logarithm where long.
  var drawnIn: SIMD2<Double> {
    let length = length
    guard length > 0, length.isFinite else { return .zero }
    let double = 2 * length
    // Without cancellation: below a hundredth the series is exact to 1e-9.
    let drawn =
      double < 0.02
      ? double * (1 - double * double / 6)
      : Elementary.logarithm(double + (double * double + 1).squareRoot())
    return (drawn / length) * self
  }
}
