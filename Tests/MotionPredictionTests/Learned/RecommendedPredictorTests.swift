import Foundation
import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@Suite("Recommended predictor")
struct RecommendedPredictorTests {
  @Test(
    "says what the predictor behind it says, to the last bit",
    arguments: [
      ("recommended", RecommendedPredictor.chosen),
      ("recommended:size=small", "learned:networks=1"),
    ])
  func isTheChosen(name: String, spelling: String) throws {
    let context = PredictorContext(
      horizons: [0.0167, 0.1], nominalRate: 120, unitsPerMillimeter: 5)
    let catalogue = PredictorCatalogue.standard
    var recommended = try catalogue.predictor(name).make(context)
    var chosen = try catalogue.predictor(spelling).make(context)
    var random = Xoshiro256StarStar(seed: 11)
    var answered = 0
    for index in 0..<200 {
      if index % 50 == 0 {
        recommended.beginStroke()
        chosen.beginStroke()
      }
      let time = Double(index) / 120
      let sample = TouchSample(
        time: time, position: [40 * time + random.nextNormal(), 9 * time * time])
      recommended.observe(sample)
      chosen.observe(sample)
      for horizon in [-0.01, 0, 0.0167, 0.1] {
        let answer = recommended.predict(ahead: horizon)
        #expect(answer == chosen.predict(ahead: horizon))
        #expect(recommended.position(ahead: horizon) == chosen.position(ahead: horizon))
        answered += answer == nil ? 0 : 1
      }
    }
    #expect(answered > 700)
    #expect(recommended.forgetsStrokes == chosen.forgetsStrokes)
  }

  @Test("stating the unit of length changes nothing, bit by bit", arguments: 1...8)
  func theScalePlaysNoPart(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let stroke = TestStroke.smooth(&random, count: 80)
    let answers = try [nil, 0.4, 40].map { unitsPerMillimeter in
      let context = PredictorContext(
        horizons: [0.0167, 0.1], nominalRate: 120, unitsPerMillimeter: unitsPerMillimeter)
      var predictor = try PredictorCatalogue.standard.predictor("recommended").make(context)
      return stroke.samples.map { sample in
        predictor.observe(sample)
        return [0.0167, 0.05, 0.1].map { predictor.predict(ahead: $0) }
      }
    }
    #expect(answers[0] == answers[1] && answers[0] == answers[2], "seed \(seed)")
    #expect(answers[0].joined().contains { $0 != nil })
  }

  @Test("a contact that jumps is held, and predicted from the next plausible sample on")
  func jumpsAreHeld() throws {
    let context = PredictorContext(horizons: [1.0 / 30], nominalRate: 60)
    var predictor = try PredictorCatalogue.standard.predictor("recommended").make(context)
    for index in 0..<60 {
      // From one line to another, 500 away.
      let x = Double(index) + (index < 40 ? 0 : 500)
      let sample = TouchSample(time: Double(index) / 60, position: [x, 2])
      predictor.observe(sample)
      let answer = predictor.position(ahead: 1.0 / 30)
      if index == 40 { #expect(answer == sample.position) }
      if index > 2 {
        let ahead = try #require(answer) - sample.position
        #expect(ahead.length < 4, "sample \(index)")
      }
    }
    let last = try #require(predictor.position(ahead: 1.0 / 30))
    #expect(abs(last.x - 561) < 0.4)
  }

  @Test("a stale first position is forgotten, and a fast start is not", arguments: [40.0, 12])
  func staleStarts(first: Double) throws {
    let context = PredictorContext(horizons: [1.0 / 30], nominalRate: 60)
    let spelling = "learned:adapt=false"
    var (whole, without) = (
      try PredictorCatalogue.standard.predictor(spelling).make(context),
      try PredictorCatalogue.standard.predictor(spelling).make(context)
    )
    // The position before the contact moved, reported with the time of the next one.
    whole.observe(TouchSample(time: 0, position: [-first, 0]))
    var areEqual = true
    for index in 0..<12 {
      let x = Double(index)
      let sample = TouchSample(time: x / 60, position: [6 * x, 0.1 * x * x])
      whole.observe(sample)
      without.observe(sample)
      guard index > 0 else { continue }
      let answers = (whole.position(ahead: 1.0 / 30), without.position(ahead: 1.0 / 30))
      areEqual = areEqual && answers.0 == answers.1 && answers.0 != nil
    }
    // 40 is more than four times 6, and 12 is not.
    #expect(areEqual == (first == 40))
  }

  @Test("regions are stated from the first motion on, and grow with the share")
  func regionsAreStated() throws {
    let context = PredictorContext(horizons: [1.0 / 30], nominalRate: 60)
    var predictor = try PredictorCatalogue.standard.predictor("recommended").make(context)
    for index in 0..<30 {
      let time = Double(index) / 60
      predictor.observe(TouchSample(time: time, position: [90 * time, 40 * time * time]))
      guard index > 1 else { continue }
      let answer = try #require(predictor.predict(ahead: 1.0 / 30))
      let radii = try [0.5, 0.9, 0.99].map { try #require(answer.regionRadius(covering: $0)) }
      #expect(radii[0] < radii[1] && radii[1] < radii[2])
    }
  }

  @Test("the compiled model is the committed file, byte by byte")
  func isTheFile() throws {
    let file = Repository.root.appending(
      path: "Sources/MotionPrediction/Learned/Model/standard-model.npm")
    #expect(try LearnedModel.standard().bytes == Array(try Data(contentsOf: file)))
  }
}
