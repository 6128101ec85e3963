import Datasets
import Evaluation
import TouchInput

/// The part of the page in which a reader chooses data set, measure, horizon, group and unit.
///
/// It is hidden until the script fills it; the figures and tables of the page do without it.
struct Explorer {
  let datasets: [DatasetReport]

  private var scores: ExplorerScores { ExplorerScores(datasets: datasets) }

  /// The empty controls, chart and table; empty where no data set was scored as a whole.
  var html: String {
    guard !scores.isEmpty else { return "" }
    return """
      <section id="explore" hidden="hidden">
      <h2>Explore the scores</h2>
      <div class="choices">
      \(Self.choices.map { choice in
        "<label>\(choice.title)<select id=\"explore-\(choice.name)\"></select></label>\n"
      }.joined())<button type="button" id="explore-link">Copy link</button>
      </div>
      <p class="note" id="explore-definition"></p>
      <div class="explorer">
      <figure><div id="explore-chart"></div>
      <div class="legend" id="explore-legend" role="group" aria-label="Show one predictor alone"></div>
      <figcaption>Point at the chart, or choose it with Tab and use the arrow keys, for exact values;
      click it to choose a horizon. A name of the legend shows that predictor alone, in all charts of
      the page.</figcaption></figure>
      <figure class="table" id="explore-table"><figcaption></figcaption>
      <div class="scroll"><table><thead><tr></tr></thead><tbody></tbody></table></div></figure>
      </div>
      <p id="said" class="unseen" role="status"></p>
      </section>

      """
  }

  private static let choices = [
    (name: "set", title: "Data set"), (name: "measure", title: "Measure"),
    (name: "horizon", title: "Horizon"), (name: "group", title: "Group"),
    (name: "unit", title: "Unit"),
  ]

  /// The scores for the script, as an element; empty where the controls are.
  var data: String {
    guard !scores.isEmpty else { return "" }
    return "<script type=\"application/json\" id=\"scores\">\(scores.json)</script>\n"
  }
}

/// The scores that the explorer shows, as JSON.
///
/// For whole data sets all measures of up to `mostPredictors` configurations are held; for groups, the
/// key measures of the drawn predictors. This keeps the page small, since `scores.csv` has the rest.
struct ExplorerScores {
  private let reports: [(report: DatasetReport, scores: DatasetScores, lines: EstimatedLines)]

  /// The most configurations of a data set.
  static let mostPredictors = 100
  /// The number of digits of a score.
  private static let digits = 6
  /// The measures that groups have.
  private static let groupMeasures = Set(
    ScoreSummary.measures + Differences.endpoints + ["error_median", "error_p99", "scored"])

  init(datasets: [DatasetReport]) {
    reports = datasets.compactMap { report in
      guard let scores = report.lead, let lines = report.lines, !lines.lines.isEmpty else {
        return nil
      }
      return (report, scores, lines)
    }
  }

  var isEmpty: Bool { reports.isEmpty }

