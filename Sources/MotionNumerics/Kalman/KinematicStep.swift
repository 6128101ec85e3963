/// One time step of a `KinematicModel`, independent of its noise density.
package struct KinematicStep: Hashable, Sendable {
  /// T, in seconds; NaN, which equals no step, means none.
  var seconds: Double
  /// F(T).
  let transition: Matrix4
  /// C(T) for a density of 1.
  let unitNoiseFactor: Matrix4

  /// No step.
  static let none = KinematicStep(
    seconds: .nan, transition: Matrix4(), unitNoiseFactor: Matrix4())
}

/// A cache of the time steps that a clock repeats, so that their exponentials are computed once.
///
/// A steady clock repeats the same interval, up to the rounding of its times; one
/// read in whole milliseconds has two. An interval that
/// differs from one of the last two by no more than the rounding of the times counts as that one.
/// Any other is computed and replaces the older.
package struct KinematicSteps: Hashable, Sendable {
  private var first = KinematicStep.none
  private var second = KinematicStep.none
  private var replacesFirst = true

  /// Creates an empty store, for one model.
  package init() {}

  /// Removes both steps.
  package mutating func removeAll() {
    first.seconds = .nan
    second.seconds = .nan
    replacesFirst = true
  }

  /// Advances a filter by a time step.
  ///
  /// - Parameters:
  ///   - filter: A filter whose model is always the same, except for its density.
  ///   - seconds: The step, at least 0.
  ///   - time: The later of the two times of which it is the difference.
  package mutating func advance(
    _ filter: inout PlanarKalmanFilter, by seconds: Double, to time: Double
  ) {
    let rounding = abs(time) * .ulpOfOne
    if abs(first.seconds - seconds) <= rounding { return filter.advance(over: first) }
    if abs(second.seconds - seconds) <= rounding { return filter.advance(over: second) }
    let step = filter.model.step(over: seconds)
    filter.advance(over: step)
    if replacesFirst { first = step } else { second = step }
    replacesFirst.toggle()
  }
}
