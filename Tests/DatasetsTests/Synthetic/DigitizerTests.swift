import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import Datasets

/// Each effect of a digitizer, on its own, has the stated size.
@Suite struct DigitizerTests {
  private static let line = LineMotion(velocity: SIMD2(80, -60), duration: 300)
  private static let hold = HoldMotion(duration: 300)
  /// Estimates from n values are held to this many of their standard errors.
  private static let standardErrors = 5.0
  /// Times and positions are written in steps of 10⁻⁶.
  private static let writtenTolerance = 0.51e-6

  private static func deviation(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  private static func correlation(_ values: [Double], lag: Int) -> Double {
    let products = zip(values, values.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
    return products / values.reduce(0) { $0 + $1 * $1 }
  }

  /// Reported positions less where the contact then was, x and then y.
  private static func errors(_ digitized: DigitizedStroke) -> [[Double]] {
    let pairs = zip(digitized.stroke.samples, digitized.contacts)
    return [pairs.map { $0.position.x - $1.x }, pairs.map { $0.position.y - $1.y }]
  }

  @Test func anIdealOneReportsTheTruth() {
    let digitized = DigitizerModel.ideal.stroke(of: Self.line, start: 1, seed: 1)
    #expect(digitized.stroke.samples.count == 72_001)
    #expect(digitized.stroke.samples.map(\.position) == digitized.stroke.exactPositions)
    #expect(digitized.stroke.samples.allSatisfy { $0.kind == .actual })
    #expect(digitized.deliveries == digitized.moments)
    for (index, sample) in digitized.stroke.samples.enumerated() {
      #expect(abs(sample.time - 1 - Double(index) / 240) < Self.writtenTolerance)
    }
  }

  @Test func timeStampsJitterByTheirDeviation() {
    let model = DigitizerModel(name: "jitter", rate: 60, timeDeviation: 0.001)
    let digitized = model.stroke(of: Self.line, seed: 2)
    let errors = zip(digitized.stroke.samples, digitized.moments).map { $0.time - $1 }
    let tolerance = Self.standardErrors / (2 * Double(errors.count)).squareRoot()
    #expect(abs(Self.deviation(errors) / 0.001 - 1) < tolerance)
    #expect(Set(errors).count > errors.count / 2)
  }

  /// A late stamp is told apart from a wrong position.
  ///
  /// Truth is where the contact was at the moment that the stamp claims; `contacts` is where it was
  /// when it was measured.
  @Test func truthBelongsToTheStampAndContactsToTheMoment() {
    let model = DigitizerModel(
      name: "stamp", rate: 60, timeDeviation: 0.002, timeStepsPerSecond: 1000)
    let digitized = model.stroke(of: Self.line, start: 3, seed: 3)
    let exact = digitized.stroke.exactPositions ?? []
    #expect(exact.count == digitized.stroke.samples.count)
    for (index, sample) in digitized.stroke.samples.enumerated() {
      let claimed = Self.line.position(at: sample.time - 3)
      let measured = Self.line.position(at: digitized.moments[index] - 3)
      #expect(exact[index].distance(to: claimed) < 2 * Self.writtenTolerance)
      #expect(digitized.contacts[index].distance(to: measured) < Self.writtenTolerance)
      // Without noise the report is the measured place, 100 mm/s away from the claimed one.
      #expect(sample.position.distance(to: measured) < 2 * Self.writtenTolerance)
      let lateness = abs(sample.time - digitized.moments[index])
      #expect(abs(exact[index].distance(to: sample.position) - 100 * lateness) < 1e-5)
    }
  }

  @Test func stampsAreWholeMillisecondsAndNeverGoBack() {
    // Jitter greater than the interval would put stamps out of order.
    let model = DigitizerModel(
      name: "order", rate: 240, timeDeviation: 0.01, timeStepsPerSecond: 1000)
    let times = model.stroke(of: Self.hold, seed: 4).stroke.samples.map(\.time)
    #expect(times.allSatisfy { ($0 * 1000).rounded() / 1000 == $0 })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test(arguments: [(0.02, 1.0), (0.05, 3.0), (0.5, 4.0)])
  func theShareOfReportsIsLostInRuns(share: Double, run: Double) {
    var model = DigitizerModel(name: "loss", rate: 240, positionDeviation: 0.1)
    let whole = model.stroke(of: Self.hold, seed: 5)
    (model.lossShare, model.lossRun) = (share, run)
    let lossy = model.stroke(of: Self.hold, seed: 5)
    let scans = Double(whole.stroke.samples.count)
    let lost = scans - Double(lossy.stroke.samples.count)
    // Runs of r make the count of losses about 2r times as variable as single ones.
    let tolerance = Self.standardErrors * (share * 2 * run / scans).squareRoot()
    #expect(abs(lost / scans - share) < tolerance)
    let gaps = zip(lossy.moments, lossy.moments.dropFirst()).map { 240 * ($1 - $0) }
      .map { ($0 - 1).rounded() }.filter { $0 > 0 }
    let mean = gaps.reduce(0, +) / Double(gaps.count)
    #expect(abs(mean / run - 1) < Self.standardErrors / Double(gaps.count).squareRoot())
    #expect(lossy.stroke.samples.first == whole.stroke.samples.first)
    #expect(lossy.stroke.samples.last == whole.stroke.samples.last)
    // What arrives is what would have arrived: an effect does not shift the numbers of another.
    #expect(Set(whole.stroke.samples).isSuperset(of: lossy.stroke.samples))
  }

  @Test(arguments: [0, 0.5, 0.9])
  func noiseHasItsDeviationAndCorrelation(correlation: Double) {
    let model = DigitizerModel(
      name: "noise", rate: 240, positionDeviation: 0.05, noiseCorrelation: correlation)
    for values in Self.errors(model.stroke(of: Self.hold, seed: 6)) {
      // Correlated values count as fewer: n (1 − ρ²) / (1 + ρ²).
      let square = correlation * correlation
      let count = Double(values.count) * (1 - square) / (1 + square)
      let tolerance = Self.standardErrors / (2 * count).squareRoot()
      #expect(abs(Self.deviation(values) / 0.05 - 1) < tolerance)
      for lag in 1...3 {
        let expected = pow(correlation, Double(lag))
        let error = Self.standardErrors / count.squareRoot()
        #expect(abs(Self.correlation(values, lag: lag) - expected) < error)
      }
    }
  }

  @Test func positionsAreOnTheGrid() {
    let model = DigitizerModel(name: "grid", rate: 120, positionStepsPerMillimetre: 12.5)
    let digitized = model.stroke(of: Self.line, seed: 7)
    for (sample, contact) in zip(digitized.stroke.samples, digitized.contacts) {
      for axis in 0...1 {
        let steps = sample.position[axis] * 12.5
        #expect(abs(steps - steps.rounded()) < 1e-9 * max(abs(steps), 1))
        #expect(abs(sample.position[axis] - contact[axis]) <= 0.5 / 12.5 + 1e-9)
      }
    }
  }

  @Test func smoothingLagsByItsDelayAndQuietensNoise() throws {
    var model = DigitizerModel(name: "smooth", rate: 120, smoothingCutoff: 20)
    let digitized = model.stroke(of: Self.line, seed: 8)
    let last = try #require(digitized.stroke.samples.last)
    let behind = try #require(digitized.contacts.last).distance(to: last.position)
    // 100 mm/s; after 300 s nothing is left of the start.
    #expect(abs(behind - 100 * model.smoothingDelay) < 1e-5)
    #expect(abs(model.smoothingDelay - 0.00450) < 0.0001)
    model.positionDeviation = 0.05
    let weight = model.smoothingWeight
    for values in Self.errors(model.stroke(of: Self.hold, seed: 8)) {
      let expected = 0.05 * (weight / (2 - weight)).squareRoot()
      let memory = (1 - weight) * (1 - weight)
      let count = Double(values.count) * (1 - memory) / (1 + memory)
      let tolerance = Self.standardErrors / (2 * count).squareRoot()
      #expect(abs(Self.deviation(values) / expected - 1) < tolerance)
    }
  }

  @Test func theTouchDownBiasDecays() {
    let model = DigitizerModel(
      name: "settle", rate: 120, settlingBias: 0.5, settlingTime: 0.015)
    var greatest = 0.0
    for seed in 0..<200 as Range<UInt64> {
      let digitized = model.stroke(of: HoldMotion(duration: 0.2), seed: seed)
      let errors = zip(digitized.stroke.samples, digitized.contacts)
        .map { $0.position.distance(to: $1) }
      greatest = max(greatest, errors[0])
      for (index, error) in errors.enumerated() {
        let expected = errors[0] * exp(-Double(index) / 120 / 0.015)
        // Both ends are rounded to 10⁻⁶ mm on each axis.
        #expect(abs(error - expected) < 3e-6, "seed \(seed)")
      }
    }
    // Even up to 0.5 mm: the greatest of 200 is in the last twentieth, nearly for certain.
    #expect((0.475...0.5).contains(greatest))
  }

  @Test func samplesOfAFrameAreDeliveredTogether() {
    let model = DigitizerModel(name: "frames", rate: 240, frameRate: 60)
    let digitized = model.stroke(of: HoldMotion(duration: 2), seed: 9)
    let frames = Dictionary(grouping: digitized.deliveries.indices) { digitized.deliveries[$0] }
    // Four scans to a frame, and the last is delivered as an event of its own.
    #expect(frames.values.count { $0.count == 4 } >= frames.count - 2)
    for indices in frames.values {
      let kinds = indices.map { digitized.stroke.samples[$0].kind }
      #expect(kinds.dropLast().allSatisfy { $0 == .coalesced } && kinds.last == .actual)
    }
    for (moment, delivery) in zip(digitized.moments, digitized.deliveries) {
      #expect((-1e-9...1.0 / 60 + 1e-9).contains(delivery - moment))
    }
    // Frames do not begin with the contact.
    let phases = (0..<50 as Range<UInt64>).map { seed in
      let first = model.stroke(of: HoldMotion(duration: 0.1), seed: seed).deliveries[0]
      return first * 60 - (first * 60).rounded(.down)
    }
    #expect(phases.contains { $0 < 0.2 } && phases.contains { $0 > 0.8 })
  }

  @Test(arguments: DigitizerModel.presets)
  func aSeedIsAStroke(model: DigitizerModel) {
    let one = model.stroke(of: Self.line, seed: 1)
    #expect(one == model.stroke(of: Self.line, seed: 1))
    let other = model.stroke(of: Self.line, seed: 2)
    #expect((one.stroke == other.stroke) == (model.name == DigitizerModel.ideal.name))
  }

  /// Those of Henze, Le, Mayer and Schwind 2017 have the median 17 ms, 83 to 88 % within 15 to 18 ms,
  /// and the 99th percentile about 70 ms.
  @Test func thePhoneHasTheIntervalsOfAPhone() {
    let times = DigitizerModel.phoneTouch.stroke(of: Self.hold, seed: 1).stroke.samples.map(\.time)
    let gaps = zip(times, times.dropFirst()).map { (1000 * ($1 - $0)).rounded() }.sorted()
    let count = Double(gaps.count)
    #expect(gaps[gaps.count / 2] == 17)
    #expect((0.78...0.88).contains(Double(gaps.count { (15...18).contains($0) }) / count))
    #expect((33...80).contains(gaps[gaps.count * 99 / 100]))
  }
}

extension DigitizerModel {
  /// By how much the low-pass filter lags behind steady motion, in seconds: (1 − w) / (w · rate).
  fileprivate var smoothingDelay: Double { (1 - smoothingWeight) / (smoothingWeight * rate) }
}
