import ArgumentParser
import Datasets

/// Prints the samples of data sets in the input format of `nextpoint predict`.
struct DatasetsSamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Print samples in the input format of 'nextpoint predict'.",
    usage: "nextpoint datasets samples <datasets> ... [<options>]",
    discussion: """
      Prints t_s,x,y in the recorded unit, with an empty line between strokes.
      'nextpoint evaluate --predictions' scores predictions made from these lines in
      this order.

      EXAMPLE
        nextpoint datasets samples synthetic-noisy-60hz > samples.csv
      """)

  @Argument(help: "Data sets: names, folders or files.")
  var datasets: [String]

  @OptionGroup var participants: SplitArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  mutating func run() throws {
    let parts = try participants.parts()
    let options = try reading.options()
    let references = try DatasetSearch.references(datasets)
    Terminal.write("t_s,x,y\n")
    var isFirst = true
    var leftOut = 0
    for reference in references {
      var dataset = try DatasetSearch.load(reference, reading: options)
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
