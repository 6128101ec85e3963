import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

/// `window-ms`: which samples a window measured in time holds, and what its predictors say.
@Suite("Windows in milliseconds")
struct TimedWindowTests {
  /// Every kind with a window, with settings under which what the window holds matters.
  static let spellings = [
    "polynomial:degree=0,", "polynomial:degree=2,", "polynomial:degree=3,",
    "polynomial:degree=5,", "polynomial:degree=2,solver=lapack,",
    "weighted-polynomial:degree=1,weights=exponential,",
    "weighted-polynomial:degree=2,weights=triangular,edge=0.3,",
    "weighted-polynomial:degree=1,weights=uniform,loss=huber,",
    "arc:", "arc:anchor=fit,noise=0.2,", "arc:solver=lapack,", "inertial-release:",
    "polynomial:degree=2,window=5+direction-gate:",
    "polynomial:window=3+displacement-cap:factor=1,",
    "polynomial:window=3+speed-gate:high=900,",
  ]

  static let rates = [60.0, 90, 120, 240, 480]

  /// A stroke on a steady clock, of a pen that is tilted for a part of it.
  private static func stroke(rate: Double, from first: Int, count: Int) -> [TouchSample] {
    (first..<(first + count)).map { index in
      let time = Double(index) / rate
      let turn = sineAndCosine(7 * time)
      let noise = sineAndCosine(Double(index * index % 97))
      return TouchSample(
        time: time, position: 50 * SIMD2(turn.sine, turn.cosine * turn.sine) + 0.2 * noise.sine,
        force: index % 3 == 0 ? 0.5 + 0.2 * turn.sine : nil,
        azimuth: index > first + count / 2 ? turn.cosine : nil)
    }
  }

  private func predictor(_ spelling: String) throws -> AnyPredictor {
    try PredictorCatalogue.standard.predictor(spelling).make(PredictorContext(horizons: [0.03]))
  }

  private static func answers(
    _ predictor: AnyPredictor, to strokes: [[TouchSample]]
  ) -> [Prediction?] {
    var (predictor, result): (AnyPredictor, [Prediction?]) = (predictor, [])
    for samples in strokes {
      predictor.beginStroke()
      for sample in samples {
        predictor.observe(sample)
        result += [-0.004, 0.0166, 0.05].map { predictor.predict(ahead: $0) }
      }
      predictor.endStroke(at: samples[samples.count - 1].time + 0.004)
      result.append(predictor.predict(ahead: 0.03))
    }
    return result
  }

  @Test("the same bits as the count that fits, on a steady clock", arguments: spellings, rates)
  func countThatFits(spelling: String, rate: Double) throws {
    let strokes = [
      Self.stroke(rate: rate, from: 0, count: 60),
      Self.stroke(rate: rate, from: 100_000, count: 40),
    ]
    var compared = 0
    for milliseconds in [25.0, 50, 83.4] {
      let count = Int((milliseconds * rate / 1000 * (1 + 0x1p-13)).rounded(.down)) + 1
      guard let counted = try? predictor("\(spelling)window=\(count)") else { continue }
      let timed = try predictor("\(spelling)window-ms=\(milliseconds)")
      let said = Self.answers(timed, to: strokes)
      #expect(said == Self.answers(counted, to: strokes), "\(milliseconds) ms, \(count) samples")
      compared += said.count { $0 != nil }
    }
    #expect(compared > 100)
  }

