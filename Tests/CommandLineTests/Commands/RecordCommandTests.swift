import Foundation
import TestSupport
import Testing

/// `record`: input devices, by a pipe of the kernel's events, and what is said where there is no server.
///
/// The server itself is built by `scripts/test` and driven by `scripts/hostile-uploads`.
@Suite struct RecordCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let description = """
    # EVEMU 1.3
    N: A touch screen
    I: 0003 056a 4200 0110
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    A: 00 0 10000 4 0 100
    A: 01 0 5000 4 0 50

    """

  /// What the kernel gives of a stroke of so many reports, 8 ms apart.
  private func stroke(_ reports: Int) -> Data {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    for i in 0..<reports {
      let events = [
        (3, 0, 100 * i), (3, 1, 500 + i), (1, 0x14A, i < reports - 1 ? 1 : 0), (0, 0, 0),
      ]
      for (type, code, value) in events {
        bytes += little(7, 8) + little(8000 * i, 8) + little(type, 2) + little(code, 2)
        bytes += little(value, 4)
      }
    }
    return Data(bytes)
  }

  @Test func aPipeOfEventsBecomesARecording() throws {
    try workspace.write("pad.desc", Self.description)
    try workspace.write("events", stroke(5))
    try #require(mkfifo(workspace.url("pipe").path, 0o600) == 0)
    let result = try workspace.shell(
      """
      { head -c 100 events; sleep 0.2; tail -c +101 events; } >pipe &
      exec '\(BuiltExecutable.path)' record --evdev pipe --description pad.desc --output a.events
      """)
    result.expect(code: 0)
    #expect(result.standardOutput.isEmpty)
    #expect(
      result.standardError
        == "recording pipe into a.events; stop with Ctrl-C\na.events: 5 reports, 20 events\n")
    let text = try workspace.text("a.events")
    #expect(text.hasPrefix(Self.description) && text.contains("\nE: 7.032000 0003 0001 504\n"))
    let samples = try workspace.nextpoint("datasets", "samples", "a.events")
    samples.expect(code: 0)
    let table = CSVTable(samples.standardOutput)
    func numbers(_ column: String) -> [Double?] {
      table.rows.map { $0[column].flatMap(Double.init) }
    }
    #expect(numbers("t_s") == [7, 7.008, 7.016, 7.024, 7.032])
    // Hundredths of a millimeter, and fiftieths.
    #expect(numbers("x") == [0, 1, 2, 3, 4] && numbers("y").first == 10)
    try workspace.nextpoint("datasets", "validate", "a.events").expect(code: 0)
  }

  /// Whatever ends it, what was read is in the file.
  @Test(arguments: ["KILL", "INT"]) func whatWasReadIsWritten(signal: String) throws {
    try workspace.write("pad.desc", Self.description)
    try workspace.write("events", stroke(5))
    try #require(mkfifo(workspace.url("pipe").path, 0o600) == 0)
    // Descriptor 3 keeps the pipe open after the events.
    let result = try workspace.shell(
      """
      exec 3<>pipe
      '\(BuiltExecutable.path)' record --evdev pipe --description pad.desc --output a.events 2>said &
      cat events >&3
      for i in $(seq 200); do [ "$(grep -c ^E: a.events)" = 20 ] && break; sleep 0.05; done
      kill -\(signal) $!
      wait $!
      """)
    result.expect(code: signal == "KILL" ? 137 : 130)
    if signal == "INT" {
      #expect(try workspace.text("said").hasSuffix("a.events: 5 reports, 20 events\n"))
    }
    try workspace.nextpoint("datasets", "validate", "a.events").expect(code: 0)
  }

  @Test func aTimeEndsIt() throws {
    try workspace.write("pad.desc", Self.description)
    try workspace.write("events", stroke(2))
    try #require(mkfifo(workspace.url("pipe").path, 0o600) == 0)
    let result = try workspace.shell(
      """
      exec 3<>pipe
      cat events >&3
      exec '\(BuiltExecutable.path)' record --evdev pipe --description pad.desc --output a.events \
        --seconds 0.3
      """)
    result.expect(code: 0)
    #expect(result.standardError.hasSuffix("a.events: 2 reports, 8 events\n"))
  }

  /// A pipe that nobody has opened for writing holds nothing up: neither the time nor Ctrl-C.
  @Test(arguments: ["--seconds 0.3", "", "--seconds 60"])
  func aPipeThatNobodyWritesToIsWaitedForNoLonger(option: String) throws {
    try workspace.write("pad.desc", Self.description)
    try #require(mkfifo(workspace.url("pipe").path, 0o600) == 0)
    let began = ContinuousClock.now
    let result = try workspace.shell(
      """
      '\(BuiltExecutable.path)' record --evdev pipe --description pad.desc --output a.events \(option) 2>said &
      \(option == "--seconds 0.3" ? "" : "sleep 0.5; kill -INT $!")
      wait $!
      """)
    result.expect(code: option == "--seconds 0.3" ? 65 : 130)
    #expect(ContinuousClock.now - began < .seconds(20))
    #expect(try workspace.text("said").contains("recording pipe into a.events"))
  }

  /// Somebody may open the pipe later.
  @Test func aPipeIsReadOnceSomebodyWrites() throws {
    try workspace.write("pad.desc", Self.description)
    try workspace.write("events", stroke(2))
    try #require(mkfifo(workspace.url("pipe").path, 0o600) == 0)
    let result = try workspace.shell(
      """
      '\(BuiltExecutable.path)' record --evdev pipe --description pad.desc --output a.events &
      sleep 0.5
      cat events >pipe
      wait $!
      """)
    result.expect(code: 0)
    #expect(result.standardError.hasSuffix("a.events: 2 reports, 8 events\n"))
  }

  /// What is no device, or gives no events, is said with what helps; nothing is overwritten.
  @Test func whatIsNoDeviceIsSaid() throws {
    try workspace.write("pad.desc", Self.description)
    try workspace.write("notes.txt", String(repeating: "some text of a user\n", count: 9))
    try workspace.write("taken", "mine")
    try workspace.write("events", stroke(2) + Data([1, 2, 3]))
    for (arguments, code, words) in [
      ("--evdev notes.txt --output a", 65, "notes.txt: is no input device; name one of those that"),
      ("--evdev . --output a", 65, ".: cannot be opened (Is a directory); name one of the devices"),
      (
        "--evdev nosuch --output a", 65,
        "nosuch: cannot be opened (No such file or directory); name"
      ),
      ("--evdev events --description notes.txt --output a", 65, "notes.txt"),
      ("--evdev events --description nosuch --output a", 65, "nosuch: no such file"),
      (
        "--evdev notes.txt --description pad.desc --output b", 65,
        "what comes after 0 events is no event of the kernel"
      ),
      ("--evdev /dev/null --description pad.desc --output c", 65, "no event came"),
      ("--evdev events --description pad.desc --output taken", 64, "taken: exists already"),
      ("--evdev events --description pad.desc --output no/d", 1, "no/d: cannot be written"),
      (
        "--evdev events --description pad.desc --output e", 3,
        "the last 3 bytes are a part of an event"
      ),
      ("--list --output a", 64, "--list takes neither"),
      ("--seconds 1 --output a", 64, "belong to"),
      ("--port 70000 --output a", 64, "--port 70000 is not from 0 to 65535"),
      ("--hours 0 --output a", 64, "--hours 0.0 is not above 0"),
    ] {
      let result = try workspace.nextpoint(
        arguments: ["record"] + arguments.split(separator: " ").map(String.init))
      result.expect(code: Int32(code))
      #expect(result.standardError.contains(words), "\(arguments): \(result.standardError)")
    }
    #expect(try workspace.text("taken") == "mine" && !workspace.exists("a"))
  }

  @Test func aFileIsReplacedOnlyWithForce() throws {
    try workspace.write("pad.desc", Self.description)
    try workspace.write("events", stroke(2))
    try workspace.write("taken", String(repeating: "mine\n", count: 10_000))
    let arguments = [
      "record", "--evdev", "events", "--description", "pad.desc", "--output", "taken",
    ]
    try workspace.nextpoint(arguments: arguments)
      .expectRefusal(code: 64, saying: "taken: exists already", "--force")
    #expect(try workspace.text("taken").hasPrefix("mine"))
    try workspace.nextpoint(arguments: arguments + ["--force"]).expect(code: 0)
    #expect(!(try workspace.text("taken")).contains("mine"))
    try workspace.nextpoint("datasets", "validate", "taken").expect(code: 0)
    try workspace.nextpoint("record", "--force", "--output", "set")
      .expectRefusal(code: 64, saying: "belong to --evdev")
  }

  /// A file that only root may read names the group that may; root itself may read everything.
  @Test(.enabled(if: geteuid() != 0, "root may read every file"))
  func theGroupThatMayReadIsNamed() throws {
    try workspace.write("event0", "")
    chmod(workspace.url("event0").path, 0o040)
    let result = try workspace.nextpoint("record", "--evdev", "event0", "--output", "a")
    result.expect(code: 65)
    #expect(result.standardError.contains("sudo usermod -aG "))
  }

  /// An executable without the server beside it says how to build both.
  @Test func withoutTheServerItSaysHowToBuildIt() throws {
    try workspace.write("page", "")
    try workspace.install(BuiltExecutable.path, as: "alone")
    let result = try workspace.shell("exec ./alone record --output set")
    result.expect(code: 1)
    #expect(
      result.standardError.contains("there is no nextpoint-record in \(workspace.path); build"))
    #expect(result.standardError.contains("swift build -c release --traits Record"))
    #expect(!workspace.exists("set"))
  }

  /// The server is started with the page, the folder and what it is told, in place of this process.
  @Test func theServerIsGivenThePage() throws {
    try workspace.write(
      "server",
      """
      #!/bin/sh
      printf '%s\\n' "$@" >told
      cat "$2" >page.html
      exit 7
      """)
    try workspace.install(BuiltExecutable.path, as: "nextpoint")
    let result = try workspace.shell(
      """
      cp server nextpoint-record
      chmod +x nextpoint-record
      ./nextpoint record --output 'a set' --port 0 --host ::1
      """)
    result.expect(code: 7)
    let told = try workspace.text("told").split(separator: "\n").map(String.init)
    #expect(told.first == "--page" && told[1].hasPrefix("/dev/fd/"))
    #expect(
      Array(told.dropFirst(2))
        == ["--output", "a set", "--host", "::1", "--port", "0", "--hours", "24.0"])
    let page = try workspace.text("page.html")
    #expect(page.contains("\nH4sI") && page.contains("connect-src 'self'"))
    #expect(page.contains("data-upload=\"recordings\""))
    // The page of `live` has no server to send to.
    try workspace.nextpoint("live").expect(code: 0)
    #expect(try !workspace.text("live.html").contains("connect-src"))
  }
}
