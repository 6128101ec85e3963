import ArgumentParser
import MotionPrediction

/// Whether programs run that a file names: a plan is data, and may come from anybody.
struct ProgramArguments: ParsableArguments {
  @Flag(
    name: .customLong("allow-programs"),
    help: "Also run programs that a plan file names."
  )
  var allowsPrograms = false

  /// Returns why these predictors of a file may not start programs; nil if they may.
  func problem(with predictors: [ConfiguredPredictor]) -> String? {
    guard !allowsPrograms else { return nil }
    return predictors.lazy.flatMap(\.externalCommands).first.map { command in
      "this would run the program '\(ShownText(command, limit: 200))', and a file may run none by "
        + "itself; read it, then allow its programs with --allow-programs"
    }
  }
}

extension ConfiguredPredictor {
  /// The programs that it would start, as lines for the shell.
  var externalCommands: [String] { Self.externalCommands(spec) }

  private static func externalCommands(_ spec: PredictorSpec) -> [String] {
    spec.stages.flatMap { stage in
      let own = stage.kind == ExternalPredictor.kind
      return stage.settings.filter { own && $0.key == "command" }.map(\.value)
        + stage.bank.flatMap(externalCommands)
    }
  }
}
