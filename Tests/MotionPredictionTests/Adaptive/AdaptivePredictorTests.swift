import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Adaptive predictors")
struct AdaptivePredictorTests {
  static let kinds = ["lms", "nlms", "rls", "windows-rls"]
  static let spellings =
    kinds + [
      "lms:mode=direct", "nlms:mode=direct", "rls:mode=direct", "rls:memory=cold",
      "rls:spacing=recorded", "rls:spacing=steady,speed-limit=3", "nlms:step=1.9,regularisation=0",
    ]
  static let horizons = [0.004, 0.0167, 0.05, 0.1]

  private func make(_ spelling: String) throws -> any Predictor {
    try PredictorCatalogue.standard.predictor(spelling).make(
      PredictorContext(horizons: Self.horizons))
  }

  /// A circle at a steady 125 Hz.
  private func circle(_ count: Int, from start: Int = 0) -> [TouchSample] {
    (start..<(start + count)).map { index in
      let angle = 0.15 * Double(index)
      return TouchSample(
        time: Double(index) / 125, position: SIMD2(30 * cos(angle), 30 * sin(angle)))
    }
  }

  private func rls(
    _ change: (inout RLSPredictor.Parameters) -> Void = { _ in },
    horizons: [Double] = []
  ) throws -> RLSPredictor {
    var parameters = RLSPredictor.Parameters()
    change(&parameters)
    return try RLSPredictor(parameters, context: PredictorContext(horizons: horizons))
  }

  // MARK: - Learning

