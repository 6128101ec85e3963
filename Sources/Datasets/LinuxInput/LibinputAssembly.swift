import TouchInput

/// Puts the events that libinput printed of one device together into strokes.
struct LibinputAssembly {
  /// The device as far as its first line tells.
  private(set) var device = EvdevDevice()
  /// Indicates whether positions are percent of the screen.
  private(set) var hasPercent = false

  private let fallbackTool: Recording.Tool
  private var strokes = EvdevStrokes()
  private var motion = SIMD2<Double>.zero
  private var size: SIMD2<Double>?
  private var tool: Recording.Tool?
  private var isDown = false
  private var isButtonDown = false

  init(tool: Recording.Tool) { fallbackTool = tool }

  /// The recordings of all events so far.
  func recordings(_ source: RecordingSource) -> [Recording] { strokes.recordings(source, device) }

  /// Adds an event; false, with the state unchanged, if its values cannot be read.
  mutating func add(_ event: LibinputEventLine) -> Bool {
    guard let time = event.time else {
      if event.type == "DEVICE_ADDED" { describe(event) }
      return true
    }
    switch event.type {
    case "POINTER_MOTION": return move(event, time)
    case "POINTER_MOTION_ABSOLUTE": return moveTo(event, time)
    case "POINTER_BUTTON":
      if event.words.contains(where: { $0.hasPrefix("BTN_LEFT") }) { press(event, time) }
      return true
    case "TOUCH_DOWN", "TOUCH_MOTION", "TOUCH_UP", "TOUCH_CANCEL": return touch(event, time)
    case "TABLET_TOOL_PROXIMITY", "TABLET_TOOL_AXIS", "TABLET_TOOL_TIP": return draw(event, time)
    default: return true
    }
  }

  /// Reads name, capabilities and size of the device, such as `cap:t  size 344x194mm`.
  private mutating func describe(_ event: LibinputEventLine) {
    let capabilities = event.words.first { $0.hasPrefix("cap:") }?.dropFirst(4) ?? ""
    if let index = event.words.firstIndex(where: { $0 == "size" }), index + 1 < event.words.count {
      let numbers = event.words[index + 1].replacing("mm", with: "").split(separator: "x")
      if numbers.count == 2, let width = LibinputEventLine.number(numbers[0]),
        let height = LibinputEventLine.number(numbers[1]), width > 0, height > 0
      {
        size = SIMD2(width, height)
      }
    }
    let millimeters = EvdevDevice.Axis(minimum: 0, maximum: 0, resolution: 1)
    if capabilities.contains("T") {
      for code in [EvdevCode.x, EvdevCode.y] { device.axes[code] = millimeters }
    } else if capabilities.contains("t") {
      device.properties.insert(EvdevProperty.direct)
      for code in [EvdevCode.multiTouchX, EvdevCode.multiTouchY] { device.axes[code] = millimeters }
    } else if capabilities.contains("p"), capabilities.contains("g") || size != nil {
      device.keys.insert(EvdevCode.fingerTool)
      for code in [EvdevCode.multiTouchX, EvdevCode.multiTouchY] { device.axes[code] = millimeters }
    } else if capabilities.contains("p") {
      device.relativeAxes = [EvdevCode.x, EvdevCode.y]
      device.keys.insert(EvdevCode.leftButton)
    }
  }

  // MARK: - Pointers

  private mutating func move(_ event: LibinputEventLine, _ time: Double) -> Bool {
    guard let step = event.pair(0) else { return false }
    motion += step
    strokes.add(
      TouchSample(time: time, position: motion), to: .motion, tool: .mouse, axes: .relative,
      begins: true)
    return true
  }

  private mutating func moveTo(_ event: LibinputEventLine, _ time: Double) -> Bool {
    guard let percent = event.pair(0) else { return false }
    if size == nil { hasPercent = true }
    setResolution([EvdevCode.x, EvdevCode.y], size != nil)
    let position = size.map { percent / 100 * $0 } ?? percent
    if isButtonDown { strokes.end(.hover) } else { strokes.end(.single) }
    strokes.add(
      TouchSample(time: time, position: position), to: isButtonDown ? .single : .hover,
      tool: fallbackTool, axes: .single, begins: true)
    return true
  }

