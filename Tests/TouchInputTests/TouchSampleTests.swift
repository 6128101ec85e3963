import Testing
import TouchInput

@Suite struct TouchSampleTests {
  @Test func whatIsLeftOutIsNotMeasured() {
    let sample = TouchSample(time: 1.5, position: SIMD2(2, 3))
    #expect(sample.force == nil && sample.altitude == nil && sample.azimuth == nil)
    #expect(sample.kind == .actual)
    #expect(sample.phase == .moved)
    #expect(sample.isFinite)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func timeAndPositionMustBeFinite(value: Double) {
    #expect(!TouchSample(time: value, position: .zero).isFinite)
    #expect(!TouchSample(time: 0, position: SIMD2(value, 0)).isFinite)
    #expect(!TouchSample(time: 0, position: SIMD2(0, value)).isFinite)
  }

  @Test(arguments: [
    0, -1, Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude,
    Double.leastNonzeroMagnitude,
  ])
  func everyFiniteNumberWillDo(value: Double) {
    #expect(TouchSample(time: value, position: SIMD2(value, -value)).isFinite)
  }

  /// No predictor needs force and angles; a sample without them is still one.
  @Test func forceAndAnglesDoNotCount() {
    let sample = TouchSample(
      time: 0, position: .zero, force: .nan, altitude: .infinity, azimuth: -.infinity)
    #expect(sample.isFinite)
  }

  @Test func samplesAreValues() {
    let sample = TouchSample(time: 0, position: SIMD2(1, 2), force: 0.5, kind: .coalesced)
    var copy = sample
    copy.position.x = 7
    #expect(sample.position == SIMD2(1, 2))
    #expect(copy != sample)
    copy.position.x = 1
    #expect(copy == sample)
    #expect(Set([copy, sample]).count == 1)
  }
}
