import MotionNumerics
import Testing

@Suite struct VectorGeometryTests {
  @Test func productsAndLengths() {
    let a = SIMD2(3.0, 4.0)
    let b = SIMD2(-2.0, 5.0)
    #expect(a.dot(b) == 14)
    #expect(a.cross(b) == 23)
    #expect(b.cross(a) == -23)
    #expect(a.squaredLength == 25)
    #expect(a.length == 5)
    #expect(a.distance(to: SIMD2(0, 0)) == 5)
    #expect(a.perpendicular == SIMD2(-4, 3))
    #expect(a.normalized == SIMD2(0.6, 0.8))
    #expect(SIMD2(1.0, 0).cross(SIMD2(0, 1)) == 1)
  }

  @Test func whatHasNoDirectionHasNoNormal() {
    #expect(SIMD2<Double>.zero.normalized == nil)
    #expect(SIMD2(Double.nan, 1).normalized == nil)
    #expect(SIMD2(Double.infinity, 1).normalized == nil)
  }

  @Test func lengthsAreAccurate() {
    var generator = Xoshiro256StarStar(seed: 12)
    // Pythagorean triples (m² − n², 2mn, m² + n²) have exact lengths.
    for _ in 0..<1000 {
      let m = Double(generator.nextInt(below: 1 << 20) + 1)
      let n = Double(generator.nextInt(below: 1 << 20) + 1)
      let length = SIMD2(m * m - n * n, 2 * m * n).length
      #expect(abs(length - (m * m + n * n)) <= length.ulp, "m = \(m), n = \(n)")
    }
  }

  @Test func nearestPointOfASegment() {
    let start = SIMD2(1.0, 1.0)
    let end = SIMD2(5.0, 1.0)
    #expect(SIMD2(3, 4).nearest(onSegmentFrom: start, to: end) == SIMD2(3, 1))
    #expect(SIMD2(3, 4).distance(toSegmentFrom: start, to: end) == 3)
    #expect(SIMD2(-2, 5).distance(toSegmentFrom: start, to: end) == 5)
    #expect(SIMD2(8, -3).distance(toSegmentFrom: start, to: end) == 5)
    #expect(SIMD2(2, 1).distance(toSegmentFrom: start, to: end) == 0)
    #expect(SIMD2(4, 5).distance(toSegmentFrom: start, to: start) == 5)
    #expect(start.distance(toSegmentFrom: start, to: start) == 0)
  }

  @Test func distanceToASegmentIsTheLeastOfAllItsPoints() {
    var generator = Xoshiro256StarStar(seed: 31)
    func point() -> SIMD2<Double> { SIMD2(generator.nextNormal(), generator.nextNormal()) }
    for _ in 0..<200 {
      let (p, a, b) = (point(), point(), point())
      let steps = 2000
      let sampled = (0...steps).map { p.distance(to: a + (b - a) * (Double($0) / Double(steps))) }
      let distance = p.distance(toSegmentFrom: a, to: b)
      let least = sampled.reduce(.infinity, Swift.min)
      // The nearest sampled point is at most half a step from the nearest of all.
      #expect(distance <= least + 1e-12 && least <= distance + (b - a).length / Double(steps))
    }
  }

  @Test func distanceToAPolyline() {
    let corner = [SIMD2(0.0, 0), SIMD2(10, 0), SIMD2(10, 10)]
    #expect(SIMD2(5, 2).distance(toPolyline: corner) == 2)
    #expect(SIMD2(13, 5).distance(toPolyline: corner) == 3)
    #expect(SIMD2(13, -4).distance(toPolyline: corner) == 5)
    #expect(SIMD2(3, 4).distance(toPolyline: [.zero]) == 5)
    #expect(SIMD2(3, 4).distance(toPolyline: [.zero, .zero]) == 5)
    #expect(SIMD2(3, 4).distance(toPolyline: []) == nil)
  }
}
