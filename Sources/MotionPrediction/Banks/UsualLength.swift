/// The usual size of lengths of which some may be absurd, such as errors after a broken device's samples.
///
/// It is their discounted mean. Where 16 lengths above 0 in turn are less than a thousandth of it, it is
/// the mean of these: an error of 10¹⁵ would otherwise hide all others for 1,700 lengths with γ = 0.98.
struct UsualLength: Sendable {
  private let memory: Double
  private var sum = 0.0
  private var count = 0.0
  /// The lengths in turn that were far below the mean, and their sum.
  private var low = (count: 0.0, sum: 0.0)

  private static let lowShare = 0.001
  private static let lowCount = 16.0

  /// Creates the size before any length.
  ///
  /// - Parameter memory: γ, the forgetting factor, 0…1.
  init(memory: Double) { self.memory = memory }

  /// Forgets all lengths.
  mutating func reset() { self = UsualLength(memory: memory) }

  /// Takes in a length, finite and not negative; returns the usual size with it.
  mutating func add(_ length: Double) -> Double {
    sum = memory * sum + length
    count = memory * count + 1
    if length > 0 { compare(length) }
    return sum / count
  }

  private mutating func compare(_ length: Double) {
    guard length * count < Self.lowShare * sum else {
      low = (0, 0)
      return
    }
    low = (low.count + 1, low.sum + length)
    guard low.count == Self.lowCount else { return }
    (sum, count) = (low.sum, low.count)
    low = (0, 0)
  }
}
