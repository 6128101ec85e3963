import TestSupport
import Testing
import TouchInput

/// The tolerance that the worked cases state.
let seedTolerance = 1e-9

@Suite struct LiveStrokeTests {
  private enum Operand: Decodable {
    case name(String)
    case index(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let index = try? container.decode(Int.self) {
        self = .index(index)
      } else {
        self = .name(try container.decode(String.self))
      }
    }
  }
  private struct Step: Decodable {
    var op: [Operand]
    var ranges: [[Int]]
    var predicted: Int
    var previousPredicted: Int?
    var dirty: [[Double]]
  }
  private struct Force: Decodable {
    var force: Double?
    var altitude: Double?
    var maximumPossibleForce: Double
    var sample: Double
    var talkClamped: Double
  }
  private struct Model: Decodable {
    var trace: [Step]
    var perpendicularForce: [Force]
  }

  private func sample(_ x: Double, _ y: Double = 0, expecting: TouchProperties = []) -> StrokeSample
  {
    StrokeSample(
      timestamp: x, location: SIMD2(x, y), estimatedProperties: expecting,
      propertiesExpectingUpdates: expecting)
  }

  /// Sample k of the trace is at (10 k, 0), predicted at y = 5; a correction puts sample k to
  /// (10 k, 1).
  private func perform(_ operation: [Operand], on stroke: inout LiveStroke) {
    switch (operation.first, operation.last) {
    case (.name("add"), .index(let place)): stroke.add(sample(10 * Double(place)))
    case (.name("addPredicted"), .index(let place)):
      stroke.addPredicted(sample(10 * Double(place), 5))
    case (.name("update"), .index(let place)):
      stroke.update(place, to: sample(10 * Double(place), 1))
    case (.name("clear"), _): stroke.clearUpdateInfo()
    default: break
    }
  }

  @Test func theWorkedTrace() throws {
    let trace = try WorkedCase.read(Model.self, from: "seeds/speedsketch_stroke_model.json").trace
    var stroke = LiveStroke()
    for (number, step) in trace.enumerated() {
      perform(step.op, on: &stroke)
      let place: Comment = "step \(number)"
      #expect(stroke.updatedRanges.map { [$0.lowerBound, $0.upperBound] } == step.ranges, place)
      #expect(stroke.predictedSamples.count == step.predicted, place)
      #expect(stroke.previousPredictedSamples?.count == step.previousPredicted, place)
      let dirty = stroke.dirtyRectangles(includesEmptyPredictions: true).map {
        [$0.origin.x, $0.origin.y, $0.size.x, $0.size.y]
      }
      #expect(dirty == step.dirty, place)
      let withoutEmpty = stroke.dirtyRectangles().count
      let isEmptySet = stroke.previousPredictedSamples?.isEmpty == true
      #expect(withoutEmpty == dirty.count - (isEmptySet ? 1 : 0), place)
    }
    #expect(trace.count == 18)
  }

  @Test func theWorkedForces() throws {
    let forces = try WorkedCase.read(Model.self, from: "seeds/speedsketch_stroke_model.json")
      .perpendicularForce
    #expect(forces.count == 6)
    for force in forces {
      let sample = StrokeSample(
        timestamp: 0, location: .zero, force: force.force, altitude: force.altitude)
      #expect(abs(sample.perpendicularForce(clampedTo: nil) - force.sample) <= seedTolerance)
      let clamped = sample.perpendicularForce(clampedTo: force.maximumPossibleForce)
      #expect(abs(clamped - force.talkClamped) <= seedTolerance)
    }
  }

  @Test(arguments: [
    (1.0, 0.0, Double.infinity), (0, 0, 0), (1, -0.1, .infinity), (2, .nan, 2), (0, 1, 0),
  ])
  func forcesAtTheEdges(_ force: Double, _ altitude: Double, _ expected: Double) {
    let sample = StrokeSample(timestamp: 0, location: .zero, force: force, altitude: altitude)
    #expect(sample.perpendicularForce(clampedTo: nil) == expected)
    #expect(sample.perpendicularForce() == min(expected, 25.0 / 6))
  }

  /// A force of 5 of 8 under an upright pen is one of 5, and not the 25/6 of another device.
  @Test func aForceIsLimitedByItsOwnDevice() {
    var sample = StrokeSample(
      timestamp: 0, location: .zero, force: 5, maximumPossibleForce: 8, altitude: .pi / 2)
    #expect(sample.perpendicularForce() == 5)
    sample.altitude = 0.25
    #expect(sample.perpendicularForce() == 8)
    sample.maximumPossibleForce = nil
    #expect(sample.perpendicularForce() == StrokeSample.usualMaximumForce)
  }

  @Test(arguments: [(8.0, 8.0), (0, nil), (.nan, nil), (.infinity, nil)])
  func theGreatestForceComesWithTheTouch(_ stated: Double, _ known: Double?) throws {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    let event = TouchEvent(
      identifier: "a", touchIdentifier: "T", timestamp: 0, type: .pencil, phase: .began, force: 5,
      maximumPossibleForce: stated, location: .zero)
    for delivery in TouchBatch(events: [event]).deliveries { _ = recognizer.receive(delivery) }
    #expect(try #require(recognizer.stroke.samples.first).maximumPossibleForce == known)
  }

