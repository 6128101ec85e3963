import MotionPrediction
import Testing
import TouchInput

@Suite("Rounding to a grid")
struct GridRoundingTests {
  private func shown(_ spelling: String, _ sample: TouchSample) throws -> SIMD2<Double>? {
    var predictor = try PredictorCatalogue.standard.predictor("\(spelling)+hold")
      .make(PredictorContext(horizons: [0.01]))
    predictor.beginStroke()
    predictor.observe(sample)
    return predictor.predict(ahead: 0.01)?.position
  }

  @Test(
    "each axis goes to the nearest multiple, halves away from zero",
    arguments: [
      ("quantise", SIMD2(1.2, -1.3), SIMD2(1, -1.5)),
      ("quantise:step=1", SIMD2(1.5, -1.5), SIMD2(2, -2)),
      ("quantise:step=0.25", SIMD2(0.1, 0.13), SIMD2(0, 0.25)),
      ("quantise:step=8", SIMD2(3.9, 4.1), SIMD2(0, 8)),
    ])
  func multiples(spelling: String, place: SIMD2<Double>, expected: SIMD2<Double>) throws {
    #expect(try shown(spelling, TouchSample(time: 0, position: place)) == expected)
  }

  @Test("what lies on the grid stays; what overflows stays as it is")
  func edges() throws {
    let onGrid = TouchSample(time: 0, position: SIMD2(440.5, -12))
    #expect(try shown("quantise:step=0.5", onGrid) == onGrid.position)
    let far = TouchSample(time: 0, position: SIMD2(1e308, 1))
    #expect(try shown("quantise:step=1e-9", far) == far.position)
  }

  @Test("the recorded grid is the regular position, where there is one")
  func recorded() throws {
    let both = TouchSample(
      time: 0, position: SIMD2(10.4375, 3), regularPosition: SIMD2(10.5, 3))
    #expect(try shown("quantise:grid=recorded", both) == SIMD2(10.5, 3))
    let one = TouchSample(time: 0, position: SIMD2(10.4375, 3))
    #expect(try shown("quantise:grid=recorded", one) == one.position)
    let broken = TouchSample(time: 0, position: SIMD2(1, 2), regularPosition: SIMD2(.nan, 2))
    #expect(try shown("quantise:grid=recorded", broken) == SIMD2(1, 2))
  }

  @Test("a step that is no length is refused", arguments: ["0", "-1", "inf", "wide"])
  func refusals(step: String) {
    #expect(throws: CatalogueError.self) {
      try PredictorCatalogue.standard.predictor("quantise:step=\(step)+hold")
    }
  }
}
