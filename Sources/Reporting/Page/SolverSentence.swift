import Evaluation
import MotionNumerics
import MotionPrediction

/// Names the solvers that fitted the predictors of a run.
struct SolverSentence {
  private static let parameter = "solver"

  /// The kinds of predictors that were fitted, by the solver; in order of their spellings.
  private var kinds: [(solver: String, kinds: [String])] = []

  /// Creates the sentence about predictors by their spellings; what the catalogue does not know is left out.
  init(_ spellings: [String]) {
    for spelling in spellings {
      guard let spec = try? PredictorSpec(spelling) else { continue }
      add(spec)
    }
  }

  /// The sentence; empty if nothing was fitted.
  var text: String {
    let parts = kinds.map { solver, kinds in
      "\(HTMLFragment.list(kinds)) by "
        + (solver == FitSolver.lapack.rawValue
          ? "LAPACK" : "update formulas for one sample at a time, without LAPACK")
    }
    return parts.isEmpty ? "" : "Fits were computed for \(parts.joined(separator: ", and for "))."
  }

  private mutating func add(_ spec: PredictorSpec) {
    for stage in spec.stages {
      guard let row = PredictorCatalogue.standard.rows.first(where: { $0.kind == stage.kind })
      else { continue }
      let members =
        stage.bank.isEmpty && !row.defaultMembers.isEmpty
        ? (try? PredictorSpec("\(row.kind):[\(row.defaultMembers)]"))?.stages.first?.bank ?? []
        : stage.bank
      for member in members { add(member) }
      if let solver = Self.solver(of: stage, row) { note(stage.kind, solver) }
    }
  }

  private static func solver(of stage: PredictorSpec.Stage, _ row: CatalogueRow) -> String? {
    if PredictorCatalogue.solvingKinds.contains(row.kind) { return FitSolver.lapack.rawValue }
    let stated = stage.settings.first { $0.key == parameter }?.value
    return stated ?? row.parameters.first { $0.name == parameter }?.defaultText
  }

  private mutating func note(_ kind: String, _ solver: String) {
    guard let index = kinds.firstIndex(where: { $0.solver == solver }) else {
      return kinds.append((solver, [kind]))
    }
    if !kinds[index].kinds.contains(kind) { kinds[index].kinds.append(kind) }
  }
}
