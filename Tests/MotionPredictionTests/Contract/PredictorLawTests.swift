import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// The laws that every predictor of the catalogue keeps, run over every row at its defaults and at a
/// few settings more.
@Suite("Laws of every predictor")
struct PredictorLawTests {
  /// A law that a kind, or one spelling of it, is excused from, with the reason.
  static let exceptions: [String: [String: String]] = [
    "rotation": axisBound, "rotation and translation": axisBound, "constant": gridBound,
  ]

  /// A grid has axes, and a constant that is not on it becomes one that is.
  static let gridBound = ["quantise+polynomial:degree=1,window=4": "a grid is not turned"]
  static let axisBound = axisBoundPeers.merging(gridBound) { first, _ in first }

  /// Answers after a transformation and back agree to this share of the motion's extent: rounding of
  /// a fit whose condition number stays below 1e4.
  static let equivarianceTolerance = 1e-9

  /// Kinds that compute in float32 agree to this share instead: 6e-8 a rounding, through sums of some
  /// hundred products and the features' reciprocal deviations.
  static let singlePrecision: [String: Double] = ["learned": 1e-6, "recommended": 1e-6]

  /// What a prediction says beside position and velocity has no unit of length and is not turned with
  /// the plane; it stays the same to the rounding of weights and lines of order 1.
  static let attributeTolerance = 1e-6

  /// Kinds whose confidence turning the axes changes: Flutter's is the product of both axes' R².
  static let axisBoundConfidence: Set = ["flutter-velocity"]

  /// Kinds that keep what they learned from stroke to stroke, unless spelled `memory=cold`.
  ///
  /// What hostile samples taught them cannot be undone at once, so that "hostile samples do not poison
  /// what follows" means for them: once `cleanStrokes` have followed, their error is at most
  /// `poisonFactor` times that of one that saw the clean strokes alone.
  static let learners: Set = [
    "hedge", "regularise", "lms", "nlms", "rls", "windows-rls", "learned", "recommended",
    "conformal", "lift",
  ]
  static let cleanStrokes = 5
  /// Weights differ for as long as the memory lasts; predictions hardly do.
  static let poisonFactor = 1.5

  static func learns(_ spelling: String) -> Bool {
    let kinds = spelling.split { "+:[];".contains($0) }
    if spelling.contains("memory=cold") { return false }
    return kinds.contains { learners.contains(String($0)) }
  }

  /// Every kind at its defaults, filters before and modifiers behind a predictor, and some settings.
  static let spellings =
    PredictorCatalogue.standard.rows.map { row in
      switch row.role {
      case .predictor, .bank: row.kind
      case .filter: "\(row.kind)+polynomial:degree=1,window=4"
      case .modifier: "polynomial:degree=2,window=5+\(row.kind)"
      }
    }
    + [
      "regularise+hedge:[linear;polynomial:window=4]+direction-gate+blend:share=0.5",
      "rls+jump-gate:while=abstain,settle=0", "kalman+conformal:memory=50+blend",
      "rls+lift+speed-gate",
      "hedge:memory=cold",
      "polynomial:degree=0,window=5", "polynomial:degree=1,window=2",
      "polynomial:degree=2,window=5", "polynomial:degree=3,window=8",
      "polynomial:degree=5,window=16",
      "arc:noise=0,noise-source=given", "arc:window=3,span=0", "arc:window=8,noise=0.3",
      "arc:window=12,anchor=fit,acceleration=0.5,fit=pratt", "arc:anchor=projection,fit=kasa",
      "lms:taps=3,step=0.02,leakage=0.01", "lms:mode=direct", "nlms:taps=4,step=1,regularisation=0",
      "nlms:mode=direct,spacing=recorded", "rls:taps=4,forgetting=0.99,adaptation=0",
      "rls:mode=direct", "rls:memory=cold,freeze=0", "rls:taps=1,spacing=steady,speed-limit=3",
      "weighted-polynomial:degree=2,window=6,weights=triangular,edge=0.3",
      "weighted-polynomial:degree=1,window=9,weights=uniform,loss=huber",
      "desp:smoothing=0.4", "desp:smoothing=0.6,uneven=true",
      "kalman:model=velocity,response=0.02,adaptive=true,measurement-noise=0.3",
      "kalman:model=acceleration,response=0.02,anchor=state,adaptive=false",
      "kalman:model=jerk,response=0.03", "kalman:model=singer,response=0.02,decay=0.05",
      "kalman:model=damped,response=0.01,anchor=state,decay=0.3",
      "kalman:model=acceleration,response=0.02,noise=discrete",
      "imm:first=velocity,second=acceleration,third=singer,measurement-noise=0.05,anchor=state",
      "imm:first=none,second=jerk,second-response=0.03", "learned:adapt=false",
      "polynomial:solver=lapack", "polynomial:degree=2,window=5,solver=lapack",
      "polynomial:degree=3,window=8,solver=lapack", "arc:solver=lapack",
      "arc:window=8,noise=0.3,fit=hyper,solver=lapack", "rls:solver=lapack",
      "polynomial:degree=2,window-ms=60", "arc:window-ms=90,noise=0.3",
      "weighted-polynomial:degree=2,window-ms=80,weights=triangular,edge=0.3",
      "polynomial:degree=1,window-ms=40+speed-gate:window-ms=50",
      "rls:mode=direct,solver=lapack", "rls:memory=cold,freeze=0,solver=lapack",
    ] + peerSpellings
  static let horizons = [-0.02, 0, 0.004, 1.0 / 60, 0.0333, 0.1]

