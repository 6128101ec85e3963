import MotionNumerics
import TouchInput

/// A stream of batches as no sane device would send it, from a seed.
///
/// Pens and fingers come and go, most of them properly; reports are coalesced, predicted and
/// corrected; some are repeated, late, from nowhere, of no number, or after the end.
struct RandomTouches {
  private var random: Xoshiro256StarStar
  private var time = 0.0
  private var nextName = 0
  private var nextIndex = 0.0
  private var down: [(name: String, type: TouchType, place: SIMD2<Double>)] = []
  private var expected: [TouchEvent] = []
  private var sent: [TouchEvent] = []

  init(seed: UInt64) { random = Xoshiro256StarStar(seed: seed) }

  mutating func batches(_ count: Int) -> [TouchBatch] {
    (0..<count).map { TouchBatch(identifier: "\($0)", events: batch()) }
  }

  private mutating func batch() -> [TouchEvent] {
    time += random.nextUnit() * 0.05
    var events: [TouchEvent] = []
    if down.isEmpty || chance(0.1) { events += touchDown() }
    for index in down.indices.reversed() where chance(0.7) { events += move(index) }
    if chance(0.5) { events += corrections() }
    if chance(0.1), !sent.isEmpty { events.append(sent[random.nextInt(below: sent.count)]) }
    if chance(0.1), !events.isEmpty { events.swapAt(0, events.count - 1) }
    sent += events
    return events
  }

  private mutating func chance(_ probability: Double) -> Bool { random.nextUnit() < probability }

  private mutating func touchDown() -> [TouchEvent] {
    nextName += 1
    let type = chance(0.6) ? TouchType.pencil : chance(0.9) ? .direct : .indirectPointer
    down.append(("T\(nextName)", type, SIMD2(random.nextUnit(), random.nextUnit()) * 100))
    return [report(down.count - 1, .began)]
  }

  private mutating func move(_ index: Int) -> [TouchEvent] {
    let ends = chance(0.08)
    let phase: TouchPhase = ends ? (chance(0.3) ? .cancelled : .ended) : .moved
    var events = (0...random.nextInt(below: 3)).map { _ in report(index, phase) }
    if chance(0.03) { events[0].timestamp -= 1 }
    if chance(0.02) { events[0].location.x = .nan }
    if chance(0.02) { events[0].force = .infinity }
    if chance(0.02) { events[0].phase = .regionMoved }
    if !ends || chance(0.2) {
      for _ in 0..<random.nextInt(below: 4) {
        var guess = report(index, .moved)
        guess.isPrediction = true
        events.append(guess)
      }
    }
    if ends { down.remove(at: index) }
    return events
  }

  private mutating func report(_ index: Int, _ phase: TouchPhase) -> TouchEvent {
    nextName += 1
    time += 0.004
    if chance(0.8) {
      down[index].place += SIMD2(random.nextNormal(), random.nextNormal()) * 3
    }
    let expects: TouchProperties = chance(0.6) ? [.force] : chance(0.2) ? [.force, .azimuth] : []
    var event = TouchEvent(
      identifier: "\(nextName)", touchIdentifier: down[index].name, timestamp: time,
      type: down[index].type, phase: phase, force: random.nextUnit(), azimuth: random.nextUnit(),
      location: down[index].place, estimatedProperties: expects,
      estimatedPropertiesExpectingUpdates: expects)
    if chance(0.3) { event.estimatedProperties.formUnion([.azimuth, .altitude]) }
    if !expects.isEmpty, chance(0.97) {
      nextIndex += chance(0.98) ? 1 : 0
      event.estimationUpdateIndex = nextIndex
      expected.append(event)
    }
    return event
  }

  private mutating func corrections() -> [TouchEvent] {
    var events: [TouchEvent] = []
    while !expected.isEmpty, chance(0.7) {
      var event = expected.remove(at: random.nextInt(below: expected.count))
      nextName += 1
      event.identifier = "\(nextName)"
      event.isUpdate = true
      event.isPrediction = false
      event.force = random.nextUnit()
      if chance(0.8) {
        event.estimatedProperties = []
        event.estimatedPropertiesExpectingUpdates = []
      } else {
        expected.append(event)
      }
      events.append(event)
    }
    return events
  }
}
