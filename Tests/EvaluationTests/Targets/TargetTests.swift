import Testing
import TouchInput

@testable import Evaluation

/// Which moments are scored, against which truth.
@Suite struct TargetTests {
  /// Times and places are decimal fractions.
  private static let tolerance = 1e-9

  private func targets(
    _ stroke: Stroke, at horizon: Horizon, _ change: (inout EvaluationProtocol) -> Void = { _ in },
    rate: Double = 60
  ) throws -> Targets {
    let recording = try PreparedRecording(
      .test([stroke], rate: rate), index: 0, horizons: [horizon], replay: .sample(change),
      unit: .automatic)
    return recording.strokes[0].slots[0].targets
  }

  private func truths(_ targets: Targets) -> [Double?] { targets.map { $0.truth?.x } }

  private let five = Stroke.places([0, 1, 4, 9, 16])

  @Test func truthIsTheTrackBetweenSamples() throws {
    #expect(agree(truths(try targets(five, at: .frames(0))), [0, 1, 4, 9, 16]))
    let half = truths(try targets(five, at: .frames(0.5)))
    #expect(agree(half, [0.5, 2.5, 6.5, 12.5, nil], absolute: Self.tolerance))
    let past = truths(try targets(five, at: .frames(-1.5)))
    #expect(agree(past, [nil, nil, 0.5, 2.5, 6.5], absolute: Self.tolerance))
  }

  @Test func targetsAfterTheLiftAreDroppedOrClamped() throws {
    let dropped = truths(try targets(five, at: .frames(2)))
    #expect(agree(dropped, [4, 9, 16, nil, nil], absolute: Self.tolerance))
    let clamped = truths(try targets(five, at: .frames(2)) { $0.tail = .clamp })
    #expect(agree(clamped, [4, 9, 16, 16, 16], absolute: Self.tolerance))
    // Before the touch-down there is nothing to clamp to.
    let before = truths(try targets(five, at: .frames(-1)) { $0.tail = .clamp })
    #expect(agree(before, [nil, 0, 1, 4, 9], absolute: Self.tolerance))
  }

  @Test(arguments: [(-5, 0), (0, 0), (1, 0), (2, 1), (5, 4)])
  func historySaysFromWhichSample(history: Int, first: Int) throws {
    let found = try targets(five, at: .frames(1)) { $0.history = history }
    #expect(found.map(\.sample) == Array(first..<5))
    #expect(found.map(\.followsPrevious) == (first..<5).map { $0 > first })
    #expect(try targets(five, at: .frames(1)) { $0.history = 6 }.isEmpty)
  }

  @Test func inAGapThatIsTooLongThereIsNoTruth() throws {
    // At 60 Hz the default of 4 intervals is 66.7 ms.
    let stroke = Stroke.timed([(0, 0), (0.016, 1), (0.082, 2), (0.150, 3), (0.166, 4)])
    let horizon = Horizon(milliseconds: 16)
    let found = truths(try targets(stroke, at: horizon))
    // 0.098 lies in a gap of 68 ms; 0.032 in one of 66 ms; 0.166 is a sample.
    let inside = 1 + 16.0 / 66
    #expect(agree(found, [1, inside, nil, 4, nil], absolute: Self.tolerance))
    let unlimited = truths(try targets(stroke, at: horizon) { $0.maximumGap = nil })
    let across = 2 + 16.0 / 68
    #expect(agree(unlimited, [1, inside, across, 4, nil], absolute: Self.tolerance))
    let values = try scores(.spelled("hold"), on: [.test([stroke])], at: horizon)
    #expect(values["scored"] == 3)
    #expect(values["dropped"] == 2)
  }

  @Test func theIndexClockCountsSamples() throws {
    let uneven = Stroke.timed([(5, 0), (5.001, 1), (5.5, 4), (5.5, 9), (6, 16)])
    let found = try targets(uneven, at: .frames(1)) { $0.clock = .index }
    #expect(agree(truths(found), [1, 4, 9, 16, nil], absolute: Self.tolerance))
    #expect(agree(found.map(\.time), (1...5).map { Double($0) / 60 }))
    let linear = try scores(
      .spelled("linear"), on: [.test([uneven])], at: .frames(1), .sample { $0.clock = .index })
    // Hold by 1, then second differences of the squares: 2, 2, 2.
    #expect(agree(linear["error_mean"], 7.0 / 4, absolute: Self.tolerance))
  }

