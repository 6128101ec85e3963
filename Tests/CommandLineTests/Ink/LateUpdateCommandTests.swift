import Foundation
import Testing

/// Late corrections and forces on their way from a file of touch events into a drawing.
@Suite struct LateUpdateCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A stroke of a pen with its values as they are in the end.
  private static func report(_ number: Int, phase: Int = 1) -> EventFile.Event {
    EventFile.Event(
      name: "e\(number)", x: 40 * Double(number), y: 10 * Double(number % 2), force: 2,
      time: 0.1 * Double(number), phase: phase)
  }

  /// The same stroke; where it is corrected, its second report is elsewhere first.
  private static func stroke(correcting property: Int?) -> EventFile {
    var events = [report(0, phase: 0), report(1), report(2), report(3), report(4, phase: 3)]
    guard let property else { return EventFile(callbacks: events.map { [$0] } + [[]]) }
    var update = events[1]
    update.name = "late"
    update.index = 1
    update.isUpdate = true
    (events[1].index, events[1].expecting) = (1, property)
    switch property {
    case 1: events[1].force = 0.25
    case 2: events[1].azimuth = 2
    case 4: events[1].altitude = 0.25
    default: events[1].y = 300
    }
    return EventFile(callbacks: events.map { [$0] } + [[update]])
  }

  private func shapes(of file: EventFile, mode: String) throws -> [String] {
    // The last callback corrects nothing, so that no frame says what it changed.
    var file = file
    file.callbacks.append([])
    try workspace.write("events.json", file.json(keepingCallbacks: true))
    let drawn = try workspace.nextpoint(
      "ink", "--input", "events.json", "--mode", mode, "--svg", "ink.svg", "--force")
    drawn.expect(code: 0)
    #expect(drawn.standardError.isEmpty, "\(drawn.standardError)")
    return try workspace.text("ink.svg").split(separator: "\n").map(String.init)
      .filter { $0.contains("<path") || $0.contains("<line") }
  }

  @Test(
    "a stroke is drawn the same whether its values came late or at once",
    arguments: [1, 2, 4, 8], ["debug", "ink", "calligraphy"])
  func lateValuesAreDrawn(property: Int, mode: String) throws {
    let late = try shapes(of: Self.stroke(correcting: property), mode: mode)
    #expect(try late == shapes(of: Self.stroke(correcting: nil), mode: mode))
    #expect(late.count > 3)
  }

  /// A finger that presses with 5 of 8, from half a second on.
  private static let finger = EventFile(
    callbacks: (0..<5).map { number in
      let phase = number == 0 ? 0 : number == 4 ? 3 : 1
      let share = Double(number)
      return [
        EventFile.Event(
          name: "f\(number)", x: 50 * share, y: 0, force: 5, maximumForce: 8, time: share / 4,
          phase: phase, type: 0)
      ]
    })

  /// Half the width of a straight ribbon along y = 0, in the unit of the events.
  private func halfWidth(_ arguments: String...) throws -> Double {
    try workspace.nextpoint(
      arguments: ["ink", "--input", "events.json", "--mode", "ink", "--svg", "ink.svg", "--force"]
        + arguments
    ).expect(code: 0)
    let picture = try workspace.text("ink.svg")
    let quad = try #require(
      picture.firstMatch(
        of: /<path d="M([-0-9.]+) ([-0-9.]+)L([-0-9.]+) ([-0-9.]+)L([-0-9.]+) ([-0-9.]+)/))
    let numbers = [quad.1, quad.2, quad.3, quad.4, quad.5, quad.6].map { Double($0) ?? .nan }
    let pixels = abs(numbers[2] - numbers[0]) / 50
    return abs(numbers[5] - numbers[1]) / pixels / 2
  }

  @Test func forcesAreLimitedByTheDevice() throws {
    var pen = Self.finger
    for index in pen.callbacks.indices {
      pen.callbacks[index][0].type = 2
      pen.callbacks[index][0].altitude = .pi / 2
    }
    try workspace.write("events.json", pen.json(keepingCallbacks: true))
    #expect(abs(try halfWidth() - 10.1) < 0.05)
  }

  @Test func fingersHaveAForceWhereItIsAskedFor() throws {
    try workspace.write("events.json", Self.finger.json(keepingCallbacks: true))
    #expect(abs(try halfWidth() - 2.1) < 0.05)
    #expect(abs(try halfWidth("--finger-force") - 10.1) < 0.05)
    let alone = try workspace.nextpoint("ink", "--input", "events.json", "--json", "--finger-force")
    alone.expect(code: 64)
    #expect(alone.standardError.contains("--finger-force requires"))
  }
}
