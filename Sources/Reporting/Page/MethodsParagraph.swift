import Evaluation

/// How a run was measured, as a paragraph for a paper.
struct MethodsParagraph {
  let report: RunReport

  private var manifest: RunManifest { report.run.manifest }

  /// The paragraph, ending with a line feed.
  var text: String {
    let sentences = [data, protocolSentences, predictors, measures, statistics, software]
    return sentences.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
  }

  private var data: String {
    let sets = manifest.identity.datasets.map { set -> String in
      let counts = set.counts.joined(separator: ", ")
      let origin = [
        set.citation.map { "cite: \($0)" } ?? "", set.licence.map { "license: \($0)" } ?? "",
      ].filter { !$0.isEmpty }
      return "\(set.name) (\(([counts] + origin).joined(separator: "; ")))"
    }
    guard !sets.isEmpty else { return "" }
    return "Predictors were evaluated by causal replay of recorded motion from "
      + "\(sets.count == 1 ? "one data set" : "\(sets.count) data sets"): \(HTMLFragment.list(sets))."
  }

  private var protocolSentences: String {
    let skipped = ["Unit", "Grouping", "Seed"]
    return ProtocolProse.choices(manifest.identity.plan)
      .filter { !skipped.contains($0.name) }
      .map { "\($0.name): \(HTMLFragment.sentence($0.sentence))" }.joined(separator: " ")
  }

  private var predictors: String {
    let asked = manifest.identity.plan.predictors
    let count = Set(report.run.table.rows.map(\.spelling)).count
    return "The predictors were \(HTMLFragment.list(asked)), "
      + "\(HTMLFragment.count(count, "configuration")) in all."
      + (solvers.isEmpty ? "" : " " + solvers)
  }

  private var solvers: String {
    SolverSentence(Set(report.run.table.rows.map(\.spelling)).sorted()).text
  }

  private var measures: String {
    let definitions = Differences.endpoints.compactMap { name in
      report.run.table.metrics.first { $0.name == name }
    }.map { "\(MeasureFormat(metric: $0, lengthUnit: nil).noun) (\(unclosed($0.formula)))" }
    guard !definitions.isEmpty else { return "" }
    return "Measures: \(definitions.joined(separator: "; "))."
  }

  private var statistics: String {
    guard report.datasets.contains(where: { $0.participants.people.count > 1 }) else {
      return "No intervals are given, since there are fewer than two participants."
    }
    let replicates = HTMLFragment.grouped(report.resampling.replicates)
    return
      "Scores are means over participants with 95\u{A0}% percentile intervals from a bootstrap over "
      + "participants (B = \(replicates)). The primary endpoint is the mean error at the horizon "
      + "nearest to \(HorizonText.milliseconds(HeadlineMeasure.horizon)). Paired differences from a "
      + "reference are tested by two-sided sign-flip permutation of the participants’ differences, "
      + "with Holm’s correction for the predictors compared on a data set. The predictors shown were "
      + "chosen on the same data."
  }

  private var software: String {
    let identity = manifest.identity
    let commit = identity.commit.isEmpty ? "" : ", commit \(identity.commit)"
    return "Made with nextpoint \(identity.version)\(commit), seed \(identity.plan.seed), "
      + "\(identity.environment.linearAlgebra), \(identity.environment.architecture)."
  }

  private func unclosed(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
