import TouchInput

/// A callback of one touch, or of several.
func callback(_ phase: TouchPhase, _ touches: String..., at time: Double) -> TouchCallback {
  TouchCallback(
    phase: phase,
    touches: touches.map { touch in
      DeliveredTouch(
        TouchEvent(
          identifier: "\(touch) \(phase) \(time)", touchIdentifier: touch, timestamp: time,
          phase: phase, location: [time, 0]))
    })
}

/// Drives the continuous recognizer through every legal transition, and tries every illegal one.
///
/// - Returns: The transitions that were made, as "began→changed".
func everyTransition() -> Set<String> {
  let ways: [[TouchPhase]] = [
    [.began, .moved, .moved, .ended], [.began, .ended], [.began, .cancelled],
    [.began, .moved, .cancelled], [.began, .ended, .moved], [.began, .cancelled, .ended],
  ]
  var made: Set<String> = []
  for way in ways {
    var recognizer = ContinuousRecognizer(requiresExclusiveTouchType: false)
    for (index, phase) in way.enumerated() {
      let before = recognizer.machine.state
      let outcome = recognizer.handle(callback(phase, "T", at: Double(index)))
      if recognizer.machine.log.count == index + 1 {
        made.insert("\(before)→\(recognizer.machine.state)")
      } else {
        check(!recognizer.machine.rejections.isEmpty && !outcome.warnings.isEmpty, "\(way)")
        check(recognizer.machine.state == before, "an illegal transition changes nothing")
      }
      check(
        (outcome.committed != nil) == (recognizer.machine.log.count > index && phase == .ended),
        "\(way)")
      check(
        (outcome.rolledBack != nil)
          == (recognizer.machine.log.count > index && phase == .cancelled), "\(way)")
    }
    let over = recognizer.machine.state
    check(over.isTerminal, "\(way) is over")
    recognizer.reset()
    check(recognizer.samples.isEmpty && recognizer.trackedTouch == nil, "reset forgets")
    made.insert("\(over)→\(recognizer.machine.state)")
  }
  // Two touches at once.
  var recognizer = ContinuousRecognizer()
  _ = recognizer.handle(callback(.began, "A", "B", at: 0))
  made.insert("possible→\(recognizer.machine.state)")
  recognizer.reset()
  made.insert("failed→\(recognizer.machine.state)")
  // A second touch later is ignored.
  _ = recognizer.handle(callback(.began, "A", at: 1))
  _ = recognizer.handle(callback(.began, "B", at: 2))
  check(recognizer.ignoredTouches == ["B"] && recognizer.machine.state == .began, "one is tracked")
  return made
}

/// Every transition that `everyTransition` makes.
let expectedTransitions: Set<String> = [
  "possible→began", "possible→failed", "began→changed", "began→ended", "began→cancelled",
  "changed→changed", "changed→ended", "changed→cancelled", "ended→possible", "cancelled→possible",
  "failed→possible",
]