  /// A fresh predictor for a world whose lengths are multiplied by `scale`; with `unitsPerMillimeter`
  /// the scale of that world before, predictors with a unit of their own see the same motion.
  static func fresh(
    _ spelling: String, scaledBy scale: Double = 1, unitsPerMillimeter: Double? = nil
  ) throws -> any Predictor {
    let catalogue = PredictorCatalogue.standard
    let configured = try catalogue.predictor(spelling)
    return try catalogue.scaled(configured, lengthBy: scale).make(
      PredictorContext(
        horizons: horizons, unitsPerMillimeter: unitsPerMillimeter.map { $0 * scale }))
  }

  /// What a predictor says after each sample of each stroke.
  static func answers(
    _ predictor: some Predictor, to strokes: [TestStroke]
  ) -> [[Prediction?]] {
    var predictor = predictor
    return answers(&predictor, to: strokes)
  }

  static func answers(
    _ predictor: inout some Predictor, to strokes: [TestStroke]
  ) -> [[Prediction?]] {
    var result: [[Prediction?]] = []
    for stroke in strokes {
      predictor.beginStroke()
      for (index, sample) in stroke.samples.enumerated() {
        predictor.observe(sample)
        if let batch = stroke.devicePredictions[index] {
          predictor.observeDevicePredictions(batch)
        }
        result.append(horizons.map { predictor.predict(ahead: $0) })
      }
      if let end = stroke.samples.last?.time { predictor.endStroke(at: end) }
    }
    return result
  }

  @Test("finite or nil, for any input", arguments: spellings, TestSize.seeds(4, full: 1000))
  func finiteOrNil(spelling: String, seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let strokes = (0..<3).map { _ in TestStroke.hostile(&random, count: 60) }
    let answers = Self.answers(try Self.fresh(spelling), to: strokes).joined()
    let areFinite = answers.allSatisfy { $0?.isFinite ?? true }
    #expect(areFinite, "\(spelling), seed \(seed)")
  }

  @Test(
    "hostile samples do not poison what follows", arguments: spellings,
    TestSize.seeds(3, full: 250))
  func recovers(spelling: String, seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let hostile = TestStroke.hostile(&random, count: 80)
    if Self.learns(spelling) { return try expectRecovery(spelling, hostile, seed, &random) }
    let smooth = TestStroke.smooth(&random, count: 60)
    let clean = Self.answers(try Self.fresh(spelling), to: [smooth])
    let after = Self.answers(try Self.fresh(spelling), to: [hostile, smooth]).suffix(60)
    let isUnchanged = clean == Array(after)
    #expect(isUnchanged, "\(spelling), seed \(seed)")
  }

