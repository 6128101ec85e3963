import Foundation
import MotionPrediction
import Testing
import TouchInput

/// A sample with its time in milliseconds, as the peers' tests state it.
func sample(_ x: Double, _ y: Double, at milliseconds: Double, force: Double? = nil) -> TouchSample
{
  TouchSample(time: milliseconds / 1000, position: SIMD2(x, y), force: force)
}

/// What a predictor says of a moment, in milliseconds, after some samples.
func position(
  _ predictor: some Predictor, after samples: [TouchSample], at milliseconds: Double
) -> SIMD2<Double>? {
  var predictor = predictor
  predictor.beginStroke()
  for sample in samples { predictor.observe(sample) }
  let newest = samples.last?.time ?? 0
  return predictor.predict(ahead: milliseconds / 1000 - newest)?.position
}

/// Whether a point is there and no further from another than `tolerance` on each axis.
func isClose(_ point: SIMD2<Double>?, _ x: Double, _ y: Double, within tolerance: Double) -> Bool {
  guard let point else { return false }
  return abs(point.x - x) <= tolerance && abs(point.y - y) <= tolerance
}

@Suite("Chromium's predictors")
struct ChromiumPredictorTests {
  /// The published values have this many digits; Chromium's own tests allow 0.1 px.
  static let printed = 6e-3
  /// Chromium's own tolerance, in pixels.
  static let published = 0.1
  private let context = PredictorContext(horizons: [])

  @Test("linear, first order")
  func linear() throws {
    let fresh = try ChromiumLinearPredictor(.init(), context: context)
    let samples = [sample(10, 5, at: 17), sample(20, 25, at: 33)]
    #expect(
      isClose(position(fresh, after: samples, at: 56), 34.375, 53.75, within: 1e-9))
    #expect(position(fresh, after: [samples[0]], at: 56) == nil)
    let same = [sample(10, 5, at: 17), sample(20, 25, at: 17)]
    #expect(position(fresh, after: same, at: 30) == SIMD2(20, 25), "no time, no velocity")
  }

  @Test("linear, second order")
  func quadratic() throws {
    let fresh = try ChromiumQuadraticPredictor(.init(), context: context)
    let samples = [sample(0, 0, at: 0), sample(10, 5, at: 17), sample(20, 25, at: 33)]
    #expect(
      isClose(
        position(fresh, after: Array(samples.prefix(2)), at: 40), 23.529, 11.765,
        within: Self.printed))
    #expect(
      isClose(position(fresh, after: samples, at: 56), 34.9828, 69.5519, within: 5e-5))
    let steady = (0..<5).map { sample(10, 5 * Double($0), at: 7 * Double($0)) }
    for (count, y) in zip(2...5, [12.14, 17.14, 22.14, 27.14]) {
      let newest = 7 * Double(count - 1)
      let observed = position(fresh, after: Array(steady.prefix(count)), at: newest + 10)
      #expect(isClose(observed, 10, y, within: Self.printed))
    }
  }

  @Test("the parabola through three events")
  func parabola() throws {
    let fresh = try ChromiumLeastSquaresPredictor(.init(), context: context)
    let samples = [sample(22, 100, at: 13), sample(58, 100, at: 21), sample(102, 100, at: 37)]
    #expect(
      isClose(position(fresh, after: samples, at: 42), 108.09375, 100, within: 1e-9))
    let atOnce = (0..<3).map { sample(Double($0), 7, at: 10) }
    #expect(position(fresh, after: atOnce, at: 12) == nil)
    let still = Array(repeating: sample(3, 7, at: 10), count: 3)
    #expect(position(fresh, after: still, at: 12) == SIMD2(3, 7))
    #expect(position(fresh, after: Array(samples.prefix(2)), at: 42) == nil)
  }

  @Test("the parabola's second published data set says nothing, since every gap resets")
  func vacuousDataSet() throws {
    let times = [101.0, 126, 148, 180]
    let samples = times.map { sample(0.1 * $0 * $0, -$0, at: $0) }
    let fresh = try ChromiumLeastSquaresPredictor(.init(), context: context)
    for count in 1...4 {
      #expect(position(fresh, after: Array(samples.prefix(count)), at: 190) == nil)
    }
    var open = ChromiumRules()
    open.gap = 1
    let patient = try ChromiumLeastSquaresPredictor(open, context: context)
    #expect(
      isClose(position(patient, after: samples, at: 200), 4000, -200, within: 1e-6),
      "without the gap rule, the exact parabola")
  }

  @Test("resampling, as a frame shows it")
  func resampling() throws {
    let fresh = try ChromiumResamplingPredictor(.init(), context: context)
    let samples = [sample(10, 5, at: 15), sample(20, 25, at: 24), sample(30, 35, at: 32)]
    #expect(
      isClose(
        position(fresh, after: Array(samples.prefix(2)), at: 33), 24.44, 33.89,
        within: Self.printed))
    #expect(isClose(position(fresh, after: samples, at: 41), 35, 40, within: 1e-9))
    #expect(
      isClose(
        position(fresh, after: [sample(10, 5, at: 10), sample(20, 10, at: 30)], at: 45), 24, 12,
        within: 1e-9), "at most 8 ms ahead")
    #expect(
      isClose(
        position(fresh, after: [sample(10, 5, at: 10), sample(20, 10, at: 14)], at: 20), 22.5,
        11.25, within: 1e-9), "at most half an interval ahead, here 1 ms of 2")
    #expect(
      position(fresh, after: [sample(0, 0, at: 10), sample(1, 1, at: 11)], at: 20) == nil)
    #expect(
      position(fresh, after: [sample(0, 0, at: 10), sample(1, 1, at: 31)], at: 40) == nil)
  }

  @Test("a gap of more than 20 ms resets, one of 20 ms does not", arguments: [0.0, 1e5])
  func gap(start: Double) throws {
    let fresh = try ChromiumLinearPredictor(.init(), context: context)
    let near = [sample(0, 0, at: start), sample(1, 0, at: start + 20)]
    #expect(position(fresh, after: near, at: start + 40)?.x.rounded() == 2)
    let far = [sample(0, 0, at: start), sample(1, 0, at: start + 20.01)]
    #expect(position(fresh, after: far, at: start + 40) == nil)
  }

  @Test("the cap declines horizons beyond 25 ms and is off by default")
  func cap() throws {
    let samples = [sample(0, 0, at: 0), sample(1, 0, at: 10)]
    var capped = ChromiumRules()
    capped.isCapped = true
    let predictor = try ChromiumLinearPredictor(capped, context: context)
    #expect(isClose(position(predictor, after: samples, at: 35), 3.5, 0, within: 1e-9))
    #expect(position(predictor, after: samples, at: 36) == nil)
    let open = try ChromiumLinearPredictor(.init(), context: context)
    #expect(isClose(position(open, after: samples, at: 110), 11, 0, within: 1e-9))
  }

  @Test("force and tilt are cloned from the newest event, where they are finite")
  func clones() throws {
    var predictor = try ChromiumLinearPredictor(.init(), context: context)
    predictor.observe(sample(0, 0, at: 0, force: 0.2))
    var last = sample(1, 0, at: 8, force: 0.7)
    (last.altitude, last.azimuth) = (1.1, .nan)
    predictor.observe(last)
    let prediction = try #require(predictor.predict(ahead: 0.01))
    #expect(prediction.force == 0.7 && prediction.altitude == 1.1 && prediction.azimuth == nil)
  }
}
