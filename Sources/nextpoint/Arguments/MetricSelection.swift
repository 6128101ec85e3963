import Evaluation
import MotionPrediction
import Reporting

/// The measures to compute and show, from `--metrics` or a plan's `metrics`.
struct MetricSelection {
  /// The sets that have to be computed, the standard one always among them.
  let sets: [MetricSet]
  /// The measures that were asked for, by name, each once.
  let names: [String]

  /// Reads `all`, or names of sets and measures with commas between them.
  ///
  /// - Parameters:
  ///   - text: The list.
  ///   - key: Where it was given, for messages.
  /// - Throws: `CommandFailure` for a name that is neither a set's nor a measure's.
  init(_ text: String, key: String = "--metrics") throws {
    var sets: [MetricSet] = []
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(part.filter { $0 != " " })
      if word == "all" {
        sets += MetricSet.allCases
        names += MetricSet.allMetrics.map(\.name)
      } else if let set = MetricSet(rawValue: word) {
        sets.append(set)
        names += set.metrics.map(\.name)
      } else if let set = MetricSet.defining(word) {
        sets.append(set)
        names.append(word)
      } else {
        throw CommandFailure.usage(
          "\(key): '\(ShownText(word))' is neither a set of measures nor a measure; "
            + (Self.known.nearest(to: word).map { "did you mean '\($0)'? The" } ?? "the")
            + " sets are \(MetricSet.allCases.map(\.rawValue).joined(separator: ", ")), and "
            + "'nextpoint metrics' lists their measures")
      }
    }
    self.sets = MetricSet.standard(and: sets)
    var seen: Set<String> = []
    self.names = names.filter { seen.insert($0).inserted }
  }

  /// What a word can be.
  private static let known =
    ["all"] + MetricSet.allCases.map(\.rawValue) + MetricSet.allMetrics.map(\.name)
}
