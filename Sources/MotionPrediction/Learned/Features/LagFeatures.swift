import MotionNumerics
import TouchInput

/// The newest part of a stroke as velocities in the motion's own frame, whatever the rate and the unit.
///
/// P(ℓ) is where the contact was ℓ seconds before its newest sample, linearly interpolated between
/// samples; before the first it was where the stroke began. At fixed lags ℓ_0 = 0, ℓ_1 = 4.2 ms, …,
/// denser the nearer, v_j = T·(P(ℓ_j) − P(ℓ_{j+1}))/(ℓ_{j+1} − ℓ_j) is a velocity in lengths per
/// reference interval T, newest first. With weights w_j = (ℓ_{j+1} − ℓ_j)·memory^(m_j/T), m_j being the
/// middle between the lags, over the lags up to 167 ms:
///
/// - the direction is that of Σ w_j·v_j, the turning the sign of Σ w_{j+1}·(v_{j+1} × v_j), the scale
///   s = √(Σ w_j·|v_j|² / Σ w_j);
/// - the features are all v_j in that frame, divided by s and compressed (`drawnIn`), five numbers
///   about the clock, two about the usual speed, and one about the grain of positions;
/// - with `steps`, also the newest displacements from sample to sample, taken over the mean interval
///   instead of their own and told the same way, and each one's own interval over the mean, at most
///   4, less 1. Where reports are late or early, but the sensor is steady, these say more than the
///   velocities.
///
/// Every feature is a ratio of lengths or of times, so the unit of length plays no part. What is usual is
/// learned: ln s less its mean over all samples so far (`UsualSpeed`), at most 4 either way, and the number of
/// these samples as a share of 100, at most 2, less 1. The grain (`PositionGrain`) is a ruler that the device
/// brings along: ln(s / grain), at least −4 and at most 6, halved, less 1.
///
/// The clock, with m the median of the newest five intervals, at least 2 ms: ln(m/T); the stroke's age as
/// a share of half the longest lag, at most 2, less 1; ln(1 + the number of samples before, at most
/// 24) − 2; the newest interval over m, at most 4, less 1; ln of the mean of the newest eight intervals,
/// each at most 50 ms, over T.
///
/// There is no frame, and nothing to say, before two samples of different times and where nothing moved
/// within 167 ms. Nothing is allocated after construction. Cost: about 30 operations a velocity and 5
/// a sample within the longest lag.
package struct LagFeatures: Sendable {
  /// How many velocities there may be; 14 reach back 167 ms, and 20 reach back 400 ms.
  package static let velocityRange = 4...20
  /// How many displacements from sample to sample there may be.
  package static let stepRange = 0...24
  /// How many numbers describe the clock, the usual speed and the grain.
  static let clockCount = 8
  /// In quarters of 1/60 s.
  private static let lagQuarters: InlineArray<21, Double> = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 96,
  ]
  /// The frame follows from so many velocities, those of the newest 167 ms.
  private static let frameCount = 14
  /// The median is that of so many intervals.
  private static let medianCount = 5
  private static let meanCount = 8
  private static let longestInterval = 0.05
  /// An interval shorter than this, in seconds, counts as this long in the median.
  private static let leastMedian = 0.002
  private static let mostCounted = 24
  private static let mostRatio = 4.0
  /// So many samples within the longest lag are looked at, at most.
  private static let mostSamples = 1024
  /// So many samples are held at least for what needs no lags.
  private static let leastHeld = 32

  /// What is computed.
  package let layout: MotionFeatureLayout
  /// The features of the newest sample, as the layout orders them; of no meaning without a frame.
  package private(set) var values: [Float]
  /// The frame at the newest sample; nil if the motion has none.
  package private(set) var frame: MotionFrame?
  /// The greatest speed among the velocities of the newest 167 ms, in length units a second.
  package private(set) var greatestSpeed = 0.0
  /// Whether the samples of the newest 167 ms are of different times and all in one place.
  package private(set) var isAtRest = false

  /// How fast the contacts have been.
  package var usualSpeed = UsualSpeed()
  /// How short the shortest distances between samples are.
  package var grain = PositionGrain()

  /// The samples that are held, in order of time.
  private(set) var samples: ObservationWindow
  private var track: PlanarTrack
  /// When the stroke began.
  private var start = 0.0
  private var velocities: InlineArray<20, SIMD2<Double>>
  /// w_j, up to a factor; their sum is 1.
  private let weights: InlineArray<14, Double>
  private let longestLag: Double

  /// Creates features of no samples.
  ///
  /// - Parameters:
  ///   - layout: What is computed.
  ///   - nominalRate: How often the device reports, in hertz; it sets how many samples are held.
  package init(_ layout: MotionFeatureLayout, nominalRate: Double) {
    self.layout = layout
    values = Array(repeating: 0, count: layout.count)
    velocities = InlineArray(repeating: .zero)
    weights = Self.weights(layout)
    longestLag = Self.lagQuarters[layout.displacements] * layout.referenceInterval / 4
    // Devices may report faster than they say: the track is long enough for any of them.
    track = PlanarTrack(capacity: Self.mostSamples)
    let wanted = (2 * longestLag * nominalRate * (1 - TimeTolerance.share)).rounded(.up)
    let held = wanted >= 1 ? Int(min(wanted, Double(Self.mostSamples))) : 1
    samples = ObservationWindow(capacity: max(held, Self.leastHeld))
  }

  private static func weights(_ layout: MotionFeatureLayout) -> InlineArray<14, Double> {
    var (weights, sum) = (InlineArray<14, Double>(repeating: 0), 0.0)
    for index in 0..<min(frameCount, layout.displacements) {
      let (near, far) = (lagQuarters[index] / 4, lagQuarters[index + 1] / 4)
      weights[index] = (far - near) * Elementary.power(layout.memory, (near + far) / 2)
      sum += weights[index]
    }
    // A memory of 0 leaves the newest alone.
    guard sum > 0 else {
      weights[0] = 1
      return weights
    }
    for index in 0..<frameCount { weights[index] /= sum }
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
    // The first position of a contact may be stale, so its distance to the second is not learned.
    if track.count > 2 { learnGrain() }
    frame = nil
    isAtRest = false
    guard track.count > 1, sample.time > start else { return true }
    gather()
    guard let found = makeFrame() else { return true }
    frame = found
    write(found)
    return true
  }

  private mutating func learnGrain() {
    let (before, after) = track.withPoints { points in
      (points[points.count - 2].position, points[points.count - 1].position)
    }
    grain.learn(from: before, to: after)
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
      for index in 0..<layout.displacements {
        let lag = Self.lagQuarters[index + 1]
        let time = newest.time - lag * quarter
        while place > 0, points[place].time > time + TimeTolerance.seconds { place -= 1 }
        let before = Self.position(points, place, at: time)
        velocities[index] = (after - before) * (4 / (lag - Self.lagQuarters[index]))
        if index < Self.frameCount { greatest = max(greatest, velocities[index].squaredLength) }
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
    guard place + 1 < points.count, time > before.time + TimeTolerance.seconds else {
      return before.position
    }
    let after = points[place + 1]
    let share = (time - before.time) / (after.time - before.time)
    return before.position + share * (after.position - before.position)
  }

  // MARK: - The frame and what is told in it

  private mutating func makeFrame() -> MotionFrame? {
    var (sum, energy, turning) = (SIMD2<Double>.zero, 0.0, 0.0)
    for index in 0..<frameCount {
      let (weight, velocity) = (weights[index], velocities[index])
      sum += weight * velocity
      energy += weight * velocity.squaredLength
      if index > 0 { turning += weight * velocity.cross(velocities[index - 1]) }
    }
    isAtRest = energy == 0
    guard energy > 0, energy.isFinite, turning.isFinite else { return nil }
    // Where the motion has come back to where it was, the newest that moved says where it goes.
    guard let direction = sum.normalized ?? newestDirection else { return nil }
    let scale = energy.squareRoot()
    guard scale > 0, scale.isFinite, let newest = samples.newest else { return nil }
    return MotionFrame(
      origin: newest.position, direction: direction,
      turning: side(of: turning / energy, sum), scale: scale)
  }

  /// The turning, or, if that is only rounding, a turning of almost 0 to the side to which the newest
  /// velocity that is not 0 points: motions with pauses turn between velocities that are not neighbors.
  private func side(of turning: Double, _ sum: SIMD2<Double>) -> Double {
    guard abs(turning) <= TimeTolerance.share, let newest = newestDirection else { return turning }
    let across = sum.cross(newest)
    guard abs(across) > TimeTolerance.share * sum.length else { return 0 }
    return across < 0 ? -.leastNormalMagnitude : .leastNormalMagnitude
  }

  /// How many velocities make the frame.
  private var frameCount: Int { min(Self.frameCount, layout.displacements) }

  private var newestDirection: SIMD2<Double>? {
    for index in 0..<frameCount {
      if let direction = velocities[index].normalized { return direction }
    }
    return nil
  }

  private mutating func write(_ frame: MotionFrame) {
    let count = layout.displacements
    for index in 0..<count {
      let told = frame.told(velocities[index]).drawnIn
      values[index] = Float(told.x)
      values[count + index] = Float(told.y)
    }
    let (median, last) = intervals
    let age = min((samples.newest?.time ?? start) - start, longestLag)
    let before = Double(min(track.count - 1, Self.mostCounted))
    values[2 * count] = Float(Elementary.logarithm(median / layout.referenceInterval))
    values[2 * count + 1] = Float(2 * age / longestLag - 1)
    values[2 * count + 2] = Float(Elementary.logarithm(1 + before) - 2)
    values[2 * count + 3] = Float(min(last / median, Self.mostRatio) - 1)
    let mean = meanInterval
    values[2 * count + 4] = Float(Elementary.logarithm(mean / layout.referenceInterval))
    let logarithm = Elementary.logarithm(frame.scale)
    values[2 * count + 5] = Float(usualSpeed.deviation(of: logarithm))
    values[2 * count + 6] = Float(usualSpeed.experience)
    values[2 * count + 7] = Float(grain.ratio(of: logarithm))
    usualSpeed.learn(logarithm)
    writeSteps(frame, interval: mean, at: 2 * count + Self.clockCount)
  }

  /// Writes the newest displacements as they would be on a steady clock, and their intervals.
  private mutating func writeSteps(_ frame: MotionFrame, interval mean: Double, at start: Int) {
    let count = layout.velocities
    guard count > 0 else { return }
    let factor = layout.referenceInterval / mean
    // Moved out and back: a copy would allocate.
    var values: [Float] = []
    swap(&values, &self.values)
    track.withPoints { points in
      for index in 0..<count {
        let after = points.count - 1 - index
        guard after > 0 else {
          values[start + index] = 0
          values[start + count + index] = 0
          values[start + 2 * count + index] = -1
          continue
        }
        let step = factor * (points[after].position - points[after - 1].position)
        let told = frame.told(step).drawnIn
        let interval = points[after].time - points[after - 1].time
        values[start + index] = Float(told.x)
        values[start + count + index] = Float(told.y)
        values[start + 2 * count + index] = Float(min(interval / mean, Self.mostRatio) - 1)
      }
    }
    swap(&values, &self.values)
  }

  /// The mean of the newest eight intervals, each at most 50 ms: where a clock is coarse, the median may be
  /// that of one tick.
  private var meanInterval: Double {
    track.withPoints { points in
      let count = min(Self.meanCount, points.count - 1)
      var sum = 0.0
      for number in 0..<count {
        let after = points.count - 1 - number
        sum += min(points[after].time - points[after - 1].time, Self.longestInterval)
      }
      return max(sum / Double(count), Self.leastMedian)
    }
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
