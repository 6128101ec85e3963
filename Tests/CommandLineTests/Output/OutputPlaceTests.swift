import Foundation
import Testing

/// Where `--output` leads: it replaces the regular file that it names, and nothing else.
@Suite struct OutputPlaceTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("r.csv", SmallRecordings().csv())
  }

  private static let plan = "datasets: [r.csv]\npredictors: [hold]\n"

  /// Every command that writes one file, with the name of the file in the place of `FILE`.
  private static let writers: [[String]] = [
    ["replay", "r.csv", "--predictor", "hold", "--output", "FILE"],
    ["predictors", "draw", "hold", "--dataset", "r.csv", "--output", "FILE"],
    [
      "compare", "hold", "linear", "--dataset", "r.csv", "--frames-ahead", "1", "--figure", "FILE",
    ],
  ]

  /// A device of our own, so that a failure harms this test alone and not the machine.
  @Test(.enabled(if: getuid() == 0, "only root can make a device"), arguments: writers)
  func aDeviceIsWrittenTo(words: [String]) throws {
    try #require(mknod(workspace.url("null").path, S_IFCHR | 0o666, 0x103) == 0)
    try run(words, "null").expect(code: 0)
    #expect(try kind("null") == .typeCharacterSpecial)
    workspace.expectNothingHalfWritten()
  }

  @Test func aNamedPipeIsWrittenTo() throws {
    try #require(mkfifo(workspace.url("pipe").path, 0o600) == 0)
    try workspace.shell(
      """
      cat pipe >page.html & reader=$!
      '\(BuiltExecutable.path)' replay r.csv --predictor hold --output pipe || kill $reader
      wait $reader
      """
    ).expect(code: 0)
    #expect(try workspace.text("page.html").hasSuffix("</html>\n"))
    #expect(workspace.exists("pipe"))
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func standardOutputByItsNameIsStandardOutput(name: String) throws {
    let result = try run(Self.writers[0], name)
    result.expect(code: 0)
    #expect(result.standardOutput.hasSuffix("</html>\n"))
    // Also where it is a file of the shell's, which other commands write to before and after.
    try workspace.shell(
      "{ echo before; '\(BuiltExecutable.path)' replay r.csv --predictor hold --output \(name); "
        + "echo after; } >all"
    ).expect(code: 0)
    let all = try workspace.text("all")
    #expect(all.hasPrefix("before\n<!") && all.hasSuffix("</html>\nafter\n"), "\(all.suffix(40))")
  }

  @Test(arguments: writers) func aSymbolicLinkIsFollowedAndStays(words: [String]) throws {
    try workspace.write("there/old", "old")
    try link("there/first", to: "old")
    try link("second", to: "there/first")
    try run(words + ["--force"], "second").expect(code: 0)
    #expect(try kind("second") == .typeSymbolicLink)
    #expect(try kind("there/first") == .typeSymbolicLink)
    #expect(try workspace.text("there/old") != "old")
    workspace.expectNothingHalfWritten()
  }

  @Test func aLinkToNothingGetsItsFile() throws {
    try workspace.write("there/other", "")
    try link("dangling", to: "there/new")
    try run(Self.writers[0], "dangling").expect(code: 0)
    #expect(try kind("dangling") == .typeSymbolicLink)
    #expect(try workspace.text("there/new").hasSuffix("</html>\n"))
  }

  @Test func linksInACircleAreRefused() throws {
    try workspace.write("plan.yaml", Self.plan)
    try link("a", to: "b")
    try link("b", to: "a")
    try workspace.expectNothingWritten {
      try run(Self.writers[0], "a").expectRefusal(code: 1, saying: "a: cannot be written", "links")
    }
  }

  @Test(arguments: writers, ["folder", "folder/", "new/"])
  func aFolderIsRefused(words: [String], name: String) throws {
    try workspace.write("folder/file", "")
    try workspace.write("plan.yaml", Self.plan)
    try workspace.expectNothingWritten {
      let result = try run(words, name)
      result.expect(code: 64)
      #expect(result.standardError.contains(name), "\(result.standardError)")
    }
  }

  /// What a command replaces keeps its permissions; what is new has those of any new file.
  @Test func permissionsStay() throws {
    try workspace.write("page.html", "old")
    try #require(chmod(workspace.url("page.html").path, 0o640) == 0)
    try run(Self.writers[0] + ["--force"], "page.html").expect(code: 0)
    try run(Self.writers[0], "new.html").expect(code: 0)
    try workspace.write("other", "")
    #expect(try permissions("page.html") == 0o640)
    #expect(try permissions("new.html") == (try permissions("other")))
  }

  /// A name as long as names can be leaves no room for a longer temporary one.
  @Test func aLongNameIsWritten() throws {
    let name = String(repeating: "ä", count: 125) + ".html"
    try run(Self.writers[0], name).expect(code: 0)
    #expect(workspace.exists(name))
  }

  /// The system's word for a full disk, and the file that it is about.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: writers)
  func aFullDeviceIsNamed(words: [String]) throws {
    // Not a refusal: `compare` has printed its table before.
    let result = try run(words, "/dev/full")
    result.expect(code: 1)
    #expect(
      result.standardError.contains(
        "/dev/full: cannot be written (No space left on device); "), "\(result.standardError)")
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
        == .typeCharacterSpecial)
  }

  /// A limit on the size of files stands for a disk that fills up: every writer names what it could not write.
  @Test(arguments: [
    ["replay", "r.csv", "--predictor", "hold", "--output", "out"],
    ["sweep", "--dataset", "r.csv", "--predictor", "hold", "--raw", "--output", "out"],
    ["datasets", "convert", "r.csv", "--output", "out"],
    ["predictors", "draw", "hold", "--dataset", "r.csv", "--output", "out"],
  ])
  func aDiskThatFillsUpIsNamed(words: [String]) throws {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    // In blocks of 512 bytes or 1 kB, as the shell counts; less than any of these writes.
    let result = try workspace.shell(
      "trap '' XFSZ; ulimit -f 4; exec '\(BuiltExecutable.path)' \(line)")
    result.expectRefusal(code: 1, saying: "out", "cannot be written (File too large); ")
    workspace.expectNothingHalfWritten()
  }

  /// A folder by its link is the folder that the link leads to, for commands that replace folders.
  @Test func aLinkToAFolderIsFollowedAndStays() throws {
    try workspace.nextpoint("datasets", "convert", "r.csv", "--output", "there/set").expect(code: 0)
    try link("set", to: "there/set")
    try workspace.nextpoint(
      "datasets", "convert", "r.csv", "--output", "set", "--force"
    ).expect(code: 0)
    #expect(try kind("set") == .typeSymbolicLink)
    #expect(workspace.exists("there/set/dataset.json"))
    workspace.expectNothingHalfWritten()
  }

  private func run(_ words: [String], _ file: String) throws -> CommandResult {
    try workspace.write("plan.yaml", Self.plan)
    return try workspace.nextpoint(arguments: words.map { $0 == "FILE" ? file : $0 })
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: workspace.url(name).path, withDestinationPath: target)
  }

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: workspace.url(name).path)[.type]
      as? FileAttributeType
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: workspace.url(name).path)[.posixPermissions]
      as? Int
  }
}
