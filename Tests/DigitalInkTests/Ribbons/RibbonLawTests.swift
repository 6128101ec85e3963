import DigitalInk
import MotionNumerics
import Testing
import TouchInput

/// What holds for the ribbon of any stroke.
@Suite struct RibbonLawTests {
  /// Coordinates are below 1000: turning and moving them costs a few units of their last place.
  private static let rounding = 1e-9

  @Test(arguments: RibbonMode.allCases, 1...20)
  func isTwiceTheHalfWidthWideAndSymmetric(mode: RibbonMode, seed: Int) {
    var random = InkRandom(seed: seed)
    let settings = RibbonSettings(mode: mode)
    for quad in Ribbon(random.stroke(), settings: settings).quads {
      for (sample, offset) in [(quad.from, quad.fromOffset), (quad.to, quad.toOffset)] {
        #expect(abs(offset.length - settings.halfWidth(at: sample)) < Self.rounding, "seed \(seed)")
      }
      let corners = quad.corners
      #expect(((corners[0] + corners[3]) / 2).distance(to: quad.from.location) < Self.rounding)
      #expect(((corners[1] + corners[2]) / 2).distance(to: quad.to.location) < Self.rounding)
    }
  }

  @Test(arguments: RibbonMode.allCases, 1...20)
  func turnsAndMovesWithTheStroke(mode: RibbonMode, seed: Int) {
    var random = InkRandom(seed: seed)
    let stroke = random.stroke(turns: true)
    let motion = RigidMotion(angle: 2.1, offset: SIMD2(-31, 17))
    let settings = RibbonSettings(mode: mode)
    let expected = Ribbon(stroke, settings: settings).shapes
    let moved = Ribbon(motion.applied(to: stroke), settings: settings).shapes
    #expect(moved.count == expected.count, "seed \(seed)")
    for (shape, other) in zip(moved, expected) {
      #expect(shape.role == other.role && shape.fill == other.fill && shape.stroke == other.stroke)
      for (point, wanted) in zip(shape.points, other.points) {
        #expect(point.distance(to: motion.applied(to: wanted)) < Self.rounding, "seed \(seed)")
      }
    }
  }

  @Test(arguments: RibbonMode.allCases)
  func isFiniteForDegenerateInput(mode: RibbonMode) {
    let numbers = [0, -1, 1e-200, 1e200, .infinity, -.infinity, .nan]
    for number in numbers {
      for other in numbers {
        let samples = [
          RibbonTests.sample(0, 0), RibbonTests.sample(number, other, force: number),
          RibbonTests.sample(5, 0, force: other, azimuth: number, altitude: other),
          RibbonTests.sample(0, 0, azimuth: other, altitude: number),
          RibbonTests.sample(0, 0, force: -1),
        ]
        let ribbon = Ribbon(RibbonTests.stroke(samples), settings: RibbonSettings(mode: mode))
        let points = ribbon.shapes.flatMap(\.points)
        #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(number) and \(other)")
        #expect(!ribbon.shapes.isEmpty)
      }
    }
  }

  /// Every change that a recognizer may report, drawn after each, after two, or after three.
  @Test(arguments: RibbonMode.allCases, 1...40)
  func updatingIsDrawingAnew(mode: RibbonMode, seed: Int) {
    var random = InkRandom(seed: seed)
    var stroke = LiveStroke()
    var ribbon = Ribbon(stroke, settings: RibbonSettings(mode: mode))
    for step in 0..<60 {
      random.change(&stroke)
      guard random.below(3) > 0 else { continue }
      ribbon.update(stroke)
      stroke.clearUpdateInfo()
      let whole = Ribbon(stroke, settings: ribbon.settings)
      #expect(ribbon.shapes == whole.shapes, "seed \(seed), step \(step)")
      #expect(ribbon.firstEstimatedForce == whole.firstEstimatedForce)
    }
  }

  @Test(arguments: [100, 1000, 10_000])
  func anAddedSampleDrawsAFewSegments(length: Int) {
    var stroke = LiveStroke()
    for index in 0..<length { stroke.add(RibbonTests.sample(Double(index), 0, azimuth: 1)) }
    var ribbon = Ribbon(stroke)
    stroke.clearUpdateInfo()
    let before = ribbon.drawnSegments
    stroke.add(RibbonTests.sample(Double(length), 3, azimuth: 1))
    ribbon.update(stroke)
    // The new segment, and the two before it whose neighbors changed, drawn at most twice.
    #expect(ribbon.drawnSegments - before <= 6)
    #expect(ribbon.shapes == Ribbon(stroke).shapes)
  }
}
