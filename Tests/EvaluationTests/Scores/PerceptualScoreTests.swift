import Testing

@testable import Evaluation

/// The side effects that need no landmarks, by hand.
@Suite struct PerceptualScoreTests {
  private static func values<Kind: StrokeScore>(
    _ kind: Kind.Type, of moments: [HandMadeStroke.Moment], millimeter: Double? = 1,
    rate: Double = 60
  ) -> [Double?] {
    kind.values(
      of: [HandMadeStroke(moments: moments, rate: rate).scored], millimeter: millimeter,
      rate: rate)
  }

  // MARK: - Along the track

  /// Errors along of −2, 0.25, 1 and 3, and one without direction.
  private static let along =
    [-2.0, 0.25, 1, 3].map {
      HandMadeStroke.Moment(predicted: SIMD2($0, 7), tangent: SIMD2(1, 0))
    } + [.init(predicted: SIMD2(50, 0))]

  @Test func latenessAndOverAnticipation() {
    // Ahead 0, 0.25, 1, 3: p95 at rank 2.85.
    #expect(
      agree(Self.values(AlongTrackScore.self, of: Self.along), [0.5, 1.0625, 2.7, 0.5]))
    #expect(Self.values(AlongTrackScore.self, of: Self.along, millimeter: 3)[3] == 0.25)
    #expect(Self.values(AlongTrackScore.self, of: Self.along, millimeter: nil)[3] == nil)
    #expect(Self.values(AlongTrackScore.self, of: []) == [nil, nil, nil, nil])
  }

  // MARK: - Displacement

  private static func displaced(_ predicted: SIMD2<Double>) -> HandMadeStroke.Moment {
    .init(truth: SIMD2(3, 2), predicted: SIMD2(1, 2) + predicted, anchor: SIMD2(1, 2))
  }

  @Test func wrongDistanceAndOrientation() {
    // The true displacement is (2, 0). Lengths off by 1, 1, 0 and 1.7; angles 0, 90°, 180°, none.
    let moments = [SIMD2(3.0, 0), SIMD2(0.0, -1), SIMD2(-2.0, 0), SIMD2(0.3, 0)]
      .map(Self.displaced)
    let values = Self.values(DisplacementScore.self, of: moments)
    let twoThirds = 2.0 / 3
    #expect(agree(values, [0.925, 90, twoThirds]), "\(values)")
  }

  @Test func orientationsByTheSide() {
    for side in [1.0, -1] {
      let moment = Self.displaced(SIMD2(1, side * 3.0.squareRoot()))
      #expect(agree(Self.values(DisplacementScore.self, of: [moment]), [0, 60, 1]))
    }
    let slight = Self.displaced(SIMD2(3.0.squareRoot(), 1))
    #expect(agree(Self.values(DisplacementScore.self, of: [slight]), [0, 30, 0]))
  }

  @Test func shortDisplacementsHaveNoOrientation() {
    let moment = Self.displaced(SIMD2(1, 1))
    #expect(Self.values(DisplacementScore.self, of: [moment], millimeter: 4)[1...] == [nil, nil])
    #expect(Self.values(DisplacementScore.self, of: [moment], millimeter: nil)[1...] == [nil, nil])
    #expect(Self.values(DisplacementScore.self, of: []) == [nil, nil, nil])
  }

  // MARK: - Jumps

  @Test func jumpsByTheSecond() {
    // Steps of the contact 1; of the prediction 2 (no more than 1 mm longer), 3, 1: one jump in 0.3 s.
    let places = [(0.0, 0.0), (1, 2), (2, 5), (3, 6)]
    let moments = places.map {
      HandMadeStroke.Moment(truth: SIMD2($0.0, 0), predicted: SIMD2($0.1, 0))
    }
    // Changes of the error 1, 2, 0: p99 at rank 1.98.
    let values = Self.values(JumpScore.self, of: moments, rate: 10)
    #expect(agree(values, [1 / 0.3, 1.98]), "\(values)")
    #expect(Self.values(JumpScore.self, of: moments, millimeter: 3, rate: 10)[0] == 0)
    #expect(Self.values(JumpScore.self, of: moments, millimeter: nil)[0] == nil)
    #expect(Self.values(JumpScore.self, of: [moments[0]]) == [nil, nil])
  }

  // MARK: - Area

  @Test func theAreaByTheTrapezoidalRule() {
    // Ahead 2, 1, 0 (behind by 5), with 0.1 s between: 0.15 + 0.05.
    let ahead = [2.0, 1, -5].map {
      HandMadeStroke.Moment(predicted: SIMD2($0, 0), tangent: SIMD2(1, 0))
    }
    #expect(agree(Self.values(OvershootAreaScore.self, of: ahead, rate: 10), [0.2]))
    let strokes = [ahead, Array(ahead.reversed().prefix(2))].map {
      HandMadeStroke(moments: $0, rate: 10).scored
    }
    #expect(agree(OvershootAreaScore.values(of: strokes), [0.125]))
    #expect(Self.values(OvershootAreaScore.self, of: [ahead[0]]) == [nil])
  }
}
