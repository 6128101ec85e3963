import MotionNumerics
import TouchInput

/// The newest sixth of a second of a stroke as velocities in the motion's own frame, whatever the rate.
///
/// P(ℓ) is where the contact was ℓ seconds before its newest sample, linearly interpolated between
/// samples; before the first it was where the stroke began. At 13 fixed lags ℓ_0 = 0 … ℓ_12 = 167 ms,
/// denser the nearer, v_j = T·(P(ℓ_j) − P(ℓ_{j+1}))/(ℓ_{j+1} − ℓ_j) is a velocity in lengths a
/// reference interval T, newest first. With weights w_j = (ℓ_{j+1} − ℓ_j)·memory^(m_j/T), m_j being the
/// middle between the lags:
///
/// - the direction is that of Σ w_j·v_j, the turning the sign of Σ w_{j+1}·(v_{j+1} × v_j), the scale
///   s = √(Σ w_j·|v_j|² / Σ w_j + s₀²);
/// - the features are v_j in that frame, divided by s and drawn in (`drawnIn`), four numbers about the
///   clock, and ln(s / usual scale), −5 where the unit of length is not known.
///
/// The clock, with m the median of the newest five intervals, at least 2 ms: ln(m/T); the stroke's age in
/// tenths of a second, at most 2, less 1; ln(1 + the number of samples before, at most 12) − 2; the
/// newest interval over m, at most 4, less 1.
///
/// There is no frame, and nothing to say, before two samples of different times and where nothing moved
/// within the lags. Nothing is allocated after construction. Cost: about 30 operations a velocity and 5
/// a sample of the last sixth of a second.
package struct LagFeatures: Sendable {
  /// How many velocities there are.
  package static let velocityCount = 12
  /// How many numbers tell of the clock.
  static let clockCount = 4
  /// The number of lags: the ends of the velocities.
  private static let lagCount = 13
  /// In quarters of 1/60 s.
  private static let lagQuarters: InlineArray<13, Double> = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40,
  ]
  /// The median is that of so many intervals.
  private static let medianCount = 5
  /// An interval shorter than this, in seconds, counts as this long in the median.
  private static let leastMedian = 0.002
  private static let longestAge = 0.2
  private static let mostCounted = 12
  private static let mostRatio = 4.0
  /// So many samples of the last sixth of a second are looked at, at most: more would be 3 kHz.
  private static let mostSamples = 512
  /// So many samples are held at least for what needs no lags.
  private static let leastHeld = 32

  /// What is computed.
  package let layout: MotionFeatureLayout
  /// The features of the newest sample, as the layout orders them; of no meaning without a frame.
  package private(set) var values: [Float]
  /// The frame at the newest sample; nil if the motion has none.
  package private(set) var frame: MotionFrame?
  /// The greatest speed among the velocities looked at, in length units a second.
  package private(set) var greatestSpeed = 0.0
  /// Whether the samples looked at are of different times and all in one place.
  package private(set) var isAtRest = false

  /// The samples that are held, in order of time.
  private(set) var samples: ObservationWindow
  private var track: PlanarTrack
  /// When the stroke began.
  private var start = 0.0
  private var velocities: InlineArray<12, SIMD2<Double>>
  /// w_j, up to a factor; their sum is 1.
  private let weights: InlineArray<12, Double>
  private let unitsPerMillimeter: Double?

  /// Makes features of no sample.
  ///
  /// - Parameters:
  ///   - layout: What is computed.
  ///   - unitsPerMillimeter: Units of the positions to the millimeter; nil if not known.
  ///   - nominalRate: How often the device reports, in hertz; it sets how many samples are held.
  package init(_ layout: MotionFeatureLayout, unitsPerMillimeter: Double?, nominalRate: Double) {
    self.layout = layout
    self.unitsPerMillimeter = unitsPerMillimeter.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    values = Array(repeating: 0, count: layout.count)
    velocities = InlineArray(repeating: .zero)
    weights = Self.weights(layout)
    // Devices may report faster than they say: the track is long enough for any of them.
    track = PlanarTrack(capacity: Self.mostSamples)
    let longest = Self.lagQuarters[Self.lagCount - 1] * layout.referenceInterval / 4
    let wanted = (2 * longest * nominalRate).rounded(.up)
    let held = wanted >= 1 ? Int(min(wanted, Double(Self.mostSamples))) : 1
    samples = ObservationWindow(capacity: max(held, Self.leastHeld))
  }

  private static func weights(_ layout: MotionFeatureLayout) -> InlineArray<12, Double> {
    var (weights, sum) = (InlineArray<12, Double>(repeating: 0), 0.0)
    for index in 0..<velocityCount {
      let (near, far) = (lagQuarters[index] / 4, lagQuarters[index + 1] / 4)
      weights[index] = (far - near) * Elementary.power(layout.memory, (near + far) / 2)
      sum += weights[index]
    }
    // A memory of 0 leaves the newest alone.
    guard sum > 0 else {
      weights[0] = 1
      return weights
    }
    for index in 0..<velocityCount { weights[index] /= sum }
    return weights
  }

  /// The newest sample; nil if none is held.
  package var newest: TouchSample? { samples.newest }

  /// Forgets all samples.
  package mutating func beginStroke() {
    samples.removeAll()
    track.removeAll()
    frame = nil
    isAtRest = false
  }

  /// Takes in a sample, and computes the features anew.
  ///
  /// - Returns: Whether it was taken in; false where it is not finite.
  @discardableResult
  package mutating func observe(_ sample: TouchSample) -> Bool {
    guard samples.append(sample) else { return false }
    track.append(TimedPoint(time: sample.time, position: sample.position))
    if track.count == 1 { start = sample.time }
    frame = nil
    isAtRest = false
    guard track.count > 1, sample.time > start else { return true }
    gather()
    guard let found = makeFrame() else { return true }
    frame = found
    write(found)
    return true
  }

  // MARK: - Looking at samples

  /// Reads the velocities between the lags, from the newest sample back.
  private mutating func gather() {
    greatestSpeed = 0
    let quarter = layout.referenceInterval / 4
    var velocities = velocities
    var greatest = 0.0
    track.withPoints { points in
      let newest = points[points.count - 1]
      var (place, after) = (points.count - 1, newest.position)
      for index in 0..<Self.velocityCount {
        let lag = Self.lagQuarters[index + 1]
        let time = newest.time - lag * quarter
        while place > 0, points[place].time > time { place -= 1 }
        let before = Self.position(points, place, at: time)
        velocities[index] = (after - before) * (4 / (lag - Self.lagQuarters[index]))
        greatest = max(greatest, velocities[index].squaredLength)
        after = before
      }
    }
    self.velocities = velocities
    greatestSpeed = greatest.squareRoot() / layout.referenceInterval
  }

  /// The position at a time from that of the point at `place` on; the point's own before it.
  private static func position(
    _ points: UnsafeBufferPointer<TimedPoint>, _ place: Int, at time: Double
  ) -> SIMD2<Double> {
    let before = points[place]
    guard place + 1 < points.count, time > before.time else { return before.position }
    let after = points[place + 1]
    let share = (time - before.time) / (after.time - before.time)
    return before.position + share * (after.position - before.position)
  }

  // MARK: - The frame and what is told in it

  private mutating func makeFrame() -> MotionFrame? {
    var (sum, energy, turning) = (SIMD2<Double>.zero, 0.0, 0.0)
    for index in 0..<Self.velocityCount {
      let (weight, velocity) = (weights[index], velocities[index])
      sum += weight * velocity
      energy += weight * velocity.squaredLength
      if index > 0 { turning += weight * velocity.cross(velocities[index - 1]) }
    }
    isAtRest = energy == 0
    guard energy > 0, energy.isFinite, turning.isFinite else { return nil }
    // Where the motion has come back to where it was, the newest that moved says where it goes.
    guard let direction = sum.normalized ?? newestDirection else { return nil }
    let least = layout.leastScale * (unitsPerMillimeter ?? 0)
    let scale = (energy + least * least).squareRoot()
    guard scale > 0, scale.isFinite, let newest = samples.newest else { return nil }
    return MotionFrame(
      origin: newest.position, direction: direction, turning: turning / energy, scale: scale)
  }

  private var newestDirection: SIMD2<Double>? {
    for index in 0..<Self.velocityCount {
      if let direction = velocities[index].normalized { return direction }
    }
    return nil
  }

  private mutating func write(_ frame: MotionFrame) {
    let count = Self.velocityCount
    for index in 0..<count {
      let told = frame.told(velocities[index]).drawnIn
      values[index] = Float(told.x)
      values[count + index] = Float(told.y)
    }
    let (median, last) = intervals
    let age = min((samples.newest?.time ?? start) - start, Self.longestAge)
    let before = Double(min(track.count - 1, Self.mostCounted))
    values[2 * count] = Float(Elementary.logarithm(median / layout.referenceInterval))
    values[2 * count + 1] = Float(age / (Self.longestAge / 2) - 1)
    values[2 * count + 2] = Float(Elementary.logarithm(1 + before) - 2)
    values[2 * count + 3] = Float(min(last / median, Self.mostRatio) - 1)
    values[layout.speedIndex] =
      unitsPerMillimeter.map {
        Float(Elementary.logarithm(frame.scale / ($0 * layout.usualScale)))
      } ?? layout.unknownSpeed
  }

  /// The median of the newest intervals, at least `leastMedian`, and the newest interval.
  private var intervals: (median: Double, last: Double) {
    track.withPoints { points in
      var sorted = InlineArray<5, Double>(repeating: 0)
      let newest = points.count - 1
      for number in 0..<Self.medianCount {
        // Where there are fewer, the stroke's first interval counts more than once.
        let after = max(newest - number, 1)
        let interval = points[after].time - points[after - 1].time
        var place = number
        while place > 0, sorted[place - 1] > interval {
          sorted[place] = sorted[place - 1]
          place -= 1
        }
        sorted[place] = interval
      }
      let last = points[newest].time - points[newest - 1].time
      return (max(sorted[Self.medianCount / 2], Self.leastMedian), last)
    }
  }
}
