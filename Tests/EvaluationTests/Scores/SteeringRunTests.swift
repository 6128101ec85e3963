import MotionNumerics
import Testing

@testable import Evaluation

@Suite struct SteeringRunTests {
  /// 100 to the right, then 100 down.
  private let bend = GuideLine([SIMD2(0, 0), SIMD2(100, 0), SIMD2(100, 100)])

  // MARK: - Lines

  @Test func lengthsByHand() {
    #expect(bend.length == 200)
    #expect(GuideLine([SIMD2(0, 0), SIMD2(3, 4), SIMD2(3, 4), SIMD2(0, 0)]).length == 10)
    #expect(GuideLine([SIMD2(5, 5)]).length == 0)
    #expect(GuideLine([]).length == 0)
  }

  @Test func distancesByHand() {
    // 3 above the first segment, 4 right of the second, and 5 beyond the end.
    #expect(bend.meanDistance(of: [SIMD2(50, -3), SIMD2(104, 50), SIMD2(97, 104)]) == 4)
    #expect(GuideLine([SIMD2(1, 1)]).meanDistance(of: [SIMD2(4, 5)]) == 5)
    #expect(bend.meanDistance(of: []) == nil)
    #expect(GuideLine([]).meanDistance(of: [SIMD2(0, 0)]) == nil)
  }

  @Test func placesByHand() throws {
    func place(_ x: Double, _ y: Double, _ range: ClosedRange<Double>) -> [Double]? {
      bend.place(of: SIMD2(x, y), within: range).map { [$0.along, $0.beside] }
    }
    #expect(place(50, 3, 0...200) == [50, 3])
    #expect(place(104, 50, 0...200) == [150, 4])
    // Before the start, and past the end.
    #expect(place(-3, 4, 0...200) == [0, 5])
    #expect(place(100, 107, 0...200) == [200, 7])
    // As near to both segments: the first counts.
    #expect(place(98, 2, 0...200) == [98, 2])
    // A segment that reaches into the range, and none.
    #expect(place(104, 50, 0...99) == [100, (16.0 + 2500).squareRoot()])
    #expect(place(50, 3, 101...200) == [103, 50])
    #expect(place(50, 3, 201...300) == nil)
    #expect(GuideLine([SIMD2(1, 1), SIMD2(1, 1)]).place(of: .zero, within: 0...1) == nil)
  }

  /// Of many points on the line, none is nearer than the place, and one is about as near.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noPointOfTheLineIsNearerThanThePlace(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    func point() -> SIMD2<Double> { 100 * SIMD2(random.nextUnit(), random.nextUnit()) }
    let corners = (0..<6).map { _ in point() }
    let line = GuideLine(corners)
    let asked = point()
    let place = try #require(line.place(of: asked, within: 0...line.length), "seed \(seed)")
    let step = 0.01
    var (passed, nearest, nearestAlong) = (0.0, Double.infinity, 0.0)
    for (start, end) in zip(corners, corners.dropFirst()) {
      let length = start.distance(to: end)
      for along in stride(from: 0, through: length, by: step) {
        let distance = asked.distance(to: start + along / length * (end - start))
        if distance < nearest { (nearest, nearestAlong) = (distance, passed + along) }
      }
      passed += length
    }
    #expect(place.beside <= nearest + 1e-12, "seed \(seed)")
    #expect(nearest - place.beside <= step, "seed \(seed)")
    #expect(abs(place.along - nearestAlong) <= 2 * step, "seed \(seed)")
    #expect(line.meanDistance(of: [asked]) == place.beside, "seed \(seed)")
  }

  // MARK: - Tries

  @Test func aTryByHand() {
    var run = SteeringRun(along: bend, width: 20)
    #expect(run.indexOfDifficulty == 10)
    #expect(run.meanDeviation == nil && run.outsideShare == nil && !run.isAtEnd)
    for (x, y) in [(0.0, 0.0), (40, 4), (80, -12), (100, 20), (102, 60), (100, 89)] {
      run.move(to: SIMD2(x, y))
      #expect(!run.isAtEnd)
    }
    run.move(to: SIMD2(96, 90))
    #expect(run.isAtEnd)
    #expect(run.meanDeviation == (4 + 12 + 2 + 4) / 7.0)
    #expect(run.outsideShare == 1 / 7.0)
    // What was reached stays reached.
    run.move(to: SIMD2(100, 50))
    #expect(run.isAtEnd)
  }

  /// Exactly half a width from the line is inside.
  @Test func theEdgeIsInside() {
    var run = SteeringRun(along: bend, width: 20)
    run.move(to: SIMD2(20, 10))
    #expect(run.outsideShare == 0)
    run.move(to: SIMD2(20, 10.5))
    #expect(run.outsideShare == 0.5)
  }

  /// A line that comes back to its start: lying there does not end it, and the end does.
  @Test func aLineThatMeetsItself() {
    let square = GuideLine([
      SIMD2(0, 0), SIMD2(200, 0), SIMD2(200, 200), SIMD2(0, 200), SIMD2(0, 0),
    ])
    var run = SteeringRun(along: square, width: 20)
    run.move(to: SIMD2(0, 1))
    #expect(!run.isAtEnd)
    for x in stride(from: 0.0, through: 200, by: 20) { run.move(to: SIMD2(x, 0)) }
    for y in stride(from: 0.0, through: 200, by: 20) { run.move(to: SIMD2(200, y)) }
    for x in stride(from: 200.0, through: 0, by: -20) { run.move(to: SIMD2(x, 200)) }
    #expect(!run.isAtEnd)
    for y in stride(from: 200.0, through: 20, by: -20) { run.move(to: SIMD2(0, y)) }
    #expect(!run.isAtEnd)
    run.move(to: SIMD2(0, 5))
    #expect(run.isAtEnd)
  }

  /// A contact that leaves the line and returns goes on from the farthest place that it reached.
  @Test func aShortcutDoesNotCount() {
    let hairpin = GuideLine([SIMD2(0, 0), SIMD2(500, 0), SIMD2(500, 30), SIMD2(0, 30)])
    var run = SteeringRun(along: hairpin, width: 20)
    run.move(to: SIMD2(0, 0))
    run.move(to: SIMD2(2, 29))
    #expect(!run.isAtEnd)
    #expect(run.outsideShare == 0.5)
  }

  @Test func withoutALineNothingIsMeasured() {
    var run = SteeringRun(along: GuideLine([]), width: 20)
    run.move(to: SIMD2(1, 2))
    #expect(run.meanDeviation == nil && run.outsideShare == nil)
  }
}
