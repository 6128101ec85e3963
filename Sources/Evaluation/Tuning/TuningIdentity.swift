/// A description of a search: what determines its choice, apart from the plan and the data.
package struct TuningIdentity: Hashable, Sendable, Codable {
  /// The spellings with ranges that were searched.
  package var searched: [String]
  /// The search: `grid`, `random`, `optuna`, or `engine` with its command.
  package var search: String
  /// The requested number of trials per spelling; nil if all settings are tried.
  package var trials: Int?
  /// The seed of the search.
  package var seed: UInt64
  /// The measure to minimize.
  package var objective: String
  /// The bounds, as written.
  package var bounds: [String]
  /// Whether each participant was left out in turn.
  package var leavesOneOut: Bool
  /// The data that the search saw.
  package var searchedOn: [DatasetIdentity]
  /// The settings that were chosen: one per spelling, or one for each participant left out.
  package var chosen: [String]

  /// Creates an identity.
  package init(
    searched: [String], search: String, trials: Int?, seed: UInt64, objective: String,
    bounds: [String], leavesOneOut: Bool, searchedOn: [DatasetIdentity], chosen: [String]
  ) {
    self.searched = searched
    self.search = search
    self.trials = trials
    self.seed = seed
    self.objective = objective
    self.bounds = bounds
    self.leavesOneOut = leavesOneOut
    self.searchedOn = searchedOn
    self.chosen = chosen
  }
}
