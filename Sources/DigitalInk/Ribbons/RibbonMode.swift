import TouchInput

/// The drawing mode of a ribbon.
public enum RibbonMode: String, Hashable, Sendable, CaseIterable {
  /// A broad nib held across the direction in which the pen leans.
  case calligraphy
  /// A round nib, wider where the pen presses harder.
  case ink
  /// The same with colors for predicted, coalesced and estimated samples, and marks of the pen's
  /// pose.
  case debug
}

/// The settings of a ribbon.
public struct RibbonSettings: Hashable, Sendable {
  /// The drawing mode.
  public var mode: RibbonMode
  /// The limit of the perpendicular force in mode `ink`, for samples whose device does not state
  /// its own.
  ///
  /// If a sample states its device's greatest force, that is its limit. Nil is no limit at all, as
  /// in Speed Sketch.
  public var maximumForce: Double?

  /// Creates settings; by default calligraphy and the limit of an Apple Pencil, 25/6.
  public init(
    mode: RibbonMode = .calligraphy, maximumForce: Double? = StrokeSample.usualMaximumForce
  ) {
    self.mode = mode
    self.maximumForce = maximumForce
  }

  /// Returns half the ribbon's width at a sample, in the unit of the stroke.
  ///
  /// With force f, 1 where it is not measured or not finite, and perpendicular force p:
  /// `calligraphy` max(f, 1) + 10, `ink` 2p + 0.1, `debug` 2f + 0.1. Never below 0.1; a pen that
  /// lies flat without a limit of its force counts with its force along the barrel.
  ///
  /// Source: Apple, Speed Sketch (2016).
  public func halfWidth(at sample: StrokeSample) -> Double {
    let force = sample.drawnForce.isFinite ? max(sample.drawnForce, 0) : 1
    switch mode {
    case .calligraphy: return max(force, 1) + 10
    case .ink:
      let limit = maximumForce.map { sample.maximumPossibleForce ?? $0 }
      let pressed = sample.perpendicularForce(clampedTo: limit)
      return 2 * (pressed.isFinite ? max(pressed, 0) : force) + 0.1
    case .debug: return 2 * force + 0.1
    }
  }
}
