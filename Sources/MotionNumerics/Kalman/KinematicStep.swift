/// What a `KinematicModel` does over one step of time, whatever its density.
package struct KinematicStep: Hashable, Sendable {
  /// T, in seconds; NaN, which equals no step, for none.
  var seconds: Double
  /// F(T).
  let transition: Matrix4
  /// C(T) for a density of 1.
  let unitNoiseFactor: Matrix4

  /// No step.
  static let none = KinematicStep(
    seconds: .nan, transition: Matrix4(), unitNoiseFactor: Matrix4())
}

/// The steps that a clock repeats, kept so that their exponentials and series are summed once.
///
/// A steady clock shows the same interval again and again, but for the rounding of its times; one that
/// is read in whole milliseconds shows two. Whether it does is seen at each step: an interval that
/// differs from one of the last two by no more than the times themselves are rounded is that one.
/// Any other is computed anew and takes the place of the older.
package struct KinematicSteps: Hashable, Sendable {
  private var first = KinematicStep.none
  private var second = KinematicStep.none
  private var replacesFirst = true

  /// Makes an empty store, for one model.
  package init() {}

  /// Forgets both steps.
  package mutating func removeAll() {
    first.seconds = .nan
    second.seconds = .nan
    replacesFirst = true
  }

  /// Lets a filter's time pass.
  ///
  /// - Parameters:
  ///   - filter: A filter whose model, but for the density, is always the same.
  ///   - seconds: How much time, at least 0.
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
