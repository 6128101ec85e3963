import ArgumentParser
import Datasets
import Reporting

/// Writes the page on which people try the predictors with their own hand.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Write a page on which you try the predictors with your own hand.",
    discussion: """
      One self-contained HTML file for phones, tablets, pens and mice. It draws ink
      with its predicted part, compares predictors while you draw, drags an object
      with added latency, and says what the device reports. It saves what you drew
      as pointer events, which every command reads, and the table as CSV. The page
      holds the predictors as WebAssembly: it needs no server and no network.

      EXAMPLES
        nextpoint live --output live.html
        nextpoint evaluate nextpoint-session.json --predictor recommended
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"))
  var output = "live.html"

  mutating func run() throws {
    let page = LivePage(module: LiveModuleText.gzip.description, version: Version.number)
    try AtomicFile.write(page.html, to: output)
  }
}
