/// How a predictor stands among others when error, overshoot and noise all count.
public enum ParetoStanding: String, Hashable, Sendable, Codable, CaseIterable {
  /// No other is as good in each and better in one.
  case front
  /// On the front, and the one that is nearest to the best of each.
  case knee
  /// Another one is as good in each and better in one.
  case dominated
}
