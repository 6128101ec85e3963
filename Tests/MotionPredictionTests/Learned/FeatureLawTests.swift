import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

/// What holds of the features of every layout.
@Suite struct FeatureLawTests {
  /// Every kind of layout, with all that it can hold.
  private static let layouts = [
    MotionFeatureLayout.lags(), MotionFeatureLayout(velocities: 3, hasShape: true),
  ]

  /// float32 of numbers up to ten.
  private static let tolerance: Float = 4e-6

  private static func reader(
    _ layout: MotionFeatureLayout, _ stroke: TestStroke? = nil, unitsPerMillimeter: Double? = nil
  ) -> FeatureReader {
    var reader = FeatureReader(layout, unitsPerMillimeter: unitsPerMillimeter, nominalRate: 60)
    for sample in stroke?.samples ?? [] { reader.observe(sample) }
    return reader
  }

  @Test(
    "turned, mirrored, moved and scaled motion has the same features", arguments: layouts, 1...20)
  func equivariant(layout: MotionFeatureLayout, seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let stroke = TestStroke.smooth(&random, count: 12 + seed)
    let plain = Self.reader(layout, stroke, unitsPerMillimeter: 3)
    let frame = try #require(plain.frame)
    let changes = [
      Transformation(angle: 1.1, name: "rotation"), Transformation(mirrored: true, name: "mirror"),
      Transformation(translation: SIMD2(40, -9), name: "translation"),
      Transformation(scale: 7, name: "scale"),
      Transformation(angle: 2, mirrored: true, scale: 0.1, shift: 64, name: "all"),
    ]
    for change in changes {
      let moved = Self.reader(
        layout, stroke.map(change.callAsFunction), unitsPerMillimeter: 3 * change.scale)
      #expect(plain.values.count == moved.values.count)
      for (place, (a, b)) in zip(plain.values, moved.values).enumerated() {
        #expect(
          abs(a - b) < Self.tolerance * max(1, abs(a)),
          "\(layout.kind), \(change.name), seed \(seed), number \(place)")
      }
      let other = try #require(moved.frame)
      let told = SIMD2(1.5, 0.25)
      let expected = change(frame.origin + frame.displacement(told))
      let found = other.origin + other.displacement(told)
      #expect((found - expected).length < 1e-9 * max(1, expected.length), "\(change.name)")
    }
  }

  @Test("at the edges there is no frame", arguments: layouts)
  func edges(layout: MotionFeatureLayout) {
    var features = Self.reader(layout)
    #expect(features.frame == nil && !features.isAtRest)
    features.observe(TouchSample(time: 0, position: SIMD2(1, 1)))
    #expect(features.frame == nil && !features.isAtRest)
    // The same moment again is no motion, wherever it is.
    features.observe(TouchSample(time: 0, position: SIMD2(2, 1)))
    #expect(features.frame == nil && !features.isAtRest)
    features.observe(TouchSample(time: 0.02, position: SIMD2(3, 1)))
    #expect(features.frame?.direction == SIMD2(1, 0))
    features.beginStroke()
    #expect(features.frame == nil && features.newest == nil)
    for index in 0..<5 {
      features.observe(TouchSample(time: Double(index) / 60, position: SIMD2(2, 1)))
    }
    #expect(features.frame == nil && features.isAtRest)
    let isTakenIn = features.observe(TouchSample(time: .nan, position: SIMD2(9, 9)))
    #expect(!isTakenIn && features.isAtRest)
  }
}
