/// When two scores are the same.
///
/// Two ways to compute the same prediction (`linear`, and a line through two samples) differ in the
/// last digits, always to the same side: rankings, choices and tests of signs would take that for a
/// finding. A share of 1e-9 is far above rounding and far below any difference that matters.
package enum EqualScores {
  /// Scores that differ by a smaller share of the greater one are equal.
  package static let share = 1e-9

  /// Whether two scores differ by rounding alone.
  package static func areEqual(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= share * max(abs(one), abs(other))
  }

  /// Whether a score is greater than another by more than rounding.
  package static func isGreater(_ one: Double, than other: Double) -> Bool {
    one > other && !areEqual(one, other)
  }
}
