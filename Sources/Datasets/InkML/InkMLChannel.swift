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
  /// The resolutions by channel.
  var resolutions: [String: InkMLResolution] = [:]
}

/// The resolution of a channel: how many units of the device make one of a unit.
struct InkMLResolution: Hashable {
  /// The number of units of the device, above 0.
  var value: Double
  /// The unit, such as `cm` for a resolution in `1/cm`; nil if there is none, or the device's own.
  var unit: String?

  /// A resolution by the attributes of its property; nil if the value is not above 0.
  ///
  /// A unit without `1/` means the size of a unit of the device: 0.01 `mm` is 100 `1/mm`.
  init?(value: Double, units: String?) {
    guard value > 0, value.isFinite, (1 / value).isFinite else { return nil }
    self.value = value
    guard let units, !units.isEmpty else { return }
    if units == "dpi" {
      unit = "in"
    } else if let slash = units.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let name = String(units[units.utf8.index(after: slash)...])
      unit = name == "dev" ? nil : name
    } else if units != "dev" {
      unit = units
      if value < 1 { self.value = 1 / value }
    }
  }
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
    case "himetric": 0.01
    case "um", "µm", "μm": 0.001
    case "cm": 10
    case "m": 1000
    case "in": 25.4
    case "pt": 25.4 / 72
    case "pc": 25.4 / 6
    default: nil
    }
  }

  /// Units per second; nil for a unit that is not one of time.
  ///
  /// Dividing by a whole number is exact to half a unit of the last place; a factor would not be.
  static func perSecond(_ unit: String?) -> Double? {
    switch unit {
    case "ms": 1e3
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
  /// What was guessed of the units of X, Y and T.
  let guesses: Set<Guess>
  /// The unit of a channel T that is not one of time; nil if there is no such channel.
  let unitThatIsNoTime: String?
  /// Whether each point has a time.
  var hasTime: Bool { time != nil }

  /// A guess about a unit, by which nothing is lost.
  enum Guess: Hashable {
    /// The channel T has the unit `dev` without a resolution, and is read in milliseconds.
    case deviceTime
    /// One of X and Y has a length and the other has none, and both are read as they stand.
    case oneLength
  }

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
  private let resolutions: [String: InkMLResolution]

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
    let channel = place("T")?.channel
    let ticks =
      timeUnit?.perSecond ?? channel.flatMap { Self.ticksPerSecond($0, context.source) }
    time = ticks == nil ? nil : place("T")
    ticksPerSecond = ticks ?? 1
    unitThatIsNoTime = ticks == nil ? channel?.unit : nil
    resolutions = context.source.resolutions
    force = place("F")
    azimuth = place("OA")
    altitude = place("OE")
    tiltX = place("OTx") ?? place("OTX")
    tiltY = place("OTy") ?? place("OTY")
    var guesses: Set<Guess> = []
    if channel?.unit == "dev", context.source.resolutions["T"]?.unit == nil {
      guesses.insert(.deviceTime)
    }
    let lengths = [x, y].map { Self.millimeters($0.channel, context.source) }
    if let perX = lengths[0], let perY = lengths[1] {
      scale = LengthScale(unit: .millimeter)
      factor = SIMD2(Self.signed(perX, x), Self.signed(perY, y))
    } else {
      if lengths.contains(where: { $0 != nil }) { guesses.insert(.oneLength) }
      scale = nil
      factor = SIMD2(Self.signed(1, x), Self.signed(1, y))
    }
    self.guesses = guesses
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
    let resolution = resolutions[place.channel.name]
    let unit = resolution?.unit ?? place.channel.unit
    let angle = value / (resolution?.value ?? 1) * InkMLUnit.radians(unit)
    return angle.isFinite ? angle : nil
  }

  /// Returns the size of a unit of a channel: that of its resolution, in the unit of the resolution or else
  /// of the channel; nil if it is no length.
  private static func millimeters(_ channel: InkMLChannel, _ source: InkMLSource) -> Double? {
    let resolution = source.resolutions[channel.name]
    return (resolution?.unit ?? channel.unit).flatMap(InkMLUnit.millimeters).map {
      $0 / (resolution?.value ?? 1)
    }
  }

  /// Returns the units of a channel T in a second, by its resolution; nil if its unit is not one of time.
  private static func ticksPerSecond(_ channel: InkMLChannel, _ source: InkMLSource) -> Double? {
    let resolution = source.resolutions[channel.name]
    let unit = resolution?.unit ?? channel.unit
    // Without a unit, and in that of the device, InkML has milliseconds.
    let perSecond = InkMLUnit.perSecond(unit == nil || unit == "dev" ? "ms" : unit)
    let ticks = perSecond.map { $0 * (resolution?.value ?? 1) }
    return ticks.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  private static func signed(_ factor: Double, _ place: Place) -> Double {
    place.channel.isReversed ? -factor : factor
  }
}
