import Testing

@testable import MotionNumerics

/// Sums of sums against the powers of time that they stand for.
@Suite("Sums on a steady clock")
struct SteadySumsTests {
  @Test("give the moments of the same points", arguments: [1, 2, 3, 8, 32, 256])
  func agreesWithPowers(count: Int) {
    for seed in 1...20 {
      var random = Xoshiro256StarStar(seed: UInt64(seed))
      let points = (0..<count).map { index in
        TimedPoint(
          time: Double(index + 1 - count),
          position: 50 * SIMD2(random.nextNormal(), random.nextNormal()))
      }
      points.withUnsafeBufferPointer { points in
        var (sums, powers) = (SteadySums(), PolynomialMoments())
        sums.add(points, 1..<count, degree: 3)
        powers.add(points, 1..<count, degree: 3)
        let moments = sums.moments(count: count, degree: 3)
        // Σ |u|^k·|q| is what rounding is relative to; the conversion may lose a digit and a half.
        let scale = 200 * Double(count)
        let pairs: [(SIMD2<Double>, SIMD2<Double>)] = [
          (moments.positions0, powers.positions0), (moments.positions1, powers.positions1),
          (moments.positions2, powers.positions2), (moments.positions3, powers.positions3),
        ]
        var power = scale
        for (got, expected) in pairs {
          #expect((got - expected).length <= 1e-14 * power, "seed \(seed)")
          power *= Double(count)
        }
      }
    }
  }

  @Test("are on the way to those of longer windows, to the last bit")
  func prefixes() {
    let points = (0..<40).map { (index: Int) -> TimedPoint in
      let position = SIMD2<Double>(Double(index * index % 17), 1 / Double(index + 1))
      return TimedPoint(time: Double(index), position: position)
    }
    points.withUnsafeBufferPointer { points in
      var (whole, pieces) = (SteadySums(), SteadySums())
      whole.add(points, 1..<40, degree: 3)
      pieces.add(points, 1..<7, degree: 3)
      pieces.add(points, 7..<40, degree: 3)
      let (a, b) = (whole.moments(count: 40, degree: 3), pieces.moments(count: 40, degree: 3))
      #expect(a.positions3 == b.positions3 && a.positions1 == b.positions1)
    }
  }
}
