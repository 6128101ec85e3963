import Foundation
import Testing

/// `nextpoint ink --taps`: which touches are taps, by distance and by type.
@Suite struct TapCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A touch that begins at (x, 0) and is lifted 0.1 s later, some way to the right.
  private static func touch(
    _ name: String, type: Int = 0, x: Double, way: Double, from start: Double
  ) -> [EventFile.Event] {
    [(0, 0.0, 0.0), (1, 0.05, way), (3, 0.1, way)].map { phase, time, step in
      EventFile.Event(
        name: "\(name)\(phase)", touch: name, x: x + step, y: 0, time: start + time, phase: phase,
        type: type)
    }
  }

  /// The touches that are listed, with their times and places.
  private func taps(_ arguments: String...) throws -> [String] {
    let result = try workspace.nextpoint(
      arguments: ["ink", "--input", "events.json", "--taps"] + arguments)
    result.expect(code: 0)
    return result.standardOutput.split(separator: "\n").dropFirst(2).map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func theToleranceDecides() throws {
    let still = Self.touch("still", x: 5, way: 0, from: 1)
    let near = Self.touch("near", x: 50, way: 4, from: 2)
    let far = Self.touch("far", x: 100, way: 30, from: 3)
    try workspace.write(
      "events.json",
      EventFile(callbacks: (still + near + far).map { [$0] }).json(keepingCallbacks: true))
    #expect(try taps().map { $0.prefix { $0 != " " } } == ["still", "near"])
    #expect(try taps("--tap-tolerance", "3").map { $0.prefix { $0 != " " } } == ["still"])
    #expect(
      try taps("--tap-tolerance", "30").map { $0.prefix { $0 != " " } } == ["still", "near", "far"])
    #expect(try taps("--tap-tolerance", "0") == ["still 1.100 5.00 0"])
  }

  /// A palm beside a pen is not a second touch, unless any type counts.
  @Test func theFirstTypeExcludesTheOthers() throws {
    let pen = Self.touch("pen", type: 2, x: 5, way: 0, from: 1)
    let palm = Self.touch("palm", type: 0, x: 90, way: 0, from: 1.01)
    let events = (pen + palm).sorted { $0.time < $1.time }
    try workspace.write(
      "events.json", EventFile(callbacks: events.map { [$0] }).json(keepingCallbacks: true))
    #expect(try taps().map { $0.prefix { $0 != " " } } == ["pen"])
    #expect(try taps("--any-touch-type").isEmpty)
  }
}
