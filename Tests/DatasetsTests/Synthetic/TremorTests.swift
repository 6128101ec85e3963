import Foundation
import MotionNumerics
import Testing

@testable import Datasets

/// Tremor has the stated amplitude, resonance and band.
@Suite struct TremorTests {
  private static let characters = [
    Tremor.Character(frequency: 6, quality: 3, amplitude: 0.1),
    Tremor.Character(frequency: 8.5, quality: 4, amplitude: 0.02),
    Tremor.Character(frequency: 12, quality: 6, amplitude: 0.05),
  ]
  private static let rate = 100.0
  private static let count = 2048
  private static let stretches = 60

  /// The mean power spectrum of both axes over many stretches, 0 up to half the rate.
  private static func spectrum(_ character: Tremor.Character) -> [Double] {
    var transform = FourierTransform(count: count)
    var power = [Double](repeating: 0, count: count / 2)
    for seed in 0..<stretches {
      var random = Xoshiro256StarStar(seed: UInt64(seed))
      let tremor = Tremor(character, using: &random)
      let track = (0..<count).map { tremor.displacement(at: Double($0) / rate) }
      // Two real signals in one transform, tapered so that strong lines do not leak far.
      let taper = (0..<count).map { 1 - cos(2 * Double.pi * (Double($0) + 0.5) / Double(count)) }
      var real = zip(track, taper).map { $0.x * $1 }
      var imaginary = zip(track, taper).map { $0.y * $1 }
      transform.transform(real: &real, imaginary: &imaginary)
      for bin in 1..<(count / 2) {
        for index in [bin, count - bin] {
          power[bin] += real[index] * real[index] + imaginary[index] * imaginary[index]
        }
      }
    }
    return power
  }

  /// The mean square over a long time is the stated one: the components are normalized.
  @Test(arguments: characters)
  func theAmplitudeIsTheStatedOne(character: Tremor.Character) {
    for seed in 0..<2 as Range<UInt64> {
      var random = Xoshiro256StarStar(seed: seed)
      let tremor = Tremor(character, using: &random)
      let count = 50_000
      var sum = SIMD2<Double>.zero
      for index in 0..<count {
        let place = tremor.displacement(at: Double(index) * 0.0231)
        sum += place * place
      }
      let deviation = SIMD2(sum.x, sum.y) / Double(count)
      // Lines less than 1/1000 s apart beat for longer than these 1155 s; they are few and weak.
      for axis in [deviation.x, deviation.y] {
        #expect(abs(axis.squareRoot() / character.amplitude - 1) < 0.02, "seed \(seed)")
      }
    }
  }

  /// The cumulated power agrees with the integral of 1 / (1 + Q² (f/f₀ − f₀/f)²).
  @Test(arguments: characters)
  func theSpectrumIsThatOfTheResonator(character: Tremor.Character) throws {
    let power = Self.spectrum(character)
    let width = Self.rate / Double(Self.count)
    let expected = (0..<(Self.count / 2)).map { bin -> Double in
      let ratio = Double(bin) * width / character.frequency
      guard (0.25...4).contains(ratio) else { return 0 }
      let detuning = character.quality * (ratio - 1 / ratio)
      return 1 / (1 + detuning * detuning)
    }
    var (seen, due, worst) = (0.0, 0.0, 0.0)
    let (total, whole) = (power.reduce(0, +), expected.reduce(0, +))
    for bin in power.indices {
      seen += power[bin] / total
      due += expected[bin] / whole
      worst = max(worst, abs(seen - due))
    }
    // 60 stretches of 32 strata: a stratum is 3 % of the power, averaged over the stretches.
    #expect(worst < 0.02)
    // Smoothed over half the bandwidth, it is greatest at the resonance.
    let half = Int(character.frequency / character.quality / 4 / width)
    let smooth = (half..<(power.count - half)).map { bin in
      (power[(bin - half)...(bin + half)].reduce(0, +), Double(bin) * width)
    }
    let peak = try #require(smooth.max { $0.0 < $1.0 }).1
    // A quarter of the bandwidth: the peak is flat and the spectrum an average of 60.
    #expect(abs(peak - character.frequency) < character.frequency / character.quality / 4)
  }

  @Test func aSeedIsAStretchAndTheAxesAreIndependent() {
    let character = Self.characters[1]
    var (one, two, other) = (
      Xoshiro256StarStar(seed: 1), Xoshiro256StarStar(seed: 1), Xoshiro256StarStar(seed: 2)
    )
    let first = Tremor(character, using: &one)
    #expect(first == Tremor(character, using: &two))
    #expect(first != Tremor(character, using: &other))
    let points = (0..<20_000).map { first.displacement(at: Double($0) * 0.0173) }
    let product = points.reduce(0) { $0 + $1.x * $1.y } / Double(points.count)
    // Each line has its own phase on each axis: 32 cosines of chance.
    #expect(abs(product) < character.amplitude * character.amplitude * 0.5)
  }

  @Test func participantsHaveTheirOwnWithinTheRanges() {
    let root = SyntheticSeed(value: 1)
    let characters = (1...200).map { SyntheticParticipant(number: $0, seed: root).tremor }
    #expect(characters.allSatisfy { (6...12).contains($0.frequency) })
    #expect(characters.allSatisfy { (3...6).contains($0.quality) })
    #expect(characters.allSatisfy { (0.01...0.1).contains($0.amplitude) })
    #expect(Set(characters.map(\.frequency)).count == 200)
  }
}
