/// The participants of a data set by the part that they belong to, as stated in its `dataset.json`.
///
/// The parts are disjoint, so that nothing that was fitted on one is scored on the same people.
package struct ParticipantSplit: Hashable, Sendable {
  /// The participants of each part, sorted.
  package let parts: [String: [String]]
  /// Participants of a part without any recording in the data set, sorted.
  package let unknown: [String]
  /// What identifies the split: the SHA-256, in hexadecimal, of a text of the dataset's name, the
  /// hashes of its files and the participants of every part.
  ///
  /// The text is JSON with two spaces a level and no line feed at its end:
  /// `{"dataset": name, "files": [hash, …], "parts": {part: [participant, …], …}}`, files in the
  /// order of the description, parts and participants sorted by their Unicode scalars.
  package let sha256: String

  private let dataset: String

  /// The split of a dataset; throws where it has none, and where a participant is in two parts.
  package init(_ dataset: LoadedDataset) throws(ParticipantSplitError) {
    let known = Set(dataset.recordings.map(\.participant))
      .union(dataset.description.files.compactMap(\.participant)).subtracting([""])
    guard let splits = dataset.description.splits, !splits.isEmpty else {
      throw .noSplits(dataset.name, participants: known.sorted())
    }
    var part: [String: String] = [:]
    for (name, participants) in splits.sorted(by: { $0.key < $1.key }) {
      for participant in Set(participants).sorted() {
        if let other = part.updateValue(name, forKey: participant) {
          throw .overlap(dataset.name, participant: participant, parts: [other, name])
        }
      }
    }
    self.dataset = dataset.name
    parts = splits.mapValues { Set($0).sorted() }
    unknown = Set(part.keys).subtracting(known).sorted()
    sha256 = ContentHash.text(of: Self.canonicalText(dataset, parts))
  }

  /// Returns the participants of one or more parts, sorted; throws where there is no part of a name.
  package func participants(of names: [String]) throws(ParticipantSplitError) -> [String] {
    var result: [String] = []
    for name in names {
      guard let participants = parts[name] else {
        throw .noPart(dataset, name: name, parts: parts)
      }
      result += participants
    }
    return Set(result).sorted()
  }

  private static func canonicalText(
    _ dataset: LoadedDataset, _ parts: [String: [String]]
  ) -> String {
    let members = parts.sorted { $0.key < $1.key }.map { part in
      (key: part.key, value: JSONDocument.array(part.value.map { .text($0) }))
    }
    return JSONDocument.object([
      ("dataset", .text(dataset.name)), ("files", .array(dataset.files.map { .text($0.sha256) })),
      ("parts", .object(members)),
    ]).rendered()
  }
}

/// What a dataset was narrowed to: the participants of some parts of its split.
package struct ParticipantSelection: Hashable, Sendable {
  /// The names of the parts, as they were asked for.
  package let parts: [String]
  /// The participants of these parts, sorted.
  package let participants: [String]
  /// The split that they are of.
  package let split: ParticipantSplit
}

extension LoadedDataset {
  /// Returns the dataset with the recordings of participants in these parts alone.
  ///
  /// Files stay, with their hashes and problems. Throws where the split does not allow it, and
  /// where no recording is left.
  package func selecting(parts: [String]) throws(ParticipantSplitError) -> LoadedDataset {
    let split = try ParticipantSplit(self)
    let participants = try split.participants(of: parts)
    var result = self
    for file in result.files.indices {
      result.files[file].result.keep { participants.contains($0.participant) }
    }
    guard !result.recordings.isEmpty else { throw .nothingLeft(name, parts: parts) }
    result.selection = ParticipantSelection(parts: parts, participants: participants, split: split)
    return result
  }
}

/// A split of participants that a dataset does not have or that cannot be used.
package struct ParticipantSplitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dataset's name.
  package let dataset: String
  /// What is wrong.
  package let message: String
  /// What to write into its `dataset.json`, or what else to do.
  package let remedy: String

  /// The problem in one line.
  package var description: String { "\(dataset): \(message); \(remedy)" }

  /// How many participants a message names.
  private static let shownCount = 24

  static func noSplits(_ dataset: String, participants: [String]) -> ParticipantSplitError {
    guard !participants.isEmpty else {
      return ParticipantSplitError(
        dataset: dataset, message: "no recording names a participant, so there are no splits",
        remedy: "give each file a 'participant' in dataset.json, and then 'splits'")
    }
    return ParticipantSplitError(
      dataset: dataset,
      message: "its dataset.json has no splits; its participants are \(shown(participants))",
      remedy:
        "add to it \"splits\": {\"train\": […], \"validation\": […], \"test\": […]}, with each "
        + "participant in one list")
  }

  static func noPart(
    _ dataset: String, name: String, parts: [String: [String]]
  ) -> ParticipantSplitError {
    let known = parts.sorted { $0.key < $1.key }.map { "\($0.key) (\(shown($0.value)))" }
    return ParticipantSplitError(
      dataset: dataset,
      message: "its splits have no part '\(ReadProblem.displayed(name))'; they have "
        + known.joined(separator: ", "),
      remedy:
        "name one of these, or add \"\(ReadProblem.displayed(name))\": […] to 'splits' in its "
        + "dataset.json")
  }

  static func overlap(
    _ dataset: String, participant: String, parts: [String]
  ) -> ParticipantSplitError {
    ParticipantSplitError(
      dataset: dataset,
      message: "participant '\(ReadProblem.displayed(participant))' is in two parts of its splits, "
        + parts.joined(separator: " and "),
      remedy: "keep the name in only one list in its dataset.json")
  }

  static func nothingLeft(_ dataset: String, parts: [String]) -> ParticipantSplitError {
    ParticipantSplitError(
      dataset: dataset,
      message: "no recording that could be read is of a participant in "
        + parts.joined(separator: " or "),
      remedy: "correct 'splits' in its dataset.json, or name another part")
  }

  private static func shown(_ participants: [String]) -> String {
    guard !participants.isEmpty else { return "nobody" }
    let rest = participants.count - shownCount
    return participants.prefix(shownCount).map { ReadProblem.displayed($0) }
      .joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
