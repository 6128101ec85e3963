import Foundation

/// How a leave-one-participant-out training is divided into pieces that can be done, kept and done again
/// by themselves: the trials of the search, by candidate, then the model of each fold.
///
/// The division follows from participants and candidates alone: whoever does a piece does the same.
struct FoldDivision {
  /// What a piece is.
  enum Work: Hashable {
    /// A candidate, trained on all but two participants, by their places.
    case trial(candidate: Int, first: Int, second: Int)
    /// The model of the fold that leaves out the participant of this place.
    case model(leftOut: Int)
  }

  /// The participants, named with their data set.
  let names: [String]
  /// By the number of the piece.
  let works: [Work]
  /// How many pieces are trials; they are the first.
  let trialCount: Int

  /// Divides a training; one candidate, or fewer than three participants, leave nothing to search.
  init(names: [String], candidates: Int) {
    self.names = names
    var works: [Work] = []
    for candidate in 0..<candidates where candidates > 1 && names.count > 2 {
      for first in names.indices {
        for second in names.indices[(first + 1)...] {
          works.append(.trial(candidate: candidate, first: first, second: second))
        }
      }
    }
    trialCount = works.count
    self.works = works + names.indices.map { .model(leftOut: $0) }
  }

  /// The pieces that are trials, and those that are models.
  var trials: Range<Int> { 0..<trialCount }
  var models: Range<Int> { trialCount..<works.count }

  /// What a piece is, in words.
  func description(of piece: Int) -> String {
    switch works[piece] {
    case .trial(let candidate, let first, let second):
      "setting \(candidate + 1) without \(names[first]) and \(names[second])"
    case .model(let leftOut): "the model without \(names[leftOut])"
    }
  }
}

/// What a trial gave: the losses on its two participants; nil for one without examples.
struct TrialResult: Codable {
  var losses: [Double?]
}

/// What a fold gave: the place of its settings among the candidates, and the bytes of its model.
struct FoldResult: Codable {
  var candidate: Int
  var model: Data
}
