import ArgumentParser
import Datasets

/// The participants whose recordings are replayed.
struct SplitArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only participants in these parts of a data set's splits, such as train,validation.",
      valueName: "parts"))
  var split: String?

  /// The parts that are asked for; nil for everyone.
  func parts() throws(CommandFailure) -> [String]? {
    guard let split else { return nil }
    do { return try Self.parts(split) } catch { throw .usage("--\(error)") }
  }

  /// Reads `train,validation`.
  static func parts(_ text: String) throws(CommandFailure) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard parts.allSatisfy({ !$0.isEmpty }), Set(parts).count == parts.count else {
      throw .usage(
        "split '\(ShownText(text))': give the names of parts, such as train,validation, each once")
    }
    return parts
  }
}

extension LoadedDataset {
  /// The recordings of participants in these parts alone; a split without them is a usage error.
  func selected(_ parts: [String]) throws(CommandFailure) -> LoadedDataset {
    do { return try selecting(parts: parts) } catch { throw .usage("--split: \(error)") }
  }

  /// The command that prints the samples as they are replayed here.
  var samplesCommand: String {
    let split = selection.map { " --split \($0.parts.joined(separator: ","))" } ?? ""
    return "nextpoint datasets samples \(name)\(split)"
  }

  /// A problem for names in the splits without a recording.
  var splitProblems: [LoadingProblem] {
    guard let unknown = selection?.split.unknown, !unknown.isEmpty else { return [] }
    let names = unknown.map { "\(ShownText($0))" }.joined(separator: ", ")
    return [
      LoadingProblem(
        dataset: name, source: DatasetDescription.fileName,
        problem: "\(name): its splits name \(names), of whom there is no recording; correct "
          + "'splits' in its dataset.json")
    ]
  }
}
