import Testing
import TouchInput

@testable import Reporting

/// What is computed for a replay page: predictions against the truth, and the four stages.
@Suite struct ReplayModelTests {
  /// Times near 5 s and their differences are exact to about 1e-15 s; at 500 px/s that is far below.
  private static let rounding = 1e-6

  @Test func errorsOnALineAreThoseOfItsVelocity() async throws {
    let model = try await ReplayFixture.model(ReplayFixture.line())
    let scored = model.forecasts.rows.filter { $0.truth != nil && $0.index > 4 }
    #expect(scored.count > 40)
    for row in scored {
      let errors = try #require(row.errors)
      // 20 ms at 500 px/s.
      #expect(abs(errors[0] - 10) < Self.rounding)
      #expect(errors[1] < Self.rounding)
    }
    #expect(model.forecasts.rows.last?.truth == nil)
  }

  @Test func theGapOfAStageIsItsDelayTimesTheVelocity() async throws {
    let model = try await ReplayFixture.model(ReplayFixture.line(), ["linear"])
    var means: [LatencyStage: Double] = [:]
    for stage in LatencyStage.allCases {
      let frames = (model.latency.frames[stage] ?? []).filter { $0.contact != nil }
      #expect(frames.count > 8, "\(stage)")
      for frame in frames where stage != .predicted || frame.index > 3 {
        let (gap, delay) = (try #require(frame.gap), try #require(frame.delay))
        #expect(abs(gap - 500 * abs(delay)) < Self.rounding, "\(stage)")
      }
      means[stage] = frames.compactMap(\.gap).reduce(0, +) / Double(frames.count)
    }
    #expect(means[.naive] == means[.coalesced])
    #expect(try #require(means[.perRefresh]) < 0.6 * #require(means[.naive]))
    #expect(try #require(means[.predicted]) < 0.3 * #require(means[.perRefresh]))
  }

  @Test func delaysAreFoundOnACurveAndAtRest() {
    let times = (0..<40).map { Double($0) * 0.01 }
    let track = ContactTrack(
      times: times, positions: times.map { $0 < 0.2 ? [100 * $0, 0] : [20, 0] })
    #expect(abs((track.delay(of: [10, 0], at: 0.15) ?? .nan) - 0.05) < 1e-9)
    #expect(abs((track.delay(of: [18, 3], at: 0.15) ?? .nan) + 0.03) < 1e-9)
    // At rest the contact is where it was: no delay, rather than the longest.
    #expect(abs((track.delay(of: [20, 0], at: 0.3) ?? .nan)) < 1e-9)
    #expect(track.delay(of: [20, 0], at: 0.5) == nil)
    #expect(ContactTrack(times: [0], positions: [[0, 0]]).delay(of: [0, 0], at: 0) == nil)
  }

  @Test func whatAPageCannotHoldIsRefusedWithARemedy() async throws {
    func refusal(_ source: ReplaySource, _ predictors: [String]) async throws -> String {
      do {
        _ = try await ReplayFixture.model(source, predictors)
        return ""
      } catch let error as ReplayError { return error.problem }
    }
    let many = ReplayFixture.line(samples: ReplayModel.mostEvents + 1)
    let tooMany = try await refusal(many, [])
    #expect(tooMany.contains("--stroke") && tooMany.contains("--limit \(ReplayModel.mostEvents)"))
    let empty = try await refusal(many.selecting(touches: [], limit: nil), [])
    #expect(empty.contains("no event"))
    let six = (1...7).map { "polynomial:window=\($0 + 3)" }
    #expect(try await refusal(ReplayFixture.line(), six).contains("7 predictors"))
  }

  @Test func choosingKeepsTouchesAndTheFirstEvents() {
    var source = ReplayFixture.line(named: "a", samples: 4)
    source.batches += ReplayFixture.line(named: "b", samples: 4).batches
    #expect(source.touches == ["a", "b"])
    #expect(source.selecting(touches: ["b"], limit: nil).touches == ["b"])
    let few = source.selecting(touches: nil, limit: 5)
    #expect(few.eventCount == 5)
    #expect(few.batches.count == 5)
  }

  @Test func coalescedSamplesShareABatch() {
    let samples = (0..<6).map { index in
      TouchSample(
        time: Double(index), position: [Double(index), 0],
        kind: index % 3 == 2 ? .actual : .coalesced)
    }
    let guess = DevicePredictionBatch(
      samplesBefore: 3, samples: [TouchSample(time: 4, position: [4, 0], kind: .predicted)])
    let recording = Recording(
      source: "r", scale: LengthScale(unit: .pixel), nominalRate: 1,
      strokes: [Stroke(identifier: "s", samples: samples, devicePredictions: [guess])])
    let source = ReplaySource(title: "r", recording: recording)
    #expect(source.batches.map(\.events.count) == [4, 3])
    let ink = ReplayInk(source.batches)
    #expect(
      source.batches[0].events.map(ink.kind(of:)) == [
        .coalesced, .coalesced, .delivered, .predicted,
      ])
  }
}
