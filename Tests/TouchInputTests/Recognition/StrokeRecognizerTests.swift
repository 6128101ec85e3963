import TestSupport
import Testing

@testable import TouchInput

@Suite struct StrokeRecognizerTests {
  private struct Cases: Decodable {
    struct Config: Decodable {
      var pencil: Bool
      var forceCapable: Bool?

      enum CodingKeys: String, CodingKey {
        case pencil
        case forceCapable = "force_capable"
      }
    }
    struct Case: Decodable {
      var config: Config
      var events: [SeedCall]
      var required: [String]
      var samples: [[Double?]]
      var strokeState: String
    }
    var cases: [String: Case]
  }

  @Test func theWorkedCases() throws {
    let cases = try WorkedCase.read(Cases.self, from: "seeds/speedsketch_recogniser.json").cases
    #expect(cases.count == 7)
    for (name, worked) in cases {
      var settings = StrokeRecognizer.Settings(tool: worked.config.pencil ? .pencil : .finger)
      settings.isForceCapable = worked.config.forceCapable ?? false
      var recognizer = StrokeRecognizer(settings)
      let states = worked.events.enumerated().map { number, call in
        if call.phase == "timer" {
          _ = recognizer.advance(to: call.t ?? .nan)
        } else {
          _ = recognizer.handle(call.callback(number))
        }
        return "\(recognizer.machine.state)"
      }
      #expect(states == worked.required, "\(name)")
      // The cases leave out the force of pens, which every pen has.
      let samples = recognizer.stroke.samples.map {
        [$0.location.x, $0.location.y, worked.config.pencil ? nil : $0.force]
      }
      #expect(samples == worked.samples, "\(name)")
      #expect(recognizer.stroke.state.rawValue == worked.strokeState, "\(name)")
      #expect(recognizer.machine.rejections.isEmpty, "\(name)")
    }
  }

  /// The report of a pen at (x, 0), 4 ms for each unit.
  private func pen(
    _ x: Double, _ phase: TouchPhase = .moved, index: Double? = nil,
    expecting: TouchProperties = [], estimated: TouchProperties? = nil, force: Double = 0.3,
    azimuth: Double = 0, isUpdate: Bool = false, isPrediction: Bool = false, name: String? = nil
  ) -> TouchEvent {
    TouchEvent(
      identifier: name ?? "\(x) \(isUpdate) \(isPrediction)", touchIdentifier: "P",
      timestamp: 0.004 * x, type: .pencil, phase: phase, force: force, azimuth: azimuth,
      location: SIMD2(x, 0), estimationUpdateIndex: index,
      estimatedProperties: estimated ?? expecting, estimatedPropertiesExpectingUpdates: expecting,
      isUpdate: isUpdate, isPrediction: isPrediction)
  }

  private func call(
    _ event: TouchEvent, coalesced: [TouchEvent] = [], predicted: [TouchEvent] = []
  ) -> TouchCallback {
    let touch = DeliveredTouch(event, coalesced: coalesced, predicted: predicted)
    return TouchCallback(phase: event.phase, touches: [touch])
  }

