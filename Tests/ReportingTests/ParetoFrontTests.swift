import Testing

@testable import Reporting

@Suite struct ParetoFrontTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithComparingEveryPair(seed: UInt64) {
    var random = TestRandom(seed: seed)
    for size in [0, 1, 2, 3, 10, 60] {
      for coarse in [3.0, 1e6] {
        // Coarse numbers make ties.
        let points = (0..<size).map { _ in
          SIMD2((random.unit() * coarse).rounded(), (random.unit() * coarse).rounded())
        }
        let expected = points.indices.filter { index in
          !points.contains { other in
            other.x <= points[index].x && other.y <= points[index].y && other != points[index]
          }
        }
        #expect(Set(ParetoFront.indices(points)) == Set(expected), "seed \(seed), \(points)")
      }
    }
  }

  @Test func runsFromLeftToRightAndDown() {
    let points: [SIMD2<Double>] = [[3, 1], [1, 3], [2, 2], [2.5, 2.5]]
    #expect(ParetoFront.indices(points) == [1, 2, 0])
  }

  @Test func leavesOutWhatIsNotFinite() {
    let points: [SIMD2<Double>] = [[.nan, 0], [0, .infinity], [1, 1], [-.infinity, 0]]
    #expect(ParetoFront.indices(points) == [2])
  }
}
