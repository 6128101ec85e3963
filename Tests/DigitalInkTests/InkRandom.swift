import DigitalInk
import MotionNumerics
import TouchInput

/// Strokes, lines and changes drawn at random, with all that makes them awkward.
struct InkRandom {
  private var generator: Xoshiro256StarStar

  init(seed: Int) { generator = Xoshiro256StarStar(seed: UInt64(seed)) }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? { below(4) > 0 ? value : nil }

  /// A sample near a place; some are at the place itself, or nearer to it than is drawn.
  ///
  /// One that `turns` has all that turns with a stroke: angles, and a place of its own, since two
  /// samples at one place have no direction between them.
  mutating func sample(near place: SIMD2<Double>, turns measuresAngles: Bool = false)
    -> StrokeSample
  {
    let reach = [measuresAngles ? 0.02 : 0, 0.03, 5, 20][below(4)]
    let step = SIMD2(number(-reach...reach), number(-reach...reach))
    let (azimuth, altitude) = (number(-3...3), number(0.2...1.57))
    return StrokeSample(
      timestamp: 0, location: place + step, force: maybe(number(0...4)),
      azimuth: measuresAngles ? azimuth : maybe(azimuth),
      altitude: measuresAngles ? altitude : maybe(altitude),
      estimatedProperties: below(4) == 0 ? [.force] : [], isCoalesced: below(2) == 0)
  }

  mutating func stroke(turns: Bool = false) -> LiveStroke {
    var stroke = LiveStroke()
    var place = SIMD2<Double>(100, 100)
    for _ in 0..<2 + below(30) {
      let sample = sample(near: place, turns: turns)
      place = sample.location
      stroke.add(sample)
    }
    return stroke
  }

  /// Adds, predicts, withdraws or corrects.
  mutating func change(_ stroke: inout LiveStroke) {
    let place = stroke.samples.last?.location ?? SIMD2(100, 100)
    switch below(6) {
    case 0 where !stroke.samples.isEmpty:
      let index = below(stroke.samples.count)
      stroke.update(index, to: sample(near: stroke.samples[index].location))
    case 1: stroke.withdrawPredictions()
    case 2, 3:
      var predicted = sample(near: place)
      predicted.isPredicted = true
      stroke.addPredicted(predicted)
    default: stroke.add(sample(near: place))
    }
  }

  /// A point of a center line near a place.
  mutating func point(near place: SIMD2<Double>) -> CenterPoint {
    let sample = sample(near: place)
    return CenterPoint(
      position: below(40) == 0 ? SIMD2(.nan, 1) : sample.location, time: maybe(number(0...9)),
      force: sample.force, azimuth: sample.azimuth, altitude: sample.altitude)
  }

  mutating func line(_ count: Int) -> [CenterPoint] {
    var place = SIMD2<Double>(100, 100)
    return (0..<count).map { _ in
      let point = point(near: place)
      if point.position.x.isFinite { place = point.position }
      return point
    }
  }

  mutating func law() -> WidthLaw {
    [.force(full: 2, exponent: 0.7), .speed(half: 30), .nib(usualEdge: 0.5), .tilt][below(4)]
  }

  mutating func outlineSettings() -> OutlineSettings {
    OutlineSettings(
      law: law(), minimumWidth: number(0...2), maximumWidth: number(2...12), smoothing: below(4),
      startTaper: number(0...40), endTaper: number(0...40), tip: number(0...1))
  }
}

/// A turn about the origin and then a step.
struct RigidMotion {
  let angle: Double
  let offset: SIMD2<Double>

  func turned(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    let turn = StrokeSample(timestamp: 0, location: .zero, azimuth: angle).azimuthUnitVector
    let (cosine, sine) = (turn?.x ?? 1, turn?.y ?? 0)
    return SIMD2(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
  }

  func applied(to point: SIMD2<Double>) -> SIMD2<Double> { turned(point) + offset }

  func applied(to stroke: LiveStroke) -> LiveStroke {
    var result = LiveStroke()
    for var sample in stroke.samples {
      sample.location = applied(to: sample.location)
      sample.azimuth = sample.azimuth.map { $0 + angle }
      result.add(sample)
    }
    return result
  }

  func applied(to point: CenterPoint) -> CenterPoint {
    var result = point
    result.position = applied(to: point.position)
    result.azimuth = point.azimuth.map { $0 + angle }
    return result
  }
}
