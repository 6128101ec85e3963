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
    _ samples: [TouchSample], unitsPerMillimeter: Double? = nil, rate: Double = 60
  ) -> LagFeatures {
    var features = LagFeatures(
      .lags(), unitsPerMillimeter: unitsPerMillimeter, nominalRate: rate)
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

  /// The features as the documentation says them, plainly, with complex numbers for the plane.
  private static func expected(_ samples: [TouchSample], unitsPerMillimeter: Double) -> [Float] {
    let newest = samples[samples.count - 1].time
    func position(_ lag: Double) -> SIMD2<Double> {
      let time = newest - lag
      guard time > samples[0].time else { return samples[0].position }
      let after = samples.firstIndex { $0.time >= time } ?? samples.count - 1
      guard after > 0 else { return samples[0].position }
      let (a, b) = (samples[after - 1], samples[after])
      return a.position + (time - a.time) / (b.time - a.time) * (b.position - a.position)
    }
    let interval = 1.0 / 60
    let lags = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 8, 10].map { $0 * interval }
    let pairs = Array(zip(lags, lags.dropFirst()))
    let velocities = pairs.map { interval * (position($0) - position($1)) / ($1 - $0) }
    let weights = pairs.map { ($1 - $0) * pow(0.4, ($0 + $1) / 2 / interval) }
    var (sum, energy, turning) = (SIMD2<Double>.zero, 0.0, 0.0)
    for index in 0..<12 {
      sum += weights[index] * velocities[index]
      energy += weights[index] * velocities[index].squaredLength
      guard index > 0 else { continue }
      turning += weights[index] * velocities[index].cross(velocities[index - 1])
    }
    let least = 0.02 * unitsPerMillimeter
    let scale = (energy / weights.reduce(0, +) + least * least).squareRoot()
    let along = sum / sum.length
    let side = turning < 0 ? -along.perpendicular : along.perpendicular
    let told = velocities.map { velocity -> SIMD2<Double> in
      let r = SIMD2(velocity.dot(along), velocity.dot(side)) / scale
      return r.length > 0 ? asinh(2 * r.length) / r.length * r : .zero
    }
    let steps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }
    let five = (0..<5).map { steps[max(steps.count - 1 - $0, 0)] }.sorted()
    let median = max(five[2], 0.002)
    let clock = [
      log(median / interval), min(newest - samples[0].time, 0.2) / 0.1 - 1,
      log(1 + Double(min(samples.count - 1, 12))) - 2,
      min(steps[steps.count - 1] / median - 1, 3),
    ]
    let all = told.map(\.x) + told.map(\.y) + clock + [log(scale / (unitsPerMillimeter * 0.6))]
    return all.map { Float($0) }
  }

  @Test("are those of the formula", arguments: 1...30)
  func formula(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let stroke = TestStroke.smooth(&random, count: 2 + 2 * seed)
    let found = Self.features(stroke.samples, unitsPerMillimeter: 3, rate: 240)
    #expect(found.frame != nil)
    let expected = Self.expected(stroke.samples, unitsPerMillimeter: 3)
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
      slow.values[..<24], fast.values[..<24], within: 0.1, "\(rate) Hz")
    #expect(fast.values[24] < slow.values[24])
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
    var plain = MotionFeatures(
      MotionFeatureLayout(), unitsPerMillimeter: 2, nominalRate: 90)
    for sample in samples {
      #expect(reader.observe(sample) && thinned.observe(sample))
      plain.observe(sample)
    }
    #expect(reader.values == Self.features(samples, unitsPerMillimeter: 2, rate: 90).values)
    #expect(thinned.values == plain.values)
    #expect(reader.newest == samples.last && thinned.newest == samples.last)
    reader.beginStroke()
    #expect(reader.newest == nil && reader.frame == nil)
  }
}
