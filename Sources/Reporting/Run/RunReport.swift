import Evaluation

/// A run with all that is computed once for its page, its figures and its tables.
///
/// Equal runs and settings give equal reports, whatever the number of workers.
public struct RunReport: Sendable {
  let run: RunFolder
  /// The data sets, in the order of the table.
  var datasets: [DatasetReport]
  /// How participants are drawn again.
  let resampling: PairedComparison.Resampling

  /// Computes a run's intervals and comparisons.
  ///
  /// - Parameters:
  ///   - run: The run; its plan's seed is that of the intervals.
  ///   - replicates: How often participants are drawn again, at least 1.
  ///   - jobs: The number of workers, at least 1; nothing depends on it.
  /// - Complexity: O(replicates · participants) for each of about 150 intervals a data set.
  public init(_ run: RunFolder, replicates: Int = 10_000, jobs: Int = 1) async {
    let resampling = PairedComparison.Resampling(
      replicates: replicates, seed: run.manifest.identity.plan.seed)
    let groups = DatasetScores.groups(of: run.table)
    let names = DatasetScores.datasets(of: groups)
    var datasets: [DatasetReport] = []
    for (name, slug) in zip(names, Slug.distinct(names)) {
      datasets.append(
        await DatasetReport(
          name: name, slug: slug, groups: groups, run: run, resampling: resampling, jobs: jobs))
    }
    self.run = run
    self.resampling = resampling
    self.datasets = datasets
  }

  /// Whether the run kept its predictions and they were read.
  var hasFilms = false

  /// The data sets that have scores of their own and not of groups only.
  var wholes: [DatasetScores] { datasets.compactMap(\.lead) }
}
