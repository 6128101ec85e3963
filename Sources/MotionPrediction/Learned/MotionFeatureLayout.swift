/// What is computed of the newest samples, and how; part of every model file.
///
/// The order of the numbers: displacements along, newest first; displacements across; intervals;
/// velocities along, newest first; velocities across; the features of the shape (`MotionShape`), where
/// there are any; the logarithm of the speed.
public struct MotionFeatureLayout: Hashable, Sendable {
  /// How many displacements are looked at, 1…32.
  public var displacements: Int
  /// Of how many of them the velocity is a feature too, 0…displacements.
  public var velocities: Int
  /// Whether the five features of the motion's shape are among them.
  public var hasShape: Bool
  /// The interval to which samples are thinned out and in which times are counted, in seconds.
  public var referenceInterval: Double
  /// The share of a displacement's weight that the one before it has, in direction, turning and speed.
  public var memory: Double
  /// Added to the recent displacement's square, in millimetres a reference interval: what is slower
  /// than that is told as small, as far as the unit of length is known.
  public var leastScale: Double
  /// The displacement in a reference interval whose logarithm counts as 0, in millimetres.
  public var usualScale: Double
  /// An interval counts as at most so many reference intervals.
  public var longestInterval: Double

  /// Makes a layout of the defaults, for samples of 60 Hz and more.
  public init(
    displacements: Int = 10, velocities: Int = 0, hasShape: Bool = false,
    referenceInterval: Double = 1.0 / 60, memory: Double = 0.4,
    leastScale: Double = 0.04, usualScale: Double = 0.6, longestInterval: Double = 4
  ) {
    self.displacements = displacements
    self.velocities = velocities
    self.hasShape = hasShape
    self.referenceInterval = referenceInterval
    self.memory = memory
    self.leastScale = leastScale
    self.usualScale = usualScale
    self.longestInterval = longestInterval
  }

  /// The number of features.
  public var count: Int { 3 * displacements + 2 * velocities + shapeCount + 1 }

  /// The number of features of the shape: 0 or 5.
  public var shapeCount: Int { hasShape ? MotionShape.count : 0 }

  /// The place of the first feature of the shape.
  var shapeIndex: Int { speedIndex - shapeCount }

  /// The place of the speed's logarithm: what a recording whose unit is not known cannot tell.
  public var speedIndex: Int { count - 1 }

  /// How many displacements a file may ask for.
  static let displacementRange = 1...32
}
