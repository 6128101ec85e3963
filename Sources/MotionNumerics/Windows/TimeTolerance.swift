/// The tolerance of every comparison of times: adding a constant to all times of a recording rounds
/// them anew, and must not change a decision.
@usableFromInline
package enum TimeTolerance {
  /// Two times closer than this are the same moment: a nanosecond, in seconds.
  ///
  /// A double rounds times of up to 97 days by less than that. Durations count as equal to a limit
  /// if they differ from it by no more.
  @inlinable package static var seconds: Double { 1e-9 }

  /// The relative rounding of what is computed from differences of times, such as speeds.
  ///
  /// A speed, a ratio of lengths or an angle counts as equal to a limit if it differs from it by no
  /// more than this share of the limit.
  @inlinable package static var share: Double { 1e-6 }
}
