import Evaluation
import Foundation
import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// The cases of AOSP's metrics manager, and what it does differently from our own measures.
@Suite struct AOSPScoreTests {
  private static let horizons = (1...5).map { Horizon.frames(Double($0)) }
  /// Positions are sums of steps of at most a few units.
  private static let tolerance = 1e-9
  /// The octagon's errors are given to 4 decimals.
  private static let octagonTolerance = 5.01e-5
  /// Shares of the path are given to 5 decimals, and without the 0.001 of L, here of 50.
  private static let shareTolerance = 2e-5

  /// Seven points of an octagon with steps of 10, and AOSP's pixel as the unit.
  private static let octagon = {
    var position = SIMD2<Double>.zero
    return (0..<7).map { index in
      let angle = -Double(index) * .pi / 4
      defer { position += 10 * SIMD2(cos(angle), sin(angle)) }
      return position
    }
  }()

  private static let table = [(0, 0), (0, 0), (0, 0), (1, 0), (1, 1), (1, 3), (2, 3)].map {
    SIMD2(Double($0), Double($1))
  }

  /// The strokes at every horizon, scored from the second sample on, where lines begin.
  private static func scored(
    _ positions: [SIMD2<Double>], forces: [Double]? = nil, by subject: EvaluationSubject? = nil,
    rate: Double = 60
  ) throws -> [[ScoredStroke]] {
    let samples = positions.enumerated().map { index, position in
      TouchSample(time: Double(index) / rate, position: position, force: forces?[index])
    }
    let recording = Recording.test(
      [Stroke(identifier: "1", samples: samples)],
      scale: LengthScale(unit: .pixel, unitsPerMillimeter: 160 / 25.4), rate: rate)
    return try scoredStrokes(
      subject ?? .spelled("linear"), on: [recording],
      at: (1...5).map { Horizon(frames: Double($0), rate: rate) },
      .sample { $0.history = 2 }, unit: .pixel)
  }

  private static func values<Kind: StrokeScore>(
    _ kind: Kind.Type, of strokes: [[ScoredStroke]], at slot: Int, rate: Double = 60
  ) -> [Double?] {
    var score = Kind(ScoreSettings(millimeter: 160 / 25.4, nominalRate: rate))
    for stroke in strokes { score.add(stroke, at: slot) }
    return score.values()
  }

