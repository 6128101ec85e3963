import TouchInput

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

  /// The default: X and Y.
  static let standard = InkMLTraceFormat(
    regular: [InkMLChannel(name: "X"), InkMLChannel(name: "Y")])

  /// All channels, in the order of a point's values.
  var channels: [InkMLChannel] { regular + intermittent }
}

/// A device's description of itself.
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

  /// Units per second; milliseconds by default, nil for a unit that is not one of time.
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

  /// The angle in radians; the default unit is degrees.
  static func radians(_ unit: String?) -> Double { unit == "rad" ? 1 : .pi / 180 }
}

/// Turns the values of a point into a sample, by the meaning of its channels.
struct InkMLSampleReader {
  private struct Place {
    var index: Int
    var channel: InkMLChannel
  }

  /// The unit of positions, if the file states it; otherwise nil.
  let scale: LengthScale?
  /// Whether each point has a time.
  var hasTime: Bool { time != nil }

  private let x: Place
  private let y: Place
  private let time: Place?
  private let ticksPerSecond: Double
  private let force: Place?
  private let azimuth: Place?
  private let altitude: Place?
  private let tiltX: Place?
  private let tiltY: Place?
  private let factor: SIMD2<Double>

  /// Nil where there are no channels X and Y.
  ///
  /// - Parameters:
  ///   - context: The channels.
  ///   - timeUnit: The unit of times, if it is not the one that the file states.
  init?(_ context: InkMLContext, timeUnit: TimeUnit? = nil) {
    let channels = context.channels.channels
    func place(_ name: String) -> Place? {
      channels.firstIndex { $0.name == name }.map { Place(index: $0, channel: channels[$0]) }
    }
    guard let x = place("X"), let y = place("Y") else { return nil }
    self.x = x
    self.y = y
    let ticks = timeUnit?.perSecond ?? InkMLUnit.perSecond(place("T")?.channel.unit)
    time = ticks == nil ? nil : place("T")
    ticksPerSecond = ticks ?? 1
    force = place("F")
    azimuth = place("OA")
    altitude = place("OE")
    tiltX = place("OTx") ?? place("OTX")
    tiltY = place("OTy") ?? place("OTY")
    let lengths = [x, y].map { Self.millimeters($0.channel, context.source) }
    if let perX = lengths[0], let perY = lengths[1] {
      scale = LengthScale(unit: .millimeter)
      factor = SIMD2(Self.signed(perX, x), Self.signed(perY, y))
    } else {
      scale = nil
      factor = SIMD2(Self.signed(1, x), Self.signed(1, y))
    }
  }

  /// The unit in which times are read; nil without a channel T.
  var timeUnit: TimeUnit? {
    hasTime ? TimeUnit.allCases.first { $0.perSecond == ticksPerSecond } : nil
  }

  /// Returns whether a point has all without which it is no sample.
  func isPlaced(_ values: [Double?]) -> Bool {
    sample(values, time: hasTime ? nil : 0) != nil
  }

  /// Returns the sample of a point; nil without a position or, where no time is given, without its own.
  func sample(_ values: [Double?], time fallback: Double?) -> TouchSample? {
    let own = time.flatMap { values[$0.index] }.map { $0 / ticksPerSecond }
    guard let seconds = own ?? fallback, let x = values[x.index], let y = values[y.index] else {
      return nil
    }
    var sample = TouchSample(time: seconds, position: factor * SIMD2(x, y), force: part(values))
    guard sample.isFinite else { return nil }
    sample.azimuth = angle(azimuth, values)
    sample.altitude = angle(altitude, values)
    if altitude == nil, let tiltX = angle(tiltX, values), let tiltY = angle(tiltY, values),
      let angles = PenTilt.angles(x: tiltX, y: tiltY)
    {
      sample.altitude = angles.altitude
      sample.azimuth = sample.azimuth ?? angles.azimuth
    }
    return sample
  }

  /// Returns the force as a share of its range, or as it is without one; nil where that is not finite.
  private func part(_ values: [Double?]) -> Double? {
    guard let force, let value = values[force.index] else { return nil }
    guard let maximum = force.channel.maximum, maximum > force.channel.minimum ?? 0 else {
      return value
    }
    let minimum = force.channel.minimum ?? 0
    let part = (value - minimum) / (maximum - minimum)
    return part.isFinite ? part : nil
  }

  private func angle(_ place: Place?, _ values: [Double?]) -> Double? {
    guard let place, let value = values[place.index] else { return nil }
    let angle = value * InkMLUnit.radians(place.channel.unit)
    return angle.isFinite ? angle : nil
  }

  private static func millimeters(_ channel: InkMLChannel, _ source: InkMLSource) -> Double? {
    if let unit = channel.unit, unit != "dev" { return InkMLUnit.millimeters(unit) }
    return source.resolutions[channel.name].map { 1 / $0 }
  }

  private static func signed(_ factor: Double, _ place: Place) -> Double {
    place.channel.isReversed ? -factor : factor
  }
}