  @Test("a prediction never changes with what comes after it", arguments: spellings)
  func causal(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 21)
    let (past, future) = (
      TestStroke.smooth(&random, count: 80), TestStroke.smooth(&random, count: 40)
    )
    func answers(_ predictor: inout some Predictor) -> [[Prediction?]] {
      predictor.beginStroke()
      return past.samples.map { sample in
        predictor.observe(sample)
        return Self.horizons.map { predictor.predict(ahead: $0) }
      }
    }
    var first = try make(spelling)
    let expected = answers(&first)
    for sample in future.samples { first.observe(sample) }
    // Another future between two passes through the same past: with `reset`, all must be as before.
    first.reset()
    #expect(answers(&first) == expected)
  }

  @Test("what is learned is the delayed pairs within strokes, and nothing else")
  func learnsDelayedPairs() throws {
    let (taps, forgetting, regularization) = (3, 0.97, 0.5)
    var predictor = try rls {
      $0.motion.taps = taps
      $0.motion.freeze = 0
      $0.motion.spacing = .steady
      ($0.forgetting, $0.adaptation, $0.regularization) = (forgetting, 0, regularization)
    }
    var random = Xoshiro256StarStar(seed: 22)
    var (design, side) = ([[Double]](), [Double]())
    for _ in 0..<3 {
      let stroke = TestStroke.smooth(&random, count: 40)
      predictor.beginStroke()
      var displacements: [SIMD2<Double>] = []
      for (index, sample) in stroke.samples.enumerated() {
        predictor.observe(sample)
        guard index > 0 else { continue }
        displacements.append(sample.position - stroke.samples[index - 1].position)
        guard index > taps else { continue }
        // The weights as they were before all rows known by now had faded once more.
        for row in design.indices { design[row] = design[row].map { $0 * forgetting.squareRoot() } }
        side = side.map { $0 * forgetting.squareRoot() }
        let unit = recentLength(displacements, memory: 0.9)
        for axis in 0..<2 {
          design.append((1...taps).map { displacements[index - 1 - $0][axis] / unit })
          side.append(displacements[index - 1][axis] / unit)
        }
        try expectSolution(
          predictor.weights, design, side,
          prior: regularization * pow(forgetting, Double(design.count / 2)))
      }
      predictor.endStroke(at: stroke.samples[stroke.samples.count - 1].time)
    }
    #expect(design.count == 3 * (40 - taps - 1) * 2)
  }

  private func recentLength(_ displacements: [SIMD2<Double>], memory: Double) -> Double {
    var (sum, weight, share) = (0.0, 0.0, 1.0)
    for displacement in displacements.reversed() {
      sum += share * displacement.squaredLength
      weight += share
      share *= memory
    }
    return (sum / weight).squareRoot()
  }

  private func expectSolution(
    _ weights: [Double], _ design: [[Double]], _ side: [Double], prior: Double
  ) throws {
    let root = prior.squareRoot()
    let priors = weights.indices.map { row in weights.indices.map { $0 == row ? root : 0 } }
    let solution = try LeastSquares.solve(
      design: design + priors, rightHandSides: [side + weights.indices.map { $0 == 0 ? root : 0 }])
    for (found, expected) in zip(weights, solution.coefficients[0]) {
      #expect(abs(found - expected) < 1e-8)
    }
  }

  @Test("a stroke elsewhere teaches the same: no displacement spans two strokes", arguments: kinds)
  func strokesAreApart(kind: String) throws {
    var random = Xoshiro256StarStar(seed: 23)
    let strokes = (0..<3).map { _ in TestStroke.smooth(&random, count: 40) }
    var (near, far) = (try make(kind), try make(kind))
    for (index, stroke) in strokes.enumerated() {
      let offset = Double(index) * SIMD2(5000, -3000)
      near.beginStroke()
      far.beginStroke()
      for sample in stroke.samples {
        var moved = sample
        moved.position += offset
        moved.time += Double(index) * 64
        near.observe(sample)
        far.observe(moved)
      }
      let expected = try #require(near.predict(ahead: 0.05)).position
      let found = try #require(far.predict(ahead: 0.05)).position - offset
      #expect((found - expected).length < 1e-7)
    }
  }

  @Test("learns a circle, where linear goes off on the tangent", arguments: ["rollout", "direct"])
  func circles(mode: String) throws {
    var adaptive = try make("rls:mode=\(mode),regularisation=0.000001")
    var linear = try LinearPredictor(.init(), context: PredictorContext(horizons: []))
    adaptive.beginStroke()
    let samples = circle(400)
    for sample in samples.prefix(350) {
      adaptive.observe(sample)
      linear.observe(sample)
    }
    let truth = samples[355].position
    let ahead = samples[355].time - samples[349].time
    // Weights of one horizon in `direct` serve it alone; ask for one of the context's.
    let horizon = mode == "direct" ? 0.1 : ahead
    let angle = 0.15 * (349 + horizon * 125)
    let wanted = mode == "direct" ? SIMD2(30 * cos(angle), 30 * sin(angle)) : truth
    let error = (try #require(adaptive.predict(ahead: horizon)).position - wanted).length
    let usual = (try #require(linear.predict(ahead: horizon)).position - wanted).length
    // `direct` learns from a track interpolated by chords: their sagitta is 30·(1 − cos 0.075).
    #expect(error < (mode == "direct" ? 0.1 : 1e-4))
    #expect(usual > 8)
  }

  @Test("weights stay from stroke to stroke when warm, and not when cold")
  func warmAndCold() throws {
    var (warm, cold) = (try rls(), try rls { $0.motion.memory = .cold })
    for sample in circle(200) {
      warm.observe(sample)
      cold.observe(sample)
    }
    #expect(warm.weights == cold.weights)
    let learned = warm.weights
    warm.beginStroke()
    cold.beginStroke()
    #expect(warm.weights == learned)
    #expect(cold.weights == [1, 0, 0, 0, 0, 0, 0, 0])
    warm.reset()
    #expect(warm.weights == [1, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("a contact held still neither teaches nor makes forget")
  func freezes() throws {
    var random = Xoshiro256StarStar(seed: 24)
    let motion = TestStroke.smooth(&random, count: 200).samples
    let last = motion[199]
    var (frozen, awake) = (try rls(), try rls { $0.motion.freeze = 0 })
    for sample in motion {
      frozen.observe(sample)
      awake.observe(sample)
    }
    // The regressor leaves the motion within the taps.
    for index in 1...10_000 {
      let tremor = 0.0001 * SIMD2(random.nextNormal(), random.nextNormal())
      let sample = TouchSample(
        time: last.time + Double(index) / 120, position: last.position + tremor)
      frozen.observe(sample)
      awake.observe(sample)
      if index == 20 { #expect(frozen.weights != [1, 0, 0, 0, 0, 0, 0, 0]) }
    }
    var again = try rls()
    for sample in motion { again.observe(sample) }
    for index in 1...20 {
      again.observe(
        TouchSample(time: last.time + Double(index) / 120, position: last.position))
    }
    #expect(frozen.trace < 2 * again.trace, "nothing was forgotten")
    let drift = zip(frozen.weights, awake.weights).map { abs($0 - $1) }.max() ?? 0
    #expect(drift > 0.05, "without freezing the tremor is learned")
    let (before, after) = (frozen.weights, frozen.trace)
    for index in 1...100 {
      frozen.observe(
        TouchSample(time: last.time + 200 + Double(index) / 120, position: last.position))
    }
    #expect(frozen.weights == before && frozen.trace == after)
  }

  // MARK: - Answering

  @Test("the past is read from the track, and the present is the newest sample", arguments: kinds)
  func past(kind: String) throws {
    var predictor = try make(kind)
    for index in 0..<5 {
      predictor.observe(
        TouchSample(time: Double(index) / 64, position: SIMD2(Double(index * index), 1)))
    }
    #expect(predictor.predict(ahead: 0)?.position == SIMD2(16, 1))
    #expect(predictor.predict(ahead: -1.0 / 64)?.position == SIMD2(9, 1))
    #expect(predictor.predict(ahead: -1.5 / 64)?.position == SIMD2(6.5, 1))
    #expect(predictor.predict(ahead: -1) == nil, "before the stroke")
  }

  @Test("goes on with the newest displacement until the regressor is full", arguments: kinds)
  func shortStroke(kind: String) throws {
    var predictor = try make(kind)
    predictor.observe(TouchSample(time: 0, position: SIMD2(1, 1)))
    #expect(predictor.predict(ahead: 0.01) == nil)
    predictor.observe(TouchSample(time: 0.5, position: SIMD2(2, 3)))
    let answer = try #require(predictor.predict(ahead: 0.25))
    #expect((answer.position - SIMD2(2.5, 4)).length < 1e-12)
    #expect((try #require(answer.velocity) - SIMD2(2, 4)).length < 1e-12)
  }

  @Test(
    "samples left out do not bend a steady motion", arguments: ["rls", "lms", "nlms:leakage=0"])
  func gaps(spelling: String) throws {
    var predictor = try make(spelling)
    let velocity = SIMD2(600.0, -200)
    for index in 0..<200 where !(90..<95).contains(index) && index != 120 && index < 195 {
      let time = Double(index) / 128
      predictor.observe(TouchSample(time: time, position: time * velocity))
      guard index > 100, index < 115 else { continue }
      let answer = try #require(predictor.predict(ahead: 0.05))
      #expect((answer.position - (time + 0.05) * velocity).length < 1e-3, "sample \(index)")
    }
  }

  @Test("other horizons than the context's are interpolated in `direct`")
  func interpolates() throws {
    var predictor = try make("rls:mode=direct")
    for sample in circle(100) { predictor.observe(sample) }
    func offset(_ horizon: Double) throws -> SIMD2<Double> {
      try #require(predictor.predict(ahead: horizon)).position
        - (try #require(predictor.predict(ahead: 0))).position
    }
    #expect((try offset(0.002) - 0.5 * (try offset(0.004))).length < 1e-12)
    let middle = 0.5 * (try offset(0.05) + (try offset(0.1)))
    #expect((try offset(0.075) - middle).length < 1e-12)
    #expect((try offset(0.2) - 2 * (try offset(0.1))).length < 1e-12)
    var alone = try rls { $0.motion.mode = .direct }
    var rolled = try rls()
    for sample in circle(100) {
      alone.observe(sample)
      rolled.observe(sample)
    }
    #expect(alone.predict(ahead: 0.03) == rolled.predict(ahead: 0.03), "no horizons: roll-out")
  }

  @Test("the covariance grows with the horizon and covers the errors", arguments: spellings)
  func covariance(spelling: String) throws {
    var predictor = try make(spelling)
    var random = Xoshiro256StarStar(seed: 25)
    var (inside, count) = (0.0, 0.0)
    // A random walk of displacements: one-step errors are white, as the roll-out takes them to be.
    var (position, displacement) = (SIMD2<Double>.zero, SIMD2(2.0, 1))
    var samples: [TouchSample] = []
    for index in 0..<3000 {
      samples.append(TouchSample(time: Double(index) / 128, position: position))
      displacement =
        0.95 * displacement + SIMD2(0.3 * random.nextNormal(), 0.3 * random.nextNormal())
      position += displacement
    }
    for (index, sample) in samples.enumerated() {
      predictor.observe(sample)
      guard index > 500, index < samples.count - 1 else { continue }
      let near = try #require(predictor.predict(ahead: 1.0 / 128))
      let far = try #require(predictor.predict(ahead: 0.1))
      let (a, b) = (try #require(near.covariance), try #require(far.covariance))
      #expect(a.xx >= 0 && a.yy >= 0 && a.xx * a.yy >= a.xy * a.xy * (1 - 1e-9))
      #expect(b.xx + b.yy > a.xx + a.yy)
      let error = samples[index + 1].position - near.position
      let determinant = a.xx * a.yy - a.xy * a.xy
      let distance =
        (a.yy * error.x * error.x - 2 * a.xy * error.x * error.y + a.xx * error.y * error.y)
        / determinant
      // 90 % of a normal distribution in the plane lie within 2·ln 10.
      inside += distance < 4.605 ? 1 : 0
      count += 1
    }
    #expect((0.8...0.97).contains(inside / count), "\(spelling): \(inside / count)")
  }

  @Test("windows-rls is rls with the published constants")
  func windowsConstants() throws {
    let spelled =
      "rls:taps=3,forgetting=0.999,least-forgetting=0.9,adaptation=0.001,smoothing=0.99,"
      + "regularisation=0.001"
    var (preset, written) = (try make("windows-rls"), try make(spelled))
    for sample in circle(100) {
      preset.observe(sample)
      written.observe(sample)
      #expect(preset.predict(ahead: 0.008) == written.predict(ahead: 0.008))
    }
  }

  @Test("a least forgetting factor above the greatest is refused by name and value")
  func refusesForgetting() {
    let error = #expect(throws: ParameterError.self) {
      try rls { ($0.forgetting, $0.leastForgetting) = (0.8, 0.9) }
    }
    #expect(error?.description == "least-forgetting=0.9 is above forgetting = 0.8")
  }
}
