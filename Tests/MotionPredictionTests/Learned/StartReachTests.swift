import MotionNumerics
import Testing

@testable import MotionPrediction

@Suite("The reach of the start of a motion")
struct StartReachTests {
  /// A bound that has seen so many samples, one step of length 2 after the other.
  private static func started(_ samples: Int, _ reach: StartReach = StartReach(horizons: 2))
    -> StartReach
  {
    var reach = reach
    reach.beginStroke()
    for index in 0..<samples { reach.observe([2 * Double(index), 7]) }
    return reach
  }

  private static func longest(_ reach: StartReach, _ slot: Int = 0) -> Double {
    reach.bounded([0, 1e6], slot).length
  }

  @Test("a displacement is at most so many times the path, until eleven samples have come")
  func bounds() {
    #expect(Self.longest(Self.started(1)) == 0)
    #expect(Self.longest(Self.started(2)) == 1.5 * 2)
    for samples in 3...10 {
      let path = 2 * Double(samples - 1)
      #expect(abs(Self.longest(Self.started(samples)) - 2 * path) < 1e-12)
    }
    #expect(Self.longest(Self.started(11)) == 1e6)
    // What is within reach stays as it is.
    #expect(Self.started(5).bounded([3, 4], 1) == [3, 4])
  }

  @Test("it learns how far the contact goes, for each horizon and for the first step alone")
  func learns() {
    var reach = StartReach(horizons: 2)
    let (second, third) = (Self.started(2).moment, Self.started(3).moment)
    reach.learn(0, second, length: 2 * 11.5)
    #expect(abs(Self.longest(Self.started(2, reach)) - 2 * (1.5 + 0.1 * 10)) < 1e-12)
    #expect(Self.longest(Self.started(2, reach), 1) == 3)
    #expect(abs(Self.longest(Self.started(3, reach)) - 2.0 * 4) < 1e-12)
    // What is shorter than the reach lets it fall slowly, and never below the start.
    reach.learn(0, second, length: 0)
    #expect(abs(Self.longest(Self.started(2, reach)) - 2 * 0.998 * 2.5) < 1e-12)
    for _ in 0..<2000 { reach.learn(0, second, length: 0) }
    #expect(Self.longest(Self.started(2, reach)) == 3)
    reach.learn(1, third, length: 4 * 1e9)
    #expect(abs(Self.longest(Self.started(3, reach), 1) - 4 * (2 + 0.1 * 28)) < 1e-12)
    reach.reset()
    #expect(Self.longest(Self.started(3, reach), 1) == 2.0 * 4)
  }

  @Test("moments that say nothing about a start change nothing", arguments: [0, 1, 11])
  func otherMoments(samples: Int) {
    var reach = StartReach(horizons: 1)
    reach.learn(0, Self.started(samples).moment, length: 1e3)
    #expect(Self.longest(Self.started(2, reach)) == 3 && Self.longest(Self.started(9, reach)) == 32)
    for length in [Double.nan, .infinity] {
      reach.learn(0, .init(samples: 4, path: length), length: length)
      reach.learn(0, .init(samples: 4, path: 0), length: length)
    }
    #expect(Self.longest(Self.started(9, reach)) == 32)
  }
}
