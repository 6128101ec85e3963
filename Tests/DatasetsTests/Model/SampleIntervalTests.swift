import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// The interval from sample to sample where samples are delivered in bunches, and where not.
@Suite struct SampleIntervalTests {
  private func interval(_ times: [Double]) throws -> Double {
    let stroke = Stroke(
      identifier: "1", samples: times.map { TouchSample(time: $0, position: .zero) })
    return try #require(
      RecordingStatistics.sampleInterval([
        Recording(source: "a", scale: LengthScale(unit: .pixel), nominalRate: 60, strokes: [stroke])
      ]))
  }

  @Test("samples and not frames are counted", arguments: [2, 3, 4, 8], [0, 0.0001, 0.0005, 0.001])
  func bunches(size: Int, apart: Double) throws {
    let frame = 1.0 / 60
    let times = (0..<100).flatMap { index in
      (0..<size).map { Double(index) * frame + apart * Double($0) }
    }
    #expect(abs(try interval(times) * Double(size) / frame - 1) < 0.03)
  }

  @Test("a coarse clock with equal times has the rate of its samples")
  func coarse() throws {
    let times = (0..<500).map { (Double($0) / 120 * 64).rounded(.down) / 64 }
    #expect(abs(120 * (try interval(times)) - 1) < 0.02)
  }

  @Test("rests, jitter and single equal times leave the median", arguments: UInt64(1)...20)
  func median(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    var times = [0.0]
    for _ in 0..<400 {
      let rest = random.unit() < 0.14 ? 0.03 + 0.2 * random.unit() : 0
      let equal = random.unit() < 0.02
      times.append(times[times.count - 1] + (equal ? 0 : 0.008 + 0.002 * random.unit() + rest))
    }
    let positive = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    let middle = positive.count / 2
    let median =
      positive.count.isMultiple(of: 2)
      ? (positive[middle - 1] + positive[middle]) / 2 : positive[middle]
    #expect(try interval(times) == median, "seed \(seed)")
  }
}