  private mutating func press(_ event: LibinputEventLine, _ time: Double) {
    isButtonDown = event.words.contains { $0.hasPrefix("pressed") }
    if !isButtonDown { strokes.lift(.single, time: time) }
  }

  // MARK: - Touches

  private mutating func touch(_ event: LibinputEventLine, _ time: Double) -> Bool {
    guard let slot = event.words.first.flatMap({ Int($0) }) else { return false }
    let mover = EvdevStrokes.Mover.contact(slot)
    switch event.type {
    case "TOUCH_UP": strokes.lift(mover, time: time)
    case "TOUCH_CANCEL": strokes.end(mover, phase: .cancelled)
    default:
      // Slot and seat slot, percent of the screen, and millimeters.
      guard let position = event.pair(4) else { return false }
      setResolution([EvdevCode.multiTouchX, EvdevCode.multiTouchY], true)
      if event.type == "TOUCH_DOWN" { strokes.end(mover) }
      strokes.add(
        TouchSample(time: time, position: position), to: mover, tool: .finger, axes: .multiTouch,
        begins: event.type == "TOUCH_DOWN")
    }
    return true
  }

  // MARK: - Pens

  private static let tools: [Substring: Recording.Tool] = [
    "pen": .stylus, "eraser": .stylus, "brush": .stylus, "pencil": .stylus, "airbrush": .stylus,
    "mouse": .mouse, "lens": .mouse,
  ]

  private mutating func draw(_ event: LibinputEventLine, _ time: Double) -> Bool {
    if event.type == "TABLET_TOOL_PROXIMITY" {
      tool = event.words.lazy.compactMap { Self.tools[$0] }.first ?? tool
      // Old versions print no position here.
      guard event.pair(0) != nil, event.words.contains("proximity-in") else {
        return leave(event)
      }
    }
    guard let sample = sample(event, time) else { return false }
    setResolution([EvdevCode.x, EvdevCode.y], true)
    if event.type == "TABLET_TOOL_TIP" {
      guard event.words.last == "down" || event.words.last == "up" else { return false }
      isDown = event.words.last == "down"
      if isDown {
        strokes.end(.hover)
      } else {
        strokes.lift(.single, time: time, position: sample.position)
        return true
      }
    }
    strokes.add(
      sample, to: isDown ? .single : .hover, tool: tool ?? fallbackTool, axes: .single,
      begins: !isDown || event.type == "TABLET_TOOL_TIP")
    return true
  }

  private mutating func leave(_ event: LibinputEventLine) -> Bool {
    guard event.words.contains("proximity-out") else { return event.words.contains("proximity-in") }
    strokes.end(.hover)
    if isDown { strokes.end(.single) }
    isDown = false
    return true
  }

  private func sample(_ event: LibinputEventLine, _ time: Double) -> TouchSample? {
    guard let position = event.pair(0) else { return nil }
    var sample = TouchSample(
      time: time, position: position,
      force: isDown || event.words.last == "down" ? event.number(after: "pressure:") : nil)
    if let tilt = event.pair(after: "tilt:"),
      let angles = PenTilt.angles(x: tilt.x * .pi / 180, y: tilt.y * .pi / 180)
    {
      (sample.altitude, sample.azimuth) = (angles.altitude, angles.azimuth)
    }
    return sample
  }

  /// Sets whether positions along two axes are in millimeters.
  private mutating func setResolution(_ codes: [Int], _ areMillimeters: Bool) {
    for code in codes {
      device.axes[code, default: EvdevDevice.Axis(minimum: 0, maximum: 0, resolution: 0)]
        .resolution =
        areMillimeters ? 1 : 0
    }
  }
}
