import TouchInput

/// The state of a multi-touch device, by protocol A or B of the kernel's documentation.
struct EvdevMultiTouch {
  /// What is known of one contact.
  struct Contact {
    var identifier: Int?
    var x: Int?
    var y: Int?
    var pressure: Int?
    var tool: Int?
    var isReported = false
    var isNew = false

    mutating func set(_ code: Int, _ value: Int) {
      isReported = true
      switch code {
      case EvdevCode.multiTouchX: x = value
      case EvdevCode.multiTouchY: y = value
      case EvdevCode.multiTouchPressure: pressure = value
      case EvdevCode.multiTouchTool: tool = value
      default: break
      }
    }
  }

  /// A contact that went up, and what was known of it then.
  struct Lift {
    var identifier: Int
    var contact: Contact
  }

  /// The most contacts in one report: matching them takes the square of their number.
  static let contactLimit = 256

  /// How many contacts were left out because of the limit.
  private(set) var surplus = 0
  /// Whether the device has multi-touch: its other axes then only repeat the first contact.
  private(set) var isUsed: Bool
  /// Whether every report lists all contacts (protocol A).
  private(set) var isListed = false
  /// Whether the current report has a list.
  private(set) var hasList = false
  /// The contacts of the current report, protocol A.
  private(set) var list: [Contact] = []
  /// The contacts that went up in the current report, protocol B.
  private(set) var lifts: [Lift] = []

  private var slots: [Int: Contact] = [:]
  private var reported: Set<Int> = []
  private var slot = 0
  private var pending = Contact()

  init(_ device: EvdevDevice) { isUsed = device.axes[EvdevCode.multiTouchX] != nil }

  /// The contacts of protocol B that the current report updates, by slot.
  var reports: [(slot: Int, contact: Contact)] {
    reported.sorted().compactMap { slot in
      slots[slot].flatMap { $0.identifier == nil ? nil : (slot, $0) }
    }
  }

  mutating func add(code: Int, value: Int) {
    isUsed = true
    if code == EvdevCode.slot {
      slot = value
      return
    }
    if code == EvdevCode.multiTouchIdentifier {
      pending.identifier = value
      pending.isReported = true
      if !isListed { track(value) }
      return
    }
    pending.set(code, value)
    if !isListed {
      slots[slot, default: Contact()].set(code, value)
      reported.insert(slot)
    }
  }

  /// Ends one contact of a list; without axes before it, the list is empty.
  mutating func endContact() {
    isUsed = true
    isListed = true
    hasList = true
    if pending.isReported {
      if list.count < Self.contactLimit { list.append(pending) } else { surplus += 1 }
    }
    pending = Contact()
  }

  /// Ends the report.
  mutating func endReport() {
    for slot in reported {
      slots[slot]?.isReported = false
      slots[slot]?.isNew = false
    }
    reported.removeAll(keepingCapacity: true)
    lifts.removeAll(keepingCapacity: true)
    list.removeAll(keepingCapacity: true)
    pending = Contact()
    hasList = false
  }

  private mutating func track(_ identifier: Int) {
    var contact = slots[slot, default: Contact()]
    if let old = contact.identifier, old != identifier {
      lifts.append(Lift(identifier: old, contact: contact))
    }
    contact.isNew = identifier >= 0 && contact.identifier != identifier
    contact.identifier = identifier >= 0 ? identifier : nil
    slots[slot] = contact
    reported.insert(slot)
  }
}
