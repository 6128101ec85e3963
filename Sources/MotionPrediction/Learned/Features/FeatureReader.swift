import TouchInput

/// Reads a stroke into the features of a layout, whichever it is.
///
/// One of the two is there, and is asked directly: nothing is allocated, and nothing called through a
/// table. They are not the cases of one enumeration, since Swift does not change in place what a case
/// holds, and would copy its arrays at every sample.
package struct FeatureReader: Sendable {
  private var displacements: MotionFeatures?
  private var lags: LagFeatures?

  /// Makes features of no sample.
  ///
  /// - Parameters:
  ///   - layout: What is computed.
  ///   - unitsPerMillimeter: Units of the positions to the millimeter; nil if not known.
  ///   - nominalRate: How often the device reports, in hertz; of lags it sets how many samples are held.
  package init(_ layout: MotionFeatureLayout, unitsPerMillimeter: Double?, nominalRate: Double) {
    switch layout.kind {
    case .displacements:
      displacements = MotionFeatures(layout, unitsPerMillimeter: unitsPerMillimeter)
    case .lags:
      lags = LagFeatures(layout, nominalRate: nominalRate)
    }
  }

  /// The features of the newest sample, as the layout orders them; of no meaning without a frame.
  package var values: [Float] { lags?.values ?? displacements?.values ?? [] }
  /// The frame at the newest sample; nil if the motion has none.
  package var frame: MotionFrame? { lags == nil ? displacements?.frame : lags?.frame }
  /// The greatest speed among what is looked at, in length units a second.
  package var greatestSpeed: Double { lags?.greatestSpeed ?? displacements?.greatestSpeed ?? 0 }
  /// How fast the contacts have been; displacements do not use it.
  package var usualSpeed: UsualSpeed {
    get { lags?.usualSpeed ?? UsualSpeed() }
    set { lags?.usualSpeed = newValue }
  }
  /// How short the shortest distances between samples are; displacements do not use it.
  package var grain: PositionGrain {
    get { lags?.grain ?? PositionGrain() }
    set { lags?.grain = newValue }
  }
  /// Whether the samples looked at are of different times and all in one place.
  package var isAtRest: Bool { lags?.isAtRest ?? displacements?.isAtRest ?? false }
  /// The newest sample; nil if none is held.
  package private(set) var newest: TouchSample?
  /// The samples that are held, in order of time.
  var samples: ObservationWindow {
    lags?.samples ?? displacements?.samples ?? ObservationWindow(capacity: 1)
  }

  /// Writes the newest sample's features over as many numbers.
  package func copy(to numbers: inout [Float]) {
    if let lags {
      for index in numbers.indices { numbers[index] = lags.values[index] }
    } else if let displacements {
      for index in numbers.indices { numbers[index] = displacements.values[index] }
    }
  }

  /// Forgets all samples.
  package mutating func beginStroke() {
    displacements?.beginStroke()
    lags?.beginStroke()
    newest = nil
  }

  /// Forgets all samples, and what was usual.
  package mutating func reset() {
    beginStroke()
    usualSpeed = UsualSpeed()
    grain = PositionGrain()
  }

  /// Takes in a sample, and computes the features anew.
  ///
  /// - Returns: Whether it was taken in; false where it is not finite.
  @discardableResult
  package mutating func observe(_ sample: TouchSample) -> Bool {
    let isTaken = lags?.observe(sample) ?? displacements?.observe(sample) ?? false
    newest = lags == nil ? displacements?.newest : lags?.newest
    return isTaken
  }
}
