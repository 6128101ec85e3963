/// The weights with which an adaptive filter of displacements starts.
enum AdaptiveStart {
  /// Constant velocity: the next displacement is the newest one, w = (1, 0, 0, …).
  static func constantVelocity(taps: Int) -> [Double] {
    (0..<taps).map { $0 == 0 ? 1 : 0 }
  }
}