  private func expectOctagon(_ buckets: [[Double]], along: Double, off: Double) throws {
    let strokes = try Self.scored(Self.octagon)
    for (slot, bucket) in buckets.enumerated() {
      let found = Self.values(AOSPTrajectoryScore.self, of: strokes, at: slot)
      #expect(
        agree(Array(found[..<3]), bucket, absolute: Self.octagonTolerance),
        "horizon \(slot + 1): \(found)")
    }
    let shares = Self.values(AOSPScaleInvariantScore.self, of: strokes, at: 4)
    #expect(agree(shares[2], along, absolute: Self.shareTolerance), "\(shares)")
    #expect(agree(shares[3], off, absolute: Self.shareTolerance), "\(shares)")
    let before = Self.values(AOSPScaleInvariantScore.self, of: strokes, at: 3)
    #expect(before[2] == nil && before[3] == nil && before[0] != nil && before[1] != nil)
  }

  @Test func theOctagon() throws {
    let along = [-2.9289, -17.0711, -38.2843, -50, -35.3553]
    let off = [7.0711, 12.9289, 4.1421, 24.1421, 59.4975]
    try expectOctagon(
      zip(along, off).map { [$0, 0, $1] }, along: 0.57456, off: 0.43113)
  }

  @Test func theOctagonOfTheConformanceFile() throws {
    let octagon = try MeasureVectors.load().octagon
    try expectOctagon(
      octagon.buckets, along: octagon.scaleInvariantAlong, off: octagon.scaleInvariantOff)
  }

  /// The table's errors one by one: along with its sign, off without.
  @Test func theTable() throws {
    let along: [[Double]] = [
      [0, -1, -1, -1, -1], [-1, -1, -3, -1], [-1, -3, 2], [-3, -2], [-2],
    ]
    let off: [[Double]] = [[0, 0, 1, 0, 2], [0, 1, 2, 0], [1, 1, 3], [1, 3], [3]]
    let strokes = try Self.scored(Self.table)
    for slot in along.indices {
      var matches: [MatchedSample] = []
      strokes[0][slot].forEachMatch(rate: 60) { matches.append($0) }
      #expect(agree(matches.map(\.along), along[slot], absolute: Self.tolerance))
      #expect(agree(matches.map { abs($0.off) }, off[slot], absolute: Self.tolerance))
      let found = Self.values(AOSPTrajectoryScore.self, of: strokes, at: slot)
      let mean = along[slot].mean
      let square = try #require(off[slot].map { $0 * $0 }.mean)
      #expect(agree(found[0], mean, absolute: Self.tolerance))
      #expect(agree(found[1], along[slot].populationDeviation, absolute: Self.tolerance))
      #expect(agree(found[2], square.squareRoot(), absolute: Self.tolerance))
    }
  }

  /// Forces on a line through the last two.
  private struct LinearForce: Predictor {
    private var samples: [TouchSample] = []
    mutating func beginStroke() { samples = [] }
    mutating func observe(_ sample: TouchSample) { samples.append(sample) }
    func predict(ahead horizon: Double) -> Prediction? {
      guard let last = samples.last, samples.count > 1, let force = last.force,
        let before = samples[samples.count - 2].force
      else { return nil }
      let step = last.time - samples[samples.count - 2].time
      return Prediction(
        position: last.position, force: force + (force - before) * horizon / step)
    }
    mutating func reset() { samples = [] }
  }

  @Test func thePressures() throws {
    let errors: [[Double]] = [
      [0, 0, -0.5, 0.5, 0], [0, -0.5, -0.5, 1], [-0.5, -0.5, -0.5], [-0.5, -0.5], [-0.5],
    ]
    let subject = EvaluationSubject.predictor(
      ConfiguredPredictor(kind: "force", settings: []) { _ throws(ParameterError) in LinearForce() }
    )
    let strokes = try Self.scored(
      Array(repeating: .zero, count: 7), forces: [0, 0, 0, 0, 0.5, 0.5, 0.5], by: subject)
    for slot in errors.indices {
      let found = Self.values(AOSPPressureScore.self, of: strokes, at: slot)
      let expected = try #require(errors[slot].map { $0 * $0 }.mean).squareRoot()
      #expect(agree(found, [expected], absolute: Self.tolerance), "horizon \(slot + 1)")
    }
    let unmeasured = try Self.scored(Array(repeating: .zero, count: 7), by: subject)
    #expect(Self.values(AOSPPressureScore.self, of: unmeasured, at: 0) == [nil])
  }

  @Test func aConstantIsPerfectAndHasNoHighSpeed() throws {
    let strokes = try Self.scored(Array(repeating: SIMD2(3, 4), count: 7))
    for slot in Self.horizons.indices {
      let found = Self.values(AOSPTrajectoryScore.self, of: strokes, at: slot)
      #expect(found == [0, 0, 0, nil, nil])
    }
    #expect(Self.values(AOSPScaleInvariantScore.self, of: strokes, at: 4) == [0, 0, 0, 0])
  }

  @Test func withoutAStepTheWholeErrorCountsTwice() throws {
    let strokes = try Self.scored(
      Array(repeating: .zero, count: 7), by: .formula { _, _ in SIMD2(-3, 4) })
    let found = Self.values(AOSPTrajectoryScore.self, of: strokes, at: 0)
    #expect(found == [5, 0, 5, nil, nil])
  }

  /// 1100 dp/s at 240 Hz are 4.58 dp a step.
  @Test func onlyFastStepsAtTheLastTwoHorizonsAreOfHighSpeed() throws {
    let strokes = try Self.scored(
      (0..<12).map { SIMD2(5 * Double($0), 0) },
      by: .formula { sample, ahead in sample.position + SIMD2(1200 * ahead - 2, 3) }, rate: 240)
    for slot in Self.horizons.indices {
      let found = Self.values(AOSPTrajectoryScore.self, of: strokes, at: slot, rate: 240)
      let expected: [Double?] = slot >= 3 ? [2, 3] : [nil, nil]
      #expect(agree(Array(found[3...]), expected, absolute: Self.tolerance), "\(found)")
    }
    let slow = try Self.scored(
      (0..<12).map { SIMD2(4.5 * Double($0), 0) }, rate: 240)
    let found = Self.values(AOSPTrajectoryScore.self, of: slow, at: 4, rate: 240)
    #expect(found[0] != nil && found[3] == nil && found[4] == nil)
  }

  /// Truth is a sample, and only one less than a quarter interval away.
  @Test func aTargetBetweenSamplesHasNoMatch() {
    let track = MotionTrack(
      times: [0, 0.016, 0.032, 0.048], positions: Array(repeating: .zero, count: 4),
      longestGap: .infinity)
    #expect(track.index(nearest: 0.0195, within: 0.004) == 1)
    #expect(track.index(nearest: 0.0205, within: 0.004) == nil)
    #expect(track.index(nearest: 0.0285, within: 0.004) == 2)
    #expect(track.index(nearest: 0.0515, within: 0.004) == 3)
    #expect(track.index(nearest: 0.0525, within: 0.004) == nil)
    #expect(track.index(nearest: -1, within: 0.004) == nil)
    let empty = MotionTrack(times: [], positions: [], longestGap: 1)
    #expect(empty.index(nearest: 0, within: 1) == nil)
  }

  /// A short history is extrapolated to the full length.
  @Test func theRecentPathByHand() throws {
    let track = MotionTrack(
      times: [0, 1, 2, 3], positions: [0.0, 1, 3, 6].map { SIMD2($0, 0) }, longestGap: 1)
    let path = RecentPath(ScoreSettings(millimeter: 160 / 25.4, nominalRate: 60))
    #expect(path.length(of: track, upTo: 0, segments: 2) == nil)
    #expect(agree(path.length(of: track, upTo: 1, segments: 2), 2.001))
    #expect(agree(path.length(of: track, upTo: 3, segments: 2), 5.001))
    #expect(agree(path.length(of: track, upTo: 3, segments: 6), 12.001))
  }
}
