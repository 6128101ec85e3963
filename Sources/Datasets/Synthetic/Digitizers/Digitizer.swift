import Foundation
import MotionNumerics
import TouchInput

/// Carries out a `DigitizerModel` on one stroke.
struct Digitizer {
  let model: DigitizerModel

  /// Draws time jitter and sensor noise; the other effects have generators of their own, so that
  /// none of them shifts the numbers of another.
  private var random: Xoshiro256StarStar
  private var loss: ReportLoss
  private let bias: SIMD2<Double>
  private let framePhase: Double

  private var noise: SIMD2<Double>?
  private var smoothed: SIMD2<Double>?

  /// Positions and times are written in steps of 10⁻⁶ mm and 10⁻⁶ s, so that the last digit of a C
  /// library's sine does not reach the file.
  static let stepsPerUnit = 1e6

  init(model: DigitizerModel, seed: SyntheticSeed) {
    self.model = model
    random = seed.generator
    loss = ReportLoss(
      share: model.lossShare, run: model.lossRun, random: seed.branch("loss").generator)
    var settling = seed.branch("settling").generator
    let angle = settling.next(in: 0, 2 * .pi)
    bias = model.settlingBias * settling.nextUnit() * SIMD2(cos(angle), sin(angle))
    var frames = seed.branch("frames").generator
    framePhase = frames.nextUnit()
  }

  /// The stroke that is reported of scans at 0, 1/rate, 2/rate … up to the motion's duration.
  ///
  /// Exact positions are those of the motion at each sample's recorded time.
  consuming func stroke(
    _ motion: PlacedMotion, identifier: String, start: Double
  ) -> DigitizedStroke {
    let count = Int((motion.duration * model.rate).rounded(.down)) + 1
    var result = DigitizedStroke(
      stroke: Stroke(identifier: identifier, samples: []), moments: [], contacts: [],
      deliveries: [])
    var exact: [SIMD2<Double>] = []
    var earliest = -Double.infinity
    for index in 0..<count {
      let elapsed = Double(index) / model.rate
      let stamp = recordedTime(start + elapsed)
      // A clock without fault measures at the moment that it writes, to the last digit.
      let moment = model.hasPerfectClock ? stamp - start : elapsed
      let contact = motion.position(at: moment)
      let position = measured(contact, elapsed: elapsed)
      let isEnd = index == 0 || index == count - 1
      guard !loss.next() || isEnd else { continue }
      let time = max(stamp, earliest)
      earliest = time
      exact.append(Self.rounded(motion.position(at: time - start)))
      result.moments.append(start + moment)
      result.contacts.append(contact)
      result.deliveries.append(delivery(of: start + moment))
      result.stroke.samples.append(
        TouchSample(
          time: time, position: position,
          phase: index == 0 ? .began : index == count - 1 ? .ended : .moved))
    }
    result.stroke.exactPositions = exact
    markCoalesced(&result)
    return result
  }

  private mutating func recordedTime(_ time: Double) -> Double {
    Self.quantized(
      time + model.timeDeviation * random.nextNormal(),
      model.timeStepsPerSecond ?? Self.stepsPerUnit)
  }

  private mutating func measured(_ contact: SIMD2<Double>, elapsed: Double) -> SIMD2<Double> {
    let fresh = SIMD2(random.nextNormal(), random.nextNormal()) * model.positionDeviation
    let correlation = model.noiseCorrelation
    let error =
      noise.map { correlation * $0 + (1 - correlation * correlation).squareRoot() * fresh }
      ?? fresh
    noise = error
    let sensed = contact + error + bias * exp(-elapsed / model.settlingTime)
    // The weight is exactly 1 where there is no filter, and the difference is not then exact.
    let filtered = smoothed.map { last in
      model.smoothingCutoff == nil ? sensed : last + model.smoothingWeight * (sensed - last)
    }
    let result = filtered ?? sensed
    smoothed = result
    let steps = model.positionStepsPerMillimetre ?? Self.stepsPerUnit
    return SIMD2(Self.quantized(result.x, steps), Self.quantized(result.y, steps))
  }

  /// Returns the end of the frame in which the moment lies.
  private func delivery(of moment: Double) -> Double {
    guard let frameRate = model.frameRate else { return moment }
    return ((moment * frameRate - framePhase).rounded(.up) + framePhase) / frameRate
  }

  private func markCoalesced(_ result: inout DigitizedStroke) {
    guard model.frameRate != nil else { return }
    for index in result.deliveries.indices.dropLast()
    where result.deliveries[index] == result.deliveries[index + 1] {
      result.stroke.samples[index].kind = .coalesced
    }
  }

  static func rounded(_ position: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(quantized(position.x, stepsPerUnit), quantized(position.y, stepsPerUnit))
  }

  /// Returns the nearest multiple of 1/`steps`; divided and not multiplied, so that it is also the double
  /// nearest to the short decimal that is written.
  static func quantized(_ value: Double, _ steps: Double) -> Double {
    (value * steps).rounded() / steps
  }
}

/// A stroke as a digitizer reports it, together with the ground truth.
struct DigitizedStroke: Hashable, Sendable {
  /// What is reported, with the exact position at the moment that each time stamp claims.
  ///
  /// Samples delivered together with a later one of the same frame are of the kind `coalesced`.
  var stroke: Stroke
  /// When each reported sample was truly taken, in seconds on the recording's clock.
  var moments: [Double]
  /// Where the contact was at those moments, in millimeters.
  ///
  /// The difference of a reported position from it is the fault of the sensor alone, and the
  /// difference of it from `stroke.exactPositions` what the fault of the time stamp amounts to.
  var contacts: [SIMD2<Double>]
  /// When each sample is delivered, in seconds on the recording's clock: the end of its frame, or
  /// its true moment where there are no frames.
  var deliveries: [Double]
}

extension DigitizerModel {
  /// Records a motion.
  ///
  /// - Parameters:
  ///   - motion: What the contact truly does.
  ///   - identifier: The name of the stroke.
  ///   - start: The time of touch-down on the recording's clock, in seconds.
  ///   - seed: The seed of all random numbers.
  /// - Returns: What is reported and what truly happened; the same for the same seed, on every
  ///   machine, to the steps of the file. O(samples).
  func stroke(
    of motion: some SyntheticMotion, identifier: String = "1", start: Double = 0, seed: UInt64
  ) -> DigitizedStroke {
    let placed = PlacedMotion(motion: motion, rotation: Rotation(angle: 0), origin: .zero)
    return Digitizer(model: self, seed: SyntheticSeed(value: seed))
      .stroke(placed, identifier: identifier, start: start)
  }
}

/// Which reports are lost: a chain of two states, as by Gilbert.
///
/// A loss continues with the probability 1 − 1/r and begins with s / (r (1 − s)), so that the share s
/// is lost in the long run, r in a row on average.
///
/// Source: Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39(5), 1960.
struct ReportLoss {
  private let beginning: Double
  private let ending: Double
  private var random: Xoshiro256StarStar
  private var isLosing = false

  init(share: Double, run: Double, random: Xoshiro256StarStar) {
    beginning = share / (run * (1 - share))
    ending = 1 / run
    self.random = random
  }

  /// Returns whether the next report is lost.
  mutating func next() -> Bool {
    let chance = random.nextUnit()
    isLosing = isLosing ? chance >= ending : chance < beginning
    return isLosing
  }
}
