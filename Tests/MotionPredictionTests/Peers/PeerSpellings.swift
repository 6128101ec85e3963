import MotionNumerics
import MotionPrediction
import Testing

extension PredictorLawTests {
  /// The peers at settings other than their defaults.
  static let peerSpellings = [
    "chromium-linear:capped=true", "chromium-lsq:gap=1",
    "chromium-kalman:heuristics=true", "chromium-kalman:direction-cutoff=true,capped=true",
    "chromium-kalman:gap=1", "chromium-resampling:latency=-0.0033,bounded=false",
    "androidx-motionprediction:tool=finger,strategy=safe",
    "androidx-motionprediction:tool=finger,strategy=aggressive",
    "androidx-motionprediction:tool=stylus,strategy=safe",
    "androidx-motionprediction:tool=stylus,strategy=balanced,capped=true",
    "ink-stroke-modeler:count=corrected", "ink-stroke-modeler:confidence=false",
    "velocity-tracker:strategy=lsq1", "velocity-tracker:strategy=lsq3",
    "velocity-tracker:strategy=wlsq2-delta", "velocity-tracker:strategy=wlsq2-central",
    "velocity-tracker:strategy=wlsq2-recent", "velocity-tracker:strategy=impulse",
    "velocity-tracker:strategy=int1", "velocity-tracker:strategy=int2",
  ]

  /// Peers that treat the axes of the screen apart, so that turning it changes their answers.
  static let axisBoundPeers = [
    "chromium-kalman:heuristics=true":
      "angles are summed without wrapping, so that the ray of negative y is a turn of 360 degrees",
    "velocity-tracker:strategy=impulse":
      "work is summed for each axis and its root taken, which is not linear",
  ]
}

extension PredictorLawTests {
  @Test("the excuse from turning is needed", arguments: axisBoundPeers.keys.sorted())
  func excuseIsNeeded(spelling: String) throws {
    let turn = Transformation(angle: 2.9, name: "rotation")
    let differs = try (UInt64(1)...5).contains { seed in
      var random = Xoshiro256StarStar(seed: seed)
      let stroke = TestStroke.smooth(&random, count: 50)
      let plain = Self.answers(try Self.fresh(spelling), to: [stroke]).joined()
      let turned = Self.answers(
        try Self.fresh(spelling), to: [stroke.map(turn.callAsFunction)]
      ).joined()
      return zip(plain, turned).contains { before, after in
        guard let before, let after else { return (before == nil) != (after == nil) }
        return (turn(before.position) - after.position).length > 0.01
      }
    }
    #expect(differs, "\(spelling) keeps the law and needs no exception")
  }
}
