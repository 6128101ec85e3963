import TouchInput

/// Puts the events of one device together into strokes, report by report.
///
/// Contacts are strokes from touch-down to lift; so are runs of hovering and of relative motion
/// without a pause. A report's samples have the time of its SYN_REPORT. Where the clock restarts
/// (`ClockRestarts`), other recordings begin.
struct EvdevAssembly {
  private let device: EvdevDevice
  private let fallbackTool: Recording.Tool
  private var strokes = EvdevStrokes()
  /// The strokes of each session before the clock restarted.
  private var sessions: [EvdevStrokes] = []
  private var clock = ClockRestarts<(event: EvdevEvent, line: Int)>()
  private var latest: Double?
  /// Where the clock restarted.
  private(set) var restarts = RestartLog()
  private var touches: EvdevMultiTouch
  private var single: EvdevSinglePointer
  private var motion = SIMD2<Double>.zero
  private var hasMotion = false
  private var isDropping = false
  private var hasPending = false
  private var anonymous = 0
  /// Contacts that lifted before the device reported their position.
  private(set) var contactsWithoutPosition = 0
  /// How many times the kernel reported dropped events.
  private(set) var losses = 0

  init(_ device: EvdevDevice, tool: Recording.Tool) {
    self.device = device
    fallbackTool = tool
    touches = EvdevMultiTouch(device)
    single = EvdevSinglePointer(device)
  }

  /// Whether the last report has no end.
  var isCutOff: Bool { hasPending }

  /// The fuzz of the device's positions, in its units.
  var fuzz: Int { device.fuzz }

  /// How many contacts were left out because a report had too many.
  var surplusContacts: Int { touches.surplus }

  func recordings(_ source: RecordingSource) -> [Recording] {
    (sessions + [strokes]).flatMap { $0.recordings(source, device) }
  }

  /// Adds one event, with its line.
  mutating func add(_ event: EvdevEvent, line: Int) {
    // One time for each report: reports, not events, are the samples that go on after a restart.
    let isSameReport = latest == event.time
    let release =
      isSameReport
      ? clock.add((event, line)) : clock.add((event, line), at: event.time, after: latest)
    latest = event.time
    if let first = release.held.first, let fall = release.restart {
      restarts.add(fall, line: first.line)
      sessions.append(strokes)
      strokes = EvdevStrokes(after: strokes)
    }
    for held in release.held { add(held.event) }
    if release.passes { add(event) }
  }

  /// Ends the input.
  mutating func finish() {
    for held in clock.finish() { add(held.event) }
  }

  private mutating func add(_ event: EvdevEvent) {
    if event.type == EvdevType.synchronization { return synchronize(event) }
    guard !isDropping else { return }
    hasPending = true
    switch event.type {
    case EvdevType.absolute where EvdevCode.multiTouch.contains(event.code),
      EvdevType.absolute where event.code == EvdevCode.slot:
      touches.add(code: event.code, value: event.value)
    case EvdevType.absolute: single.setAxis(event.code, event.value)
    case EvdevType.key: single.setKey(event.code, isDown: event.value != 0)
    case EvdevType.relative where event.code == EvdevCode.x:
      motion.x += Double(event.value)
      hasMotion = true
    case EvdevType.relative where event.code == EvdevCode.y:
      motion.y += Double(event.value)
      hasMotion = true
    default: break
    }
  }

  private mutating func synchronize(_ event: EvdevEvent) {
    switch event.code {
    case EvdevCode.multiTouchReport where !isDropping:
      touches.endContact()
      hasPending = true
    case EvdevCode.dropped:
      losses += 1
      isDropping = true
      strokes.cancelAll()
      endReport()
    case EvdevCode.report:
      if isDropping {
        isDropping = false
      } else {
        report(event.time)
      }
      endReport()
    default: break
    }
  }

  private mutating func endReport() {
    touches.endReport()
    single.endReport()
    hasMotion = false
    hasPending = false
  }

  private mutating func report(_ time: Double) {
    if touches.isListed {
      reportList(time)
    } else if touches.isUsed {
      reportSlots(time)
    } else {
      reportSingle(time)
    }
    if hasMotion {
      strokes.add(
        TouchSample(time: time, position: motion), to: .motion, tool: .mouse, axes: .relative,
        begins: true)
    }
  }

