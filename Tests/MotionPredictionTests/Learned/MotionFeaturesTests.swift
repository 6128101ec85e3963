import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

/// The motion's frame and features, worked out by hand; see `FeatureLawTests` too.
@Suite struct MotionFeaturesTests {
  /// float32 of numbers up to ten.
  private static let tolerance: Float = 2e-6

  private static func features(
    _ stroke: TestStroke,
    layout: MotionFeatureLayout = MotionFeatureLayout(velocities: 3, hasShape: true),
    unitsPerMillimeter: Double? = nil
  ) -> MotionFeatures {
    var features = MotionFeatures(layout, unitsPerMillimeter: unitsPerMillimeter)
    for sample in stroke.samples { features.observe(sample) }
    return features
  }

  private static func expectEqual(_ a: [Float], _ b: [Float], _ note: String) {
    #expect(a.count == b.count)
    for (x, y) in zip(a, b) { #expect(abs(x - y) < tolerance * max(1, abs(x)), "\(note)") }
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
      TestStroke(samples: samples), layout: layout, unitsPerMillimeter: nil)
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
      TestStroke(samples: samples), layout: layout, unitsPerMillimeter: 1)
    let scale = (9 + layout.leastScale * layout.leastScale).squareRoot()
    #expect(abs(known.values[layout.count - 1] - Float(log(scale / 1.5))) < Self.tolerance)
  }

  @Test func worksOutAShapeByHand() throws {
    // Along x by 4, 4, 1 and 0.05 units, newest last, then up by 2: lengths 2, 0.05, 1, 4, 4 from the newest.
    let places = [
      SIMD2(0.0, 0), SIMD2(4, 0), SIMD2(8, 0), SIMD2(9, 0), SIMD2(9.05, 0), SIMD2(9.05, 2),
    ]
    let samples = places.enumerated().map {
      TouchSample(time: Double($0.offset) / 60, position: $0.element)
    }
    let layout = MotionFeatureLayout(displacements: 8, hasShape: true)
    #expect(layout.count == 3 * 8 + 5 + 1)
    let features = Self.features(
      TestStroke(samples: samples), layout: layout, unitsPerMillimeter: 1)
    let scale = try #require(features.frame).scale
    let shape = features.values[24..<29].map { $0 }
    let expected: [Double] = [
      log(4 / scale + 0.05), log(2 / scale + 0.05),
      log((SIMD2(0, 2) - SIMD2(0.05, 0)).length / scale + 0.05), 2.0 * 3 / 8, 2.0 * 1 / 8,
    ]
    Self.expectEqual(shape, expected.map { Float($0) }, "shape")
    // Where the unit is not known, what is slow against the scale counts: 0.118/0.6 of it.
    let bare = Self.features(TestStroke(samples: samples), layout: layout)
    let still = 0.118 / 0.6 * (try #require(bare.frame).scale)
    let slow = [2, 0.05, 1, 4, 4].count { $0 < still }
    #expect(bare.values[28] == Float(2 * slow) / 8)
    // The logarithms are bounded: a jump among tiny steps.
    let jump = (0..<9).map {
      TouchSample(time: Double($0) / 60, position: SIMD2($0 == 0 ? -1e9 : Double($0), 0))
    }
    let bounded = Self.features(TestStroke(samples: jump), layout: layout)
    #expect(bounded.values[24] <= 3 && bounded.values[24...28].allSatisfy { $0.isFinite })
  }

  @Test func anEvenMotionHasItsPeakAtTheNewestHoweverItIsTurned() {
    let layout = MotionFeatureLayout(displacements: 6, hasShape: true)
    for step in 0..<40 {
      let direction = SIMD2(cos(Double(step)), sin(Double(step)))
      let samples = (0..<9).map {
        TouchSample(time: Double($0) / 60, position: 1.7 * Double($0) * direction)
      }
      let features = Self.features(TestStroke(samples: samples), layout: layout)
      #expect(features.values[layout.count - 3] == 0, "step \(step)")
    }
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
    let fast = Self.features(stroke(rate))
    // Not exact: 1/60 s is no whole number of float64 steps.
    for (a, b) in zip(slow.values, fast.values) { #expect(abs(a - b) < 1e-5) }
  }

  @Test func aPauseDoesNotChangeTheThinning() throws {
    // 240 Hz, half a second of nothing, then 240 Hz again.
    var samples: [TouchSample] = []
    for index in 0..<60 {
      let time = Double(index) / 240 + (index >= 50 ? 0.5 : 0)
      samples.append(TouchSample(time: time, position: SIMD2(Double(index), 0)))
    }
    let layout = MotionFeatureLayout(displacements: 2)
    let features = Self.features(TestStroke(samples: samples), layout: layout)
    // Four samples to a displacement: the interval is the reference interval.
    #expect(abs(features.values[2 * 2]) < 1e-5)
  }
}
