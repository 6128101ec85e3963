import TouchInput

/// A stroke as a digitizer reports it, with what truly happened beside it.
public struct DigitizedStroke: Hashable, Sendable {
  /// What is reported, with the exact position at the moment that each time stamp claims.
  ///
  /// Samples delivered together with a later one of the same frame are of the kind `coalesced`.
  public var stroke: Stroke
  /// When each reported sample was truly taken, in seconds on the recording's clock.
  public var moments: [Double]
  /// Where the contact was at those moments, in millimeters.
  ///
  /// The difference of a reported position from it is the fault of the sensor alone, and the
  /// difference of it from `stroke.exactPositions` what the fault of the time stamp amounts to.
  public var contacts: [SIMD2<Double>]
  /// When each sample is delivered, in seconds on the recording's clock: the end of its frame, or
  /// its true moment where there are no frames.
  public var deliveries: [Double]
}

extension DigitizerModel {
  /// Records a motion.
  ///
  /// - Parameters:
  ///   - motion: What the contact truly does.
  ///   - identifier: The name of the stroke.
  ///   - start: The time of touch-down on the recording's clock, in seconds.
  ///   - seed: What all random numbers come from.
  /// - Returns: What is reported and what truly happened; the same for the same seed, on every
  ///   machine, to the steps of the file. O(samples).
  public func stroke(
    of motion: some SyntheticMotion, identifier: String = "1", start: Double = 0, seed: UInt64
  ) -> DigitizedStroke {
    let placed = PlacedMotion(motion: motion, rotation: Rotation(angle: 0), origin: .zero)
    return Digitizer(model: self, seed: SyntheticSeed(value: seed))
      .stroke(placed, identifier: identifier, start: start)
  }
}