  /// An array with an object per data set, without any character that ends an element.
  var json: String {
    let text = JSONText.array(reports.map { set($0, $1, $2) }, separator: ",\n")
    return [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
  }

  private func set(
    _ report: DatasetReport, _ scores: DatasetScores, _ lines: EstimatedLines
  ) -> String {
    let predictors = predictors(scores, lines)
    let drawn = Array(predictors.prefix(lines.lines.count))
    let wholes =
      [(scores, scores.group.aggregation == .participantMean ? "mean over participants" : "all")]
      + (report.pooled.map { [($0, "all, pooled")] } ?? [])
    let groups =
      wholes.map { group($0, kind: "", title: $1, predictors, of: scores, all: true) }
      + parts(of: report).map { group($1, kind: $2, title: $0, drawn, of: scores, all: false) }
    return JSONText.object(
      [
        ("name", JSONText.quoted(report.name)), ("slug", JSONText.quoted(report.slug)),
        ("unit", JSONText.quoted(scores.unit.symbol)),
        ("left", "\(scores.configurations.count - predictors.count)"),
        (
          "horizons",
          JSONText.array(
            scores.moments.map { moment in
              JSONText.array([
                FixedPoint.trimmed(moment.milliseconds, decimals: 3),
                JSONText.quoted(HorizonText.full(moment)),
              ])
            })
        ), ("headline", "\(scores.headlineMoment)"),
        ("measures", JSONText.array(scores.metrics.map { measure(scores.format($0)) })),
        (
          "predictors",
          JSONText.array(
            predictors.enumerated().map { place, configuration in
              let line = place < lines.lines.count ? lines.lines[place] : nil
              return JSONText.array([
                JSONText.quoted(configuration.spelling),
                line.map { JSONText.quoted($0.label) } ?? "null",
                line.map { "\($0.style.index)" } ?? "-1",
                line.map { JSONText.quoted($0.style.dash) } ?? "null",
              ])
            })
        ), ("groups", JSONText.array(groups, separator: ",\n")),
        ("intervals", intervals(lines)),
      ], separator: ",\n")
  }

  /// The drawn predictors, then those with the lowest error.
  private func predictors(
    _ scores: DatasetScores, _ lines: EstimatedLines
  ) -> [DatasetScores.Configuration] {
    let drawn = lines.lines.map(\.configuration)
    let names = Set(drawn.map(\.spelling))
    let rest = scores.configurations.filter { !names.contains($0.spelling) }
    let ranked = rest.map { configuration in
      (
        configuration,
        scores.value(
          configuration, at: scores.headlineMoment, named: HeadlineMeasure.error.name) ?? .infinity
      )
    }.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
    return drawn + ranked.map(\.element.0).prefix(max(Self.mostPredictors - drawn.count, 0))
  }

  /// Tasks, participants and parts of strokes, with the kind of group.
  private func parts(
    of report: DatasetReport
  ) -> [(title: String, scores: DatasetScores, kind: String)] {
    let tasks = report.groups.filter { $0.group.participant.isEmpty }
    let people = report.groups.filter { $0.group.task.isEmpty }
    let divisions = PartFigures.Division.allCases.flatMap { division in
      division.parts.compactMap { part, title in
        report.parts.first { $0.group.part == part }.map { (title, $0, division.noun) }
      }
    }
    return tasks.map { ($0.group.task, $0, "task") }
      + people.map { (ScoreRow.participantName($0.group.participant), $0, "participant") }
      + divisions
  }

  private func measure(_ format: MeasureFormat) -> String {
    let metric = format.metric
    return JSONText.object([
      ("name", JSONText.quoted(metric.name)), ("title", JSONText.quoted(format.heading)),
      ("unit", JSONText.quoted(format.unit)), ("isLength", "\(metric.dimension == .length)"),
      ("factor", metric.dimension == .share ? "100" : "1"),
      ("decimals", format.decimals.map { "\($0)" } ?? "null"),
      ("order", JSONText.quoted(metric.order.rawValue)),
      ("perfect", metric.perfect.map(JSONText.number) ?? "null"),
      ("formula", JSONText.quoted(metric.formula)),
    ])
  }

  /// A group's values by measure, for each predictor at each horizon.
  private func group(
    _ scores: DatasetScores, kind: String, title: String,
    _ predictors: [DatasetScores.Configuration], of whole: DatasetScores, all: Bool
  ) -> String {
    let metrics = scores.metrics.filter { all || Self.groupMeasures.contains($0.name) }
    let values = metrics.map { metric in
      let cells = predictors.flatMap { predictor in
        whole.moments.map { moment in
          number(
            scores.value(of: predictor.spelling, at: moment.seconds, named: metric.name))
        }
      }
      return (key: metric.name, value: JSONText.array(cells))
    }
    return JSONText.object([
      ("kind", JSONText.quoted(kind)), ("title", JSONText.quoted(title)),
      ("values", JSONText.object(values)),
    ])
  }

  /// The intervals of the drawn predictors' means over participants, by measure.
  private func intervals(_ lines: EstimatedLines) -> String {
    let known = Differences.endpoints.filter { lines.scores.metric($0) != nil }
    return JSONText.object(
      known.map { name in
        let cells = lines.lines.indices.flatMap { line in
          lines.scores.moments.indices.map { moment in
            lines.interval(line, at: moment, named: name).map {
              JSONText.array([number($0.lowerBound), number($0.upperBound)])
            } ?? "null"
          }
        }
        return (name, JSONText.array(cells))
      })
  }

  private func number(_ value: Double?) -> String {
    value.map { FixedPoint.rounded($0, digits: Self.digits) } ?? "null"
  }
}
