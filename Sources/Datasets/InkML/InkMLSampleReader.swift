import TouchInput

/// Turns the values of a point into a sample, by the meaning of its channels.
struct InkMLSampleReader {
  private struct Place {
    var index: Int
    var channel: InkMLChannel
  }

  /// What positions are measured in, where the file says; else nil.
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
  init?(_ context: InkMLContext) {
    let channels = context.channels.channels
    func place(_ name: String) -> Place? {
      channels.firstIndex { $0.name == name }.map { Place(index: $0, channel: channels[$0]) }
    }
    guard let x = place("X"), let y = place("Y") else { return nil }
    self.x = x
    self.y = y
    let ticks = InkMLUnit.perSecond(place("T")?.channel.unit)
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
