/// The features that are computed from the newest samples, and how; part of every model file.
///
/// The order of the numbers, for displacements: displacements along, newest first; displacements
/// across; intervals; velocities along, newest first; velocities across; the features of the shape
/// (`MotionShape`), where there are any; the logarithm of the speed.
/// For lags: velocities along, newest first; velocities across; the numbers about the clock and the usual
/// speed; displacements from sample to sample along, newest first; across; their intervals
/// (`LagFeatures`).
package struct MotionFeatureLayout: Hashable, Sendable {
  /// What the motion is cut into.
  package enum Kind: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// From sample to sample, thinned out to about a reference interval (`MotionFeatures`).
    case displacements = 0
    /// From moment to moment, at fixed lags behind the newest sample (`LagFeatures`).
    case lags = 2

    /// The name, as it is spelled on the command line.
    package var description: String {
      switch self {
      case .displacements: "displacements"
      case .lags: "lags"
      }
    }
  }

  /// What the motion is cut into.
  package var kind: Kind
  /// How many displacements are looked at, 1…32; of lags the velocities between them, 4…20.
  package var displacements: Int
  /// Of how many of them the velocity is a feature too, 0…displacements; of lags, how many displacements
  /// from sample to sample there are, 0…24.
  package var velocities: Int
  /// Whether the five features of the motion's shape are among them.
  package var hasShape: Bool
  /// The interval to which samples are thinned out and in which times are counted, in seconds.
  package var referenceInterval: Double
  /// The share of a displacement's weight that the one before it has (of lags: what lies a reference
  /// interval further back), in direction, turning and speed.
  package var memory: Double
  /// Added to the square of the recent displacement, in millimeters per reference interval: slower motion
  /// gets small features, if the unit of length is known.
  package var leastScale: Double
  /// The displacement in a reference interval whose logarithm counts as 0, in millimeters.
  package var usualScale: Double
  /// The maximum interval that counts, in reference intervals.
  package var longestInterval: Double

  /// Creates a layout of the defaults, for samples of 60 Hz and more.
  package init(
    displacements: Int = 10, velocities: Int = 0, hasShape: Bool = false,
    referenceInterval: Double = 1.0 / 60, memory: Double = 0.4,
    leastScale: Double = 0.04, usualScale: Double = 0.6, longestInterval: Double = 4
  ) {
    kind = .displacements
    self.displacements = displacements
    self.velocities = velocities
    self.hasShape = hasShape
    self.referenceInterval = referenceInterval
    self.memory = memory
    self.leastScale = leastScale
    self.usualScale = usualScale
    self.longestInterval = longestInterval
  }

  /// The layout of lags, for samples of any rate.
  ///
  /// - Parameters:
  ///   - velocities: The number of velocities, 4…20; 14 reach back 167 ms, and 20 reach back 400 ms.
  ///   - steps: The number of displacements from sample to sample, 0…24.
  ///   - memory: The share of weight that what lies a reference interval further back has.
  /// - Returns: The layout.
  package static func lags(
    velocities: Int = 20, steps: Int = 6, memory: Double = 0.4
  ) -> MotionFeatureLayout {
    var layout = MotionFeatureLayout(displacements: velocities, memory: memory)
    layout.kind = .lags
    layout.velocities = steps
    return layout
  }

  /// The number of features.
  package var count: Int {
    switch kind {
    case .displacements: 3 * displacements + 2 * velocities + shapeCount + 1
    case .lags: 2 * displacements + LagFeatures.clockCount + 3 * velocities
    }
  }

  /// The place of the first of the second group of vectors: velocities, or displacements from sample
  /// to sample.
  package var secondVectors: Int {
    kind == .lags ? 2 * displacements + LagFeatures.clockCount : 3 * displacements
  }

  /// The number of features of the shape: 0 or 5; lags have none.
  package var shapeCount: Int { hasShape && kind == .displacements ? MotionShape.count : 0 }

  /// The place of the first feature of the shape.
  var shapeIndex: Int { count - 1 - shapeCount }

  /// The value in place of the speed's logarithm if the unit of length is unknown.
  package static var unknownSpeed: Float { 0 }

  /// How a model of these features depends on the horizon.
  package var basis: HorizonBasis { kind == .lags ? .lags : .displacements }

  /// The index of the speed's logarithm, which is unknown for a recording without a known unit; nil
  /// for lags, which do not use it.
  package var speedIndex: Int? { kind == .lags ? nil : count - 1 }
}

extension MotionFeatureLayout.Kind {
  /// How many displacements, or velocities between lags, a file may ask for.
  package var displacementRange: ClosedRange<Int> {
    switch self {
    case .displacements: 1...32
    case .lags: LagFeatures.velocityRange
    }
  }
}
