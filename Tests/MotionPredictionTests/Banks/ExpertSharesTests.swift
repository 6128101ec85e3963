import Foundation
import Testing

@testable import MotionPrediction

@Suite("Shares of experts")
struct ExpertSharesTests {
  @Test(
    "one loss changes the shares as the formula says", arguments: [0.1, 0.5, 3], [0, 0.02, 0.4])
  func closedForm(rate: Double, share: Double) {
    var shares = ExpertShares(experts: 2, horizons: 1, rate: rate, share: share)
    shares.learn(0, [0, 4])
    let kept = 1 / (1 + exp(-rate))
    #expect(abs(shares[0, 0] - ((1 - share) * kept + share / 2)) < 1e-15)
    #expect(abs(shares[0, 0] + shares[0, 1] - 1) < 1e-15)
  }

  @Test(
    "with a prior and a memory, an error counts against the usual one, and reset brings the prior back"
  )
  func priorAndMemory() {
    var shares = ExpertShares(
      experts: 2, horizons: 1, rate: 0.5, share: 0.1, prior: [3, 1], memory: 0.9)
    #expect(shares[0, 0] == 0.75 && shares[0, 1] == 0.25)
    // The usual error is 0.25 · 4 = 1, and a ratio of 4 counts in full.
    shares.learn(0, [0, 4])
    let kept = 0.75 / (0.75 + 0.25 * exp(-0.5 * 4))
    #expect(abs(shares[0, 0] - (0.9 * kept + 0.1 * 0.75)) < 1e-15)
    shares.reset()
    #expect(shares[0, 0] == 0.75 && shares[0, 1] == 0.25)
  }

  @Test("an error counts as at most eight usual ones")
  func outlier() {
    let prior = [15.0, 1]
    let learned = [100.0, 1e9].map { error in
      var shares = ExpertShares(
        experts: 2, horizons: 1, rate: 0.2, share: 0, prior: prior, memory: 0.9)
      shares.learn(0, [0, error])
      return shares[0, 1]
    }
    let part = exp(-0.2 * 8) / 16
    #expect(abs(learned[0] - part / (part + 15.0 / 16)) < 1e-15 && learned[0] == learned[1])
  }

  @Test("a pace learns from its own moments, and at 0.3 times the rate from the others'")
  func paces() {
    var shares = ExpertShares(experts: 2, horizons: 2, paces: 2, rate: 1, share: 0)
    shares.learn(1, [0, 2], pace: 1)
    #expect(shares[0, 0] == 0.5 && shares[0, 0, pace: 1] == 0.5)
    #expect(abs(shares[1, 0, pace: 1] - 1 / (1 + exp(-1))) < 1e-15)
    #expect(abs(shares[1, 0] - 1 / (1 + exp(-0.3))) < 1e-15)
  }

  @Test("errors that are not finite, or all zero, change nothing")
  func useless() {
    var shares = ExpertShares(experts: 2, horizons: 1, rate: 1, share: 0.1)
    for errors in [[0, 0], [1, .infinity], [.nan, 1]] { shares.learn(0, errors) }
    #expect(shares[0, 0] == 0.5)
  }
}
