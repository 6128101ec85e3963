import ArgumentParser
import Datasets
import Foundation
import MotionNumerics

/// `nextpoint`: replays recorded touch, pen and pointer streams, predicts, and scores.
@main
struct Nextpoint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nextpoint",
    abstract: "Predict touch and pen positions a few frames ahead, and score the predictions.",
    discussion: """
      Results go to standard output; progress and warnings go to standard error.

      EXAMPLE
        nextpoint evaluate synthetic-noisy-60hz --predictor recommended

      \(ExitStatus.explanation)
      """,
    version: Version.line,
    groupedSubcommands: [
      CommandGroup(
        name: "Scoring",
        subcommands: [
          EvaluateCommand.self, CompareCommand.self, SweepCommand.self, ReportCommand.self,
          CheckCommand.self, MetricsCommand.self,
        ]),
      CommandGroup(
        name: "Predictor",
        subcommands: [
          PredictorsCommand.self, PredictCommand.self, TrainCommand.self, TuneCommand.self,
        ]),
      CommandGroup(name: "Data", subcommands: [DatasetsCommand.self, RecordCommand.self]),
      CommandGroup(
        name: "Drawing", subcommands: [LiveCommand.self, ReplayCommand.self, InkCommand.self]),
    ])

  /// Runs the command that the arguments name, and ends with its code.
  static func main() async {
    // A reader that leaves, such as `head`, is found by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
      // A file that grows beyond the limit on its size is found by the write that fails.
      signal(SIGXFSZ, SIG_IGN)
    #endif
    Terminal.occupyClosedStreams()
    ProcessLimits.check()
    NumericalLibrary.useOneThread()
    growHeapsAtOnce()
    Interruption.watch()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      if let failure = CommandFailure(error) {
        Terminal.note("error: \(failure)")
        exit(withError: failure.code)
      }
      let (code, text) = (exitCode(for: error), fullMessage(for: error))
      // Help that was asked for is a result, and one that goes nowhere is a failure.
      if !text.isEmpty { code == .success ? Terminal.write("\(text)\n") : Terminal.note(text) }
      exit(withError: code)
    }
  }

  /// Has glibc extend the heap of each thread at once, by 64 MB of addresses, which take no memory before they are used.
  ///
  /// Otherwise it asks the system for every few pages: 32,000 times in a sweep of 720 cells.
  private static func growHeapsAtOnce() {
    #if canImport(Glibc)
      typealias Function = @convention(c) (Int32, Int32) -> Int32
      let topPad: Int32 = -2  // `M_TOP_PAD` in malloc.h, which Swift does not import.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(symbol, to: Function.self)(topPad, 64 << 20)
    #endif
  }
}
