import MotionNumerics
import TouchInput

/// Seeded streams of touch events with everything that real ones do, and much that they should not.
///
/// Several touches at once, coalesced reports, predictions that bear the estimation index of the last
/// real report, corrections late, after the end and never, withdrawals, ends by correction, cancels;
/// in hostile streams also events twice, corrections of what is not known, events and predictions after
/// the end, second begins, times that run backwards and positions that are not numbers.
struct EventStreamGenerator {
  /// A touch that is being drawn.
  private struct Touch {
    var name: String
    var location: SIMD2<Double>
    var velocity: SIMD2<Double> = .zero
    var lastIndex = 0
    var pending: [TouchEvent] = []
    var isOver = false
    var hasBegun = false
  }

  private var random: Xoshiro256StarStar
  private let isHostile: Bool
  private var time = 100.0
  private var serial = 0
  private var touches: [Touch] = []
  private var history: [TouchEvent] = []

  private init(seed: UInt64, isHostile: Bool) {
    random = Xoshiro256StarStar(seed: seed)
    self.isHostile = isHostile
  }

  /// The batches of one stream.
  ///
  /// - Parameters:
  ///   - seed: Every third seed makes a hostile stream.
  ///   - length: How many batches before the touches end.
  /// - Returns: The batches, four more than that.
  static func batches(seed: UInt64, length: Int = 14) -> [TouchBatch] {
    var generator = EventStreamGenerator(seed: seed, isHostile: seed.isMultiple(of: 3))
    return generator.batches(length)
  }

  private mutating func batches(_ length: Int) -> [TouchBatch] {
    var batches: [TouchBatch] = []
    for number in 0..<(length + 4) {
      if touches.count < 3, touches.isEmpty || chance(0.1) { begin() }
      var events: [TouchEvent] = []
      for place in touches.indices where touches.count == 1 || chance(0.7) {
        events += callback(of: place, isEnding: number >= length || chance(0.04))
      }
      if isHostile, chance(0.35) { events.insert(oddity(), at: below(events.count + 1)) }
      history += events
      batches.append(TouchBatch(identifier: chance(0.1) ? "batch-\(number)" : "", events: events))
    }
    return batches
  }

  private mutating func begin() {
    touches.append(Touch(name: "T\(touches.count)", location: [unit() * 300, unit() * 300]))
  }

  /// What one callback says of a touch.
  private mutating func callback(of place: Int, isEnding: Bool) -> [TouchEvent] {
    var events = corrections(of: place)
    guard !touches[place].isOver else { return events }
    for _ in 0...below(3) { events.append(report(of: place)) }
    if isEnding {
      events.append(end(of: place))
    } else if chance(0.8) {
      for ahead in 0..<below(5) { events.append(prediction(of: place, ahead: ahead)) }
    }
    if chance(0.3) { events += corrections(of: place) }
    return events
  }

  private mutating func report(of place: Int) -> TouchEvent {
    time += 0.004
    move(place)
    let phase: TouchPhase = touches[place].hasBegun ? .moved : .began
    touches[place].hasBegun = true
    var event = event(of: place, phase: phase)
    if chance(0.7) {
      touches[place].lastIndex = serial
      event.estimationUpdateIndex = Double(serial)
      event.estimatedProperties = .force
      event.estimatedPropertiesExpectingUpdates = chance(0.9) ? .force : [.force, .location]
      touches[place].pending.append(event)
    }
    return event
  }

  private mutating func end(of place: Int) -> TouchEvent {
    touches[place].isOver = true
    time += 0.004
    if chance(0.2), var last = touches[place].pending.last {
      // The end comes as a correction of a report that is already known.
      last.identifier = nextName()
      last.phase = .ended
      last.isUpdate = true
      return last
    }
    return event(of: place, phase: chance(0.2) ? .cancelled : .ended)
  }

  private mutating func prediction(of place: Int, ahead: Int) -> TouchEvent {
    let lead = touches[place].velocity * Double(ahead + 1)
    var event = event(of: place, phase: .moved, offset: lead)
    event.timestamp += 0.004 * Double(ahead + 1)
    event.estimationUpdateIndex = Double(touches[place].lastIndex)
    event.estimatedProperties = [.force, .azimuth, .altitude, .location]
    event.estimatedPropertiesExpectingUpdates = .force
    event.isPrediction = true
    return event
  }

  /// Corrections of some reports, early ones and late; some are never corrected.
  private mutating func corrections(of place: Int) -> [TouchEvent] {
    var events: [TouchEvent] = []
    while !touches[place].pending.isEmpty, chance(0.6) {
      let number = below(touches[place].pending.count)
      var event = touches[place].pending[number]
      event.identifier = nextName()
      event.isUpdate = true
      event.force = unit() * 4
      if event.estimatedPropertiesExpectingUpdates.contains(.location) || chance(0.05) {
        event.location += [grid(unit() * 6 - 3), grid(unit() * 6 - 3)]
      }
      if chance(0.8) {
        event.estimatedProperties = []
        event.estimatedPropertiesExpectingUpdates = []
        touches[place].pending.remove(at: number)
      }
      events.append(event)
    }
    return events
  }

  /// Something that should not come.
  private mutating func oddity() -> TouchEvent {
    let place = below(touches.count)
    var event = event(of: place, phase: .moved)
    switch below(8) {
    case 0:
      if !history.isEmpty { return history[below(history.count)] }
    case 1:
      event.isUpdate = true
      event.estimationUpdateIndex = 1e6 + Double(serial)
    case 2:
      event.isUpdate = true
      event.touchIdentifier = "unknown-\(serial)"
    case 3: event.phase = .began
    case 4: event.timestamp -= 1
    case 5: event.location.x = .nan
    case 6: event.isPrediction = true
    default: event.timestamp = .infinity
    }
    return event
  }

  private mutating func event(
    of place: Int, phase: TouchPhase, offset: SIMD2<Double> = .zero
  ) -> TouchEvent {
    TouchEvent(
      identifier: nextName(), touchIdentifier: touches[place].name, timestamp: time, type: .pencil,
      phase: phase, force: unit() * 4, altitudeAngle: 0.2 + unit(), azimuth: unit() * 6 - 3,
      location: touches[place].location + offset)
  }

  /// Moves a touch, on a grid of half points: at rest, in straight lines, in jumps, back to its start.
  private mutating func move(_ place: Int) {
    if chance(0.3) {
      touches[place].velocity = [grid(unit() * 10 - 5), grid(unit() * 10 - 5)]
    }
    if chance(0.1) { touches[place].velocity = .zero }
    touches[place].location += touches[place].velocity
    let start = history.first { $0.touchIdentifier == touches[place].name }?.location
    if chance(0.05), let start { touches[place].location = start }
  }

  private func grid(_ value: Double) -> Double { (value * 2).rounded() / 2 }

  private mutating func nextName() -> String {
    serial += 1
    return "e\(serial)"
  }

  private mutating func unit() -> Double { random.nextUnit() }
  private mutating func below(_ bound: Int) -> Int { random.nextInt(below: bound) }
  private mutating func chance(_ share: Double) -> Bool { unit() < share }
}
