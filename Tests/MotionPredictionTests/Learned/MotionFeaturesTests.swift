import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

/// The motion's frame and features, and that nothing of the plane is left in them.
@Suite struct MotionFeaturesTests {
  /// float32 of numbers up to ten.
  private static let tolerance: Float = 2e-6

  private static func features(
    _ stroke: TestStroke, layout: MotionFeatureLayout = MotionFeatureLayout(velocities: 3),
    unitsPerMillimetre: Double? = nil, rate: Double = 60
  ) -> MotionFeatures {
    var features = MotionFeatures(
      layout, unitsPerMillimetre: unitsPerMillimetre, nominalRate: rate)
    for sample in stroke.samples { features.observe(sample) }
    return features
  }

  private static func expectEqual(_ a: [Float], _ b: [Float], _ note: String) {
    #expect(a.count == b.count)
    for (x, y) in zip(a, b) { #expect(abs(x - y) < tolerance * max(1, abs(x)), "\(note)") }
  }

  @Test("turned, mirrored, moved and scaled motion has the same features", arguments: 1...20)
  func equivariant(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let stroke = TestStroke.smooth(&random, count: 12 + seed)
    let plain = Self.features(stroke, unitsPerMillimetre: 3)
    let frame = try #require(plain.frame)
    let changes = [
      Transformation(angle: 1.1, name: "rotation"), Transformation(mirrored: true, name: "mirror"),
      Transformation(translation: SIMD2(40, -9), name: "translation"),
      Transformation(scale: 7, name: "scale"),
      Transformation(angle: 2, mirrored: true, scale: 0.1, shift: 64, name: "all"),
    ]
    for change in changes {
      let moved = Self.features(
        stroke.map(change.callAsFunction), unitsPerMillimetre: 3 * change.scale)
      Self.expectEqual(plain.values, moved.values, "\(change.name), seed \(seed)")
      let other = try #require(moved.frame)
      let told = SIMD2(1.5, 0.25)
      let expected = change(frame.origin + frame.displacement(told))
      let found = other.origin + other.displacement(told)
      #expect((found - expected).length < 1e-9 * max(1, expected.length), "\(change.name)")
    }
  }

  @Test("a displacement told in the frame is the same displacement", arguments: 1...10)
  func tellingIsInvertible(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let frame = try #require(Self.features(.smooth(&random, count: 20)).frame)
    #expect(frame.lateral == 1)
    let displacement = SIMD2(random.nextNormal(), random.nextNormal())
    let back = frame.displacement(frame.told(displacement))
    #expect((back - displacement).length < 1e-12)
  }

  @Test func worksOutALineByHand() throws {
    // 3 units every 1/60 s along x: the scale is 3 units, every displacement is (1, 0), drawn in to asinh 2.
    let samples = (0..<4).map {
      TouchSample(time: Double($0) / 60, position: SIMD2(3 * Double($0), 0))
    }
    let layout = MotionFeatureLayout(displacements: 4, velocities: 1, usualScale: 1.5)
    let features = Self.features(
      TestStroke(samples: samples), layout: layout, unitsPerMillimetre: nil)
    let frame = try #require(features.frame)
    #expect(frame.direction == SIMD2(1, 0))
    #expect(abs(frame.scale - 3) < 1e-12)
    // A line has no side.
    #expect(frame.lateral == 0)
    #expect(frame.displacement(SIMD2(2, 5)) == SIMD2(2 * frame.scale, 0))
    let drawn = Float(asinh(2.0))
    let expected: [Float] = [
      drawn, drawn, drawn, 0, 0, 0, 0, 0, 0, 0, 0, -1, drawn, 0, 0,
    ]
    Self.expectEqual(features.values, expected, "line")
    let known = Self.features(
      TestStroke(samples: samples), layout: layout, unitsPerMillimetre: 1)
    let scale = (9 + layout.leastScale * layout.leastScale).squareRoot()
    #expect(abs(known.values[layout.speedIndex] - Float(log(scale / 1.5))) < Self.tolerance)
  }

  @Test("a stream of any rate looks like one of 60 Hz", arguments: [60.0, 120, 240, 480])
  func ratesLookAlike(rate: Double) throws {
    func stroke(_ rate: Double) -> TestStroke {
      TestStroke(
        samples: (0...Int(rate)).map { index in
          let time = Double(index) / rate
          return TouchSample(
            time: time, position: SIMD2(80 * sin(2 * time), 50 * cos(3 * time)))
        })
    }
    let slow = Self.features(stroke(60))
    let fast = Self.features(stroke(rate), rate: rate)
    // Not exact: 1/60 s is no whole number of float64 steps.
    for (a, b) in zip(slow.values, fast.values) { #expect(abs(a - b) < 1e-5) }
  }

  @Test func atTheEdgesThereIsNoFrame() {
    var features = MotionFeatures(
      MotionFeatureLayout(), unitsPerMillimetre: nil, nominalRate: 60)
    #expect(features.frame == nil && !features.isAtRest)
    features.observe(TouchSample(time: 0, position: SIMD2(1, 1)))
    #expect(features.frame == nil && !features.isAtRest)
    // The same moment again is no motion, wherever it is.
    features.observe(TouchSample(time: 0, position: SIMD2(2, 1)))
    #expect(features.frame == nil && !features.isAtRest)
    features.observe(TouchSample(time: 0.02, position: SIMD2(2, 1)))
    #expect(features.frame != nil)
    features.beginStroke()
    #expect(features.frame == nil)
    for index in 0..<5 {
      features.observe(TouchSample(time: Double(index) / 60, position: SIMD2(2, 1)))
    }
    #expect(features.frame == nil && features.isAtRest)
    features.observe(TouchSample(time: .nan, position: SIMD2(9, 9)))
    #expect(features.isAtRest)
  }

  @Test func aPauseDoesNotChangeTheThinning() throws {
    // 240 Hz, half a second of nothing, then 240 Hz again.
    var samples: [TouchSample] = []
    for index in 0..<60 {
      let time = Double(index) / 240 + (index >= 50 ? 0.5 : 0)
      samples.append(TouchSample(time: time, position: SIMD2(Double(index), 0)))
    }
    let layout = MotionFeatureLayout(displacements: 2)
    let features = Self.features(TestStroke(samples: samples), layout: layout, rate: 240)
    // Four samples to a displacement: the interval is the reference interval.
    #expect(abs(features.values[2 * 2]) < 1e-5)
  }
}
