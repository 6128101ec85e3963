import Datasets
import DigitalInk
import Foundation
import MotionNumerics
import TestSupport
import Testing
import TouchInput

/// What holds for the outline of any line.
@Suite struct OutlineLawTests {
  /// Coordinates are below 1000 and arcs have tens of steps.
  private static let rounding = 1e-8

  /// The disc of every point is covered, and nothing further from the line than the widest is.
  @Test(arguments: 1...60)
  func coversTheDiscsAndNothingFarOff(seed: Int) {
    var random = InkRandom(seed: seed)
    let line = random.line(3 + random.below(40))
    let settings = random.outlineSettings()
    let outline = TaperedOutline(line, settings: settings)
    let shape = PolygonMeasures(corners: outline.polygon)
    let places = line.map(\.position).filter { $0.x.isFinite }
    for (index, point) in line.enumerated() where point.position.x.isFinite {
      let radius = outline.width(atPoint: index) / 2 - 2 * settings.tolerance
      guard radius > 0 else { continue }
      for step in 0..<7 {
        let direction = RigidMotion(angle: Double(step), offset: .zero).turned([1, 0])
        #expect(
          shape.covers(point.position + direction * radius), "seed \(seed), point \(index), \(step)"
        )
      }
    }
    for corner in outline.polygon {
      let distance = corner.distance(toPolyline: places) ?? 0
      // Where two edges meet inside, they meet within √2 of the width.
      #expect(distance <= settings.maximumWidth + Self.rounding, "seed \(seed)")
    }
  }

  @Test(arguments: 1...40)
  func turnsAndMovesWithTheLine(seed: Int) {
    var random = InkRandom(seed: seed)
    let line = random.line(2 + random.below(30))
    var settings = random.outlineSettings()
    // A nib that is held in a fixed direction does not turn with the line.
    if case .nib = settings.law { settings = OutlineSettings(law: .tilt) }
    let motion = RigidMotion(angle: -1.3, offset: SIMD2(40, -25))
    let outline = TaperedOutline(line, settings: settings)
    let moved = TaperedOutline(line.map(motion.applied), settings: settings)
    for index in line.indices {
      #expect(abs(moved.width(atPoint: index) - outline.width(atPoint: index)) < Self.rounding)
    }
    let area = PolygonMeasures(corners: outline.polygon).signedArea
    // The area, and not each vertex: whether an arc has one step more can turn on the last digit.
    #expect(
      abs(PolygonMeasures(corners: moved.polygon).signedArea - area)
        <= 0.01 * abs(area) + settings.tolerance, "seed \(seed)")
  }

  @Test func isFiniteForDegenerateInput() {
    let numbers = [0, -0.0, 1e-300, 1e-170, 1e160, 1e308, .infinity, -.infinity, .nan]
    for number in numbers {
      for other in numbers {
        let line = [
          CenterPoint(position: [number, other], time: number, force: other),
          CenterPoint(position: [0, 0], time: other, azimuth: number, altitude: other),
          CenterPoint(position: [other, number], time: 1, force: number, azimuth: other),
          CenterPoint(position: [1, number], time: 1, altitude: number),
          CenterPoint(position: [0, 0]),
        ]
        for law: WidthLaw in [
          .force(full: 1, exponent: 2), .speed(half: 1), .nib(usualEdge: number), .tilt,
          .force(full: number, exponent: other), .speed(half: number),
        ] {
          let polygon = TaperedOutline(line, settings: OutlineSettings(law: law)).polygon
          #expect(
            polygon.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(number), \(other), \(law)")
          #expect(!polygon.isEmpty)
        }
      }
    }
  }

  /// Points come, are predicted, withdrawn and corrected; the incremental outline is the plain one
  /// after each change, and what lies outside the stated hull is as it was.
  @Test(arguments: 1...80)
  func everyChangeGivesThePlainOutline(seed: Int) {
    var random = InkRandom(seed: seed)
    let settings = random.outlineSettings()
    var outline = TaperedOutline(settings: settings)
    for step in 0..<50 {
      let count = outline.points.count
      let lower = random.below(4) > 0 ? max(0, count - random.below(4)) : random.below(count + 1)
      let upper = random.below(2) == 0 ? count : min(count, lower + random.below(4))
      let replacement = random.line(upper == count ? random.below(5) : upper - lower)
      let before = outline
      let change = outline.replace(lower..<upper, with: replacement)
      #expect(
        outline.polygon == PlainOutline.polygon(around: outline.points, settings: settings),
        "seed \(seed), step \(step)")
      for index in 0..<max(count, outline.points.count)
      where !(change.points?.contains(index) ?? false) {
        #expect(
          outline.vertices(ofPoint: index) == before.vertices(ofPoint: index),
          "seed \(seed), step \(step): \(index) changed outside \(String(describing: change.points))"
        )
      }
    }
  }

  @Test func workForAnAddedPointDoesNotGrowWithTheLine() {
    var outline = TaperedOutline()
    var work: [Int: Int] = [:]
    for index in 0..<20_000 {
      let change = outline.append(
        CenterPoint(position: [Double(index), Double(index % 3)], force: 1))
      work[index] = change.recomputed
    }
    // The taper of 12 at steps of at least 1, its smoothing of 2, and those beside.
    let most = 12 + 2 + 4
    #expect(work.values.allSatisfy { $0 <= most }, "\(work.values.max() ?? 0)")
    #expect(work[19_999] == work[100] && work[19_997] == work[1000 + 1])
  }

  @Test(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
  func everyPrefixOfTheRecordingsGivesThePlainOutline() throws {
    for recording in try RealDatasets.recordings("inkable") {
      for stroke in recording.strokes {
        var outline = TaperedOutline()
        for sample in stroke.samples {
          outline.append(CenterPoint(sample))
          #expect(outline.polygon == PlainOutline.polygon(around: outline.points))
        }
      }
    }
  }
}
