import ArgumentParser
import Datasets
import Foundation
import MotionNumerics

/// `nextpoint`: replays recorded touch, pen and pointer streams, predicts, and scores.
@main
struct Nextpoint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nextpoint",
    abstract: "Predict where a contact will be a few frames ahead, and score the prediction.",
    discussion: """
      Results go to standard output; progress and warnings to standard error.

      \(ExitStatus.explanation)
      """,
    version: Version.line,
    subcommands: [
      EvaluateCommand.self, SweepCommand.self, ReportCommand.self, CheckCommand.self,
      CompareCommand.self, TrainCommand.self, TuneCommand.self, InkCommand.self,
      DatasetsCommand.self,
      PredictCommand.self,
      PredictorsCommand.self,
      MetricsCommand.self, ReplayCommand.self,
    ])

  /// Runs the command that the arguments name, and ends with its code.
  static func main() async {
    // A reader that leaves, such as `head`, is found by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    Terminal.occupyClosedStreams()
    NumericalLibrary.useOneThread()
    Interruption.watch()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      Terminal.note("error: \(failure)")
      exit(withError: failure.code)
    } catch let failure as FileWriteError {
      Terminal.note("error: \(failure)")
      exit(withError: ExitStatus.failed)
    } catch {
      let (code, text) = (exitCode(for: error), fullMessage(for: error))
      // Help that was asked for is a result, and one that goes nowhere is a failure.
      if !text.isEmpty { code == .success ? Terminal.write("\(text)\n") : Terminal.note(text) }
      exit(withError: code)
    }
  }
}
