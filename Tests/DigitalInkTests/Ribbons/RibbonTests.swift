import DigitalInk
import MotionNumerics
import Testing
import TouchInput

@Suite struct RibbonTests {
  /// Sums and products of a few numbers below 100.
  static let rounding = 1e-12

  static func stroke(
    _ samples: [StrokeSample], predicted: [StrokeSample] = []
  ) -> LiveStroke {
    var stroke = LiveStroke()
    for sample in samples { stroke.add(sample) }
    for sample in predicted { stroke.addPredicted(sample) }
    return stroke
  }

  static func sample(
    _ x: Double, _ y: Double, force: Double? = nil, azimuth: Double? = nil,
    altitude: Double? = nil, estimated: TouchProperties = [], coalesced: Bool = false,
    predicted: Bool = false
  ) -> StrokeSample {
    StrokeSample(
      timestamp: 0, location: SIMD2(x, y), force: force, azimuth: azimuth, altitude: altitude,
      estimatedProperties: estimated, isCoalesced: coalesced, isPredicted: predicted)
  }

  private func expect(
    _ corners: [SIMD2<Double>], equal expected: [SIMD2<Double>],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(corners.count == expected.count, sourceLocation: sourceLocation)
    for (corner, wanted) in zip(corners, expected) {
      #expect(
        corner.distance(to: wanted) < Self.rounding, "\(corner), not \(wanted)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aStraightStrokeInModeDebugIsARectangleOfTwiceTheHalfWidth() throws {
    // w = 2·3 + 0.1 = 6.1 on both ends; the normal of (10, 0) is (0, 1).
    let ribbon = Ribbon(
      Self.stroke([Self.sample(0, 0, force: 3), Self.sample(10, 0, force: 3)]),
      settings: RibbonSettings(mode: .debug))
    let quad = try #require(ribbon.quads.first)
    expect(quad.corners, equal: [[0, 6.1], [10, 6.1], [10, -6.1], [0, -6.1]])
    #expect(ribbon.shapes.count == 1)
    #expect(ribbon.shapes[0].fill == .ink && ribbon.shapes[0].stroke == .paper)
    #expect(ribbon.shapes[0].strokeWidth == 0.5)
  }

  @Test func inkIsAsWideAsThePerpendicularForce() {
    // At 30° a force of 1 presses with 2: w = 2·2 + 0.1; without limit a force of 3 with 6.
    let slanted = Self.sample(0, 0, force: 1, altitude: .pi / 6)
    let hard = Self.sample(0, 0, force: 3, altitude: .pi / 6)
    let settings = RibbonSettings(mode: .ink)
    #expect(abs(settings.halfWidth(at: slanted) - 4.1) < Self.rounding)
    #expect(abs(settings.halfWidth(at: hard) - (25.0 / 3 + 0.1)) < Self.rounding)
    let unlimited = RibbonSettings(mode: .ink, maximumForce: nil)
    #expect(abs(unlimited.halfWidth(at: hard) - 12.1) < Self.rounding)
    let flat = Self.sample(0, 0, force: 3, altitude: 0)
    #expect(unlimited.halfWidth(at: flat) == 6.1)
  }

  /// 2·5 + 0.1 where the device reports up to 8; with the 25/6 of a Pencil it would be 8.43.
  @Test func inkIsLimitedByTheDevicesOwnForce() {
    var sample = Self.sample(0, 0, force: 5, altitude: .pi / 2)
    let settings = RibbonSettings(mode: .ink)
    #expect(abs(settings.halfWidth(at: sample) - (25.0 / 3 + 0.1)) < Self.rounding)
    sample.maximumPossibleForce = 8
    #expect(abs(settings.halfWidth(at: sample) - 10.1) < Self.rounding)
    sample.force = 9
    #expect(abs(settings.halfWidth(at: sample) - 16.1) < Self.rounding)
    #expect(RibbonSettings(mode: .ink, maximumForce: nil).halfWidth(at: sample) == 18.1)
  }

  @Test func calligraphyIsANibAcrossTheLean() throws {
    // Azimuth 0 turned by 90° is (0, 1); w = max(0.5, 1) + 10 = 11 and max(2, 1) + 10 = 12.
    let ribbon = Ribbon(
      Self.stroke([
        Self.sample(0, 0, force: 0.5, azimuth: 0, altitude: 1),
        Self.sample(30, 40, force: 2, azimuth: 0, altitude: 1),
      ]))
    expect(
      try #require(ribbon.quads.first).corners,
      equal: [[0, 11], [30, 52], [30, 28], [0, -11]])
    #expect(ribbon.shapes[0].stroke == .ink && ribbon.shapes[0].strokeWidth == 0.25)
  }

  @Test func withoutAzimuthTheNibLiesAlongTheFallingDiagonal() throws {
    // (1, 1)/√2 turned by 90° is (−1, 1)/√2, times 11.
    let ribbon = Ribbon(Self.stroke([Self.sample(0, 0), Self.sample(1, 0)]))
    let quad = try #require(ribbon.quads.first)
    expect([quad.fromOffset], equal: [SIMD2(-11, 11) * 0.5.squareRoot()])
  }

  @Test func anUprightPenKeepsTheLeanThatItHad() {
    let upright = 0.45 * Double.pi
    let samples = [
      Self.sample(0, 0, azimuth: 0, altitude: 1),
      Self.sample(10, 0, azimuth: .pi / 2, altitude: 1),
      Self.sample(20, 0, azimuth: 3, altitude: upright),
      Self.sample(30, 0, azimuth: -2, altitude: upright),
      Self.sample(40, 0, azimuth: 0, altitude: 1),
    ]
    let quads = Ribbon(Self.stroke(samples)).quads
    // The lock is the lean of the second sample, (0, 1), whose nib is (−1, 0).
    for offset in [
      quads[1].fromOffset, quads[1].toOffset, quads[2].fromOffset, quads[2].toOffset,
      quads[3].fromOffset,
    ] {
      expect([offset], equal: [[-11, 0]])
    }
    expect([quads[3].toOffset], equal: [[0, 11]])
  }

  @Test func anUprightPenFromTheStartKeepsItsFirstLean() {
    let upright = 0.45 * Double.pi
    let samples = (0..<3).map {
      Self.sample(Double(10 * $0), 0, azimuth: Double($0), altitude: upright)
    }
    for quad in Ribbon(Self.stroke(samples)).quads {
      expect([quad.fromOffset, quad.toOffset], equal: [[0, 11], [0, 11]])
    }
  }

  @Test func shortSegmentsAreHeldForTheNextThatIsDrawn() throws {
    // 0.05² = 0.0025 is too short; 0.06² = 0.0036 from the held sample is not.
    let samples = [
      Self.sample(0, 0), Self.sample(0.05, 0, force: 9), Self.sample(0.06, 0),
      Self.sample(5, 0),
    ]
    let ribbon = Ribbon(Self.stroke(samples), settings: RibbonSettings(mode: .debug))
    #expect(ribbon.quads.map(\.from.location) == [[0, 0], [0.06, 0]])
    #expect(ribbon.quads.map(\.to.location) == [[0.06, 0], [5, 0]])
    expect([try #require(ribbon.quads.first).fromOffset], equal: [[0, 2.1]])
  }

  @Test func debugTellsPredictedCoalescedAndEstimatedApart() {
    let samples = [
      Self.sample(0, 0), Self.sample(10, 0, estimated: .force, coalesced: true),
      Self.sample(20, 0),
    ]
    let stroke = Self.stroke(samples, predicted: [Self.sample(30, 0, predicted: true)])
    let ribbon = Ribbon(stroke, settings: RibbonSettings(mode: .debug))
    #expect(ribbon.shapes.map(\.role) == [.actual, .coalesced, .predicted])
    #expect(ribbon.shapes.map(\.fill) == [.ink, .gray, .red])
    #expect(ribbon.shapes.map(\.stroke) == [.blue, .blue, .paper])
    #expect(ribbon.firstEstimatedForce == 0)
    #expect(Ribbon(stroke).shapes.allSatisfy { $0.fill == .ink })
  }

  @Test func debugMarksThePose() throws {
    let samples = [
      Self.sample(0, 0, azimuth: 0, altitude: .pi / 2), Self.sample(50, 0, azimuth: 0),
      Self.sample(99, 0, azimuth: 0, coalesced: true),
    ]
    let shapes = Ribbon(
      Self.stroke(samples + [Self.sample(140, 0)]), settings: RibbonSettings(mode: .debug)
    ).shapes
    // The coalesced sample has none, since its azimuth is measured.
    #expect(shapes.map(\.role) == [.actual, .azimuth, .altitude, .actual, .azimuth, .coalesced])
    expect(shapes[1].points, equal: [[0, 0], [20, 0]])
    #expect(shapes[1].stroke == .orange && shapes[1].strokeWidth == 1.5)
    // Turned by a right angle from (1, 0): (0, 1).
    expect(shapes[2].points, equal: [[10, 0], [10, 10]])
    #expect(shapes[2].stroke == .ink && shapes[2].strokeWidth == 0.5)
  }

  @Test func oneSampleIsADashAndItsPredictionsAreDrawn() {
    let dash = InkShape(
      .line([[2.5, 7], [3.5, 7]]), stroke: .ink, strokeWidth: 1, role: .actual)
    #expect(Ribbon(Self.stroke([Self.sample(3, 7)])).shapes == [dash])
    let predicted = Ribbon(
      Self.stroke([Self.sample(3, 7)], predicted: [Self.sample(9, 7, predicted: true)]))
    #expect(predicted.shapes.map(\.role) == [.actual, .predicted])
    #expect(predicted.shapes[0] == dash)
    #expect(Ribbon(LiveStroke()).shapes.isEmpty)
  }

  @Test func aStrokeThatNeverLeftItsPlaceIsADash() {
    let resting = Self.stroke(Array(repeating: Self.sample(3, 7, force: 2), count: 5))
    #expect(Ribbon(resting).shapes.count == 1)
    #expect(Ribbon(resting).shapes[0].points == [[2.5, 7], [3.5, 7]])
  }

  @Test func dirtyRectanglesAreThoseOfTheStroke() throws {
    let stroke = Self.stroke([Self.sample(0, 0), Self.sample(10, 0)])
    let shape = try #require(stroke.dirtyRectangleShapes().first)
    #expect(shape.points == [[-20, -20], [30, -20], [30, 20], [-20, 20]])
    #expect(shape.stroke == .red && shape.strokeWidth == 0.5 && shape.fill == nil)
    #expect(stroke.dirtyRectangleShapes().count == 1)
  }

  /// Every shape that is new, gone or different since the last drawing is inside of a red frame.
  @Test(
    "the red frames cover predicted, withdrawn and corrected ink",
    arguments: [
      "added", "predicted", "withdrawn", "replaced", "corrected", "corrected start", "moved",
    ])
  func framesCoverWhatChanged(change: String) throws {
    var stroke = Self.stroke((0..<5).map { Self.sample(200 * Double($0), 0) })
    func predict(_ y: Double) {
      for ahead in 1...2 {
        var guess = Self.sample(200 * Double(stroke.samples.count - 1 + ahead), y)
        guess.isPredicted = true
        stroke.addPredicted(guess)
      }
    }
    if change != "predicted" && change != "added" { predict(300) }
    stroke.clearUpdateInfo()
    let settings = RibbonSettings(mode: .debug)
    let before = Ribbon(stroke, settings: settings)
    switch change {
    case "added": stroke.add(Self.sample(1000, 100))
    case "predicted": predict(300)
    case "withdrawn": stroke.withdrawPredictions()
    case "replaced":
      stroke.withdrawPredictions()
      predict(-300)
    case "moved": stroke.update(2, to: Self.sample(400, 250))
    default:
      var sample = stroke.samples[change == "corrected" ? 3 : 0]
      sample.force = 4
      stroke.update(change == "corrected" ? 3 : 0, to: sample)
    }
    let after = Ribbon(stroke, settings: settings)
    let frames = stroke.dirtyRectangleShapes(firstEstimatedForce: after.firstEstimatedForce)
    #expect(frames.allSatisfy { $0.stroke == .red && $0.role == .dirtyRectangle })
    let changed = Set(before.shapes).symmetricDifference(after.shapes)
    #expect(!changed.isEmpty)
    for shape in changed {
      let isCovered = frames.contains { frame in
        let (low, high) = (frame.points[0], frame.points[2])
        return shape.points.allSatisfy { point in
          low.x <= point.x && low.y <= point.y && point.x <= high.x && point.y <= high.y
        }
      }
      #expect(isCovered, "\(shape.points) is in none of \(frames.map(\.points))")
    }
  }
}
