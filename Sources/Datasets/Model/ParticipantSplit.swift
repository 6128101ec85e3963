/// The participants of a dataset by the part that they belong to, as its `dataset.json` says.
///
/// The parts are disjoint, so that nothing that was fitted on one is scored on the same people.
public struct ParticipantSplit: Hashable, Sendable {
  /// The participants of each part, sorted.
  public let parts: [String: [String]]
  /// Participants in a part of whom the dataset has no recording, sorted.
  public let unknown: [String]
  /// What identifies the split: the SHA-256, in hexadecimal, of a text of the dataset's name, the
  /// hashes of its files and the participants of every part.
  ///
  /// The text is JSON with two spaces a level and no line feed at its end:
  /// `{"dataset": name, "files": [hash, …], "parts": {part: [participant, …], …}}`, files in the
  /// order of the description, parts and participants sorted by their Unicode scalars.
  public let sha256: String

  private let dataset: String

  /// The split of a dataset; throws where it has none, and where a participant is in two parts.
  public init(_ dataset: LoadedDataset) throws(ParticipantSplitError) {
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

  /// The participants of one or more parts, sorted; throws where there is no part of a name.
  public func participants(of names: [String]) throws(ParticipantSplitError) -> [String] {
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
public struct ParticipantSelection: Hashable, Sendable {
  /// The names of the parts, as they were asked for.
  public let parts: [String]
  /// The participants of these parts, sorted.
  public let participants: [String]
  /// The split that they are of.
  public let split: ParticipantSplit
}

extension LoadedDataset {
  /// The dataset with the recordings of participants in these parts alone.
  ///
  /// Files stay, with their hashes and problems. Throws where the split does not allow it, and
  /// where no recording is left.
  public func selecting(parts: [String]) throws(ParticipantSplitError) -> LoadedDataset {
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
