import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// The law of predictors that say they forget: strokes before change no bit of what comes after.
@Suite struct ForgetfulPredictorTests {
  private static let context = PredictorContext(
    horizons: [1.0 / 60, 0.05], nominalRate: 60, unitsPerMillimeter: 6)

  private static func made(_ spelling: String) throws -> any Predictor {
    try PredictorCatalogue.standard.predictor(spelling).make(context)
  }

  private static let forgetful = PredictorLawTests.spellings.filter {
    (try? made($0))?.forgetsStrokes ?? false
  }

  private static func answers(
    _ predictor: inout any Predictor, _ stroke: TestStroke
  ) -> [Prediction?] {
    predictor.beginStroke()
    var result: [Prediction?] = []
    for sample in stroke.samples {
      predictor.observe(sample)
      result += context.horizons.map { predictor.predict(ahead: $0) }
    }
    if let end = stroke.samples.last?.time { predictor.endStroke(at: end) }
    return result
  }

  @Test func manyOfTheCatalogueForget() throws {
    for kind in ["hold", "linear", "polynomial:degree=2,window=5", "arc", "kalman"] {
      #expect(try Self.made(kind).forgetsStrokes, "\(kind)")
    }
    for kind in ["lms", "nlms", "rls", "windows-rls", "hedge"] {
      #expect(try !Self.made(kind).forgetsStrokes, "\(kind)")
    }
    #expect(Self.forgetful.count > 20)
  }

  /// Who compares predictors must know for which of them the order of the strokes matters.
  @Test func theProtocolPageNamesEveryPredictorThatLearnsAcrossStrokes() throws {
    let page = try Repository.text("docs/protocols.md")
    let heading = try #require(page.range(of: "### What learns across strokes"))
    let sentence = page[heading.upperBound...].prefix { $0 != ":" }.count
    let list = page[heading.upperBound...].dropFirst(sentence).prefix { $0 != "." }
    let named = list.split(separator: "`").filter { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
    let keeping = try PredictorCatalogue.standard.rows.filter { row in
      guard row.role == .predictor || row.role == .bank else { return false }
      return try !Self.made(row.kind).forgetsStrokes
    }
    #expect(Set(named.map(String.init)) == Set(keeping.map(\.kind)))
    #expect(keeping.count == 7)
  }

  @Test(arguments: forgetful)
  func whatCameBeforeChangesNoBit(spelling: String) throws {
    for seed in 1...UInt64(4) {
      var random = Xoshiro256StarStar(seed: seed)
      var used = try Self.made(spelling)
      for index in 0..<3 {
        let isHostile = index == 1
        let before =
          isHostile
          ? TestStroke.hostile(&random, count: 40) : TestStroke.smooth(&random, count: 60)
        _ = Self.answers(&used, before)
      }
      let stroke = TestStroke.smooth(&random, count: 80)
      var fresh = try Self.made(spelling)
      let expected = Self.answers(&fresh, stroke)
      #expect(Self.answers(&used, stroke) == expected, "seed \(seed)")
      // Nothing is recorded of what a device would have predicted here.
      #expect(expected.contains { $0 != nil } || spelling == "recorded")
    }
  }

  /// The loop of a replay is the calls one by one, and gives the positions of whole answers.
  @Test(arguments: PredictorLawTests.spellings)
  func aPlayedStrokeIsTheCallsOneByOne(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 11)
    let stroke = TestStroke.smooth(&random, count: 50)
    var single = try Self.made(spelling)
    let expected = Self.answers(&single, stroke).map { $0?.position }
    var played = try Self.made(spelling)
    let horizons = Self.context.horizons
    var positions = [SIMD2<Double>?](repeating: nil, count: expected.count)
    played.answer(
      StrokeQuestions(
        samples: stroke.samples,
        questions: expected.indices.map { place in
          .init(
            sample: place / horizons.count, ahead: horizons[place % horizons.count], place: place)
        }), into: &positions)
    #expect(positions == expected)
  }
}
