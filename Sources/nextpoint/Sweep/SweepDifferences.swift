import Evaluation
import Foundation
import Reporting

/// What two sweeps differ in, key by key.
struct SweepDifferences: CustomStringConvertible {
  /// A sentence a key, with both values.
  let lines: [String]

  /// How many keys are named.
  private static let mostLines = 12
  /// How much of a value is shown.
  private static let mostCharacters = 120

  /// The differences of what determines the scores.
  ///
  /// - Parameters:
  ///   - there: What stands in the directory.
  ///   - here: What was asked for.
  ///   - keepsPredictions: Whether either keeps every single prediction.
  init(
    there: RunManifest.Identity, here: RunManifest.Identity,
    keepsPredictions: (there: Bool, here: Bool)
  ) {
    var (there, here) = (there, here)
    // What cannot be chosen, and what follows from what is listed already.
    (there.environment, there.otherEnvironments) = (here.environment, here.otherEnvironments)
    there.leftOut = here.leftOut
    there.datasets = there.datasets.map(Self.bare)
    here.datasets = here.datasets.map(Self.bare)
    var lines = Self.lines(there.plan, here.plan, under: "plan")
    there.plan = here.plan
    lines += Self.lines(there, here)
    if keepsPredictions.there != keepsPredictions.here {
      lines.append("--raw: \(keepsPredictions.there) there, \(keepsPredictions.here) here")
    }
    self.lines = lines
  }

  /// The differences of two numerical environments.
  init(there: NumericalEnvironment, here: NumericalEnvironment) {
    lines = Self.lines(there, here)
  }

  /// The keys, each on a line.
  var description: String {
    let more = lines.count - Self.mostLines
    return lines.prefix(Self.mostLines).map { "\n  \($0)" }.joined()
      + (more > 0 ? "\n  and \(more) more" : "")
  }

  /// A data set by its name and its bytes alone, from which the counts follow.
  private static func bare(_ dataset: DatasetIdentity) -> DatasetIdentity {
    DatasetIdentity(
      name: dataset.name, sha256: dataset.sha256, recordings: 0, strokes: 0, samples: 0,
      participants: 0, rejectedLines: 0, split: dataset.split)
  }

  private static func lines(
    _ there: some Encodable, _ here: some Encodable, under path: String = ""
  ) -> [String] {
    let (there, here) = (values(there, under: path), values(here, under: path))
    return Set(there.keys).union(here.keys).sorted().compactMap { key in
      let (old, new) = (there[key] ?? "nothing", here[key] ?? "nothing")
      guard old != new else { return nil }
      return "\(key): \(ShownText(old, limit: mostCharacters)) there, "
        + "\(ShownText(new, limit: mostCharacters)) here"
    }
  }

  private static func values(_ value: some Encodable, under path: String) -> [String: String] {
    guard let json = try? RunFolder.json(of: value),
      let object = try? JSONSerialization.jsonObject(with: Data(json))
    else { return [:] }
    return Dictionary(leaves(object, path: path), uniquingKeysWith: { first, _ in first })
  }

  private static func leaves(_ value: Any, path: String) -> [(String, String)] {
    if let object = value as? [String: Any] {
      return object.flatMap { key, child in
        leaves(child, path: path.isEmpty ? key : "\(path).\(key)")
      }
    }
    if let array = value as? [Any] {
      let hasObjects = array.contains { $0 is [String: Any] }
      guard hasObjects else { return [(path, array.map { "\($0)" }.joined(separator: ", "))] }
      return array.enumerated().flatMap { leaves($1, path: "\(path)[\($0)]") }
    }
    return [(path, "\(value)")]
  }
}
