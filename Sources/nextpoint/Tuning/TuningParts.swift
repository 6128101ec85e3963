import Datasets
import Evaluation

/// Data sets divided by their splits: what a search may see, and what it may not.
///
/// The test part is sealed: a search is handed `search` alone, and the seal opens only for choices
/// that are made.
struct TuningParts {
  /// The recordings of participants in train and, where there is such a part, in validation.
  let search: LoadedSets
  /// Those of participants in test.
  let test: HeldOutData<LoadedSets>
  /// The parts that the search sees, with their participants by data set.
  let searched: [(part: String, participants: [String: [String]])]

  static let reported = "test"
  private static let optional = "validation"
  private static let needed = "train"

  /// Divides; throws where a data set has no split with train and test.
  init(_ sets: LoadedSets) throws {
    var (search, test) = (sets, sets)
    var searched: [(part: String, participants: [String: [String]])] = []
    for index in sets.datasets.indices {
      let dataset = sets.datasets[index]
      do {
        let split = try ParticipantSplit(dataset)
        let names =
          split.parts[Self.optional] == nil ? [Self.needed] : [Self.needed, Self.optional]
        search.datasets[index] = try dataset.selecting(parts: names)
        test.datasets[index] = try dataset.selecting(parts: [Self.reported])
        for name in names {
          let place = searched.firstIndex { $0.part == name } ?? searched.count
          if place == searched.count { searched.append((name, [:])) }
          searched[place].participants[dataset.name] = split.parts[name]
        }
      } catch {
        throw CommandFailure.usage("\(error); or use --leave-one-out, which needs no split")
      }
      search.problems += search.datasets[index].splitProblems
    }
    (self.search, self.test, self.searched) = (search, HeldOutData(test), searched)
  }
}