  // MARK: - Protocol B

  private mutating func reportSlots(_ time: Double) {
    for lift in touches.lifts {
      let position = position(lift.contact)
      let mover = EvdevStrokes.Mover.contact(lift.identifier)
      // A contact that comes and goes within one report was still there.
      if lift.contact.isNew, let sample = sample(lift.contact, time) {
        add(sample, lift.contact, to: mover)
      }
      if position == nil && strokes.last(mover) == nil { contactsWithoutPosition += 1 }
      strokes.lift(mover, time: time, position: lift.contact.isReported ? position : nil)
    }
    for (_, contact) in touches.reports {
      guard let identifier = contact.identifier, let sample = sample(contact, time) else {
        continue
      }
      add(sample, contact, to: .contact(identifier))
    }
  }

  // MARK: - Protocol A

  /// Contacts that are not in the list went up.
  private mutating func reportList(_ time: Double) {
    guard touches.hasList || single.wasLifted else { return }
    var remaining = strokes.movers.filter { $0 != .motion }
    for contact in touches.list {
      guard let sample = sample(contact, time) else {
        contactsWithoutPosition += 1
        continue
      }
      let mover = mover(contact, at: sample.position, among: remaining)
      remaining.removeAll { $0 == mover }
      add(sample, contact, to: mover)
    }
    for mover in remaining { strokes.lift(mover, time: time) }
  }

  /// A contact without an identifier is the nearest of those that had none either.
  private mutating func mover(
    _ contact: EvdevMultiTouch.Contact, at position: SIMD2<Double>, among: [EvdevStrokes.Mover]
  ) -> EvdevStrokes.Mover {
    if let identifier = contact.identifier { return .contact(identifier) }
    var nearest: (mover: EvdevStrokes.Mover, distance: Double)?
    for case .anonymous(let number) in among {
      guard let last = strokes.last(.anonymous(number)) else { continue }
      let offset = last.position - position
      let distance = (offset * offset).sum()
      if nearest.map({ distance < $0.distance }) ?? true {
        nearest = (.anonymous(number), distance)
      }
    }
    if let nearest { return nearest.mover }
    anonymous += 1
    return .anonymous(anonymous)
  }

  private mutating func add(
    _ sample: TouchSample, _ contact: EvdevMultiTouch.Contact, to mover: EvdevStrokes.Mover
  ) {
    strokes.add(
      sample, to: mover, tool: contact.tool == 1 ? .stylus : .finger, axes: .multiTouch,
      begins: touches.isListed || contact.isNew)
  }

  private func position(_ contact: EvdevMultiTouch.Contact) -> SIMD2<Double>? {
    scaled(contact.x, contact.y, .multiTouch)
  }

  private func sample(_ contact: EvdevMultiTouch.Contact, _ time: Double) -> TouchSample? {
    guard let position = position(contact) else { return nil }
    return TouchSample(
      time: time, position: position,
      force: device.part(contact.pressure, axis: EvdevCode.multiTouchPressure))
  }

  // MARK: - One pointer

  private mutating func reportSingle(_ time: Double) {
    let position = scaled(single.x, single.y, .single)
    if single.isTouching {
      strokes.end(.hover)
    } else {
      if single.wasLifted && strokes.last(.single) == nil && position == nil {
        contactsWithoutPosition += 1
      }
      // A pen that leaves may report zeros, which are no position.
      let isNear = single.isNear && single.isReported
      strokes.lift(.single, time: time, position: isNear ? position : nil)
    }
    if !single.isTouching && (!single.isNear || single.wasLifted) { return strokes.end(.hover) }
    guard single.isReported || single.wasTouched, let position else { return }
    let mover = single.isTouching ? EvdevStrokes.Mover.single : .hover
    strokes.add(
      single.sample(time, position), to: mover, tool: single.tool ?? fallbackTool, axes: .single,
      begins: !single.isTouching || single.wasTouched)
  }

  private func scaled(_ x: Int?, _ y: Int?, _ axes: EvdevStrokes.Axes) -> SIMD2<Double>? {
    guard let x, let y else { return nil }
    let position = SIMD2(Double(x), Double(y))
    return EvdevStrokes.resolution(axes, device).map { position / $0 } ?? position
  }
}
