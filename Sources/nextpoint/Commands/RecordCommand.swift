import ArgumentParser
import Datasets
import Foundation

/// Records people who draw on the live page, or an input device of this machine.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record drawings from a web page into a data set, or an input device.",
    usage: "nextpoint record --output <path> [<options>]",
    discussion: """
      With --output SET, serves the live page at a secret address for you to share,
      and adds the recordings that people save there to the data set SET. The server
      is a separate program, nextpoint-record; build both with
      swift build -c release --traits Record

      With --evdev, records a touch screen, pen or touch pad of this Linux machine
      with the kernel's clock, as evemu-record does, until Ctrl-C.

      EXAMPLES
        nextpoint record --study plan.yaml --output pilot
        nextpoint record --list
        nextpoint record --evdev /dev/input/event5 --output pen.events
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The data set to add to; with --evdev the file to write.", valueName: "path"))
  var output: String?

  @Option(help: ArgumentHelp("Serve the page of the study in this plan.", valueName: "plan.yaml"))
  var study: String?

  @Option(help: ArgumentHelp("The address that the server listens on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The server's port; 0 for a free one.", valueName: "number"))
  var port = 8765

  @Option(
    help: ArgumentHelp(
      "How long a new address of the page stays valid, in hours.", valueName: "number"))
  var hours = 24.0

  @Option(help: ArgumentHelp("The input device to record.", valueName: "device"))
  var evdev: String?

  @Flag(help: "List the input devices of this machine.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "With --evdev: the output of evemu-describe, if the events come from a pipe or a file.",
      valueName: "file"))
  var description: String?

  @Option(help: ArgumentHelp("With --evdev: stop after this time.", valueName: "number"))
  var seconds: Double?

  @Flag(help: "With --evdev: replace a file.")
  var force = false

  mutating func validate() throws {
    guard !list || (output == nil && evdev == nil) else {
      throw ValidationError("--list takes neither --output nor --evdev")
    }
    guard list || output != nil else { throw ValidationError("--output is missing") }
    guard evdev == nil || study == nil else {
      throw ValidationError("--study belongs to the page, and --evdev needs none")
    }
    guard evdev != nil || (description == nil && seconds == nil && !force) else {
      throw ValidationError("--description, --seconds and --force belong to --evdev")
    }
  }

  mutating func run() throws {
    try CommandFailure.checkPositive("--hours", hours)
    try CommandFailure.checkPositive("--seconds", seconds)
    try CommandFailure.check("--port", port, in: 0...65535)
    if list {
      DeviceTable.print()
    } else if let output, let evdev {
      try DeviceRecording(device: evdev, description: description, seconds: seconds)
        .write(to: output, replacing: force)
    } else if let output {
      let page = try LiveCommand.page(study: study, upload: "recordings")
      let server = RecordServerProgram(
        arguments: ["--output", output, "--host", host, "--port", "\(port)", "--hours", "\(hours)"])
      try server.become(serving: page)
    }
  }
}
