import Evaluation

/// What a piece of a sweep gave: all that the files of a run need of it.
struct PieceResult: Codable {
  /// The rows as `scores.csv` has them, whose numbers read back as the same numbers.
  var scores: String
  /// What could not be made ready of the data set; in its first piece only.
  var unprepared: [EvaluationFailure]
  /// What could not be scored.
  var failures: [EvaluationFailure]
  /// What the floors of the data set need.
  var floors: FloorTally
  /// How long the predictors took.
  var timings: [ScoringRun.Timing]
  /// How long it took to make the data set ready, in the first piece that a process did of it, and to
  /// score the piece, in seconds.
  var preparing: Double
  var scoring: Double
}
