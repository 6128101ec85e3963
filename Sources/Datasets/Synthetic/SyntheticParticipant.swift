import MotionNumerics

/// Someone who makes synthetic motions in their own size, pace and orientation.
struct SyntheticParticipant {
  let name: String
  /// The scale of lengths.
  let size: Double
  /// The scale of speeds over lengths.
  let pace: Double
  /// The direction of their x axis on the surface, in radians.
  let orientation: Double
  /// Where their motions are centered, in millimeters.
  let origin: SIMD2<Double>
  /// What their hand's tremor is like, where they have one.
  let tremor: Tremor.Character

  /// Returns the name of the participant of that number, from 1.
  static func name(number: Int) -> String { "p\(number)" }

  /// The participant of that number, from 1: the same for the same seed.
  init(number: Int, seed: SyntheticSeed) {
    var random = seed.branch(0).branch(number).generator
    name = Self.name(number: number)
    size = random.next(in: 0.7, 1.3)
    pace = random.next(in: 0.8, 1.35)
    orientation = random.next(in: 0, 2 * .pi)
    origin = SIMD2(random.next(in: 80, 120), random.next(in: 80, 120))
    tremor = .drawn(using: &random)
  }

  /// Returns the motion that they make of a stroke's seed: the same at every rate, with noise and without.
  func motion(_ task: SyntheticTask, seed: SyntheticSeed) -> PlacedMotion {
    var random = seed.generator
    let rotation = Rotation(angle: orientation + random.next(in: -0.3, 0.3))
    let offset = SIMD2(random.next(in: -5, 5), random.next(in: -5, 5))
    let motion = task.motion.drawn(size: size, pace: pace, using: &random)
    return PlacedMotion(motion: motion, rotation: rotation, origin: origin + offset)
  }
}

/// A seed from which independent seeds are derived by number.
struct SyntheticSeed {
  let value: UInt64

  /// Returns the seed of a branch: the first output of a generator whose seed is this one's value plus the
  /// number times an odd constant (2⁶⁴ over the golden ratio), so that neighbors differ widely.
  func branch(_ number: Int) -> SyntheticSeed {
    let offset = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    var random = Xoshiro256StarStar(seed: value &+ offset)
    return SyntheticSeed(value: random.next())
  }

  /// Returns the seed of a branch with a name: that of its bytes, one after another.
  func branch(_ name: String) -> SyntheticSeed {
    name.utf8.reduce(self) { $0.branch(Int($1)) }
  }

  var generator: Xoshiro256StarStar { Xoshiro256StarStar(seed: value) }
}

extension Xoshiro256StarStar {
  /// Returns a number between the two, all equally likely.
  mutating func next(in lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * nextUnit()
  }
}
