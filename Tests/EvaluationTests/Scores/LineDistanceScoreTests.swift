import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// How far the drawn line is from the contact's path, and what coalescing gives.
@Suite struct LineDistanceScoreTests {
  private static let millimeters = Horizon(milliseconds: 10)

  /// Around a right angle, in five samples 10 ms apart.
  private static let corner = Stroke(
    identifier: "corner",
    samples: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(2, 0), SIMD2(2, 1), SIMD2(2, 2)].enumerated().map {
      TouchSample(time: 3 + 0.01 * Double($0.offset), position: $0.element)
    })

  /// A screen that refreshes at a rate, and draws what it is given of each refresh.
  private static func display(
    _ delivery: DisplayPipeline.Delivery, rate: Double = 25, latency: Double = 0
  ) -> EvaluationProtocol {
    var (replay, pipeline) = (EvaluationProtocol.display, DisplayPipeline())
    pipeline.refreshRate = rate
    pipeline.delivery = delivery
    pipeline.inputLatency = latency
    replay.pipeline = pipeline
    return replay
  }

  private static func distances(
    _ stroke: Stroke, _ replay: EvaluationProtocol, _ spelling: String = "hold"
  ) throws -> [Double?] {
    let found = try scores(
      .spelled(spelling), on: [.test([stroke], rate: 100)], at: millimeters, replay)
    return LineDistanceScore.metrics.map { found[$0.name] }
  }

  /// Ticks at 0 and 40 ms: the newest touches are the first and the last, and the line is a diagonal.
  ///
  /// The corner is √2 away from it, the samples beside it are half of that.
  @Test func aLineThroughTheNewestTouchesCutsTheCorner() throws {
    let root = 2.0.squareRoot()
    for spelling in ["hold", "linear"] {
      let naive = try Self.distances(Self.corner, Self.display(.newest), spelling)
      // Of 0, 0, √2/2, √2/2 and √2 the 95 % quantile is at place 3.8.
      #expect(agree(naive, [2 * root / 5, 0.9 * root, root], absolute: 1e-12))
      #expect(try Self.distances(Self.corner, Self.display(.coalesced), spelling) == [0, 0, 0])
      // Every touch is the newest of a frame of 10 ms.
      let fast = Self.display(.newest, rate: 100)
      #expect(try Self.distances(Self.corner, fast, spelling) == [0, 0, 0])
    }
  }

  /// A frame of input latency moves every frame and no corner of the line.
  @Test func latencyAndTheOutputDoNotMatter() throws {
    let late = Self.display(.newest, latency: 0.04)
    #expect(
      try Self.distances(Self.corner, late) == Self.distances(Self.corner, Self.display(.newest)))
    #expect(try Self.distances(Self.corner, .sample) == [0, 0, 0])
  }

  @Test func anExactPathIsComparedWithTheLineThroughNoisySamples() throws {
    var stroke = Stroke.sampled(rate: 100, count: 9) { SIMD2(100 * $0, 0) }
    stroke.exactPositions = stroke.samples.map { $0.position + SIMD2(0, 0.25) }
    for delivery in [DisplayPipeline.Delivery.newest, .coalesced] {
      var replay = Self.display(delivery)
      replay.truth = .exact
      let found = try Self.distances(stroke, replay)
      #expect(agree(found, [0.25, 0.25, 0.25], absolute: 1e-12))
    }
  }

  /// The search by rectangles against every segment, on lines that cross themselves and stand still.
  @Test(arguments: [0, 1, 2, 3, 16, 17, 18, 33, 500])
  func theNearestSegmentIsFound(count: Int) {
    var random = Xoshiro256StarStar(seed: UInt64(count))
    for round in 0..<4 {
      var place = SIMD2<Double>.zero
      let line = (0..<count).map { index -> SIMD2<Double> in
        if index % 7 != 3 { place += SIMD2(random.nextNormal(), random.nextNormal()) }
        return place
      }
      let path = (0..<60).map { index in
        (round < 2 && count > 0 ? line[index * count / 60] : .zero)
          + Double(round) * SIMD2(random.nextNormal(), random.nextNormal())
      }
      let found = DrawnLine(through: line).distances(of: path)
      let expected = path.compactMap { $0.distance(toPolyline: line) }
      #expect(found.count == (count > 0 ? path.count : 0))
      #expect(agree(found.map { $0 }, expected.map { $0 }, absolute: 1e-12), "round \(round)")
      if round == 0, count > 0 { #expect(found.allSatisfy { $0 == 0 }) }
    }
  }

  @Test func nothingWithoutStrokes() {
    let score = LineDistanceScore(ScoreSettings(millimeter: 1, nominalRate: 60))
    #expect(score.values() == [nil, nil, nil])
  }
}
