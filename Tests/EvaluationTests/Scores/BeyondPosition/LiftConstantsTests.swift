import Foundation
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

/// The constants of the stage `lift` against the recordings that experiments/lift fitted them to.
@Suite(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
struct LiftConstantsTests {
  private struct Moment {
    let features: LiftFeatures
    let untilLift: Double
    let isLast: Bool
    /// The time to the next sample, as the rate of lifts counts it; 0 for the last.
    let gap: Double
  }

  /// The strokes of each recording.
  private static func recordings(_ participants: Set<String>) throws -> [[[Moment]]] {
    try RealDatasets.recordings("henze-2017").filter { participants.contains($0.participant) }
      .map { recording in
        recording.strokes.map { stroke in
          var motion = LiftMotion()
          let samples = stroke.samples
          return samples.indices.compactMap { index in
            motion.observe(samples[index])
            let next = min(index + 1, samples.count - 1)
            return motion.features.map { features in
              Moment(
                features: features,
                untilLift: samples[samples.count - 1].time - samples[index].time,
                isLast: index == samples.count - 1,
                gap: min(samples[next].time - samples[index].time, LiftRate.longestGap))
            }
          }
        }
      }
  }

  private static let horizons = [1 / 60.0, 2 / 60.0, 4 / 60.0, 6 / 60.0]

  /// The cumulative hazard, and the derivatives of its logarithm by the seven constants.
  private static func hazard(
    _ model: LiftModel, _ moment: Moment, ahead: Double
  ) -> (value: Double, slopes: [Double]) {
    let (slow, rest) = (moment.features.slowness, moment.features.rest / LiftModel.unit)
    let age = log(moment.features.age + LiftModel.youngest)
    let then = rest + ahead / LiftModel.unit
    let powers = (pow(then, model.exponent), pow(rest, model.exponent))
    let slope =
      (powers.0 * log(then) - (rest > 0 ? powers.1 * log(rest) : 0)) / (powers.0 - powers.1)
    return (
      model.hazard(of: moment.features, ahead: ahead),
      [1, slow, slow * slow, moment.features.braking, age, age * age, slope]
    )
  }

  /// The derivatives of the mean log-likelihood by the seven constants, by which the rate of lifts changes too.
  private static func gradient(_ recordings: [[[Moment]]], _ model: LiftModel) -> [Double] {
    var sums = [Double](repeating: 0, count: 7)
    var count = 0.0
    for recording in recordings {
      var rate = LiftRate()
      var expected = LiftRate.prior
      var changes = [Double](repeating: 0, count: 7)
      for stroke in recording {
        let (before, known) = (expected, changes)
        for moment in stroke where !moment.isLast {
          count += 1
          for horizon in horizons {
            let found = hazard(model, moment, ahead: horizon)
            let grown = rate.value * found.value
            let isLifted = moment.untilLift < horizon - 1e-9
            let slope = isLifted ? grown * exp(-grown) / -expm1(-grown) : -grown
            for place in sums.indices {
              sums[place] += slope * (found.slopes[place] - known[place] / before)
            }
          }
          guard moment.gap > 0 else { continue }
          let own = hazard(model, moment, ahead: moment.gap)
          rate.expect(own.value)
          expected += own.value
          for place in changes.indices { changes[place] += own.value * own.slopes[place] }
        }
        rate.endStroke()
      }
    }
    return sums.map { $0 / count }
  }

  /// Where the likelihood is greatest its gradient is 0; the constants have four decimals.
  ///
  /// One decimal more or less in a constant moves the gradient by more than the tolerance, which a second
  /// look with a constant changed by 0.01 confirms.
  @Test func theConstantsAreOfGreatestLikelihood() throws {
    let recordings = try Self.recordings(["1", "2", "3", "4", "5", "6"])
    let found = Self.gradient(recordings, LiftModel.standard)
    #expect(found.allSatisfy { abs($0) < 2e-4 }, "\(found)")
    let standard = LiftModel.standard
    let moved = LiftModel(
      constant: standard.constant, slowness: standard.slowness,
      slownessSquared: standard.slownessSquared, braking: standard.braking,
      age: standard.age + 0.01,
      ageSquared: standard.ageSquared, exponent: standard.exponent)
    #expect(abs(Self.gradient(recordings, moved)[4]) > 1e-3)
  }

  /// The rows of the experiment, whose fields need no quotes.
  private static func results() throws -> [[String: String]] {
    let lines = try Repository.text("experiments/lift/results.csv").split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
    let header = try #require(lines.first)
    return lines.dropFirst().map {
      Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first })
    }
  }

  /// On the participants of the fit, against their own share of lifts; the numbers are those of all targets in
  /// experiments/lift/results.csv, which fit.py writes.
  @Test func theScoresAreThoseOfTheExperiment() throws {
    let recordings = try Self.recordings(["1", "2", "3", "4", "5", "6"])
    let rows = try Self.results().filter { $0["part"] == "fitted" && $0["targets"] == "all" }
    #expect(rows.count == Self.horizons.count)
    for (horizon, row) in zip(Self.horizons, rows) {
      var (squares, sum, lifts, count) = (0.0, 0.0, 0.0, 0.0)
      for recording in recordings {
        var rate = LiftRate()
        for stroke in recording {
          for moment in stroke {
            let stated = LiftModel.standard.probability(
              of: moment.features, ahead: horizon, rate: rate.value)
            let isLifted = moment.untilLift < horizon - 1e-9 ? 1.0 : 0
            squares += (stated - isLifted) * (stated - isLifted)
            (sum, lifts, count) = (sum + stated, lifts + isLifted, count + 1)
            rate.expect(LiftModel.standard.hazard(of: moment.features, ahead: moment.gap))
          }
          rate.endStroke()
        }
      }
      let printed = try ["brier_model", "stated_percent", "brier_base"].map { name in
        try #require(row[name].flatMap { Double($0) })
      }
      #expect(abs(squares / count - printed[0]) < 6e-6, "\(horizon): \(squares / count)")
      #expect(abs(100 * sum / count - printed[1]) < 6e-3, "\(horizon): \(sum / count)")
      let base = lifts / count * (1 - lifts / count)
      #expect(abs(base - printed[2]) < 6e-6 && squares / count < base, "\(horizon): \(base)")
    }
  }

  /// On people left out, the Brier score is below that of the base rate and of the plain model, and the mean
  /// probability within a quarter of the share of lifts; before the rate, it was up to 41 % off.
  @Test func theExperimentHoldsOnPeopleLeftOut() throws {
    let rows = try Self.results().filter { ($0["part"] ?? "").hasPrefix("left out ") }
    #expect(rows.count == 24)
    for row in rows {
      let names = ["lifts_percent", "stated_percent", "brier_base", "brier_plain", "brier_model"]
      let found = try names.map { name in try #require(row[name].flatMap { Double($0) }) }
      #expect(found[4] < found[2] && found[4] < found[3], "\(row)")
      #expect(abs(found[1] / found[0] - 1) < 0.25, "\(row)")
    }
  }
}
