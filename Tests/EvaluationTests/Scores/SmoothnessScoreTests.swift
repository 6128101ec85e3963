import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import Evaluation

/// Predicted movements that are smoother or rougher than the true ones.
@Suite struct SmoothnessScoreTests {
  /// Positions between samples are sums of frames.
  private static let tolerance = 1e-9

  /// A reach of minimum jerk of 1 s along x, sampled at 100 Hz.
  private static let reach = Stroke.sampled(rate: 100, count: 101) { time in
    let place = time * time * time * (10 + time * (-15 + 6 * time))
    return SIMD2(80 * place, 0)
  }

  private func differences(_ subject: EvaluationSubject, _ strokes: [Stroke]) throws -> [Double?] {
    let found = try scores(
      subject, on: [.test(strokes, rate: 100)], at: Horizon(frames: 0, rate: 100))
    return [found["sparc_difference"], found["ldlj_difference"]]
  }

  /// What the two measures say of the speeds themselves.
  private func measures(_ places: [SIMD2<Double>]) -> [Double?] {
    let speeds = zip(places.dropFirst(), places).map { ($0 - $1).length }
    var arc = SpectralArcLength(sampleRate: 100)
    return [arc.value(of: speeds), LogDimensionlessJerk.value(of: speeds)]
  }

  @Test func theDifferenceOfTheMeasuresOfTheSpeeds() throws {
    let shaken: @Sendable (TouchSample, Double) -> SIMD2<Double>? = { sample, _ in
      sample.position + SIMD2(0, 3 * sin(25 * sample.time))
    }
    let found = try differences(.formula("shaken", shaken), [Self.reach])
    let truth = measures(Self.reach.samples.map(\.position))
    let predicted = measures(Self.reach.samples.compactMap { shaken($0, 0) })
    for index in 0..<2 {
      let expected = try #require(predicted[index]) - (try #require(truth[index]))
      #expect(expected < -0.1, "shaking is less smooth")
      #expect(agree(found[index], expected, absolute: Self.tolerance))
    }
  }

  /// Size, place and delay by whole samples of the same movement do not matter.
  @Test func theSameMovementElsewhereIsAsSmooth() throws {
    let moved = EvaluationSubject.formula { sample, _ in 1.7 * sample.position + SIMD2(3, -20) }
    for value in try differences(moved, [Self.reach]) {
      #expect(agree(value, 0, absolute: Self.tolerance))
    }
  }

  /// A run is one movement, whatever it lasts; what has no smoothness is left out.
  @Test func runsCountOnce() throws {
    let shaken = EvaluationSubject.formula { sample, _ in
      sample.position + SIMD2(0, 3 * sin(25 * sample.time))
    }
    let long = Stroke.sampled("long", rate: 100, count: 301, from: 2) { time in
      SIMD2(20 * sin(2 * time), 30 * cos(3 * time))
    }
    let still = Stroke.sampled("still", rate: 100, count: 100, from: 6) { _ in .zero }
    let short = Stroke.sampled("short", rate: 100, count: 50, from: 8) { SIMD2(9 * $0 * $0, 0) }
    let first = try differences(shaken, [Self.reach])
    let second = try differences(shaken, [long])
    let all = try differences(shaken, [Self.reach, long, still, short])
    for index in 0..<2 {
      let mean = (try #require(first[index]) + (try #require(second[index]))) / 2
      #expect(agree(all[index], mean, absolute: Self.tolerance))
    }
    #expect(try differences(shaken, [still, short]) == [nil, nil])
  }
}
