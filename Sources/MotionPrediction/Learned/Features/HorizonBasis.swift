/// How a learned model depends on the horizon: by its mean velocity at eight knots, interpolated.
///
/// Before the first knot and after the last, the velocity is that of the knot. So a model is evaluated once
/// per sample, and each horizon costs one interpolation.
package struct HorizonBasis: Hashable, Sendable {
  /// The knots, in reference intervals, rising.
  package let knots: SIMD8<Float>

  /// Of a model of displacements: 1, 2, 3, 4, 5, 6, 8 and 12 reference intervals.
  package static let displacements = HorizonBasis(knots: [1, 2, 3, 4, 5, 6, 8, 12])
  /// Of a model of lags: from a quarter of a reference interval, 4 ms, to 8 of them, 133 ms.
  package static let lags = HorizonBasis(knots: [0.25, 0.5, 1, 2, 3, 4, 6, 8])

  /// The number of knots.
  package static let count = 8
  /// A model's output for one sample: along-track at every knot, then cross-track at every knot.
  package static let coefficientCount = 16
  /// The number of reference intervals, 0.2 s, beyond which the displacement no longer grows.
  private static let longest = 12.0

  /// Where a horizon lies: the knot before, and the share of the one after it.
  package struct Place: Hashable, Sendable {
    /// The number of the knot before, 0…6.
    package let knot: Int
    /// The share of the knot after it, 0…1.
    package let share: Float
  }

  /// A horizon as it counts, in reference intervals: at most 12.
  package static func steps(_ horizon: Double, referenceInterval: Double) -> Double {
    min(horizon / referenceInterval, longest)
  }

  /// Where a number of reference intervals lies.
  package func place(_ steps: Double) -> Place {
    let wanted = Float(steps)
    var knot = 0
    while knot < Self.count - 2, knots[knot + 1] <= wanted { knot += 1 }
    let share = (wanted - knots[knot]) / (knots[knot + 1] - knots[knot])
    return Place(knot: knot, share: min(max(share, 0), 1))
  }

  /// The mean velocity at a place: (along, across).
  package static func value(_ coefficients: SIMD16<Float>, at place: Place) -> SIMD2<Float> {
    let (knot, share) = (place.knot, place.share)
    let left = SIMD2(coefficients[knot], coefficients[knot + count])
    let right = SIMD2(coefficients[knot + 1], coefficients[knot + 1 + count])
    return left + share * (right - left)
  }
}
