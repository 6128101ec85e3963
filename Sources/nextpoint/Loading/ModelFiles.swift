import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting
import Synchronization

/// The model files that spellings name, each read once.
final class ModelFiles: Sendable {
  private let models = Mutex<[String: Result<LearnedModel, ParameterError>]>([:])

  /// The catalogue's row of `learned` that reads files.
  var row: CatalogueRow {
    CatalogueRow(LearnedPredictor.self) { (parameters, context) throws(ParameterError) in
      try LearnedPredictor(
        try self.model(parameters.model), parameters, context: context)
    }
  }

  /// Returns the model at a path; the built-in one for `standard`.
  func model(_ path: String) throws(ParameterError) -> LearnedModel {
    guard path != LearnedPredictor.Parameters.standardModel else {
      return try LearnedModel.standard()
    }
    return try models.withLock { models in
      if let known = models[path] { return known }
      let read = Result { () throws(ParameterError) in try Self.read(path) }
      models[path] = read
      return read
    }.get()
  }

  /// Reads a model file; what is wrong becomes the problem of the parameter.
  private static func read(_ path: String) throws(ParameterError) -> LearnedModel {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw ParameterError(
        field: "model", value: path,
        problem: "cannot be read (\(SystemReason.text(error))); give a file that 'nextpoint train' "
          + "wrote")
    }
    do { return try LearnedModel(bytes: Array(data)) } catch {
      throw ParameterError(field: "model", value: path, problem: "\(error)")
    }
  }
}

extension PredictorCatalogue {
  /// The catalogue that opens the model files that spellings name, and starts no programs.
  static var openingModels: PredictorCatalogue { standard.replacing(ModelFiles().row) }

  /// Returns the predictor that a flag names.
  ///
  /// - Throws: `CommandFailure` for a spelling that cannot be, and with exit code 65 for a model file
  ///   that cannot be read.
  func named(_ spelling: String) throws -> ConfiguredPredictor {
    let configured = try CommandFailure.asUsage { try predictor(spelling) }
    _ = try ModelsInUse([configured])
    return configured
  }
}

/// The learned models among the predictors of a run, with the participants they were trained on.
struct ModelsInUse {
  private let models: [(spelling: String, manifest: ModelManifest)]

  /// Reads the models of these predictors; a file that cannot be used ends the command.
  init(_ predictors: [ConfiguredPredictor]) throws {
    let files = ModelFiles()
    var models: [(spelling: String, manifest: ModelManifest)] = []
    for predictor in predictors {
      for path in Self.paths(predictor.spec) {
        let model: LearnedModel
        do { model = try files.model(path) } catch {
          throw CommandFailure.noData("\(predictor.spelling): \(error)")
        }
        guard let manifest = ModelManifest(json: model.manifest) else { continue }
        models.append((predictor.spelling, manifest))
      }
    }
    self.models = models
  }

  private static func paths(_ spec: PredictorSpec) -> [String] {
    spec.stages.flatMap { stage -> [String] in
      let members = stage.bank.flatMap(paths)
      // What is recommended is the package's own model.
      guard [LearnedPredictor.kind, RecommendedPredictor.kind].contains(stage.kind) else {
        return members
      }
      let model = stage.settings.first { $0.key == "model" }?.value
      return members + [model ?? LearnedPredictor.Parameters.standardModel]
    }
  }

  /// A warning for each model that has seen somebody it is to be scored on.
  func warnings(dataset: String, sha256: String, participants: some Sequence<String>) -> [String] {
    models.compactMap { model in
      let seen = model.manifest.seen(in: sha256, of: participants)
      guard !seen.isEmpty else { return nil }
      return "\(model.spelling) was trained on participants \(seen.joined(separator: ", ")) of "
        + "\(dataset) and is scored on them: that does not say how it does for somebody new; leave "
        + "them out with --split, or use 'nextpoint train --leave-one-out'"
    }
  }
}