  @Test func allButTheLastOfACallbackAreCoalesced() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(2, .began), coalesced: [pen(0, .began), pen(1, .began)]))
    #expect(recognizer.stroke.samples.map(\.location.x) == [0, 1, 2])
    #expect(recognizer.stroke.samples.map(\.isCoalesced) == [true, true, false])
    _ = recognizer.handle(
      call(pen(4), coalesced: [pen(3)], predicted: [pen(5, isPrediction: true)]))
    #expect(recognizer.stroke.samples.count == 5)
    #expect(recognizer.stroke.predictedSamples.map(\.location.x) == [5])
    #expect(recognizer.stroke.predictedSamples.allSatisfy { $0.isPredicted })
  }

  @Test func coalescedAndPredictedCanBeLeftOut() {
    var settings = StrokeRecognizer.Settings(tool: .pencil)
    (settings.collectsCoalesced, settings.usesPredicted) = (false, false)
    var recognizer = StrokeRecognizer(settings)
    let outcome = recognizer.handle(
      call(
        pen(2, .began), coalesced: [pen(0), pen(1)], predicted: [pen(3, isPrediction: true)]))
    #expect(recognizer.stroke.samples.map(\.location.x) == [2])
    #expect(recognizer.stroke.predictedSamples.isEmpty)
    #expect(
      outcome.ignored.map(\.reason)
        == [.coalescedNotCollected, .coalescedNotCollected, .predictionsNotUsed])
  }

  @Test func everyAcceptedMoveNotifies() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    var told = recognizer.handle(call(pen(0, .began))).notifications
    for x in 1...3 { told += recognizer.handle(call(pen(Double(x)))).notifications }
    told += recognizer.handle(call(pen(4, .ended))).notifications
    #expect(told == [.began, .changed, .changed, .changed, .ended])
  }

  /// Speed Sketch lets old predictions stand where the event's own reports are all too close.
  @Test func anEventWithoutANewSampleReplacesThePredictionsToo() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began), predicted: [pen(5, isPrediction: true)]))
    let outcome = recognizer.handle(
      call(pen(0.05), predicted: [pen(6, isPrediction: true)]))
    #expect(outcome.ignored == [IgnoredEvent(event: "0.05 false false", reason: .tooClose)])
    #expect(recognizer.stroke.predictedSamples.map(\.location.x) == [6])
  }

  /// √0.003 is about 0.05477.
  @Test(arguments: [(0.0547, false), (0.0548, true)])
  func samplesThatAreTooCloseAreDropped(_ step: Double, _ isKept: Bool) {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began)))
    _ = recognizer.handle(call(pen(step)))
    #expect(recognizer.stroke.samples.count == (isKept ? 2 : 1))
  }

  @Test func aLateForceReachesAFinishedStroke() throws {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began, index: 7, expecting: .force)))
    _ = recognizer.handle(call(pen(1, .ended, index: 8, expecting: .force)))
    let finished = recognizer.stroke
    recognizer.reset()
    #expect(recognizer.outstanding.count == 2)
    let first = recognizer.update([pen(1, index: 8, force: 0.9, isUpdate: true)])
    #expect(first.settled.isEmpty)
    let last = recognizer.update([pen(0, index: 7, force: 0.8, isUpdate: true)])
    #expect(last.settled == [finished.identifier])
    #expect(recognizer.outstanding.count == 0)
    var copy = finished
    for edit in first.edits + last.edits { copy.apply(edit.change) }
    #expect(copy.samples.map(\.force) == [0.8, 0.9])
    #expect(copy.samples.allSatisfy { $0.estimatedProperties.isEmpty })
    #expect(copy.isSettled)
    #expect(recognizer.stroke.samples.isEmpty)
  }

  @Test func anEstimatedCorrectionIsNotTheLast() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began, index: 7, expecting: .force)))
    let outcome = recognizer.update([
      pen(0, index: 7, expecting: .force, force: 0.5, isUpdate: true, name: "u1")
    ])
    #expect(recognizer.stroke.samples[0].force == 0.5)
    #expect(recognizer.stroke.samples[0].estimatedProperties == .force)
    #expect(outcome.settled.isEmpty)
    let last = recognizer.update([pen(0, index: 7, force: 0.6, isUpdate: true, name: "u2")])
    #expect(recognizer.stroke.samples[0].force == 0.6)
    #expect(recognizer.stroke.samples[0].estimatedProperties == [])
    #expect(last.settled == [recognizer.stroke.identifier])
  }

  @Test func onlyWhatIsExpectedIsCorrected() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began, index: 7, expecting: .azimuth)))
    let outcome = recognizer.update([pen(0, index: 7, force: 0.9, azimuth: 1, isUpdate: true)])
    #expect(recognizer.stroke.samples[0].force == 0.3)
    #expect(recognizer.stroke.samples[0].azimuth == 1)
    #expect(recognizer.stroke.isSettled && outcome.warnings.isEmpty)
  }

  @Test func anglesAreBackfilledByMeasuredSamplesAndNotByPredictions() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(
      call(
        pen(0, .began, estimated: [.azimuth, .altitude], azimuth: 0.1),
        predicted: [pen(1, azimuth: 0.9, isPrediction: true)]))
    #expect(recognizer.stroke.samples[0].azimuth == 0.1)
    _ = recognizer.handle(call(pen(2, azimuth: 0.5)))
    #expect(recognizer.stroke.samples.map(\.azimuth) == [0.5, 0.5])
  }

  /// What is odd: the events, and what is said of the last.
  struct Oddity: CustomTestStringConvertible {
    let name: String
    let reason: IgnoredEvent.Reason?
    var testDescription: String { name }
  }

  private func outcome(of oddity: String) -> RecognizerOutcome {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(10, .began)))
    switch oddity {
    case "twice": return recognizer.handle(call(pen(10, .moved, name: "10.0 false false")))
    case "unknown": return recognizer.update([pen(10, index: 3, isUpdate: true)])
    case "out of order": return recognizer.handle(call(pen(9)))
    case "prediction with the end":
      return recognizer.handle(call(pen(11, .ended), predicted: [pen(12, isPrediction: true)]))
    case "after the end":
      _ = recognizer.handle(call(pen(11, .ended)))
      return recognizer.handle(call(pen(12)))
    case "prediction after the end":
      _ = recognizer.handle(call(pen(11, .ended)))
      return recognizer.receive(.predictions([pen(12, isPrediction: true)]))
    case "prediction after the reset":
      _ = recognizer.handle(call(pen(11, .ended)))
      recognizer.reset()
      return recognizer.receive(.predictions([pen(12, isPrediction: true)]))
    case "place": return recognizer.handle(call(pen(.nan)))
    case "force": return recognizer.handle(call(pen(12, force: .infinity)))
    case "no number": return recognizer.handle(call(pen(12, expecting: .force)))
    case "began twice": return recognizer.handle(call(pen(12, .began)))
    default: return RecognizerOutcome()
    }
  }

  @Test(arguments: [
    Oddity(name: "twice", reason: .repeated), Oddity(name: "unknown", reason: .unknownUpdate),
    Oddity(name: "out of order", reason: nil),
    Oddity(name: "prediction with the end", reason: .afterEnd),
    Oddity(name: "after the end", reason: .gestureOver),
    Oddity(name: "prediction after the end", reason: .afterEnd),
    Oddity(name: "prediction after the reset", reason: .otherTouch),
    Oddity(name: "place", reason: .notFinite), Oddity(name: "force", reason: nil),
    Oddity(name: "no number", reason: nil), Oddity(name: "began twice", reason: nil),
  ])
  func whatIsOddIsSaid(_ oddity: Oddity) throws {
    let outcome = outcome(of: oddity.name)
    #expect(outcome.warnings.count == 1)
    #expect(outcome.ignored.map(\.reason) == [oddity.reason].compactMap { $0 })
    let warning = try #require(outcome.warnings.first)
    #expect(warning.place.contains("touch P"))
    if oddity.reason == nil {
      #expect(outcome.edits.count == 1)
    }
  }

  @Test func aRepeatedCallbackNeitherNotifiesNorWithdraws() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    let began = call(pen(0, .began), predicted: [pen(1, isPrediction: true)])
    _ = recognizer.handle(began)
    let before = recognizer.stroke
    let outcome = recognizer.handle(began)
    #expect(outcome.notifications.isEmpty && outcome.edits.isEmpty)
    #expect(outcome.warnings.count == 1)
    #expect(outcome.ignored.map(\.reason) == [.repeated, .repeated])
    #expect(recognizer.stroke == before)
  }

  /// The late end of an earlier finger is not a second finger.
  @Test func aStaleEventDoesNotEndTheNextGesture() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began)))
    _ = recognizer.handle(call(pen(1, .ended)))
    recognizer.reset()
    var next = pen(5, .began)
    next.touchIdentifier = "Q"
    _ = recognizer.handle(call(next))
    let stale = recognizer.handle(call(pen(2, .ended)))
    #expect(recognizer.machine.state == .began)
    #expect(stale.ignored.map(\.reason) == [.otherTouch])
    #expect(stale.warnings.count == 1)
  }

  @Test func twoReportsUnderOneNumberAreNotConfused() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began, index: 7, expecting: .force)))
    let outcome = recognizer.handle(call(pen(1, index: 7, expecting: .force)))
    #expect(outcome.warnings.count == 1)
    #expect(recognizer.stroke.samplesExpectingUpdates == [0])
    _ = recognizer.update([pen(0, index: 7, force: 0.9, isUpdate: true)])
    #expect(recognizer.stroke.samples.map(\.force) == [0.9, 0.3])
    #expect(recognizer.stroke.isSettled)
  }

  @Test func aCorrectionOfADroppedReportIsNoSurprise() {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    _ = recognizer.handle(call(pen(0, .began)))
    _ = recognizer.handle(call(pen(0.01, index: 4, expecting: .force)))
    let outcome = recognizer.update([pen(0.01, index: 4, isUpdate: true)])
    #expect(outcome.warnings.isEmpty)
    #expect(outcome.ignored.map(\.reason) == [.tooClose])
    #expect(recognizer.outstanding.count == 0)
  }

  @Test func theClockBeginsAFingerEvenWithoutItsBeingAsked() {
    var recognizer = StrokeRecognizer(.init(tool: .finger))
    let finger = { (time: Double, phase: TouchPhase) in
      self.call(
        TouchEvent(
          identifier: "\(time)", touchIdentifier: "F", timestamp: time, phase: phase,
          location: SIMD2(100 * time, 0)))
    }
    _ = recognizer.handle(finger(1, .began))
    #expect(recognizer.advance(to: 1.05).notifications.isEmpty)
    #expect(recognizer.advance(to: 0.2).notifications.isEmpty)
    #expect(recognizer.clock == 1.05)
    #expect(recognizer.handle(finger(1.2, .moved)).notifications == [.began, .changed])
    #expect(recognizer.cancel().notifications == [.cancelled])
    #expect(recognizer.stroke.state == .cancelled)
    #expect(recognizer.cancel().notifications.isEmpty)
  }
}
