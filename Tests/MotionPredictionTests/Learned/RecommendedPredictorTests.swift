import Foundation
import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@Suite("Recommended predictor")
struct RecommendedPredictorTests {
  @Test("says what the predictor behind it says, to the last bit")
  func isTheChosen() throws {
    let context = PredictorContext(
      horizons: [0.0167, 0.1], nominalRate: 120, unitsPerMillimeter: 5)
    let catalogue = PredictorCatalogue.standard
    var recommended = try catalogue.predictor("recommended").make(context)
    var chosen = try catalogue.predictor(RecommendedPredictor.chosen).make(context)
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

  @Test("the compiled model is the committed file, byte by byte")
  func isTheFile() throws {
    let file = Repository.root.appending(
      path: "Sources/MotionPrediction/Learned/Model/standard-model.npm")
    #expect(try LearnedModel.standard().bytes == Array(try Data(contentsOf: file)))
  }
}
