import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import MotionPrediction

@Suite("Shares of experts")
struct ExpertSharesTests {
  private func sample(_ time: Double, _ x: Double) -> TouchSample {
    TouchSample(time: time, position: [x, 0])
  }

  @Test(
    "one loss changes the shares as the formula says", arguments: [0.1, 0.5, 3], [0, 0.02, 0.4])
  func closedForm(rate: Double, share: Double) {
    var shares = ExpertShares(experts: 2, horizons: [0.1], rate: rate, share: share)
    shares.settle(at: sample(0, 0))
    // Where the contact comes to, and 4 beside it: losses of 0 and 1.
    shares.expect(from: 0) { _, expert in expert == 0 ? [1, 0] : [1, 4] }
    shares.settle(at: sample(0.2, 2))
    let kept = 1 / (1 + exp(-rate))
    #expect(abs(shares[0, 0] - ((1 - share) * kept + share / 2)) < 1e-15)
    #expect(abs(shares[0, 0] + shares[0, 1] - 1) < 1e-15)
  }

  @Test(
    "with a prior and a memory, an error counts against the usual one, and reset brings the prior back"
  )
  func priorAndMemory() {
    var shares = ExpertShares(
      experts: 2, horizons: [0.1], rate: 0.5, share: 0.1, prior: [3, 1], memory: 0.9)
    #expect(shares[0, 0] == 0.75 && shares[0, 1] == 0.25)
    shares.settle(at: sample(0, 0))
    // Errors of 0 and 4; the usual error is 0.25 · 4 = 1, and a ratio of 4 counts in full.
    shares.expect(from: 0) { _, expert in expert == 0 ? [1, 0] : [1, 4] }
    shares.settle(at: sample(0.2, 2))
    let kept = 0.75 / (0.75 + 0.25 * exp(-0.5 * 4))
    #expect(abs(shares[0, 0] - (0.9 * kept + 0.1 * 0.75)) < 1e-15)
    shares.reset()
    #expect(shares[0, 0] == 0.75 && shares[0, 1] == 0.25)
  }

  @Test("each horizon has shares of its own, and the nearest one answers")
  func horizons() {
    var shares = ExpertShares(experts: 2, horizons: [0.01, 0.05, 0.1], rate: 1, share: 0)
    shares.settle(at: sample(0, 0))
    shares.expect(from: 0) { slot, expert in expert == slot % 2 ? [0, 0] : [0, 9] }
    shares.settle(at: sample(0.06, 0))
    #expect(shares[0, 0] > 0.6 && shares[1, 1] > 0.6 && shares[2, 0] == 0.5)
    #expect([-1, 0.02, 0.04, 0.08, 7].map { shares.slot(nearestTo: $0) } == [0, 0, 1, 2, 2])
  }

  @Test("what is said before time goes back, or a stroke begins, is never compared")
  func dropped() {
    for isBackward in [true, false] {
      var shares = ExpertShares(experts: 2, horizons: [0.1], rate: 1, share: 0)
      shares.settle(at: sample(1, 0))
      shares.expect(from: 1) { _, expert in [Double(expert), 0] }
      if isBackward { shares.settle(at: sample(0.9, 0)) } else { shares.beginStroke() }
      shares.settle(at: sample(1.5, 0))
      #expect(shares[0, 0] == 0.5)
    }
  }

  @Test("answers are compared in order, however many wait, up to the greatest number kept")
  func manyWait() {
    for waiting in [5, 16, 17, 100, 256, 400] {
      var shares = ExpertShares(experts: 2, horizons: [10], rate: 0.1, share: 0)
      for index in 0..<waiting {
        let time = Double(index) * 1e-3
        shares.settle(at: sample(time, 0))
        // The first is right in the newest answer alone.
        shares.expect(from: time) { _, expert in [0, expert == 0 && index < waiting - 1 ? 1 : 0] }
      }
      shares.settle(at: sample(20, 0))
      let losses = Double(min(waiting, 256) - 1) * 0.1
      #expect(abs(shares[0, 0] - 1 / (1 + exp(losses))) < 1e-12, "\(waiting)")
    }
  }
}