  private func expectRecovery(
    _ spelling: String, _ hostile: TestStroke, _ seed: UInt64, _ random: inout Xoshiro256StarStar
  ) throws {
    let clean = (0..<Self.cleanStrokes).map { _ in TestStroke.smooth(&random, count: 60) }
    let probe = TestStroke.smooth(&random, count: 60)
    let expected = Self.answers(try Self.fresh(spelling), to: clean + [probe]).suffix(60)
    let after = Self.answers(try Self.fresh(spelling), to: [hostile] + clean + [probe]).suffix(60)
    let usual = Self.meanError(Array(expected), on: probe)
    let error = Self.meanError(Array(after), on: probe)
    #expect(
      error <= Self.poisonFactor * usual, "\(spelling), seed \(seed): \(error) against \(usual)")
  }

  /// The mean distance of the answers for one horizon from the stroke, interpolated.
  static func meanError(_ answers: [[Prediction?]], on stroke: TestStroke) -> Double {
    let slot = 4
    var (sum, count) = (0.0, 0.0)
    var next = 0
    for (index, sample) in stroke.samples.enumerated() {
      let target = sample.time + horizons[slot]
      while next < stroke.samples.count, stroke.samples[next].time < target { next += 1 }
      guard next < stroke.samples.count, next > 0, let answer = answers[index][slot] else {
        continue
      }
      let (before, behind) = (stroke.samples[next - 1], stroke.samples[next])
      let share = (target - before.time) / (behind.time - before.time)
      let truth = before.position + share * (behind.position - before.position)
      sum += (answer.position - truth).length
      count += 1
    }
    return count > 0 ? sum / count : .infinity
  }

  @Test("a reset predictor is a fresh one", arguments: spellings)
  func resetEqualsFresh(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 11)
    let strokes = (0..<2).map { _ in TestStroke.smooth(&random, count: 40) }
    var used = try Self.fresh(spelling)
    _ = Self.answers(&used, to: strokes)
    used.reset()
    #expect(Self.answers(used, to: strokes) == Self.answers(try Self.fresh(spelling), to: strokes))
  }

  @Test("copies do not disturb each other", arguments: spellings)
  func copies(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 12)
    let (first, second) = (
      TestStroke.smooth(&random, count: 30), TestStroke.smooth(&random, count: 30)
    )
    var original = try Self.fresh(spelling)
    _ = Self.answers(&original, to: [first])
    let before = Self.horizons.map { original.predict(ahead: $0) }
    var copy = original
    _ = Self.answers(&copy, to: [second])
    #expect(Self.horizons.map { original.predict(ahead: $0) } == before)
    let expected = Self.answers(try Self.fresh(spelling), to: [first, second]).suffix(30)
    #expect(Self.answers(original, to: [second]) == Array(expected))
  }

  @Test("the same input gives the same answer, whatever else is asked", arguments: spellings)
  func deterministicAndPure(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 13)
    let stroke = TestStroke.smooth(&random, count: 50)
    let plain = Self.answers(try Self.fresh(spelling), to: [stroke])
    var predictor = try Self.fresh(spelling)
    predictor.beginStroke()
    var together: [Prediction?] = []
    for (index, sample) in stroke.samples.enumerated() {
      predictor.observe(sample)
      if let batch = stroke.devicePredictions[index] { predictor.observeDevicePredictions(batch) }
      for horizon in [0.5, -1, 1e-9, .nan, .infinity] { _ = predictor.predict(ahead: horizon) }
      predictor.predict(ahead: Self.horizons, into: &together)
      #expect(together == plain[index])
      let positions = Self.horizons.map { predictor.position(ahead: $0) }
      #expect(positions == together.map { $0?.position }, "\(spelling)")
    }
  }

  /// A file says which sample is a contact's last; a page that predicts live does not know yet.
  @Test("later strokes do not depend on whether a last sample is named so", arguments: spellings)
  func phasesTeachNothing(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 14)
    let strokes = (0..<12).map { _ in TestStroke.smooth(&random, count: 25) }
    let ended = strokes.map { stroke in
      var stroke = stroke
      stroke.samples[0].phase = .began
      stroke.samples[24].phase = .ended
      return stroke
    }
    // The answers after a last sample itself may differ: a contact that is known to end goes nowhere.
    func before(_ answers: [[Prediction?]]) -> [[Prediction?]] {
      answers.enumerated().filter { $0.offset % 25 < 24 }.map(\.element)
    }
    let plain = before(Self.answers(try Self.fresh(spelling), to: strokes))
    let named = before(Self.answers(try Self.fresh(spelling), to: ended))
    let areEqual = plain == named
    #expect(areEqual, "\(spelling)")
  }

  @Test("nothing is said before the first sample or of no time", arguments: spellings)
  func silentAtFirst(spelling: String) throws {
    var predictor = try Self.fresh(spelling)
    #expect(predictor.predict(ahead: 0.01) == nil)
    predictor.beginStroke()
    #expect(predictor.predict(ahead: 0.01) == nil)
    predictor.observe(TouchSample(time: 0, position: SIMD2(1, 2)))
    #expect(predictor.predict(ahead: .nan) == nil)
    #expect(predictor.predict(ahead: .infinity) == nil)
    predictor.beginStroke()
    #expect(predictor.predict(ahead: 0.01) == nil)
  }

  @Test("a constant input gives that constant, exactly", arguments: spellings)
  func constant(spelling: String) throws {
    let excused = Self.exceptions["constant"]?[spelling] != nil
    // On the grid of `quantise` where that is in the chain.
    let place = excused ? SIMD2(123.5, -8) : SIMD2(123.456, -7.89)
    let stroke = TestStroke(
      samples: (0..<40).map { TouchSample(time: 5 + Double($0) / 120, position: place) })
    let answers = Self.answers(try Self.fresh(spelling), to: [stroke]).joined()
    let areThatPlace = answers.allSatisfy { $0 == nil || $0?.position == place }
    #expect(areThatPlace, "\(spelling)")
  }

  @Test("time may be shifted", arguments: spellings)
  func timeShift(spelling: String) throws {
    // A power of two and times on a dyadic grid, so that shifted times are exact.
    try expectEquivariant(spelling, Transformation(shift: 1024, name: "time shift"))
  }

  @Test("positions may be moved, turned, mirrored and scaled", arguments: spellings)
  func planeTransformations(spelling: String) throws {
    let transformations = [
      Transformation(translation: SIMD2(1000, -300), name: "translation"),
      Transformation(angle: 0.7, name: "rotation"),
      Transformation(angle: 2.9, translation: SIMD2(-5, 8), name: "rotation and translation"),
      Transformation(mirrored: true, name: "mirror"),
      Transformation(scale: 12.72, name: "scale"),
      Transformation(scale: 0.01, name: "small scale"),
    ]
    for transformation in transformations { try expectEquivariant(spelling, transformation) }
  }

  private func expectEquivariant(_ spelling: String, _ transformation: Transformation) throws {
    let kind = spelling.split(separator: ":")[0]
    let excused = Self.exceptions[transformation.name] ?? [:]
    if excused[String(kind)] != nil || excused[spelling] != nil { return }
    for seed in TestSize.seeds(1, full: 5) {
      var random = Xoshiro256StarStar(seed: seed)
      let stroke = TestStroke.smooth(&random, count: TestSize.of(30, full: 50))
      let plain = Self.answers(try Self.fresh(spelling, unitsPerMillimeter: 1), to: [stroke])
      let moved = Self.answers(
        try Self.fresh(spelling, scaledBy: transformation.scale, unitsPerMillimeter: 1),
        to: [stroke.map(transformation.callAsFunction)])
      let tolerance = Self.singlePrecision[String(kind)] ?? Self.equivarianceTolerance
      let limit = tolerance * 100 * transformation.scale
      for (expected, observed) in zip(plain.joined(), moved.joined()) {
        guard let expected else {
          if observed != nil {
            Issue.record("\(spelling), \(transformation.name), seed \(seed): an answer")
          }
          continue
        }
        let wanted = transformation(expected.position)
        guard let answer = observed else {
          Issue.record("\(spelling), \(transformation.name), seed \(seed): no answer")
          continue
        }
        let got = answer.position
        let isExcused = transformation.angle != 0 && Self.axisBoundConfidence.contains("\(kind)")
        let difference = answer.attributeDifference(from: expected, confidence: !isExcused)
        // A macro in a loop of this length would take longer than the predictors.
        if !(difference <= Self.attributeTolerance) {
          Issue.record(
            "\(spelling), \(transformation.name), seed \(seed): attributes differ by \(difference)")
        }
        if !((got - wanted).length <= limit * (1 + wanted.length / 1000)) {
          Issue.record("\(spelling), \(transformation.name), seed \(seed): \(got), not \(wanted)")
        }
      }
    }
  }
}

