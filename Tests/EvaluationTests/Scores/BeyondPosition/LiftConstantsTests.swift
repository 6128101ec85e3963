import Foundation
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

/// The constants of the stage `lift`, against the recordings that experiments/lift fitted them on.
@Suite(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
struct LiftConstantsTests {
  private struct Moment {
    let features: LiftFeatures
    let untilLift: Double
    let isLast: Bool
  }

  private static func moments(_ participants: Set<String>) throws -> [Moment] {
    var result: [Moment] = []
    for recording in try RealDatasets.recordings("henze-2017")
    where participants.contains(recording.participant) {
      for stroke in recording.strokes {
        var motion = LiftMotion()
        for (index, sample) in stroke.samples.enumerated() {
          motion.observe(sample)
          guard let features = motion.features, let last = stroke.samples.last else { continue }
          result.append(
            Moment(
              features: features, untilLift: last.time - sample.time,
              isLast: index == stroke.samples.count - 1))
        }
      }
    }
    return result
  }

  private static let horizons = [1 / 60.0, 2 / 60.0, 4 / 60.0, 6 / 60.0]

  /// Where the likelihood is greatest its gradient is 0; the constants have four decimals.
  ///
  /// One decimal more or less in a constant moves the gradient by more than the tolerance, which a second
  /// look with a constant changed by 0.01 confirms.
  @Test func theConstantsAreOfGreatestLikelihood() throws {
    let moments = try Self.moments(["1", "2", "3", "4"]).filter { !$0.isLast }
    let found = Self.gradient(moments, LiftModel.standard)
    #expect(found.allSatisfy { abs($0) < 2e-4 }, "\(found)")
    let standard = LiftModel.standard
    let moved = LiftModel(
      constant: standard.constant + 0.01, slowness: standard.slowness,
      slownessSquared: standard.slownessSquared, braking: standard.braking, age: standard.age,
      ageSquared: standard.ageSquared, exponent: standard.exponent)
    #expect(abs(Self.gradient(moments, moved)[0]) > 1e-3)
  }

  /// The derivatives of the mean log-likelihood by the seven constants.
  private static func gradient(_ moments: [Moment], _ model: LiftModel) -> [Double] {
    var sums = [Double](repeating: 0, count: 7)
    for moment in moments {
      let hazard = exp(model.logarithm(of: moment.features))
      let slow = moment.features.slowness
      let age = log(moment.features.age + LiftModel.youngest)
      let x = [1, slow, slow * slow, moment.features.braking, age, age * age]
      for horizon in horizons {
        let logarithm = log(horizon / LiftModel.unit)
        let grown = hazard * exp(model.exponent * logarithm)
        let isLifted = moment.untilLift < horizon - 1e-9
        let slope = isLifted ? grown * exp(-grown) / -expm1(-grown) : -grown
        for place in x.indices { sums[place] += slope * x[place] }
        sums[6] += slope * logarithm
      }
    }
    return sums.map { $0 / Double(moments.count) }
  }

  /// On participants 5 and 6, who had no part in the fit, against the share of lifts of those who had; the
  /// numbers are those that experiments/lift/fit.py prints.
  @Test func theBrierScoreIsBelowThatOfTheBaseRate() throws {
    let train = try Self.moments(["1", "2", "3", "4"])
    let validation = try Self.moments(["5", "6"])
    let printed = [0.02609, 0.03631, 0.05444, 0.06964]
    for (horizon, printed) in zip(Self.horizons, printed) {
      func isLifted(_ moment: Moment) -> Double { moment.untilLift < horizon - 1e-9 ? 1 : 0 }
      let rate = train.reduce(0) { $0 + isLifted($1) } / Double(train.count)
      let squares = validation.map { moment in
        let stated = LiftModel.standard.probability(of: moment.features, ahead: horizon)
        let (error, base) = (stated - isLifted(moment), rate - isLifted(moment))
        return SIMD2(error * error, base * base)
      }
      let mean = squares.reduce(SIMD2.zero, +) / Double(squares.count)
      #expect(abs(mean.x - printed) < 6e-6, "\(horizon): \(mean.x)")
      #expect(mean.x < mean.y, "\(horizon)")
    }
  }
}
