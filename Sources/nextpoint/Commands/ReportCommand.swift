import ArgumentParser
import Datasets
import Evaluation
import Foundation
import Reporting

/// Makes a page and figures of a run directory.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report a run on a self-contained page, with figures as SVG.",
    discussion: """
      Writes report.html, the folder figures, and text for a paper: methods.txt,
      table.tex and table.md. The page shows strokes, the worst by name, if the run
      kept its predictions ('nextpoint sweep --raw').

      EXAMPLE
        nextpoint report run --replay
      """)

  @Argument(
    help: ArgumentHelp("The run directory.", valueName: "run"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "The folder to write (default: the run directory).",
      valueName: "folder"))
  var output: String?

  @Flag(
    help: "Link the worst strokes to pages that replay them, in the folder replay.")
  var replay = false

  @OptionGroup var existing: ForceArguments

  mutating func run() async throws {
    do {
      let contents = try RunFolder(unedited: folder)
      let target = output ?? folder
      let page = "\(target)/report.html"
      try CommandFailure.refuseFile(at: target)
      try existing.check(page)
      var report = try await report(of: contents)
      for text in report.paperTexts { try existing.check("\(target)/\(text.name)") }
      if replay {
        report = try await WorstReplays(of: report.worstPlaces, in: contents).link(
          report, writingTo: target, replacing: existing.force)
      }
      let figures = try Figures(report).write(
        to: "\(target)/figures", replacing: existing.force)
      for text in report.paperTexts {
        try existing.write(text.text, to: "\(target)/\(text.name)")
      }
      try existing.write(ReportPage(report).html, to: page)
      for warning in contents.warnings { Terminal.warn(warning) }
      Terminal.note("\(figures.count) figures in \(target)/figures")
      Terminal.write("\(page)\n")
    } catch let error as ScoresCSVError {
      throw CommandFailure.noData("\(error)")
    } catch let error as RunFolderError {
      throw CommandFailure.noData("\(error)")
    }
  }

  /// The report, with strokes where the run kept its predictions.
  private func report(of contents: RunFolder) async throws -> RunReport {
    let report = await RunReport(contents, jobs: ProcessInfo.processInfo.activeProcessorCount)
    let predictions = "\(folder)/\(PredictionsCSV.fileName)"
    guard FileManager.default.fileExists(atPath: predictions) else { return report }
    return try report.addingStrokes(from: predictions)
  }
}
