import Foundation

/// The manifest in a model file, as JSON: how and on what the model was trained.
///
/// It does not depend on when or by how many workers the model was trained.
package struct ModelManifest: Hashable, Sendable, Codable {
  /// The version of the format.
  package var schema = 1
  /// The version of nextpoint that trained it.
  package var version: String
  /// The commit it was built from.
  package var commit: String
  /// How it was fitted.
  package var settings: TrainingSettings
  /// What was predicted and compared with what.
  package var replay: EvaluationProtocol
  /// How far ahead.
  package var horizons: [Horizon]
  /// The data sets and participants.
  package var seen: [Seen]
  /// The number of examples.
  package var examples: Int
  /// The SHA-256 of the log of the search that chose the settings, in hexadecimal; nil without one.
  package var searchLogSHA256: String?
  /// The SHA-256 of the file of weights that another program fitted, in hexadecimal; nil where
  /// nextpoint fitted them.
  package var weightsSHA256: String?
  /// The numerical environment.
  package var environment: NumericalEnvironment
  /// The unit of the times and the columns in the files, if they were given; see `EvaluationPlan`.
  package var timeUnit: String?
  package var columns: String?

  /// A data set that the model has seen.
  package struct Seen: Hashable, Sendable, Codable {
    /// The data set, with the hash of its files and its licence.
    package var dataset: DatasetIdentity
    /// The participants whose recordings were trained on, sorted.
    package var participants: [String]

    /// Creates an entry.
    package init(dataset: DatasetIdentity, participants: [String]) {
      self.dataset = dataset
      self.participants = participants
    }
  }

  /// Creates a manifest.
  package init(
    version: String, commit: String, settings: TrainingSettings, replay: EvaluationProtocol,
    horizons: [Horizon], seen: [Seen], examples: Int, searchLogSHA256: String? = nil,
    weightsSHA256: String? = nil,
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
    self.weightsSHA256 = weightsSHA256
    self.environment = environment
  }

  /// Returns the manifest as JSON with sorted keys; equal manifests give equal bytes.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads the manifest of a model; nil if it has another format.
  package init?(json: String) {
    guard let found = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = found
  }

  /// Returns the participants of a data set that the model was trained on, sorted.
  ///
  /// - Parameters:
  ///   - sha256: The data set's hash.
  ///   - participants: Those to be scored.
  /// - Returns: The names; none for another data set.
  package func seen(in sha256: String, of participants: some Sequence<String>) -> [String] {
    let known = Set(seen.filter { $0.dataset.sha256 == sha256 }.flatMap(\.participants))
    return Set(participants).intersection(known).sorted()
  }
}
