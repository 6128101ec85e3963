import ArgumentParser
import Evaluation
import Reporting

/// Makes a page and figures of a run directory.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make one self-contained page of a run, and its figures as SVG.")

  @Argument(
    help: ArgumentHelp("The run directory that 'nextpoint sweep' made.", valueName: "run"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Where report.html and the folder figures go; the run directory by default.",
      valueName: "folder"))
  var output: String?

  mutating func run() throws {
    do {
      let contents = try RunFolder(reading: folder, metrics: MetricSet.allMetrics)
      let target = output ?? folder
      let page = "\(target)/report.html"
      let figures = try Figures(contents.table).write(to: "\(target)/figures")
      try AtomicFile.write(ReportPage(contents).html, to: page)
      for warning in contents.warnings { Terminal.warn(warning) }
      Terminal.note("\(figures.count) figures in \(target)/figures")
      Terminal.write("\(page)\n")
    } catch let error as RunFolderError {
      throw CommandFailure.noData("\(error)")
    } catch let error as FileWriteError {
      throw CommandFailure.failed("\(error)")
    }
  }
}
