import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

@Suite("Sample trail")
struct SampleTrailTests {
  /// A hostile stream: late, equal and infinite times, and pen attributes from somewhere on.
  private func stream(_ random: inout Xoshiro256StarStar, count: Int) -> [TouchSample] {
    var time = 0.0
    return (0..<count).map { index in
      time += random.nextInt(below: 8) == 0 ? -0.05 * random.nextUnit() : 0.01
      if random.nextInt(below: 10) == 0 { time -= 0.01 }
      var sample = TouchSample(time: time, position: [Double(index), random.nextNormal()])
      if random.nextInt(below: 15) == 0 { sample.position.x = .nan }
      if index > count / 2, random.nextInt(below: 3) > 0 { sample.force = random.nextUnit() }
      return sample
    }
  }

  @Test("holds what an observation window holds", arguments: [1, 2, 3, 6, 16, 23, 40])
  func agreesWithWindow(capacity: Int) {
    for seed in TestSize.seeds(20, full: 500) {
      var random = Xoshiro256StarStar(seed: seed)
      var (window, trail) = (
        ObservationWindow(capacity: capacity), SampleTrail(capacity: capacity)
      )
      for (index, sample) in stream(&random, count: 300).enumerated() {
        let isLate = window.newest.map { $0.time > sample.time } ?? false
        let isTaken = window.append(sample)
        #expect(trail.append(sample) == (isTaken ? (isLate ? .late : .inOrder) : .refused))
        #expect(trail.count == window.count, "seed \(seed), sample \(index)")
        for place in 0..<min(trail.count, window.count) {
          #expect(trail[place].time == window[place].time)
          #expect(trail[place].position == window[place].position)
        }
        if let newest = window.newest { #expect(trail.newest.position == newest.position) }
        var prediction = Prediction(position: .zero)
        let expected = prediction.attributed(by: window, newest: 8, ahead: 0.03)
        trail.attribute(&prediction, newest: 8, ahead: 0.03)
        #expect(prediction == expected, "seed \(seed), sample \(index)")
        if random.nextInt(below: 90) == 0 {
          window.removeAll()
          trail.removeAll()
        }
      }
    }
  }
}
