import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

/// Velocities between fixed lags, by the formula and at any rate; see `FeatureLawTests` too.
@Suite struct LagFeaturesTests {
  /// float32 of numbers up to ten.
  private static let tolerance: Float = 4e-6

  private static func features(
    _ samples: [TouchSample], rate: Double = 60
  ) -> LagFeatures {
    var features = LagFeatures(.lags(), nominalRate: rate)
    for sample in samples { features.observe(sample) }
    return features
  }

  private static func expectEqual(
    _ a: some Sequence<Float>, _ b: some Sequence<Float>, within tolerance: Float = tolerance,
    _ note: String
  ) {
    for (place, (x, y)) in zip(a, b).enumerated() {
      #expect(abs(x - y) < tolerance * max(1, abs(x)), "\(note), number \(place)")
    }
  }

  // MARK: - By the formula

  /// The root of the weighted mean square of the velocities of the newest 167 ms.
  private static func scale(_ velocities: [SIMD2<Double>], _ weights: [Double]) -> Double {
    let energy = zip(velocities, weights).prefix(14).reduce(0) { $0 + $1.1 * $1.0.squaredLength }
    return (energy / weights[..<14].reduce(0, +)).squareRoot()
  }

  /// The velocities between the lags, newest first, and their weights.
  private static func velocities(
    _ samples: ArraySlice<TouchSample>
  ) -> (velocities: [SIMD2<Double>], weights: [Double]) {
    let newest = samples[samples.endIndex - 1].time
    func position(_ lag: Double) -> SIMD2<Double> {
      let time = newest - lag
      guard time > samples[0].time else { return samples[0].position }
      let after = samples.firstIndex { $0.time >= time } ?? samples.endIndex - 1
      guard after > 0 else { return samples[0].position }
      let (a, b) = (samples[after - 1], samples[after])
      return a.position + (time - a.time) / (b.time - a.time) * (b.position - a.position)
    }
    let interval = 1.0 / 60
    let lags =
      ([0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10] + [12, 14, 16, 18, 20, 24])
      .map { $0 * interval }
    let pairs = Array(zip(lags, lags.dropFirst()))
    return (
      pairs.map { interval * (position($0) - position($1)) / ($1 - $0) },
      pairs.map { ($1 - $0) * pow(0.4, ($0 + $1) / 2 / interval) }
    )
  }

