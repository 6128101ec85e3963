import Testing
import TouchInput

@Suite struct CanvasLineTests {
  private func event(
    _ x: Double, number: Double? = nil, expecting: TouchProperties = [], force: Double = 0.5,
    type: TouchType = .pencil
  ) -> TouchEvent {
    TouchEvent(
      identifier: "\(x)", touchIdentifier: "P", timestamp: x, type: type, phase: .moved,
      force: force, location: SIMD2(x, 0), estimationUpdateIndex: number,
      estimatedProperties: expecting, estimatedPropertiesExpectingUpdates: expecting)
  }

  private func places(_ points: [CanvasLine.Point]) -> [Double] { points.map(\.event.location.x) }

  @Test func eachCallbackWithdrawsThePredictions() {
    var line = CanvasLine()
    line.add(DeliveredTouch(event(1), coalesced: [event(0)], predicted: [event(2), event(3)]))
    #expect(places(line.points) == [0, 1, 2, 3])
    #expect(line.points.map(\.marks) == [.coalesced, [], .predicted, .predicted])
    line.add(DeliveredTouch(event(4, type: .direct)))
    #expect(places(line.points) == [0, 1, 4])
    #expect(line.points[2].marks == .finger)
  }

  @Test func theExpectedValuesAreCorrectedAndNoOthers() {
    var line = CanvasLine()
    line.add(DeliveredTouch(event(0, number: 7, expecting: .force)))
    #expect(!line.isComplete)
    let found = line.update(by: event(9, number: 7, force: 0.9))
    #expect(found && line.isComplete)
    #expect(line.points[0].event.force == 0.9)
    #expect(line.points[0].event.location == .zero, "the place was not expected")
    #expect(line.points[0].marks == .updated)
    let again = line.update(by: event(9, number: 7))
    #expect(!again)
  }

  @Test func aPartialCorrectionWaitsOn() {
    var line = CanvasLine()
    line.add(DeliveredTouch(event(0, number: 7, expecting: [.force, .location])))
    line.update(by: event(1, number: 7, expecting: .force, force: 0.6))
    #expect(line.points[0].event.location.x == 1)
    #expect(!line.isComplete)
    line.update(by: event(2, number: 7, force: 0.7))
    #expect(line.points[0].event.location.x == 1)
    #expect(line.points[0].event.force == 0.7)
    #expect(line.isComplete)
  }

  @Test func pointsAreFrozenFromTheFront() {
    var line = CanvasLine()
    for x in 0..<6 {
      line.add(DeliveredTouch(event(Double(x), number: 9, expecting: x == 2 ? .force : [])))
    }
    let first = line.commit()
    #expect(places(first) == [0, 1])
    #expect(places(line.points) == [2, 3, 4, 5])
    line.update(by: event(2, number: 9, force: 3))
    let second = line.commit()
    #expect(places(second) == [2, 3])
    #expect(second[0].event.force == 3)
    #expect(places(line.committed) == [0, 1, 2, 3])
    #expect(places(line.points) == [4, 5])
    let nothing = line.commit()
    #expect(nothing.isEmpty)
  }

  @Test func predictionsAreNeverFrozen() {
    var line = CanvasLine()
    line.add(DeliveredTouch(event(0), predicted: [event(1), event(2), event(3)]))
    line.commit()
    #expect(places(line.committed) == [0])
    #expect(places(line.points) == [1, 2, 3])
  }

  @Test func widthOpacityAndRectangle() {
    var line = CanvasLine()
    line.add(DeliveredTouch(event(10, force: 0), predicted: [event(11)]))
    #expect(line.points.map(\.width) == [0.025, 0.5])
    #expect(line.points.map(\.opacity) == [1, 0.5])
    let expected = StrokeRectangle(origin: SIMD2(7.5, -3.5), size: SIMD2(7, 7))
    #expect(line.points[1].dirtyRectangle == expected)
    line.cancel()
    #expect(line.points.map(\.opacity) == [0, 0])
  }
}
