import TouchInput

/// Collects samples into strokes, and strokes into one recording for each tool and kind of axes.
struct EvdevStrokes {
  /// Motion without contact ends when nothing is reported for longer than this, in seconds.
  ///
  /// Half a tick of the kernel's clock of microseconds is added, for the rounding of differences.
  static let longestPause = 0.1 + 0.5e-6

  /// The axes from which positions come.
  enum Axes: Hashable {
    case multiTouch
    case single
    case relative
  }

  /// What moves: a contact, or motion without contact.
  enum Mover: Hashable {
    /// A contact with a tracking identifier, or in a slot.
    case contact(Int)
    /// A contact of protocol A without an identifier, numbered by us.
    case anonymous(Int)
    /// The contact of a device with one.
    case single
    /// A pen above the surface.
    case hover
    /// A mouse.
    case motion

    var isContact: Bool { strokeKind == .contact }

    var strokeKind: Stroke.Kind {
      switch self {
      case .contact, .anonymous, .single: .contact
      case .hover: .hover
      case .motion: .motion
      }
    }
  }

  private struct Group: Hashable {
    var tool: Recording.Tool
    var axes: Axes
  }

  private struct Entry {
    var group: Group
    var stroke: Stroke
  }

  private var entries: [Entry] = []
  private var open: [Mover: Int] = [:]
  /// The number of strokes of the sessions before, whose names are not used again.
  private let earlier: Int

  /// Creates a collection, or one for the session after another.
  init(after session: EvdevStrokes? = nil) {
    earlier = session.map { $0.earlier + $0.entries.count } ?? 0
  }

  /// The movers with an open stroke, in the order in which those began.
  var movers: [Mover] { open.sorted { $0.value < $1.value }.map(\.key) }

  /// Returns the mover's last sample; nil where it has no open stroke.
  func last(_ mover: Mover) -> TouchSample? {
    open[mover].flatMap { entries[$0].stroke.samples.last }
  }

  /// Adds a sample to the mover's stroke, and begins one where there is none.
  ///
  /// A stroke whose beginning was not seen begins with the phase `moved`.
  mutating func add(
    _ sample: TouchSample, to mover: Mover, tool: Recording.Tool, axes: Axes, begins: Bool
  ) {
    if !mover.isContact, let last = last(mover),
      !(0...Self.longestPause).contains(sample.time - last.time)
    {
      end(mover)
    }
    let group = Group(tool: tool, axes: axes)
    if let index = open[mover], entries[index].group == group {
      entries[index].stroke.samples.append(sample)
      return
    }
    end(mover)
    var first = sample
    first.phase = begins ? .began : .moved
    open[mover] = entries.count
    entries.append(
      Entry(
        group: group,
        stroke: Stroke(identifier: name(mover), kind: mover.strokeKind, samples: [first])))
  }

  /// Ends a contact with a sample at the time of its lift, where it was last.
  mutating func lift(_ mover: Mover, time: Double, position: SIMD2<Double>? = nil) {
    guard let index = open.removeValue(forKey: mover),
      var sample = entries[index].stroke.samples.last
    else { return }
    sample.time = time
    sample.position = position ?? sample.position
    sample.phase = .ended
    entries[index].stroke.samples.append(sample)
  }

  /// Ends the mover's stroke with the sample that it has, as with motion that stops.
  mutating func end(_ mover: Mover, phase: TouchSample.Phase = .ended) {
    guard let index = open.removeValue(forKey: mover) else { return }
    let last = entries[index].stroke.samples.count - 1
    if last > 0 { entries[index].stroke.samples[last].phase = phase }
  }

  /// Ends all strokes where reports were lost.
  mutating func cancelAll() {
    for mover in movers { end(mover, phase: .cancelled) }
  }

  /// One recording for each tool and kind of axes, in order of first appearance.
  ///
  /// Contacts that the file leaves open stay open: their last phase is `moved`.
  func recordings(_ source: RecordingSource, _ device: EvdevDevice) -> [Recording] {
    var order: [Group] = []
    var strokes: [Group: [Stroke]] = [:]
    for entry in entries {
      if strokes[entry.group] == nil { order.append(entry.group) }
      strokes[entry.group, default: []].append(entry.stroke)
    }
    return order.map { group in
      let isScaled = Self.resolution(group.axes, device) != nil
      return Recording(
        source: source.name, participant: source.participant, task: source.task,
        scale: isScaled ? LengthScale(unit: .millimeter) : source.scale,
        nominalRate: source.nominalRate, tool: group.tool,
        device: Self.deviceClass(group.axes, device, source), strokes: strokes[group] ?? [])
    }
  }

  /// Returns what the header says, or else the dataset; relative motion without a header is a mouse's.
  private static func deviceClass(
    _ axes: Axes, _ device: EvdevDevice, _ source: RecordingSource
  ) -> DeviceClass {
    if device.deviceClass != .unknown { return device.deviceClass }
    if source.device != .unknown { return source.device }
    return axes == .relative ? .mouse : .unknown
  }

  /// Units to the millimeter; nil where the header does not say.
  static func resolution(_ axes: Axes, _ device: EvdevDevice) -> SIMD2<Double>? {
    switch axes {
    case .multiTouch: device.resolution(x: EvdevCode.multiTouchX, y: EvdevCode.multiTouchY)
    case .single: device.resolution(x: EvdevCode.x, y: EvdevCode.y)
    case .relative: nil
    }
  }

  private func name(_ mover: Mover) -> String {
    let number = earlier + entries.count + 1
    return switch mover {
    case .contact, .anonymous, .single: "\(number)"
    case .hover: "hover-\(number)"
    case .motion: "motion-\(number)"
    }
  }
}
