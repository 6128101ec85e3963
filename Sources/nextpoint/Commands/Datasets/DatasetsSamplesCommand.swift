import ArgumentParser
import Datasets

/// Prints the samples of data sets in the input format of `nextpoint predict`.
struct DatasetsSamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Print the samples as 'nextpoint predict' reads them.",
    discussion: """
      t_s,x,y in the recorded unit, an empty line before each stroke but the first. Predictions made
      from these lines, in this order, are scored by 'nextpoint evaluate --predictions'.
      """)

  @Argument(help: "A data set's name, a folder or a file.")
  var datasets: [String]

  @OptionGroup var participants: SplitArguments

  mutating func run() throws {
    let parts = try participants.parts()
    let references = try DatasetSearch.references(datasets)
    Terminal.write("t_s,x,y\n")
    var isFirst = true
    var leftOut = 0
    for reference in references {
      var dataset = try DatasetSearch.load(reference)
      if let parts { dataset = try dataset.selected(parts) }
      for problem in dataset.problems { Terminal.warn(problem) }
      leftOut += dataset.problems.count
      for stroke in dataset.recordings.flatMap(\.strokes) {
        let lines = stroke.samples.map { "\($0.time),\($0.position.x),\($0.position.y)\n" }
        Terminal.write((isFirst ? "" : "\n") + lines.joined())
        isFirst = false
      }
    }
    guard !isFirst else { throw CommandFailure.noData("no sample could be read") }
    if leftOut > 0 { throw ExitStatus.incomplete }
  }
}
