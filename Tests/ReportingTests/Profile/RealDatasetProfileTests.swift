import Evaluation
import Foundation
import TestSupport
import Testing

@testable import Reporting

/// What is known to be wrong with each set of real recordings, and that `datasets info` sees it.
///
/// The numbers were counted by a program of its own on the sets as `datasets convert` writes them.
@Suite struct RealDatasetProfileTests {
  private static func profile(_ name: String) throws -> DatasetProfile {
    DatasetProfile(
      of: try RealDatasets.load(name),
      horizons: TestSize.of([2], full: [1, 2, 4, 6]).map { Horizon(frames: $0, rate: 60) })
  }

  private func expect(
    _ profile: DatasetProfile, _ expected: Set<ProfileWarning.Code>,
    not absent: Set<ProfileWarning.Code>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let codes = Set(profile.warnings.map(\.code))
    #expect(
      codes.isSuperset(of: expected), "not said: \(expected.subtracting(codes))",
      sourceLocation: sourceLocation)
    #expect(
      codes.isDisjoint(with: absent), "said: \(absent.intersection(codes))",
      sourceLocation: sourceLocation)
  }

  /// Whole milliseconds, about 60 Hz, moves resampled by the platform, and almost steady: 0.97 to 0.99.
  @Test(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
  func henzeIsResampledOnAClockOfMilliseconds() throws {
    let profile = try Self.profile("henze-2017")
    let clock = profile.clock
    #expect(clock.quantum == 1e-3)
    #expect(abs(try #require(clock.medianInterval) - 0.017) < 1e-6)
    #expect(abs(try #require(clock.rates).lowerBound - 58.82) < 0.01)
    #expect(abs(try #require(clock.steadyClockRatio) - 0.97297) < 1e-4)
    #expect(clock.bursts == 153 && clock.lateStarts == 2745 && clock.strokes == 2801)
    #expect(clock.longIntervals == 1807 && clock.rests == 1684)
    #expect(profile.counts.duplicateTimes == 55 && profile.counts.backwardTimes == 0)
    #expect(profile.counts.gaps == 1811)
    // The first samples are on the grid of the sensor, 0.857 by 0.893 px; what follows is not.
    #expect(profile.motion.resampled == 24)
    let grid = try #require(profile.motion.firstQuantum)
    #expect(abs(grid * 12.72 - 0.857) < 1e-3)
    #expect(try #require(profile.motion.quantum) < grid / 1000)
    // The lift is reported where the last move was.
    #expect(profile.motion.repeatedPositions == 2801)
    #expect(profile.motion.unit == .millimeter && profile.motion.measured == 24)
    #expect(profile.participants == 8)
    expect(
      profile,
      [.coarseClock, .duplicateTimes, .bursts, .lateSecondSample, .gaps, .rests, .resampled],
      not: [
        .unknownUnit, .littleData, .nominalRate, .mixedRates, .backwardTimes, .unsteadyDelivery,
        .fuzz, .repeatedPositions,
      ])
  }

  /// 240 Hz rounded to milliseconds, half a point, one writer, a second or so, forces that come late.
  @Test(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
  func inkableIsShortAndRounded() throws {
    let profile = try Self.profile("inkable")
    #expect(profile.clock.quantum == 1e-3)
    #expect(abs(try #require(profile.clock.medianInterval) - 0.004) < 1e-6)
    #expect(abs(try #require(profile.clock.steadyClockRatio) - 0.83404) < 1e-4)
    #expect(profile.motion.quantum == 0.5 && profile.motion.resampled == 0)
    #expect(profile.participants == 1 && profile.counts.strokes == 3)
    #expect(profile.counts.contactTime < 1.5)
    #expect(profile.extras.devicePredictions == 225)
    #expect(profile.extras.forces == 286 && profile.extras.tilts == 286)
    #expect(profile.extras.correctedForces == 95 + 124 + 49)
    #expect(profile.motion.repeatedPositions == 4)
    expect(
      // The jitter is that of the coarse clock.
      profile, [.unknownUnit, .littleData, .coarseClock],
      not: [
        .unsteadyDelivery, .nominalRate, .duplicateTimes, .bursts, .gaps, .resampled, .fuzz, .jumps,
      ])
  }

  /// Microseconds, many rates, device units with a few known scales, unchanged reports dropped, fuzz.
  @Test(.enabled(if: RealDatasets.has("evemu-devices"), "NEXTPOINT_DATASETS has no evemu-devices"))
  func evemuHasManyRatesAndUnits() throws {
    let profile = try Self.profile("evemu-devices")
    let clock = profile.clock
    #expect(clock.quantum == 1e-6)
    let rates = try #require(clock.rates)
    #expect(abs(rates.lowerBound - 40.10) < 0.01 && abs(rates.upperBound - 200.02) < 0.01)
    #expect(abs(try #require(clock.steadyClockRatio) - 0.66724) < 1e-4)
    #expect(clock.longIntervals == 3696 && clock.rests == 2572)
    #expect(clock.bursts == 46 && clock.lateStarts == 134 && clock.strokes == 506)
    #expect(profile.recordings == 55 && profile.motion.scaled == 6)
    #expect(profile.motion.unit == .device && profile.motion.measured == 49)
    #expect(profile.motion.repeatedPositions == 899)
    // By grep over the lines "A:" of positions in headers and descriptions.
    #expect(profile.extras.fuzzyFiles == 14 && profile.extras.greatestFuzz == 8)
    #expect(profile.formats == ["evemu"])
    expect(
      profile,
      [.unknownUnit, .mixedRates, .unsteadyDelivery, .bursts, .gaps, .rests, .fuzz, .littleData],
      not: [.coarseClock, .duplicateTimes, .backwardTimes, .resampled, .repeatedPositions])
  }

  /// Microseconds, about 95 Hz; read from `getevent` with its brackets and hexadecimal numbers.
  @Test(.enabled(if: RealDatasets.has("monkeyhelper"), "NEXTPOINT_DATASETS has no monkeyhelper"))
  func monkeyhelperIsFasterThanStated() throws {
    let profile = try Self.profile("monkeyhelper")
    let clock = profile.clock
    #expect(profile.formats == ["getevent"])
    #expect(clock.quantum == 1e-6)
    #expect(abs(1 / (try #require(clock.medianInterval)) - 105.70) < 0.01)
    #expect(abs(try #require(clock.steadyClockRatio) - 0.19571) < 1e-4)
    #expect(clock.lateStarts == 60 && clock.strokes == 67 && clock.bursts == 4)
    #expect(clock.longIntervals == 222 && clock.rests == 213)
    #expect(profile.counts.duplicateTimes == 1 && profile.counts.gaps == 70)
    #expect(profile.motion.repeatedPositions == 166)
    expect(
      profile,
      [
        .unknownUnit, .littleData, .nominalRate, .mixedRates, .duplicateTimes,
        .unsteadyDelivery, .bursts, .lateSecondSample, .gaps, .rests, .repeatedPositions,
      ], not: [.coarseClock, .backwardTimes, .resampled, .fuzz])
  }

  /// Milliseconds with 13 % duplicates, and some that go back.
  @Test(
    .enabled(if: RealDatasets.has("dollar-gestures"), "NEXTPOINT_DATASETS has no dollar-gestures"))
  func gesturesHaveABadClock() throws {
    let profile = try Self.profile("dollar-gestures")
    let clock = profile.clock
    #expect(clock.quantum == 1e-3)
    #expect(profile.counts.duplicateTimes == 237 && profile.counts.backwardTimes == 4)
    let share = 237 / Double(try #require(clock.intervals).count)
    #expect(abs(share - 0.134) < 5e-4)
    #expect(abs(try #require(clock.steadyClockRatio) - 0.56069) < 1e-4)
    #expect(profile.motion.repeatedPositions == 36 && profile.motion.quantum == 1)
    expect(
      profile,
      [
        .unknownUnit, .littleData, .coarseClock, .duplicateTimes, .backwardTimes,
        .unsteadyDelivery, .bursts, .lateSecondSample, .gaps, .rests,
      ], not: [.resampled, .fuzz, .nominalRate])
  }
}