  @Test func exactTruthIsTheClosedFormAndNotWhatWasObserved() throws {
    var stroke = Stroke.places([10, 11, 12])
    stroke.exactPositions = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(2, 0)]
    let found = try targets(stroke, at: .frames(0)) { $0.truth = .exact }
    #expect(agree(truths(found), [0, 1, 2]))
    let values = try scores(
      .spelled("hold"), on: [.test([stroke])], at: .frames(0), .sample { $0.truth = .exact })
    #expect(values["error_mean"] == 10)
  }

  @Test func withoutAClosedFormExactTruthIsRefused() throws {
    var short = five
    short.exactPositions = [.zero]
    for stroke in [five, short] {
      let error = #expect(throws: PreparationError.self) {
        try targets(stroke, at: .frames(1)) { $0.truth = .exact }
      }
      #expect(error?.description.contains("--truth recorded") == true)
    }
  }

  @Test func aSampleWithTheTimeOfTheOneBeforeReplacesItInTheTruth() throws {
    let doubled = Stroke.timed([(0, 0), (0.01, 1), (0.01, 3), (0.02, 4)])
    let found = try targets(doubled, at: Horizon(milliseconds: 10))
    #expect(agree(truths(found), [3, 4, 4, nil], absolute: Self.tolerance))
  }

  @Test func aSampleDatedBackwardsTakesThePlaceOfThoseAfterIt() throws {
    // The third sample was dated in the future by mistake.
    let mistaken = Stroke.timed([(0, 0), (0.01, 1), (7, 2), (0.03, 3), (0.04, 4)])
    let found = try targets(mistaken, at: Horizon(milliseconds: 10))
    #expect(agree(truths(found), [1, 2, nil, 4, nil], absolute: Self.tolerance))
    #expect(found.map(\.sample) == [0, 1, 2, 3, 4])
  }

  @Test(arguments: [
    TouchSample(time: .nan, position: .zero), TouchSample(time: .infinity, position: .zero),
    TouchSample(time: 1, position: SIMD2(.nan, 0)),
    TouchSample(time: 1, position: SIMD2(0, -.infinity)),
  ])
  func aSampleThatIsNoNumberIsRefusedWithItsPlace(sample: TouchSample) throws {
    var stroke = five
    stroke.samples.insert(sample, at: 3)
    let error = #expect(throws: PreparationError.self) { try targets(stroke, at: .frames(1)) }
    #expect(error?.description.contains("sample 4 of stroke '1'") == true)
  }

  @Test(arguments: [0, -60, Double.nan, .infinity])
  func aRateThatIsNoneIsRefused(rate: Double) throws {
    let error = #expect(throws: PreparationError.self) {
      try targets(five, at: .frames(1), rate: rate)
    }
    #expect(error?.description.contains("nominalRateHz") == true)
  }

  @Test func lengthsAreReportedInTheUnitAskedFor() throws {
    let scale = LengthScale(unit: .pixel, unitsPerMillimeter: 4)
    func error(_ unit: EvaluationPlan.ReportUnit, _ scale: LengthScale) throws -> Double? {
      try scores(
        .spelled("hold"), on: [.test([five], scale: scale)], at: .frames(1), unit: unit)[
          "error_mean"]
    }
    #expect(agree(try error(.automatic, scale), 1))
    #expect(agree(try error(.millimeter, scale), 1))
    #expect(agree(try error(.pixel, scale), 4))
    #expect(agree(try error(.native, scale), 4))
    let unknown = LengthScale(unit: .pixel)
    #expect(agree(try error(.automatic, unknown), 4))
    #expect(throws: PreparationError.self) { try error(.millimeter, unknown) }
    #expect(throws: PreparationError.self) { try error(.pixel, LengthScale(unit: .device)) }
  }
}
