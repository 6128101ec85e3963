import TestSupport
import Testing

/// The worked case of the example in Inkable's README, stage by stage through the command.
@Suite struct InkWorkedCaseTests {
  /// The case states its tolerance.
  private struct Case: Decodable {
    var tolerance: Double
    var steps: [Step]
  }

  private struct Step: Decodable {
    var events: [Event]
    var points: [Point]
    var isComplete: Bool
    var lineElements: [InkOutput.Element]
    var antigrainElements: [InkOutput.Element]
  }

  private struct Point: Decodable {
    var x: Double
    var y: Double
    var force: Double
    var isPrediction: Bool
  }

  private struct Event: Decodable {
    var identifier: String
    var touchIdentifier: String
    var location: [Double]
    var force: Double
    var phase: Int
    var estimationUpdateIndex: Int?
    var estimatedPropertiesExpectingUpdates: Int
    var isUpdate: Bool
    var isPrediction: Bool

    var written: EventFile.Event {
      EventFile.Event(
        name: identifier, touch: touchIdentifier, x: location[0], y: location[1], force: force,
        phase: phase, index: estimationUpdateIndex,
        expecting: estimatedPropertiesExpectingUpdates, isUpdate: isUpdate,
        isPrediction: isPrediction)
    }
  }

  @Test(arguments: ["line", "antigrain"])
  func everyStageIsThatOfTheCase(smoother: String) throws {
    let worked = try WorkedCase.read(Case.self, from: "seeds/inkable_readme_callbacks.json")
    #expect(worked.steps.count == 3)
    let workspace = try Workspace()
    let events = EventFile(callbacks: worked.steps.map { $0.events.map(\.written) })
    try workspace.write("events.json", events.json(keepingCallbacks: true))
    func lines(_ stage: String) throws -> [InkOutput] {
      let result = try workspace.nextpoint(
        "ink", "--input", "events.json", "--stage", stage, "--smoother", smoother, "--json",
        "--every-event")
      result.expect(code: 0)
      return try InkOutput.lines(result.standardOutput)
    }
    for (found, step) in zip(try lines("paths"), worked.steps) {
      let points = try #require(found.paths?.first).points
      #expect(points.map(\.x) == step.points.map(\.x))
      #expect(points.map(\.y) == step.points.map(\.y))
      #expect(points.map(\.force) == step.points.map(\.force))
      #expect(points.map(\.isPrediction) == step.points.map(\.isPrediction))
    }
    for (found, step) in zip(try lines("elements"), worked.steps) {
      let elements = try #require(found.elements?.first).elements
      let expected = smoother == "line" ? step.lineElements : step.antigrainElements
      #expect(elements.map(\.kind) == expected.map(\.kind))
      for (element, wanted) in zip(elements, expected) {
        #expect(element.numbers.count == wanted.numbers.count)
        for (left, right) in zip(element.numbers, wanted.numbers) {
          #expect(abs(left - right) <= worked.tolerance)
        }
      }
    }
  }
}