  /// A window of a whole number of intervals keeps its count, though times are whole microseconds.
  @Test("rounded times do not change the count", arguments: rates)
  func roundedTimes(rate: Double) throws {
    let samples = Self.stroke(rate: rate, from: 0, count: 500).map { sample in
      var sample = sample
      sample.time = (sample.time * 1e6).rounded() / 1e6
      return sample
    }
    for intervals in 1...8 where Double(intervals) / rate >= 0.0082 {
      let timed = try predictor(
        "polynomial:degree=1,window-ms=\(Double(intervals) * 1000 / rate)")
      let counted = try predictor("polynomial:degree=1,window=\(intervals + 1)")
      #expect(
        Self.answers(timed, to: [samples]) == Self.answers(counted, to: [samples]),
        "\(intervals) intervals")
    }
  }

  /// The mean of a window, which degree 0 is, tells what the window holds; here on a clock of two
  /// rates, with pauses, several samples at one time and one that is late.
  @Test("holds what is no older, at any rate", arguments: TestSize.seeds(4, full: 400))
  func holds(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    var predictor = try predictor("polynomial:degree=0,window-ms=40")
    var held: [TouchSample] = []
    var (time, counts) = (0.0, Set<Int>())
    predictor.beginStroke()
    for index in 0..<300 {
      let interval = index / 50 % 2 == 0 ? 0.0166 : 0.0041
      switch random.nextInt(below: 20) {
      case 0: time += 0.2 * random.nextUnit()
      case 1: break
      case 2: time -= 0.5 * interval
      default: time += interval
      }
      let sample = TouchSample(
        time: time, position: SIMD2(random.nextUnit(), random.nextUnit()))
      predictor.observe(sample)
      held.removeAll { $0.time > time }
      held.append(sample)
      held.removeAll { time - $0.time > 0.04 * (1 + 0x1p-13) }
      counts.insert(held.count)
      let mean = held.reduce(SIMD2.zero) { $0 + $1.position } / Double(held.count)
      let said = try #require(predictor.position(ahead: 0.01))
      #expect((said - mean).length < 1e-12, "seed \(seed), sample \(index): \(held.count) held")
    }
    #expect(counts.contains(1) && counts.contains(3) && counts.contains { $0 > 8 })
  }

  @Test("abstains where the window holds too few samples for the degree")
  func abstains() throws {
    let samples = Self.stroke(rate: 60, from: 0, count: 20)
    // One sample in 10 ms at 60 Hz: enough for a mean and for nothing else.
    let mean = Self.answers(try predictor("polynomial:degree=0,window-ms=10"), to: [samples])
    #expect(mean.allSatisfy { $0 != nil })
    for spelling in ["polynomial:degree=1,", "weighted-polynomial:degree=1,", "arc:"] {
      let said = Self.answers(try predictor("\(spelling)window-ms=10"), to: [samples])
      #expect(said.allSatisfy { $0 == nil }, "\(spelling)")
    }
    // Two samples in 20 ms: a line, and no parabola; the same again after a pause.
    var line = try predictor("polynomial:degree=1,window-ms=20")
    var parabola = try predictor("polynomial:degree=2,window-ms=20")
    for (number, sample) in samples.enumerated() {
      var sample = sample
      sample.time += number < 10 ? 0 : 0.5
      line.observe(sample)
      parabola.observe(sample)
      #expect((line.predict(ahead: 0.01) == nil) == (number == 0 || number == 10))
      #expect(parabola.predict(ahead: 0.01) == nil)
    }
  }

  @Test("holds at most 256 samples, the newest")
  func limit() throws {
    let samples = Self.stroke(rate: 1000, from: 0, count: 600)
    for spelling in ["polynomial:degree=2,", "weighted-polynomial:weights=triangular,", "arc:"] {
      let timed = try predictor("\(spelling)window-ms=900")
      let counted = try predictor("\(spelling)window=256")
      #expect(
        Self.answers(timed, to: [samples]) == Self.answers(counted, to: [samples]), "\(spelling)")
    }
  }

  @Test("a spelling gives a count or a time, never both")
  func spelling() throws {
    let catalogue = PredictorCatalogue.standard
    for (text, canonical) in [
      ("polynomial:window-ms=50,degree=2", "polynomial:degree=2,window-ms=50"),
      ("polynomial:window-ms=none", "polynomial:degree=1,window=3"),
      ("arc:window-ms=33.3", "arc:window-ms=33.3"), ("arc", "arc:window=6"),
      (
        "weighted-polynomial:window-ms=40",
        "weighted-polynomial:degree=1,window-ms=40,weights=exponential"
      ),
      ("linear+speed-gate:window-ms=40", "linear+speed-gate:window-ms=40"),
    ] {
      let configured = try catalogue.predictor(text)
      #expect(configured.spelling == canonical)
      #expect(try catalogue.predictor(canonical).spelling == canonical)
    }
    let both =
      "'polynomial': window-ms=50 stands in for window, so window=4 cannot be given too; "
      + "leave one of the two out"
    for text in [
      "polynomial:window=4,window-ms=50", "polynomial:window-ms=50,window=4",
      "polynomial:window=4..9,window-ms=50", "hedge:[hold;polynomial:window=4,window-ms=50]",
    ] {
      let error = #expect(throws: CatalogueError.self) { try catalogue.expand(text) }
      #expect(error?.description.contains(both) == true, "\(error?.description ?? "")")
    }
    for (text, part) in [
      ("polynomial:window-ms=0", "window-ms=0 is outside 1 to 10000"),
      ("arc:window-ms=nan", "window-ms=nan is neither a number nor none"),
      ("hold:window-ms=5", "'hold' has no parameter 'window-ms'"),
    ] {
      let error = #expect(throws: CatalogueError.self) { try catalogue.predictor(text) }
      #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }
  }

  @Test("a range of times is swept, and scales with time")
  func ranges() throws {
    let catalogue = PredictorCatalogue.standard
    let expansion = try catalogue.expand("polynomial:degree=1..3,window-ms=20..100/20")
    #expect(expansion.predictors.count == 15 && expansion.leftOut.isEmpty)
    #expect(expansion.predictors[6].spelling == "polynomial:degree=2,window-ms=40")
    #expect(expansion.predictors[6].swept.map(\.description) == ["degree=2", "window-ms=40"])
    let slower = try catalogue.scaled(expansion.predictors[6], lengthBy: 3, timeBy: 2)
    #expect(slower.spelling == "polynomial:degree=2,window-ms=80")
  }
}
