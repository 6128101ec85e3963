import Testing
import TouchInput

@Suite struct RecordingTests {
  private func stroke(_ identifier: String, times: [Double]) -> Stroke {
    Stroke(
      identifier: identifier, samples: times.map { TouchSample(time: $0, position: SIMD2($0, 0)) })
  }

  @Test func whatAStrokeDoesNotCarryIsAbsent() {
    let stroke = stroke("a", times: [0])
    #expect(stroke.exactPositions == nil)
    #expect(stroke.settledForces == nil)
    #expect(stroke.devicePredictions.isEmpty)
  }

  @Test func aRecordingCountsTheSamplesOfAllStrokes() {
    func recording(_ strokes: [Stroke]) -> Recording {
      Recording(
        source: "r.csv", scale: LengthScale(unit: .millimeter), nominalRate: 60, strokes: strokes)
    }
    #expect(recording([]).sampleCount == 0)
    let strokes = [stroke("a", times: [0, 1]), stroke("b", times: []), stroke("c", times: [2])]
    #expect(recording(strokes).sampleCount == 3)
    #expect(recording(strokes).tool == .unknown)
    #expect(recording(strokes).participant.isEmpty && recording(strokes).task.isEmpty)
  }

  /// A prediction belongs to what had arrived, and does not count among the samples.
  @Test func devicePredictionsAreNoSamples() {
    let guess = TouchSample(time: 3, position: SIMD2(3, 0), kind: .predicted)
    var stroke = stroke("a", times: [0, 1, 2])
    stroke.devicePredictions = [DevicePredictionBatch(samplesBefore: 2, samples: [guess])]
    #expect(stroke.samples.count == 3)
    #expect(stroke.samples.last?.time == 2)
    #expect(stroke.devicePredictions.first?.samplesBefore == 2)
    #expect(stroke.devicePredictions.first?.samples == [guess])
  }

  @Test func namesAreSpelledAsInFiles() {
    #expect(
      Recording.Tool.allCases.map(\.rawValue) == ["finger", "stylus", "mouse", "unknown"])
    #expect(TouchSample.Kind.allCases.map(\.rawValue) == ["actual", "coalesced", "predicted"])
    #expect(
      TouchSample.Phase.allCases.map(\.rawValue) == ["began", "moved", "ended", "cancelled"])
  }
}
