/// The contexts, formats and sources of an InkML file, as its elements come.
struct InkMLDefinitions {
  /// Something in an element that cannot be used.
  struct Fault: Error {
    var attribute: String?
    var value: String
    var message: String
  }

  /// Sample rates of devices, in hertz, with much to spare.
  private static let rates = 1e-3...1e6

  private var formats: [String: InkMLTraceFormat] = [:]
  private var sources: [String: InkMLSource] = [:]
  private var contexts: [String: InkMLContext] = [:]
  /// The context of each open trace group, the document's first.
  private var scopes = [InkMLContext()]
  private var isDefining = false
  private var context: (identifier: String?, value: InkMLContext)?
  private var source: (identifier: String?, value: InkMLSource)?
  private var format: (identifier: String?, value: InkMLTraceFormat)?
  private var isIntermittent = false

  /// What holds for a trace that refers to nothing.
  var current: InkMLContext { scopes[scopes.count - 1] }

  /// Returns the context of a reference such as `#pen`; nil where there is none.
  func context(_ reference: String) -> InkMLContext? { contexts[Self.identifier(reference)] }

  /// Takes in the beginning of an element other than a trace.
  mutating func begin(_ name: String, _ attributes: [String: String]) throws(Fault) {
    let identifier = attributes["xml:id"] ?? attributes["id"]
    switch name {
    case "definitions": isDefining = true
    case "traceGroup":
      scopes.append(current)
      if let reference = attributes["contextRef"] {
        let value = try resolved("contextRef", reference, contexts)
        scopes[scopes.count - 1] = value
      }
    case "context":
      context = (identifier, isDefining ? InkMLContext() : current)
      try refer(attributes)
    case "inkSource": source = (identifier, InkMLSource())
    case "traceFormat": format = (identifier, InkMLTraceFormat())
    case "intermittentChannels": isIntermittent = true
    case "channel": try add(attributes)
    case "sampleRate": try setRate(attributes)
    case "channelProperty": try setProperty(attributes)
    default: break
    }
  }

  /// Takes in the end of an element other than a trace.
  mutating func end(_ name: String) {
    switch name {
    case "definitions": isDefining = false
    case "traceGroup": if scopes.count > 1 { scopes.removeLast() }
    case "context": endContext()
    case "inkSource": endSource()
    case "traceFormat": endFormat()
    case "intermittentChannels": isIntermittent = false
    default: break
    }
  }

  private mutating func refer(_ attributes: [String: String]) throws(Fault) {
    if let reference = attributes["contextRef"] {
      let value = try resolved("contextRef", reference, contexts)
      context?.value = value
    }
    if let reference = attributes["inkSourceRef"] {
      let value = try resolved("inkSourceRef", reference, sources)
      context?.value.source = value
      context?.value.format = nil
    }
    if let reference = attributes["traceFormatRef"] {
      let value = try resolved("traceFormatRef", reference, formats)
      context?.value.format = value
    }
  }

  private func resolved<Value>(
    _ attribute: String, _ reference: String, _ values: [String: Value]
  ) throws(Fault) -> Value {
    guard let value = values[Self.identifier(reference)] else {
      throw Fault(
        attribute: attribute, value: reference, message: "nothing before this has this name")
    }
    return value
  }

  private static func identifier(_ reference: String) -> String {
    reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
  }

  private mutating func add(_ attributes: [String: String]) throws(Fault) {
    guard let channel = InkMLChannel(attributes) else {
      throw Fault(attribute: "name", value: "", message: "the channel has no name")
    }
    // A channel outside of a traceFormat has no place in any trace.
    guard format != nil else { return }
    if isIntermittent {
      format?.value.intermittent.append(channel)
    } else {
      format?.value.regular.append(channel)
    }
  }

  private mutating func setRate(_ attributes: [String: String]) throws(Fault) {
    let text = attributes["value"] ?? ""
    guard let rate = DecimalNumber.value(text), Self.rates.contains(rate) else {
      throw Fault(attribute: "value", value: text, message: "not a sample rate in hertz")
    }
    source?.value.sampleRate = rate
  }

  private mutating func setProperty(_ attributes: [String: String]) throws(Fault) {
    guard attributes["name"] == "resolution", let channel = attributes["channel"] else { return }
    let text = attributes["value"] ?? ""
    let resolution = DecimalNumber.value(text).flatMap {
      InkMLResolution(value: $0, units: attributes["units"])
    }
    source?.value.resolutions[channel] = resolution
    // Office writes 0 for channels whose resolution nobody needs.
    guard resolution != nil || !["X", "Y", "T"].contains(channel) else {
      throw Fault(attribute: "value", value: text, message: "not a resolution above 0")
    }
  }

  private mutating func endFormat() {
    guard let ended = format else { return }
    format = nil
    isIntermittent = false
    if let identifier = ended.identifier { formats[identifier] = ended.value }
    if source != nil {
      source?.value.format = ended.value
    } else if context != nil {
      context?.value.format = ended.value
    } else if !isDefining {
      scopes[scopes.count - 1].format = ended.value
    }
  }

  private mutating func endSource() {
    guard let ended = source else { return }
    source = nil
    if let identifier = ended.identifier { sources[identifier] = ended.value }
    if context != nil {
      context?.value.source = ended.value
    } else if !isDefining {
      scopes[scopes.count - 1].source = ended.value
    }
  }

  private mutating func endContext() {
    guard let ended = context else { return }
    context = nil
    if let identifier = ended.identifier { contexts[identifier] = ended.value }
    if !isDefining { scopes[scopes.count - 1] = ended.value }
  }
}
