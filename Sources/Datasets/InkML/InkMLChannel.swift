/// One channel of a trace: a name and what its numbers mean.
struct InkMLChannel: Hashable {
  /// The name, such as X.
  var name: String
  /// The unit as written; nil where there is none.
  var unit: String?
  /// The least value; nil where not stated.
  var minimum: Double?
  /// The greatest value; nil where not stated.
  var maximum: Double?
  /// Whether values fall where the quantity grows.
  var isReversed = false
  /// What an intermittent channel has where a point does not give it.
  var defaultValue: Double?

  /// A channel by its name alone.
  init(name: String) { self.name = name }

  /// A channel by the attributes of its element; nil without a name.
  init?(_ attributes: [String: String]) {
    guard let name = attributes["name"], !name.isEmpty else { return nil }
    self.name = name
    unit = attributes["units"]
    minimum = attributes["min"].flatMap(DecimalNumber.value)
    maximum = attributes["max"].flatMap(DecimalNumber.value)
    isReversed = attributes["orientation"] == "-ve"
    defaultValue = attributes["default"].flatMap(DecimalNumber.value)
  }
}

/// The channels of a trace in their order: regular ones in each point, intermittent ones at its end.
struct InkMLTraceFormat: Hashable {
  /// In each point.
  var regular: [InkMLChannel] = []
  /// At the end of points that have them.
  var intermittent: [InkMLChannel] = []

  /// What holds where nothing is said: X and Y.
  static let standard = InkMLTraceFormat(
    regular: [InkMLChannel(name: "X"), InkMLChannel(name: "Y")])

  /// All channels, in the order of a point's values.
  var channels: [InkMLChannel] { regular + intermittent }
}

/// What a device says of itself.
struct InkMLSource: Hashable {
  /// Its channels; nil where it does not say.
  var format: InkMLTraceFormat?
  /// How often it reports, in hertz; nil where it does not say.
  var sampleRate: Double?
  /// Units to the millimeter, by channel.
  var resolutions: [String: Double] = [:]
}

/// What traces refer to.
struct InkMLContext: Hashable {
  /// Its own channels; nil where those of its source hold.
  var format: InkMLTraceFormat?
  /// Its device.
  var source = InkMLSource()

  /// The channels that hold.
  var channels: InkMLTraceFormat { format ?? source.format ?? .standard }
}

/// The units that InkML names, as numbers.
enum InkMLUnit {
  /// Millimeters; nil for what is no length.
  static func millimeters(_ unit: String) -> Double? {
    switch unit {
    case "mm": 1
    case "cm": 10
    case "m": 1000
    case "in": 25.4
    case "pt": 25.4 / 72
    case "pc": 25.4 / 6
    default: nil
    }
  }

  /// Units to the millimeter for a resolution such as 100 `1/cm`; nil for what is none.
  static func resolution(_ value: Double, _ unit: String) -> Double? {
    guard value > 0, let slash = unit.utf8.lastIndex(of: 0x2F),
      let length = millimeters(String(unit[unit.utf8.index(after: slash)...]))
    else { return nil }
    return value / length
  }

  /// Units to the second; milliseconds where nothing is said, nil for what is no time.
  ///
  /// Dividing by a whole number is exact to half a unit of the last place; a factor would not be.
  static func perSecond(_ unit: String?) -> Double? {
    switch unit {
    case nil, "ms": 1e3
    case "s": 1
    case "us": 1e6
    case "ns": 1e9
    default: nil
    }
  }

  /// Radians; degrees where nothing else is said.
  static func radians(_ unit: String?) -> Double { unit == "rad" ? 1 : .pi / 180 }
}