extension Prediction {
  /// The greatest difference in force, altitude, azimuth (as an angle) and, where asked, confidence;
  /// infinite where only one of the two states one of them.
  func attributeDifference(from other: Prediction, confidence isCompared: Bool) -> Double {
    let turn = azimuth.flatMap { mine in
      other.azimuth.map { abs((mine - $0).remainder(dividingBy: 2 * .pi)) }
    }
    let differences = [
      (isCompared ? confidence : nil, isCompared ? other.confidence : nil),
      (force, other.force), (altitude, other.altitude),
    ].map { mine, theirs -> Double in
      guard let mine, let theirs else { return mine == theirs ? 0 : .infinity }
      return abs(mine - theirs)
    }
    return (differences + [turn ?? (azimuth == other.azimuth ? 0 : .infinity)]).max() ?? 0
  }
}

/// A change of the world that a prediction must follow.
struct Transformation: Sendable {
  var angle = 0.0
  var translation = SIMD2<Double>.zero
  var mirrored = false
  var scale = 1.0
  var shift = 0.0
  var name: String

  func callAsFunction(_ position: SIMD2<Double>) -> SIMD2<Double> {
    let (sine, cosine) = sineAndCosine(angle)
    let turned = SIMD2(
      cosine * position.x - sine * position.y, sine * position.x + cosine * position.y)
    return scale * (mirrored ? SIMD2(-turned.x, turned.y) : turned) + translation
  }

  func callAsFunction(_ sample: TouchSample) -> TouchSample {
    var moved = sample
    moved.time += shift
    moved.position = self(sample.position)
    return moved
  }
}
