import Evaluation

/// A run with everything that its page, figures and tables share.
///
/// Equal runs and settings give equal reports, whatever the number of workers.
public struct RunReport: Sendable {
  let run: RunFolder
  /// The data sets, in the order of the table.
  var datasets: [DatasetReport]
  /// How participants are resampled.
  let resampling: PairedComparison.Resampling

  /// Computes a run's intervals and comparisons.
  ///
  /// - Parameters:
  ///   - run: The run; its plan's seed is that of the intervals.
  ///   - replicates: The number of bootstrap resamples, at least 1.
  ///   - jobs: The number of workers, at least 1; the result does not depend on it.
  /// - Complexity: O(replicates · participants) for each of about 150 intervals per data set.
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
  var hasPredictions = false

  /// The scores of the data sets that were scored as a whole.
  var wholes: [DatasetScores] { datasets.compactMap(\.lead) }
}
