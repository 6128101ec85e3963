import Foundation
import TestSupport
import Testing

/// The commands in the README and in docs/data.md work as written, and the README stays short.
///
/// Every line of a fenced `sh` block that begins with `nextpoint` or `swift run nextpoint` is run
/// with the built executable, one after another in one temporary copy of what they need; scripts
/// must exist. `<!-- not run: reason -->` before a block exempts it.
@Suite struct ReadmeTests {
  /// The files of the repository that commands of a README may use.
  private static let needed = ["datasets", "baselines", "experiments"]

  private static let readme = Repository.root.appending(path: "README.md")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: readme.path), "there is no README.md yet"))
  func commandsOfTheReadmeWork() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let outcome = try run(ShellBlocks(markdown: text))
    #expect(outcome.failures.isEmpty, "\(outcome.failures.joined(separator: "\n"))")
    #expect(outcome.run > 0, "the README shows no command of nextpoint that is run")
    print(
      "README: \(outcome.run) commands run, \(outcome.scripts) scripts found, "
        + "\(outcome.exempt) not run, each for a reason given there")
  }

  /// The most lines that the README may have.
  private static let mostLines = 150

  @Test func theReadmeStaysShort() throws {
    let lines = try String(contentsOf: Self.readme, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    // The newline at the end of the last line begins no line.
    #expect(lines.count - 1 <= Self.mostLines)
  }

  @Test func commandsOfThePageOnDataWork() throws {
    let page = Repository.root.appending(path: "docs/data.md")
    let outcome = try run(ShellBlocks(markdown: String(contentsOf: page, encoding: .utf8)))
    #expect(outcome.failures.isEmpty, "\(outcome.failures.joined(separator: "\n"))")
    #expect(outcome.run >= 1)
  }

  @Test func commandsOfThePageOnLargeSweepsWork() throws {
    let page = Repository.root.appending(path: "docs/sweeping-at-scale.md")
    let outcome = try run(ShellBlocks(markdown: String(contentsOf: page, encoding: .utf8)))
    #expect(outcome.failures.isEmpty, "\(outcome.failures.joined(separator: "\n"))")
    #expect(outcome.run >= 5)
  }

  private static let fixture = """
    # A readme
    ```sh
    scripts/test
    nextpoint sweep --dataset synthetic-clean-60hz \\
      --predictor hold --frames-ahead 1 --output run   # into a folder
    swift run -c release nextpoint report run
    nextpoint datasets samples synthetic-clean-60hz |
    ```
    ```swift
    nextpoint is not run here
    ```
    <!-- not run: needs another machine -->

    ```sh
    nextpoint nosuch
    ```
    ```sh
    # nextpoint in a comment
    nextpoint datasets samples synthetic-clean-60hz | nextpoint predict --predictor hold --horizon-ms 1
    nextpoint nosuch
    scripts/nosuch --flag
    ls run/report.html
    ```
    """

  @Test func blocksAreFoundInMarkdown() {
    let commands = ShellBlocks(markdown: Self.fixture).commands
    #expect(commands.map(\.line) == [3, 4, 6, 7, 15, 19, 20, 21, 22])
    #expect(commands.map(\.notRun).compactMap { $0 } == ["needs another machine"])
    #expect(
      commands[1].text == "nextpoint sweep --dataset synthetic-clean-60hz   --predictor hold "
        + "--frames-ahead 1 --output run   # into a folder")
    #expect(commands[2].withoutSwiftRun == "nextpoint report run")
    #expect(
      commands.map(\.runsNextpoint) == [false, true, true, true, true, true, true, false, false])
    #expect(
      commands.map(\.script) == ["scripts/test"] + Array(repeating: nil, count: 6) + [
        "scripts/nosuch", nil,
      ])
  }

  /// A line that does not work is found, with its number; the others work.
  @Test func aCommandThatFailsIsNamed() throws {
    let outcome = try run(ShellBlocks(markdown: Self.fixture))
    #expect(outcome.run == 5)
    #expect(outcome.scripts == 2)
    #expect(outcome.exempt == 1)
    #expect(outcome.failures.count == 3, "\(outcome.failures)")
    let lines = outcome.failures.compactMap { $0.split(separator: ":").first }
    #expect(lines == ["line 7", "line 20", "line 21"])
  }

  private struct Outcome {
    var run = 0
    var scripts = 0
    var exempt = 0
    var failures: [String] = []
  }

  private func run(_ blocks: ShellBlocks) throws -> Outcome {
    let workspace = try prepared()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    var outcome = Outcome()
    for command in blocks.commands {
      if let script = command.script {
        outcome.scripts += 1
        let file = Repository.root.appending(path: script).path
        if !FileManager.default.isExecutableFile(atPath: file) {
          outcome.failures.append("line \(command.line): there is no executable \(script)")
        }
      } else if command.notRun != nil {
        outcome.exempt += 1
      } else if command.runsNextpoint {
        outcome.run += 1
        let result = try workspace.shell(
          command.withoutSwiftRun,
          environment: [
            "PATH": "\(workspace.url("bin").path):\(path)",
            RealDatasets.variable: RealDatasets.folders,
          ])
        if result.code != 0 {
          outcome.failures.append(
            "line \(command.line): \(command.text) ended with \(result.code): "
              + result.standardError.prefix(1000))
        }
      }
    }
    return outcome
  }

  /// A folder with copies of what the commands use, and with `nextpoint` on the path.
  private func prepared() throws -> Workspace {
    let workspace = try Workspace()
    let files = FileManager.default
    for name in Self.needed {
      let source = Repository.root.appending(path: name)
      guard files.fileExists(atPath: source.path) else { continue }
      try files.copyItem(at: source, to: workspace.url(name))
    }
    if !TestSize.isFull { try shorten(workspace) }
    try files.createDirectory(at: workspace.url("bin"), withIntermediateDirectories: false)
    try files.createSymbolicLink(
      atPath: workspace.url("bin/nextpoint").path, withDestinationPath: BuiltExecutable.path)
    return workspace
  }

  /// Keeps the beginning of the largest set, and one set of the baseline of all.
  private func shorten(_ workspace: Workspace) throws {
    let motions = "datasets/synthetic/noisy-240hz/motions.csv"
    let lines = try workspace.text(motions).split(separator: "\n").prefix(1 + 1_500)
    try workspace.write(motions, lines.joined(separator: "\n") + "\n")
    let description = "datasets/synthetic/noisy-240hz/dataset.json"
    let whole = try workspace.text(description)
    let hashAndSize = /,\s*"sha256": "[0-9a-f]*",\s*"bytes": \d+/
    try workspace.write(description, whole.replacing(hashAndSize, with: ""))
    let plan = try workspace.text("baselines/synthetic.yaml")
    try workspace.write(
      "baselines/synthetic.yaml",
      plan.replacing("datasets: [synthetic]", with: "datasets: [synthetic-noisy-60hz]"))
    let scores = try workspace.text("baselines/synthetic.csv").split(separator: "\n")
    let kept = scores.prefix(1) + scores.filter { $0.hasPrefix("synthetic-noisy-60hz,") }
    try workspace.write("baselines/synthetic.csv", kept.joined(separator: "\n") + "\n")
  }
}
