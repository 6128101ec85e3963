import Evaluation
import MotionPrediction
import Synchronization
import TouchInput

/// Answers by a formula of the newest sample and the horizon: a predictor that may know the motion.
struct FormulaPredictor: Predictor {
  private var newest: TouchSample?
  private let answer: @Sendable (TouchSample, Double) -> SIMD2<Double>?

  init(_ answer: @escaping @Sendable (TouchSample, Double) -> SIMD2<Double>?) {
    self.answer = answer
  }

  mutating func beginStroke() { newest = nil }
  mutating func observe(_ sample: TouchSample) { newest = sample }
  func predict(ahead horizon: Double) -> Prediction? {
    newest.flatMap { answer($0, horizon) }.map { Prediction(position: $0) }
  }
  mutating func reset() { newest = nil }
}

/// Another predictor, which also says how likely it is that contact has ended: the more so the more
/// samples it has seen, and the farther ahead it is asked.
struct LiftSayingPredictor: Predictor {
  private var predictor: any Predictor
  private let rate: Double
  private var count = 0

  init(_ predictor: any Predictor, rate: Double) {
    self.predictor = predictor
    self.rate = rate
  }

  mutating func beginStroke() {
    predictor.beginStroke()
    count = 0
  }
  mutating func observe(_ sample: TouchSample) {
    predictor.observe(sample)
    count += 1
  }
  func predict(ahead horizon: Double) -> Prediction? {
    guard var prediction = predictor.predict(ahead: horizon) else { return nil }
    let frames = max(horizon * rate, 0)
    prediction.liftProbability = min(Double(count) * (10 + frames) / 1500, 1)
    return prediction
  }
  mutating func reset() {
    predictor.reset()
    count = 0
  }
}

/// Writes down all that a predictor is told and asked.
final class SpyLog: Sendable {
  enum Event: Hashable {
    case begin(predictor: Int)
    case observe(Double)
    case device([Double])
    case ask(newest: Double, ahead: Double)
    case end(Double)
  }

  private let state = Mutex((events: [Event](), predictors: 0))

  var events: [Event] { state.withLock { $0.events } }
  /// How many predictors were made.
  var predictors: Int { state.withLock { $0.predictors } }

  func add(_ event: Event) { state.withLock { $0.events.append(event) } }
}

/// Says nothing, and writes down in a log all that happens to it.
///
/// `strokes` counts the strokes that one state has seen, so that a fresh one shows.
struct SpyPredictor: Predictor {
  private let log: SpyLog
  private var strokes = 0
  private var newest = Double.nan

  init(_ log: SpyLog) { self.log = log }

  mutating func beginStroke() {
    strokes += 1
    log.add(.begin(predictor: strokes))
  }
  mutating func observe(_ sample: TouchSample) {
    newest = sample.time
    log.add(.observe(sample.time))
  }
  mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    log.add(.device(samples.map(\.time)))
  }
  mutating func endStroke(at time: Double) { log.add(.end(time)) }
  func predict(ahead horizon: Double) -> Prediction? {
    log.add(.ask(newest: newest, ahead: horizon))
    return nil
  }
  mutating func reset() { strokes = 0 }
}

extension EvaluationSubject {
  /// A predictor of the catalogue by its spelling.
  static func spelled(_ spelling: String) throws -> EvaluationSubject {
    .predictor(try PredictorCatalogue.standard.predictor(spelling))
  }

  /// A predictor of the catalogue by its spelling, which also says when contact ends.
  static func sayingLifts(_ spelling: String) throws -> EvaluationSubject {
    let configured = try PredictorCatalogue.standard.predictor(spelling)
    return .predictor(
      ConfiguredPredictor(kind: configured.kind, settings: configured.settings) {
        context throws(ParameterError) in
        LiftSayingPredictor(try configured.make(context), rate: context.nominalRate)
      })
  }

  /// A predictor that answers by a formula of the newest sample and the horizon.
  static func formula(
    _ name: String = "formula",
    _ answer: @escaping @Sendable (TouchSample, Double) -> SIMD2<Double>?
  ) -> EvaluationSubject {
    .predictor(
      ConfiguredPredictor(kind: name, settings: []) { _ throws(ParameterError) in
        FormulaPredictor(answer)
      })
  }

  /// A predictor that says nothing and writes into a log.
  static func spy(_ log: SpyLog) -> EvaluationSubject {
    .predictor(
      ConfiguredPredictor(kind: "spy", settings: []) { _ throws(ParameterError) in
        SpyPredictor(log)
      })
  }
}

/// A motion known as a function of time.
struct FormulaMotion: Sendable {
  let position: @Sendable (Double) -> SIMD2<Double>

  init(_ position: @escaping @Sendable (Double) -> SIMD2<Double>) { self.position = position }

  /// The predictor that knows it.
  var subject: EvaluationSubject {
    .formula("knowing") { [position] sample, ahead in position(sample.time + ahead) }
  }
}
