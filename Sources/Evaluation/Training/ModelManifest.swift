import Foundation

/// What a model file says of itself: what it was trained on and how; written as JSON.
///
/// Nothing in it depends on when or by how many workers the model was trained.
public struct ModelManifest: Hashable, Sendable, Codable {
  /// The version of this form.
  public var schema = 1
  /// The version of nextpoint that trained it.
  public var version: String
  /// The commit it was built from.
  public var commit: String
  /// How it was fitted.
  public var settings: TrainingSettings
  /// What was predicted and compared with what.
  public var replay: EvaluationProtocol
  /// How far ahead.
  public var horizons: [Horizon]
  /// The data, and whose of them.
  public var seen: [Seen]
  /// The number of examples.
  public var examples: Int
  /// The SHA-256 of the log of the search that chose the settings, in hexadecimal; nil without one.
  public var searchLogSHA256: String?
  /// The numerical environment.
  public var environment: NumericalEnvironment

  /// A data set that the model has seen.
  public struct Seen: Hashable, Sendable, Codable {
    /// The data set, with the hash of its files and its licence.
    public var dataset: DatasetIdentity
    /// The participants whose recordings were trained on, sorted.
    public var participants: [String]

    /// Makes an entry.
    public init(dataset: DatasetIdentity, participants: [String]) {
      self.dataset = dataset
      self.participants = participants
    }
  }

  /// Makes a manifest.
  public init(
    version: String, commit: String, settings: TrainingSettings, replay: EvaluationProtocol,
    horizons: [Horizon], seen: [Seen], examples: Int, searchLogSHA256: String? = nil,
    environment: NumericalEnvironment
  ) {
    self.version = version
    self.commit = commit
    self.settings = settings
    self.replay = replay
    self.horizons = horizons
    self.seen = seen
    self.examples = examples
    self.searchLogSHA256 = searchLogSHA256
    self.environment = environment
  }

  /// The manifest as JSON: sorted keys, so that equal manifests are equal bytes.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads the manifest of a model; nil where it is of another form.
  public init?(json: String) {
    guard let found = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = found
  }

  /// Those of a data set's participants whom the model has seen, sorted.
  ///
  /// - Parameters:
  ///   - sha256: The data set's hash.
  ///   - participants: Those to be scored.
  /// - Returns: The names; none for another data set.
  public func seen(in sha256: String, of participants: some Sequence<String>) -> [String] {
    let known = Set(seen.filter { $0.dataset.sha256 == sha256 }.flatMap(\.participants))
    return Set(participants).intersection(known).sorted()
  }
}
