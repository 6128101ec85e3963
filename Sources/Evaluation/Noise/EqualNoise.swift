/// The lowest error of each kind of predictor at no more noise than a limit.
///
/// Smoothing trades error for noise, so a fair comparison of two kinds needs equal noise.
package enum EqualNoise {
  /// One setting of a kind, with its scores.
  package struct Candidate: Hashable, Sendable {
    /// The kind of predictor.
    package var kind: String
    /// The spelling.
    package var spelling: String
    /// The error; lower is better.
    package var error: Double
    /// The noise; lower is better.
    package var noise: Double

    /// Creates a candidate.
    package init(kind: String, spelling: String, error: Double, noise: Double) {
      self.kind = kind
      self.spelling = spelling
      self.error = error
      self.noise = noise
    }
  }

  /// The best setting of a kind within the noise limit.
  package struct Choice: Hashable, Sendable {
    /// The kind.
    package var kind: String
    /// The number of settings.
    package var settings: Int
    /// The number of settings within the limit.
    package var quietEnough: Int
    /// The one of those with the least error, the first of equals; nil if there is none.
    package var best: Candidate?
  }

  /// Returns the best setting of each kind with noise of at most `limit`, in order of first
  /// appearance.
  ///
  /// Candidates with numbers that are not finite are ignored. Linear in the number of candidates.
  package static func choices(among candidates: [Candidate], limit: Double) -> [Choice] {
    var result: [Choice] = []
    var places: [String: Int] = [:]
    for candidate in candidates where candidate.error.isFinite && candidate.noise.isFinite {
      let place = places[candidate.kind] ?? result.count
      if place == result.count {
        places[candidate.kind] = place
        result.append(Choice(kind: candidate.kind, settings: 0, quietEnough: 0))
      }
      result[place].settings += 1
      guard !EqualScores.isGreater(candidate.noise, than: limit) else { continue }
      result[place].quietEnough += 1
      if result[place].best.map({ candidate.error < $0.error }) ?? true {
        result[place].best = candidate
      }
    }
    return result
  }
}
