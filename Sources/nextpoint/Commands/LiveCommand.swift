import ArgumentParser
import Datasets
import Reporting

/// Writes the page on which people try the predictors by hand.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Write a page for trying the predictors by hand.",
    discussion: """
      One self-contained HTML file for phones, tablets, pens and mice. It draws ink
      with its predicted part, compares predictors while you draw, drags an object
      with added latency, and shows what the device reports. It saves what you drew
      as pointer events, which every command reads, and the table as CSV. The page
      contains the predictors as WebAssembly and needs no server and no network.

      With --study, the page takes participants through the tasks of a plan and
      saves their recordings and a table of trials.

      EXAMPLES
        nextpoint live --output live.html
        nextpoint live --study plan.yaml --output study.html
        nextpoint evaluate nextpoint-session.json --predictor recommended
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"))
  var output = "live.html"

  @Option(
    help: ArgumentHelp("Write the page of the study in this plan instead.", valueName: "plan.yaml"))
  var study: String?

  @OptionGroup var existing: ForceArguments

  mutating func run() throws {
    try existing.write(try Self.page(study: study), to: output)
  }

  /// Returns the page as HTML.
  ///
  /// - Parameters:
  ///   - study: The plan file of a study; nil for the page without a study.
  ///   - upload: Where the page sends a session or finished trials, relative to its address; nil for
  ///     nowhere.
  /// - Returns: The page.
  /// - Throws: `CommandFailure` for a plan that cannot be used.
  static func page(study: String?, upload: String? = nil) throws -> String {
    let module = LiveModuleText.gzip.description
    guard let study else {
      return LivePage(module: module, version: Version.number, upload: upload).html
    }
    return StudyPage(
      plan: try StudyPlanFile.read(path: study), upload: upload, module: module,
      version: Version.number
    ).html
  }
}
