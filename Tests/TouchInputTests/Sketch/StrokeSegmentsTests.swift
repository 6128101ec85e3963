import Testing
import TouchInput

@Suite struct StrokeSegmentsTests {
  private func stroke(_ actual: [SIMD2<Double>], predicted: [SIMD2<Double>] = []) -> LiveStroke {
    var stroke = LiveStroke()
    for place in actual { stroke.add(StrokeSample(timestamp: 0, location: place)) }
    for place in predicted { stroke.addPredicted(StrokeSample(timestamp: 0, location: place)) }
    return stroke
  }

  private func expect(
    _ found: SIMD2<Double>, _ expected: SIMD2<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      abs(found.x - expected.x) <= seedTolerance && abs(found.y - expected.y) <= seedTolerance,
      "\(found) is not \(expected)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1), (3, 2, 4), (0, 3, 2)])
  func oneFewerThanSamples(_ actual: Int, _ predicted: Int, _ segments: Int) {
    let place = { (index: Int) in SIMD2(Double(index), 0) }
    let line = stroke(
      (0..<actual).map(place), predicted: (actual..<(actual + predicted)).map(place))
    #expect(line.segments.count == segments)
    for (index, segment) in line.segments.enumerated() {
      #expect(segment.fromSampleIndex == index)
      #expect(segment.from.location.x == Double(index))
      #expect(segment.to.location.x == Double(index + 1))
      #expect(segment.before?.location.x == (index == 0 ? nil : Double(index - 1)))
      #expect(segment.after?.location.x == (index == segments - 1 ? nil : Double(index + 2)))
    }
  }

  @Test func vectorsAtACorner() {
    let segments = stroke([SIMD2(0, 0), SIMD2(3, 0), SIMD2(3, 4)]).segments
    #expect(segments[0].vector == SIMD2(3, 0))
    #expect(segments[0].previousVector == SIMD2(3, 0))
    #expect(segments[0].nextVector == SIMD2(0, 4))
    #expect(segments[1].previousVector == SIMD2(3, 0))
    #expect(segments[1].nextVector == SIMD2(0, 4))
    expect(segments[0].unitNormalAtFrom, SIMD2(0, 1))
    // ⊥(3, 0) + ⊥(0, 4) = (0, 3) + (-4, 0).
    expect(segments[0].unitNormalAtTo, SIMD2(-0.8, 0.6))
    expect(segments[1].unitNormalAtFrom, SIMD2(-0.8, 0.6))
    expect(segments[1].unitNormalAtTo, SIMD2(-1, 0))
  }

  /// Where there is no normal, a direction along the stroke is taken in its place.
  @Test func degenerateNormals() {
    let back = stroke([SIMD2(0, 0), SIMD2(2, 0), SIMD2(0, 0)]).segments
    expect(back[0].unitNormalAtTo, SIMD2(1, 0))
    expect(back[1].unitNormalAtFrom, SIMD2(1, 0))
    let resting = stroke([SIMD2(1, 1), SIMD2(1, 1), SIMD2(1, 3)]).segments
    expect(resting[0].unitNormalAtFrom, SIMD2(1, 0))
    expect(resting[0].unitNormalAtTo, SIMD2(0, 1))
    expect(resting[1].unitNormalAtFrom, SIMD2(0, 1))
    let stopping = stroke([SIMD2(1, 1), SIMD2(1, 3), SIMD2(1, 3)]).segments
    expect(stopping[0].unitNormalAtTo, SIMD2(0, 1))
  }

  @Test func theSegmentsAreASnapshot() {
    var line = stroke([SIMD2(0, 0), SIMD2(1, 0)], predicted: [SIMD2(2, 0)])
    let segments = line.segments
    line.add(StrokeSample(timestamp: 0, location: SIMD2(5, 5)))
    #expect(segments.count == 2)
    #expect(segments[1].to.location == SIMD2(2, 0))
  }
}
