/// A split of participants that a dataset does not have or that cannot be used.
public struct ParticipantSplitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dataset's name.
  public let dataset: String
  /// What is wrong.
  public let message: String
  /// What to write into its `dataset.json`, or what else to do.
  public let remedy: String

  /// The problem in one line.
  public var description: String { "\(dataset): \(message); \(remedy)" }

  /// How many participants a message names.
  private static let shownCount = 24

  static func noSplits(_ dataset: String, participants: [String]) -> ParticipantSplitError {
    guard !participants.isEmpty else {
      return ParticipantSplitError(
        dataset: dataset, message: "no recording says whose it is, so that there are no splits",
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
      remedy: "leave the name in one of the lists in its dataset.json")
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
