import Datasets
import Evaluation
import MotionPrediction
import Reporting
import Synchronization

/// Returns a table of the predictors' scores on the data set in a folder, 33.3 ms ahead.
func comparison(of predictors: [String], onDataSetIn folder: String) async throws -> String {
  let dataset = try Dataset.load(DatasetReference(name: "mine", location: .folder(folder)))
  let subjects = try predictors.map {
    EvaluationSubject.predictor(try PredictorCatalogue.standard.predictor($0))
  }
  let plan = EvaluationPlan(
    datasets: [dataset.name], predictors: predictors, horizons: [Horizon(milliseconds: 33.3)])
  let evaluator = Evaluator(plan: plan)
  let prepared = await evaluator.prepare(
    EvaluationDataset(name: dataset.name, recordings: dataset.recordings), jobs: 2)
  let rows = Mutex<[ScoreRow]>([])
  await evaluator.evaluate(
    subjects, on: prepared.recordings, dataset: dataset.name, jobs: 2
  ) { _, result in
    rows.withLock { $0 += result.rows }
  }
  let table = ScoreTable(metrics: plan.metrics, sweptNames: [], rows: rows.withLock { $0 })
  return ScoreSummary.table(table).rendered(as: .markdown)
}

/// Returns the report page of a run directory that `nextpoint sweep` wrote.
func reportPage(ofRunIn folder: String) async throws -> String {
  ReportPage(await RunReport(try RunFolder(reading: folder))).html
}
