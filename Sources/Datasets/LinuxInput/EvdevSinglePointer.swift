import TouchInput

/// The state of a device with one pointer: a pen, a simple touchpad or touch screen.
struct EvdevSinglePointer {
  private(set) var x: Int?
  private(set) var y: Int?
  private var pressure: Int?
  private var tiltX: Int?
  private var tiltY: Int?
  private(set) var isTouching = false
  /// Whether contact began in the current report.
  private(set) var wasTouched = false
  /// Whether contact ended in the current report.
  private(set) var wasLifted = false
  /// Whether the current report names an axis.
  private(set) var isReported = false

  private let device: EvdevDevice
  private var knowsTools: Bool
  private var toolsDown: Set<Int> = []
  private var lastTool: Int?

  init(_ device: EvdevDevice) {
    self.device = device
    knowsTools = device.keys.contains { EvdevCode.tools.contains($0) }
  }

  /// Whether a tool is in reach; devices that never name a tool always have one.
  var isNear: Bool { !knowsTools || !toolsDown.isEmpty }

  /// The kind of tool; nil where neither the events nor the header tell.
  var tool: Recording.Tool? {
    let keys = toolsDown.isEmpty ? lastTool.map { [$0] } ?? device.keys : toolsDown
    if keys.contains(where: { EvdevCode.penTools.contains($0) }) { return .stylus }
    if keys.contains(where: { EvdevCode.puckTools.contains($0) }) { return .mouse }
    // The kernel's rule: touch without the name of a tool is a touch screen's.
    return keys.contains(EvdevCode.fingerTool) || isTouching || keys.contains(EvdevCode.touch)
      ? .finger : nil
  }

  mutating func setAxis(_ code: Int, _ value: Int) {
    switch code {
    case EvdevCode.x: x = value
    case EvdevCode.y: y = value
    case EvdevCode.pressure: pressure = value
    case EvdevCode.tiltX: tiltX = value
    case EvdevCode.tiltY: tiltY = value
    default: return
    }
    isReported = true
  }

  mutating func setKey(_ code: Int, isDown: Bool) {
    if EvdevCode.tools.contains(code) {
      // The first event of a recording that began with the tool in reach may be that it leaves.
      knowsTools = true
      if isDown {
        toolsDown.insert(code)
        lastTool = code
      } else {
        toolsDown.remove(code)
      }
    }
    guard code == EvdevCode.touch, isDown != isTouching else { return }
    isTouching = isDown
    wasTouched = wasTouched || isDown
    wasLifted = wasLifted || !isDown
  }

  mutating func endReport() {
    wasTouched = false
    wasLifted = false
    isReported = false
  }

  /// Returns a sample of the pointer, with force and angles where the device measures them.
  ///
  /// Tilt becomes altitude and azimuth; see `PenTilt`.
  func sample(_ time: Double, _ position: SIMD2<Double>) -> TouchSample {
    var sample = TouchSample(
      time: time, position: position, force: device.part(pressure, axis: EvdevCode.pressure))
    guard let x = device.angle(tiltX, axis: EvdevCode.tiltX),
      let y = device.angle(tiltY, axis: EvdevCode.tiltY),
      let angles = PenTilt.angles(x: x, y: y)
    else { return sample }
    sample.altitude = angles.altitude
    sample.azimuth = angles.azimuth
    return sample
  }
}
