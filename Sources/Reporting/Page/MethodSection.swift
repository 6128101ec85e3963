import Evaluation

/// How a run was measured: the protocol and the manifest in words.
struct MethodSection {
  let manifest: RunManifest
  let metrics: [MetricDefinition]
  /// Warnings from reading the run.
  let warnings: [String]

  /// The section.
  var html: String {
    """
    <section id="method">
    <h2>How this was measured</h2>
    \(choices)<h3>Predictors</h3>
    \(predictors)<h3>Data</h3>
    \(data)<h3>Measures</h3>
    \(measures)<h3>Run</h3>
    \(run)<h3>Command</h3>
    \(command)</section>

    """
  }

  /// All warnings, for the top of the page; empty for none.
  var warningBox: String {
    let all = manifest.volatile.warnings + warnings
    guard !all.isEmpty else { return "" }
    let items = all.map(XMLText.escaped)
    let content =
      all.count == 1
      ? HTMLFragment.paragraph(items[0])
      : HTMLFragment.paragraph("<b>\(all.count) warnings</b>") + shortened(items)
    return "<div class=\"warning\" role=\"note\">\n\(content)</div>\n"
  }

  private var choices: String {
    let items = ProtocolProse.choices(manifest.identity.plan).map {
      "<dt>\($0.name)</dt><dd>\(XMLText.escaped($0.sentence))</dd>\n"
    }
    return "<dl>\n\(items.joined())</dl>\n"
  }

  private var predictors: String {
    let asked = HTMLFragment.list(manifest.identity.plan.predictors.map(HTMLFragment.code))
    let leftOut = manifest.identity.leftOut
    guard !leftOut.isEmpty else {
      return HTMLFragment.paragraph("Requested: \(asked). Nothing was left out.")
    }
    let items = leftOut.map {
      "\(HTMLFragment.code($0.spelling)): \(XMLText.escaped($0.reason))"
    }
    let combinations = HTMLFragment.count(leftOut.count, "combination")
    return HTMLFragment.paragraph(
      "Requested: \(asked). \(combinations) of the ranges "
        + "\(leftOut.count == 1 ? "is" : "are") invalid and left out:") + shortened(items)
  }

  private var data: String {
    let columns: [OutputTable.Column] = [
      .init("data set"), .init("participants"), .init("recordings"), .init("strokes"),
      .init("samples"), .init("unreadable lines"), .init("SHA-256"),
    ]
    let rows = manifest.identity.datasets.map { set -> [OutputTable.Cell] in
      [
        .text(set.name), .text(HTMLFragment.grouped(set.participants)),
        .text(HTMLFragment.grouped(set.recordings)), .text(HTMLFragment.grouped(set.strokes)),
        .text(HTMLFragment.grouped(set.samples)),
        .text(HTMLFragment.grouped(set.rejectedLines)),
        set.sha256.isEmpty ? .empty : .text(set.sha256),
      ]
    }
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption: "The data that was read. The hash covers the hashes of a set’s files in order.",
      codeColumns: [6], rightAligned: [1, 2, 3, 4, 5], breakingColumns: [6]
    ).html + splits
  }

  /// The participants that a run with splits replayed, with the hash of each split.
  private var splits: String {
    let items = manifest.identity.datasets.compactMap { set in
      set.split.map { split in
        let people = HTMLFragment.count(split.participants.count, "participant")
        return "\(XMLText.escaped(set.name)): \(people), "
          + "\(XMLText.escaped(split.participants.joined(separator: ", "))); SHA-256 of the split "
          + HTMLFragment.code(split.sha256)
      }
    }
    guard !items.isEmpty else { return "" }
    let parts = (manifest.identity.plan.split ?? []).map(XMLText.escaped).joined(separator: " and ")
    return HTMLFragment.paragraph("Replayed parts of each split: \(parts).")
      + HTMLFragment.bullets(items)
  }

  private var measures: String {
    let columns: [OutputTable.Column] = [
      .init("column"), .init("measure"), .init("perfect"), .init("better"), .init("definition"),
      .init("source"),
    ]
    let rows = metrics.map { metric -> [OutputTable.Cell] in
      [
        .text(metric.name), .text(metric.title),
        metric.perfect.map { .text(FixedPoint.trimmed($0, decimals: 3)) } ?? .empty,
        .text(better(metric.order)), .text(metric.formula), .text(metric.source),
      ]
    }
    let table = HTMLTable(
      table: OutputTable(columns: columns, rows: rows), caption: "", codeColumns: [0]
    ).html
    return HTMLFragment.details(
      "Definitions of all \(metrics.count) measures, as columns of scores.csv", table)
  }

  private func better(_ order: MetricDefinition.Order) -> String {
    switch order {
    case .lower: "lower"
    case .nearer: "nearer to perfect"
    case .none: "–"
    }
  }

  private var run: String {
    let identity = manifest.identity
    let volatile = manifest.volatile
    let commit = identity.commit.isEmpty ? "an unknown commit" : "commit \(identity.commit)"
    let environment = identity.environment
    let isNamed =
      environment.kernel.isEmpty || environment.linearAlgebra.contains(environment.kernel)
    let kernel = isNamed ? "" : ", kernel \(environment.kernel)"
    let items = [
      ("Version", "nextpoint \(identity.version), built from \(commit)."),
      (
        "Numerics",
        "\(environment.linearAlgebra)\(kernel); \(environment.libc); \(environment.architecture)."
      ),
      (
        "Time",
        "From \(volatile.started) to \(volatile.ended): "
          + "\(FixedPoint.trimmed(volatile.seconds, decimals: 1)) s on \(volatile.host) with "
          + "\(volatile.jobs) \(volatile.jobs == 1 ? "worker" : "workers"). "
          + "The scores do not depend on any of these."
      ),
    ]
    return "<dl>\n"
      + items.map { "<dt>\($0.0)</dt><dd>\(XMLText.escaped($0.1))</dd>\n" }.joined() + "</dl>\n"
  }

  private var command: String {
    let words = manifest.volatile.command
    guard let program = words.first else {
      return HTMLFragment.paragraph("The run does not record its command.")
    }
    let text = ShellCommand.text(program: program, arguments: Array(words.dropFirst()))
    return "<pre><code>\(XMLText.escaped(text))</code></pre>\n"
  }

  private func shortened(_ items: [String]) -> String {
    let most = 12
    guard items.count > most else { return HTMLFragment.bullets(items) }
    return HTMLFragment.details("all \(items.count)", HTMLFragment.bullets(items))
  }
}
