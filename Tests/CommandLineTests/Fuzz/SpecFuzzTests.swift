import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// Odd spellings: refused with a sentence, or predictors that answer with finite numbers or not at all.
@Suite struct SpecFuzzTests {
  @Test func oddSpellingsAreRefusedOrPredict() throws {
    let findings = try FuzzRun(part: "specs", everyday: 60).findings { random in
      let text = OddInput.spelling(&random)
      let predictors: [ConfiguredPredictor]
      do { predictors = try PredictorCatalogue.standard.expand(text).predictors } catch {
        return "\(error)".isEmpty ? "\(text): no message" : nil
      }
      for configured in predictors.prefix(3) {
        let again = try PredictorCatalogue.standard.predictor(configured.spelling)
        if again.spelling != configured.spelling { return "\(text): \(configured.spelling)" }
        guard var predictor = try? configured.make(OddInput.context(&random)) else { continue }
        if let finding = finding(in: &predictor, &random) { return "\(text): \(finding)" }
      }
      return nil
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  private func finding(
    in predictor: inout any Predictor, _ random: inout TestRandom
  ) -> String? {
    for number in 0..<12 {
      if random.integer(below: 8) == 0 { predictor.beginStroke() }
      predictor.observe(OddInput.sample(number, &random))
      let horizon = random.pick(OddInput.values + [0.0333, 0.0333])
      guard let prediction = predictor.predict(ahead: horizon) else { continue }
      let position = predictor.position(ahead: horizon)
      if !prediction.position.x.isFinite || !prediction.position.y.isFinite {
        return "predicts \(prediction.position) at sample \(number), \(horizon) s ahead"
      }
      if position != prediction.position {
        return "says \(position as Any) and \(prediction.position) of one moment"
      }
    }
    predictor.endStroke(at: random.pick(OddInput.values))
    return nil
  }
}
