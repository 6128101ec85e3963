import TouchInput

/// A call of a worked case: touches of one phase, the passing of time, or a reset.
struct SeedCall: Decodable {
  var phase: String
  var touches: [SeedTouch]?
  var t: Double?

  /// The call as a recognizer takes it; the number makes the events' names.
  func callback(_ number: Int) -> TouchCallback {
    let phases = [
      "began": TouchPhase.began, "moved": .moved, "ended": .ended, "cancelled": .cancelled,
    ]
    let phase = phases[phase] ?? .stationary
    let delivered = (touches ?? []).map { DeliveredTouch($0.event(number, phase)) }
    return TouchCallback(phase: phase, touches: delivered)
  }
}

/// A touch of a worked case.
struct SeedTouch: Decodable {
  var id: String
  var type: String?
  var t: Double?
  var x: Double
  var y: Double
  var force: Double?

  func event(_ number: Int, _ phase: TouchPhase) -> TouchEvent {
    TouchEvent(
      identifier: "\(id)\(number)", touchIdentifier: id, timestamp: t ?? Double(number),
      type: type == "pencil" ? .pencil : .direct, phase: phase, force: force ?? 1,
      location: SIMD2(x, y))
  }
}
