/// The errors of a learned model in training, along and across the motion, by horizon.
///
/// Deviations are root mean squares of the error of the mean velocity to the horizon, in multiples of
/// the frame's scale a reference interval; the deviation of a position is that times the horizon. So
/// the spread grows with the speed. Between the horizons of the table it is interpolated, beyond
/// them it stays.
package struct LearnedSpread: Sendable {
  /// One horizon's deviations.
  package struct Row: Hashable, Sendable {
    /// The horizon, in seconds.
    package var horizon: Float
    /// The deviation along the motion.
    package var along: Float
    /// The deviation across it.
    package var across: Float

    /// Creates a row.
    package init(horizon: Float, along: Float, across: Float) {
      self.horizon = horizon
      self.along = along
      self.across = across
    }
  }

  /// The rows, by rising horizon; at least one.
  let rows: [Row]

  /// The deviations at a horizon.
  func deviations(at horizon: Double) -> (along: Double, across: Double) {
    let wanted = Float(horizon)
    guard let after = rows.firstIndex(where: { $0.horizon >= wanted }), after > 0 else {
      let end = rows[wanted > rows[0].horizon ? rows.count - 1 : 0]
      return (Double(end.along), Double(end.across))
    }
    let (left, right) = (rows[after - 1], rows[after])
    let share = (wanted - left.horizon) / (right.horizon - left.horizon)
    return (
      Double(left.along + share * (right.along - left.along)),
      Double(left.across + share * (right.across - left.across))
    )
  }
}
