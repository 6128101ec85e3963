import Foundation
import MotionNumerics
import TestSupport
import Testing

@Suite("1€ filter")
struct OneEuroFilterTests {
  /// The published ground truth has six significant digits: half a unit of the last one is 5e-7 below
  /// 1, and as much again comes with the rounded input.
  static let tolerance = 1e-6

  private func published() -> OneEuroFilter {
    OneEuroFilter(minimumCutoff: 1, beta: 0.1, derivativeCutoff: 1, nominalRate: 120)
  }

  @Test("the first published values")
  func firstValues() {
    var filter = published()
    let rows = [
      (0, -0.0385099, -0.0385099), (0.00833333, -0.0280664, -0.0379872),
      (0.0166667, 0.048622, -0.0334427), (0.025, 0.111498, -0.0252696),
    ]
    for (time, noisy, expected) in rows {
      let found = filter.filter(SIMD2(noisy, 0), at: time)
      #expect(abs(found.x - expected) < Self.tolerance)
      #expect(found.y == 0)
    }
  }

  @Test("all 1200 published values")
  func groundTruthFile() throws {
    let text = try WorkedCase.text("peers/oneeuro_groundtruth.csv")
    let rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",").compactMap { Double($0) }
    }
    #expect(rows.count == 1200)
    // Six digits of a number from 1 on end at 1e-5; before the input comes there, at 1e-6.
    let small = try #require(rows.firstIndex { abs($0[2]) >= 1 })
    #expect(small >= 25)
    for speed in OneEuroFilter.Speed.allCases {
      let printed = differences(rows, speed) { row, _ in row[0] }
      #expect(printed.allSatisfy { $0 < 1e-4 })
      // Late timestamps of the file are rounded to 1e-5 s; the times behind them are n/120 s.
      let exact = differences(rows, speed) { _, index in Double(index) / 120 }
      #expect(exact[..<small].allSatisfy { $0 < Self.tolerance })
      // A mean of inputs each wrong by 5e-6 at most, and the output's own rounding.
      #expect(exact.allSatisfy { $0 < 1e-5 })
    }
  }

  private func differences(
    _ rows: [[Double]], _ speed: OneEuroFilter.Speed, time: ([Double], Int) -> Double
  ) -> [Double] {
    var filter = OneEuroFilter(
      minimumCutoff: 1, beta: 0.1, derivativeCutoff: 1, nominalRate: 120, speed: speed)
    return rows.enumerated().map { index, row in
      abs(filter.filter(SIMD2(0, row[2]), at: time(row, index)).y - row[3])
    }
  }

  @Test("duplicate, backward and missing times keep the old rate")
  func times() {
    for odd in [0.05, 0.04, nil, .nan] as [Double?] {
      var (filter, even) = (published(), published())
      for (time, x) in [(0.0, 0.0), (0.05, 1)] {
        _ = filter.filter(SIMD2(x, 0), at: time)
        _ = even.filter(SIMD2(x, 0), at: time)
      }
      // The rate is now 20 Hz; what follows is as if 0.05 s had passed.
      #expect(filter.filter(SIMD2(2, 0), at: odd) == even.filter(SIMD2(2, 0), at: nil))
      #expect(filter.velocity == even.velocity)
      #expect(filter.velocity.x > 0)
    }
  }

  @Test("the result turns with the plane")
  func rotation() {
    var random = Xoshiro256StarStar(seed: 3)
    var (plain, turned) = (published(), published())
    let (sine, cosine) = (sin(0.8), cos(0.8))
    func turn(_ place: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(cosine * place.x - sine * place.y, sine * place.x + cosine * place.y)
    }
    for index in 0..<200 {
      let place = SIMD2(Double(index) + random.nextNormal(), 5 * random.nextNormal())
      let time = Double(index) / 120
      let expected = turn(plain.filter(place, at: time))
      #expect((turned.filter(turn(place), at: time) - expected).length < 1e-11)
    }
  }

  @Test("a constant position stays exactly, and bad input does not last")
  func robustness() {
    var filter = published()
    let place = SIMD2(123.456, -7.89)
    for index in 0..<50 { #expect(filter.filter(place, at: Double(index) / 60) == place) }
    #expect(filter.filter(SIMD2(.nan, 1), at: 1).y == 1)
    #expect(filter.position == place)
    _ = filter.filter(SIMD2(1e308, -1e308), at: 1)
    _ = filter.filter(SIMD2(-1e308, 1e308), at: 1 + 1e-9)
    var answer = SIMD2<Double>.zero
    for index in 0..<20_000 { answer = filter.filter(place, at: 2 + Double(index) / 60) }
    #expect((answer - place).length < 1e-9)
    filter.removeAll()
    #expect(filter == published())
  }
}