  /// The features as the documentation says them, plainly, with complex numbers for the plane.
  private static func expected(_ samples: [TouchSample]) -> [Float] {
    let newest = samples[samples.count - 1].time
    let interval = 1.0 / 60
    let (velocities, weights) = Self.velocities(samples[...])
    var (sum, turning) = (SIMD2<Double>.zero, 0.0)
    for index in 0..<14 {
      sum += weights[index] * velocities[index]
      guard index > 0 else { continue }
      turning += weights[index] * velocities[index].cross(velocities[index - 1])
    }
    let scale = Self.scale(velocities, weights)
    let along = sum / sum.length
    let side = turning < 0 ? -along.perpendicular : along.perpendicular
    func told(_ vector: SIMD2<Double>) -> SIMD2<Double> {
      let r = SIMD2(vector.dot(along), vector.dot(side)) / scale
      return r.length > 0 ? asinh(2 * r.length) / r.length * r : .zero
    }
    let steps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }
    let five = (0..<5).map { steps[max(steps.count - 1 - $0, 0)] }.sorted()
    let median = max(five[2], 0.002)
    let eight = steps.suffix(8).map { min($0, 0.05) }
    let mean = max(eight.reduce(0, +) / Double(eight.count), 0.002)
    let clock = [
      log(median / interval), min(newest - samples[0].time, 0.4) / 0.2 - 1,
      log(1 + Double(min(samples.count - 1, 24))) - 2,
      min(steps[steps.count - 1] / median - 1, 3), log(mean / interval),
    ]
    let before = (2..<samples.count).map { count -> Double in
      let (velocities, weights) = Self.velocities(samples[..<count])
      return log(Self.scale(velocities, weights))
    }
    let usual = before.isEmpty ? log(scale) : before.reduce(0, +) / Double(before.count)
    let habit = [
      min(max(log(scale) - usual, -4), 4), min(Double(before.count), 200) / 100 - 1,
    ]
    var grain = PositionGrain()
    for (before, after) in zip(samples.dropFirst(), samples.dropFirst(2)) {
      grain.learn(from: before.position, to: after.position)
    }
    let ruler = [grain.ratio(of: log(scale))]
    let displacements = (0..<6).map { index -> SIMD2<Double> in
      let after = samples.count - 1 - index
      guard after > 0 else { return .zero }
      return interval / mean * (samples[after].position - samples[after - 1].position)
    }
    let ratios = (0..<6).map { index in
      index < steps.count ? min(steps[steps.count - 1 - index] / mean, 4) - 1 : -1
    }
    let all =
      velocities.map { told($0).x } + velocities.map { told($0).y } + clock + habit
      + ruler + displacements.map { told($0).x } + displacements.map { told($0).y } + ratios
    return all.map { Float($0) }
  }

  @Test("are those of the formula", arguments: 1...30)
  func formula(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let stroke = TestStroke.smooth(&random, count: 2 + 2 * seed)
    let found = Self.features(stroke.samples, rate: 240)
    #expect(found.frame != nil)
    let expected = Self.expected(stroke.samples)
    #expect(found.values.count == expected.count)
    Self.expectEqual(found.values, expected, "seed \(seed)")
  }

  // MARK: - Laws

  @Test("a motion looks the same at any rate", arguments: [120.0, 240, 480, 1000, 2000])
  func ratesLookAlike(rate: Double) {
    func samples(_ rate: Double) -> [TouchSample] {
      (0...Int(rate)).map { index in
        let time = Double(index) / rate
        return TouchSample(time: time, position: SIMD2(80 * sin(2 * time), 50 * cos(3 * time)))
      }
    }
    let (slow, fast) = (Self.features(samples(60)), Self.features(samples(rate)))
    // Not exact: between samples of 60 Hz the track is straight. The clock is told apart.
    Self.expectEqual(
      slow.values[..<40], fast.values[..<40], within: 0.1, "\(rate) Hz")
    #expect(fast.values[40] < slow.values[40])
  }

  // MARK: - At the edges

  @Test func afterAPauseTheMotionBeforeItIsOutOfSight() {
    var samples = (0..<30).map {
      TouchSample(time: Double($0) / 240, position: SIMD2(Double($0 * $0), 0))
    }
    samples.append(TouchSample(time: 3, position: samples[29].position))
    #expect(Self.features(samples).isAtRest)
    samples.append(TouchSample(time: 3 + 1.0 / 60, position: samples[29].position + SIMD2(0, 2)))
    let features = Self.features(samples)
    #expect(features.frame?.direction == SIMD2(0, 1))
    #expect(abs(features.greatestSpeed - 120) < 1e-6)
  }

  @Test func aReaderReadsEitherLayout() {
    let samples = (0..<20).map {
      TouchSample(time: Double($0) / 90, position: SIMD2(Double($0), 0.1 * Double($0 * $0)))
    }
    var (reader, thinned) = (
      FeatureReader(.lags(), unitsPerMillimeter: 2, nominalRate: 90),
      FeatureReader(MotionFeatureLayout(), unitsPerMillimeter: 2, nominalRate: 90)
    )
    var plain = MotionFeatures(MotionFeatureLayout(), unitsPerMillimeter: 2)
    for sample in samples {
      #expect(reader.observe(sample) && thinned.observe(sample))
      plain.observe(sample)
    }
    #expect(reader.values == Self.features(samples, rate: 90).values)
    #expect(thinned.values == plain.values)
    #expect(reader.newest == samples.last && thinned.newest == samples.last)
    reader.beginStroke()
    #expect(reader.newest == nil && reader.frame == nil)
  }
}
