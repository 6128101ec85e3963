import Testing

@testable import MotionNumerics

@Suite("Ordered window")
struct OrderedWindowTests {
  private let blank = TimedPoint(time: 0, position: .zero)

  private func point(_ time: Double) -> TimedPoint {
    TimedPoint(time: time, position: [time, -time])
  }

  /// What the rules say, written as plainly as can be.
  private func append(_ time: Double, to times: [Double], capacity: Int) -> [Double] {
    guard time.isFinite else { return times }
    return (times.filter { $0 <= time } + [time]).suffix(capacity)
  }

  @Test("keeps to its rules on hostile times", arguments: [1, 2, 5, 17], [1, 8])
  func rules(capacity: Int, room: Int) {
    for seed in 1...20 {
      var random = Xoshiro256StarStar(seed: UInt64(seed))
      var window = OrderedWindow(capacity: capacity, blank: blank, room: room)
      var expected: [Double] = []
      var time = 0.0
      for step in 0..<300 {
        switch random.nextInt(below: 12) {
        case 0: time -= 3 * random.nextUnit()
        case 1: break
        case 2:
          #expect(window.append(point(.nan)) == nil)
          #expect(window.append(TimedPoint(time: time, position: [.infinity, 0])) == nil)
        case 3:
          window.removeNewest()
          expected = expected.dropLast()
        default: time += random.nextUnit()
        }
        let former = expected.count
        expected = append(time, to: expected, capacity: capacity)
        let removed = window.append(point(time))
        // One that leaves at the old end was not removed for its time.
        if former < capacity {
          #expect(removed == former + 1 - expected.count, "seed \(seed), step \(step)")
        }
        let held = window.withElements { $0.map(\.time) }
        #expect(held == expected, "seed \(seed), step \(step)")
        #expect(window.newest?.time == expected.last && window.newestTime == time)
      }
      window.removeAll()
      #expect(window.count == 0 && window.newest == nil)
    }
  }

  @Test(
    "a place in the past lies on the line between its neighbors, and nowhere before the oldest")
  func past() {
    var window = OrderedWindow(capacity: 3, blank: blank, room: 1)
    for time in [0.0, 1, 2, 4] { window.append(point(time)) }
    let places = window.withElements { elements in
      [0.0, 1, 2.5, 3, 3.5, -1].map { elements.position(before: $0) }
    }
    #expect(places == [[4, -4], [3, -3], [1.5, -1.5], [1, -1], nil, nil])
  }
}