  @Test func theAzimuthIsADirection() {
    let leaning = StrokeSample(timestamp: 0, location: .zero, azimuth: .pi / 2)
    #expect(abs((leaning.azimuthUnitVector ?? .zero).y - 1) <= seedTolerance)
    #expect(abs((leaning.azimuthUnitVector ?? .one).x) <= seedTolerance)
    #expect(StrokeSample(timestamp: 0, location: .zero).azimuthUnitVector == nil)
  }

  @Test func aSampleIsWaitedForUntilItExpectsNothing() {
    var stroke = LiveStroke()
    stroke.add(sample(0, expecting: [.force, .azimuth]))
    stroke.add(sample(1, expecting: .force))
    #expect(stroke.samplesExpectingUpdates == [0, 1])
    let first = stroke.update(0, to: sample(0, expecting: .force))
    #expect(stroke.samplesExpectingUpdates == [0, 1])
    let later = [
      stroke.update(1, to: sample(1)), stroke.update(0, to: sample(0)),
      stroke.update(0, to: sample(0)),
    ]
    #expect([first] + later == [false, false, true, false])
    #expect(stroke.isSettled)
  }

  @Test func aCorrectionOfTheFirstSampleForgetsNoOther() {
    var stroke = LiveStroke()
    for index in 0..<4 { stroke.add(sample(Double(index))) }
    stroke.clearUpdateInfo()
    for index in [0, 1, 2, 0] { stroke.update(index, to: sample(9)) }
    #expect(stroke.updatedRanges == [0...2])
  }

  @Test(arguments: [-1, 2, Int.max])
  func aCorrectionOfNothingDoesNothing(_ index: Int) {
    var stroke = LiveStroke()
    stroke.add(sample(0))
    stroke.add(sample(1))
    let before = stroke
    let isLast = stroke.update(index, to: sample(5))
    #expect(!isLast)
    #expect(stroke == before)
  }

  @Test func theFirstMeasuredAnglesGoBackToTheEstimatedOnes() {
    var stroke = LiveStroke()
    let estimates: [TouchProperties] = [[.azimuth, .altitude], .azimuth, .force]
    for (number, estimated) in estimates.enumerated() {
      stroke.add(
        StrokeSample(
          timestamp: Double(number), location: SIMD2(Double(number), 0), azimuth: 0.1,
          altitude: 0.2, estimatedProperties: estimated,
          propertiesExpectingUpdates: number == 0 ? .force : []))
      if number == 0 { #expect(stroke.expectsAngleBackfill) }
      if number == 1 { stroke.clearUpdateInfo() }
    }
    #expect(stroke.samples[0].estimatedProperties == [])
    #expect(stroke.samples[1].estimatedProperties == [])
    #expect(stroke.samples[2].estimatedProperties == .force)
    #expect(!stroke.expectsAngleBackfill)
    #expect(stroke.updatedRanges == [0...1, 2...2])
    #expect(stroke.samplesExpectingUpdates == [0], "an angle is not the force that is waited for")
  }

  @Test func backfilledAnglesAreThoseOfTheMeasuredSample() {
    var stroke = LiveStroke()
    var first = sample(0)
    (first.azimuth, first.altitude, first.estimatedProperties) = (1, 1, .azimuth)
    stroke.add(first)
    var second = sample(1)
    (second.azimuth, second.altitude) = (0.5, 0.25)
    stroke.add(second)
    #expect(stroke.samples[0].azimuth == 0.5)
    #expect(stroke.samples[0].altitude == 1, "it was not an estimate")
    var third = sample(2)
    (third.azimuth, third.altitude) = (0.7, 0.7)
    stroke.add(third)
    #expect(stroke.samples[0].azimuth == 0.5, "once is enough")
  }

  @Test func thePredictionsOnTheScreenAreKeptUntilTheNextDrawing() {
    var stroke = LiveStroke()
    stroke.add(sample(0))
    stroke.addPredicted(sample(1))
    stroke.clearUpdateInfo()
    stroke.add(sample(2))
    stroke.addPredicted(sample(3))
    stroke.withdrawPredictions()
    #expect(stroke.previousPredictedSamples?.map(\.location.x) == [1])
    #expect(stroke.predictedSamples.isEmpty)
    #expect(stroke.samples.map(\.location.x) == [0, 2])
  }

  @Test func aRangeIsWidenedToTheFirstEstimatedForce() {
    var stroke = LiveStroke()
    for index in 0..<6 { stroke.add(sample(10 * Double(index))) }
    stroke.clearUpdateInfo()
    stroke.update(4, to: sample(40))
    let plain = StrokeRectangle(origin: SIMD2(10, -20), size: SIMD2(60, 40))
    #expect(stroke.dirtyRectangles() == [plain])
    let wide = StrokeRectangle(origin: SIMD2(-10, -20), size: SIMD2(80, 40))
    #expect(stroke.dirtyRectangles(firstEstimatedForce: 1) == [wide])
    #expect(stroke.dirtyRectangles(firstEstimatedForce: 5) == [plain])
  }
}
