/// How low the error of each kind of predictor can be made without more noise than a reference has.
///
/// Settings that smooth trade error for noise, so that two kinds are fairly compared with each
/// other only where they are equally unsteady.
package enum EqualNoise {
  /// One setting of a kind, with what it scores.
  package struct Candidate: Hashable, Sendable {
    /// The kind that it is a setting of.
    package var kind: String
    /// The spelling that makes it.
    package var spelling: String
    /// Its error; lower is better.
    package var error: Double
    /// Its noise; lower is better.
    package var noise: Double

    /// Creates a candidate.
    package init(kind: String, spelling: String, error: Double, noise: Double) {
      self.kind = kind
      self.spelling = spelling
      self.error = error
      self.noise = noise
    }
  }

  /// A kind's best setting that is quiet enough.
  package struct Choice: Hashable, Sendable {
    /// The kind.
    package var kind: String
    /// How many settings of it there are.
    package var settings: Int
    /// How many of them are no noisier than the limit.
    package var quietEnough: Int
    /// The one of those with the least error, the first of equals; nil if none is.
    package var best: Candidate?
  }

  /// The best of each kind whose noise is at most `limit`, in the order of first appearance.
  ///
  /// A candidate with a number that is not finite is left out. Cost: linear in the candidates.
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
