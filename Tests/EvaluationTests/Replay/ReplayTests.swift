import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// What a predictor is told, when, and what becomes of its silence.
@Suite struct ReplayTests {
  private static let three = Stroke.timed([(0, 0), (0.01, 1), (0.03, 4)], named: "1")
  private static let two = Stroke.timed([(1, 5), (1.01, 6)], named: "2")

  private func events(
    _ strokes: [Stroke], at horizons: [Horizon], _ replay: EvaluationProtocol = .sample
  ) throws -> [SpyLog.Event] {
    let log = SpyLog()
    let recording = try PreparedRecording(
      .test(strokes), index: 0, horizons: horizons, replay: replay, unit: .automatic)
    let part = RecordingPart(.spy(log), on: recording)
    #expect(part.failure == nil)
    return log.events
  }

  @Test func eachSampleIsObservedThenAskedAboutInOrder() throws {
    let horizon = Horizon(milliseconds: 5)
    let found = try events([Self.three, Self.two], at: [horizon])
    let asked = { (time: Double) -> [SpyLog.Event] in
      [.observe(time), .ask(newest: time, ahead: 0.005)]
    }
    var expected: [SpyLog.Event] = [.begin(predictor: 1)]
    expected += asked(0) + asked(0.01) + asked(0.03) + [.end(0.03), .begin(predictor: 2)]
    expected += asked(1) + asked(1.01) + [.end(1.01)]
    #expect(found == expected)
  }

  @Test func theStateIsFreshAtEveryStrokeIfAskedFor() throws {
    func begins(_ state: EvaluationProtocol.StateScope) throws -> [SpyLog.Event] {
      try events(
        [Self.three, Self.two, Self.three], at: [.frames(1)], .sample { $0.state = state }
      ).filter { if case .begin = $0 { true } else { false } }
    }
    #expect(
      try begins(.recording)
        == [.begin(predictor: 1), .begin(predictor: 2), .begin(predictor: 3)])
    #expect(
      try begins(.stroke)
        == [.begin(predictor: 1), .begin(predictor: 1), .begin(predictor: 1)])
  }

  @Test func noSampleComesFromTheFuture() throws {
    let stroke = Stroke.places((0..<50).map(Double.init))
    for horizon in [-3.0, 0, 1, 6] {
      var observed: [Double] = []
      for event in try events([stroke], at: [.frames(horizon)]) {
        switch event {
        case .observe(let time): observed.append(time)
        case .ask(let newest, let ahead):
          #expect(newest == observed.last)
          #expect(observed.count == 1 || observed[observed.count - 2] < newest)
          #expect(agree(ahead, horizon / 60, absolute: 1e-9))
        case .begin, .device, .end: break
        }
      }
      #expect(observed == stroke.samples.map(\.time))
    }
  }

  /// A predictor that could see ahead would change its past answers with the future.
  @Test(arguments: ["hold", "linear", "polynomial:degree=2,window=5"])
  func whatComesLaterChangesNoAnswer(spelling: String) throws {
    let whole = Stroke.places((0..<40).map { Double($0 * $0 % 17) })
    var changed = whole
    for index in 20..<40 { changed.samples[index].position *= -3 }
    let answers = try [whole, changed].map { stroke in
      Array(
        try scoredStrokes(.spelled(spelling), on: [.test([stroke])], at: .frames(2))[0].predictions)
    }
    #expect(answers[0][..<20] == answers[1][..<20])
    #expect(answers[0][20...] != answers[1][20...])
  }

  @Test func devicePredictionsComeAfterTheirSample() throws {
    func predicted(_ times: [Double]) -> [TouchSample] {
      times.map { TouchSample(time: $0, position: .zero, kind: .predicted) }
    }
    var stroke = Self.three
    stroke.devicePredictions = [
      DevicePredictionBatch(samplesBefore: 0, samples: predicted([9])),
      DevicePredictionBatch(samplesBefore: 2, samples: predicted([0.02, 0.03])),
      DevicePredictionBatch(samplesBefore: 2, samples: predicted([0.025])),
      DevicePredictionBatch(samplesBefore: 3, samples: predicted([0.04])),
      DevicePredictionBatch(samplesBefore: 4, samples: predicted([9])),
    ]
    let found = try events([stroke], at: [])
    #expect(
      found == [
        .begin(predictor: 1), .observe(0), .observe(0.01), .device([0.02, 0.03]), .device([0.025]),
        .observe(0.03), .device([0.04]), .end(0.03),
      ])
  }

  @Test func silenceIsScoredAsHoldAndCounted() throws {
    let stroke = Stroke.places((0..<60).map { Double($0 * $0 % 23) })
    let recordings = [Recording.test([stroke])]
    let silent = try scores(.spy(SpyLog()), on: recordings, at: .frames(2))
    let hold = try scores(.spelled("hold"), on: recordings, at: .frames(2))
    #expect(silent["abstention_share"] == 1)
    #expect(hold["abstention_share"] == 0)
    // What is said of answers alone tells silence from an answer that holds.
    let ofAnswers = Set((MetricSet.answers.metrics + MetricSet.confidence.metrics).map(\.name))
    for metric in MetricSet.allMetrics
    where metric.name != "abstention_share" && !ofAnswers.contains(metric.name) {
      #expect(silent[metric.name] == hold[metric.name], "\(metric.name)")
    }
  }

  @Test func emptyStrokesAndOnesOfASingleSample() throws {
    let empty = Stroke(identifier: "empty", samples: [])
    let single = Stroke.timed([(2, 7)], named: "single")
    let found = try scores(
      .spelled("linear"), on: [.test([empty, single, Self.three])], at: .frames(0))
    #expect(found["scored"] == 4)
    #expect(found["error_max"] == 0)
    let later = try scores(.spelled("linear"), on: [.test([empty, single])], at: .frames(1))
    #expect(later["scored"] == 0)
    #expect(later["dropped"] == 1)
    #expect(later.values.dropFirst(2).allSatisfy { $0 == nil || $0?.isFinite == true })
    let none = try scores(.spelled("linear"), on: [.test([empty])], at: .frames(1))
    #expect(none["scored"] == 0)
    #expect(none["error_mean"] == nil)
  }

  @Test func suppliedAnswersAreFoundByStrokeSampleAndHorizon() throws {
    let empty = Stroke(identifier: "empty", samples: [])
    let recording = Recording.test([empty, Self.three])
    // The second answer is missing, the third for another horizon.
    let supplied = SuppliedPredictions(
      name: "elsewhere",
      answers: [[[], [[(0.01, SIMD2(1, 2))], [(0.01, nil)], [(0.02, SIMD2(9, 9))]]]])
    let found = try scoredStrokes(
      .supplied(supplied), on: [recording], at: Horizon(milliseconds: 10))
    #expect(Array(found[0].predictions) == [SIMD2(1, 2), SIMD2(1, 0), SIMD2(4, 0)])
    #expect((0..<3).map(found[0].hasAbstained) == [false, true, true])
  }
}
