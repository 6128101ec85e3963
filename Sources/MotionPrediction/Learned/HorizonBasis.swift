/// How a learned model depends on the horizon: by its mean velocity at eight knots, interpolated.
///
/// The knots are 1, 2, 3, 4, 5, 6, 8 and 12 reference intervals; before the first and after the last
/// the knot's own velocity holds, and beyond the last the displacement stands still. So a model is
/// computed once a sample, and every horizon costs an interpolation.
public enum HorizonBasis {
  /// The knots, in reference intervals.
  public static let knots: [Float] = [1, 2, 3, 4, 5, 6, 8, 12]
  /// The number of knots.
  public static let count = 8
  /// What a model says of one sample: along at every knot, then across at every knot.
  public static let coefficientCount = 16

  /// Where a horizon lies: the knot before, and the share of the one after it.
  public struct Place: Hashable, Sendable {
    /// The number of the knot before, 0…6.
    public let knot: Int
    /// The share of the knot after it, 0…1.
    public let share: Float
  }

  /// A horizon as it counts, in reference intervals: at most the last knot.
  public static func steps(_ horizon: Double, referenceInterval: Double) -> Double {
    min(horizon / referenceInterval, 12)
  }

  /// Where a number of reference intervals lies.
  public static func place(_ steps: Double) -> Place {
    let wanted = Float(steps)
    if wanted <= 1 { return Place(knot: 0, share: 0) }
    if wanted < 6 {
      let knot = Int(wanted) - 1
      return Place(knot: knot, share: wanted - Float(knot + 1))
    }
    if wanted < 8 { return Place(knot: 5, share: (wanted - 6) / 2) }
    return Place(knot: 6, share: min((wanted - 8) / 4, 1))
  }

  /// The mean velocity at a place: (along, across).
  public static func value(_ coefficients: SIMD16<Float>, at place: Place) -> SIMD2<Float> {
    let (knot, share) = (place.knot, place.share)
    let left = SIMD2(coefficients[knot], coefficients[knot + count])
    let right = SIMD2(coefficients[knot + 1], coefficients[knot + 1 + count])
    return left + share * (right - left)
  }
}
