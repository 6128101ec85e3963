import Foundation
import TestSupport
import Testing
import TouchInput

@Suite struct ContinuousRecognizerTests {
  private struct Cases: Decodable {
    struct Step: Decodable {
      var state: String
      var samples: [[Double]]
      var tracked: String?
    }
    struct Case: Decodable {
      var events: [SeedCall]
      var trace: [Step]
      var stateLog: [String]
      var rejected: [[String]]
      var actionCalls: Int
    }
    var cases: [String: Case]
  }

  @Test func theWorkedCases() throws {
    let cases = try WorkedCase.read(Cases.self, from: "seeds/continuous_gesture.json").cases
    #expect(cases.count == 6)
    for (name, worked) in cases {
      var recognizer = ContinuousRecognizer()
      for (number, (call, step)) in zip(worked.events, worked.trace).enumerated() {
        if call.phase == "reset" {
          recognizer.reset()
        } else {
          _ = recognizer.handle(call.callback(number))
        }
        let place: Comment = "\(name), event \(number)"
        #expect("\(recognizer.machine.state)" == step.state, place)
        #expect(recognizer.samples.map { [$0.location.x, $0.location.y] } == step.samples, place)
        #expect(recognizer.trackedTouch == step.tracked, place)
      }
      let machine = recognizer.machine
      #expect(worked.events.count == worked.trace.count)
      #expect(machine.log.map { "\($0)" } == worked.stateLog, "\(name)")
      #expect(
        machine.rejections.map { ["\($0.state)", "\($0.assigned)"] } == worked.rejected, "\(name)")
      #expect(machine.actionCount == worked.actionCalls, "\(name)")
    }
  }

  private func call(_ phase: TouchPhase, _ names: String..., at x: Double = 0) -> TouchCallback {
    TouchCallback(
      phase: phase,
      touches: names.map {
        DeliveredTouch(
          TouchEvent(
            identifier: "\($0)\(phase)\(x)", touchIdentifier: $0, timestamp: x, phase: phase,
            location: SIMD2(x, 0)))
      })
  }

  @Test func samplesAreCommittedAtTheEndAndNotBefore() {
    var recognizer = ContinuousRecognizer()
    #expect(recognizer.handle(call(.began, "a", at: 1)).committed == nil)
    #expect(recognizer.handle(call(.moved, "a", at: 2)).committed == nil)
    let outcome = recognizer.handle(call(.ended, "a", at: 3))
    #expect(outcome.committed?.map(\.location.x) == [1, 2, 3])
    #expect(outcome.rolledBack == nil)
  }

  @Test func aCancelledGestureIsRolledBack() {
    var recognizer = ContinuousRecognizer()
    _ = recognizer.handle(call(.began, "a", at: 1))
    let outcome = recognizer.handle(call(.cancelled, "a", at: 2))
    #expect(outcome.committed == nil)
    #expect(outcome.rolledBack?.map(\.location.x) == [1, 2])
    #expect(recognizer.samples.isEmpty)
  }

  @Test func whatIsNotRecordedIsNamed() {
    var recognizer = ContinuousRecognizer()
    _ = recognizer.handle(call(.began, "a"))
    let late = recognizer.handle(call(.began, "b"))
    #expect(late.ignored == [IgnoredEvent(event: "bbegan0.0", reason: .otherTouch)])
    #expect(recognizer.ignoredTouches == ["b"])
    _ = recognizer.handle(call(.ended, "a"))
    let after = recognizer.handle(call(.moved, "a", at: 1))
    #expect(after.ignored == [IgnoredEvent(event: "amoved1.0", reason: .gestureOver)])
    #expect(after.warnings.count == 1)
    #expect(after.warnings.first?.problem == "changed cannot follow ended")
  }

  @Test func coalescedReportsAreRecordedInOrder() {
    var recognizer = ContinuousRecognizer()
    _ = recognizer.handle(call(.began, "a"))
    var move = call(.moved, "a", at: 3)
    move.touches[0].coalesced = [1, 2].map { call(.moved, "a", at: $0).touches[0].delivered }
    move.touches[0].predicted = [call(.moved, "a", at: 4).touches[0].delivered]
    let outcome = recognizer.handle(move)
    #expect(recognizer.samples.map(\.location.x) == [0, 1, 2, 3])
    #expect(recognizer.samples.map(\.isCoalesced) == [false, true, true, false])
    #expect(outcome.ignored.map(\.reason) == [.predictionsNotUsed])
  }

  @Test func itCanBeArchivedInTheMiddle() throws {
    var recognizer = ContinuousRecognizer()
    _ = recognizer.handle(call(.began, "a"))
    _ = recognizer.handle(call(.began, "b"))
    let archive = try JSONEncoder().encode(recognizer)
    var revived = try JSONDecoder().decode(ContinuousRecognizer.self, from: archive)
    #expect(revived == recognizer)
    let end = call(.ended, "a", at: 5)
    #expect(revived.handle(end) == recognizer.handle(end))
    #expect(revived == recognizer)
  }

  /// A finger beside a pen: no second touch where types are exclusive, and one where they are not.
  @Test(arguments: [true, false])
  func anotherTypeIsShutOut(isExclusive: Bool) {
    var recognizer = ContinuousRecognizer(requiresExclusiveTouchType: isExclusive)
    #expect(recognizer.requiresExclusiveTouchType == isExclusive)
    var both = call(.began, "pen", "finger")
    both.touches[0].delivered.type = .pencil
    let outcome = recognizer.handle(both)
    #expect(recognizer.machine.state == (isExclusive ? .began : .failed))
    #expect(outcome.ignored.contains { $0.reason == .otherType } == isExclusive)
    guard isExclusive else { return }
    let moved = recognizer.handle(call(.moved, "finger", at: 3))
    #expect(moved.ignored.map(\.reason) == [.otherType] && moved.warnings.isEmpty)
    recognizer.reset()
    _ = recognizer.handle(call(.began, "finger"))
    #expect(recognizer.trackedTouch == "finger", "the next gesture may be of another type")
  }

  @Test func anArchiveOfAnEarlierVersionIsRevived() throws {
    var recognizer = ContinuousRecognizer()
    _ = recognizer.handle(call(.began, "a"))
    var archive = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(recognizer)) as? [String: Any])
    archive["typeLock"] = nil
    let data = try JSONSerialization.data(withJSONObject: archive)
    let revived = try JSONDecoder().decode(ContinuousRecognizer.self, from: data)
    #expect(revived.samples == recognizer.samples && revived.trackedTouch == "a")
  }
}
