import MotionPrediction
import TestSupport
import TouchInput

/// What hardly anybody expects: numbers, spellings, streams of samples.
enum OddInput {
  /// Numbers as text.
  static let numbers = [
    "0", "-0", "1", "2", "3", "-1", "0.5", "1e-17", "1e-320", "1e15", "1e308", "-1e308", "1e400",
    "nan", "inf",
    "-inf", "", "x", "true", "0x10", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999",
    "1..3", "0..1/0.25", "3..1", "1|2|x", "..", "1..2/0", "1..1e300", "5e-324..1e-323",
    "99999999999999999999..99999999999999999999",
  ]
  /// Numbers of a sample, a horizon or a rate.
  static let values: [Double] = [
    0, -0.0, 1, -1, 0.016, 0.0333, 1e-9, .leastNormalMagnitude / 3, .leastNonzeroMagnitude, 1e9,
    1e15, 1e18, 1e19, 1e160, 1e308,
    -1e308, .nan, .infinity,
    -.infinity, 60, 1e5, 0x1p53, 0x1p63, -0x1p63,
  ]

  /// Every row of the catalogue with all its settings spelled out.
  private static let canonical = PredictorCatalogue.standard.rows.map(\.spelling)
  private static let joints = ["+", "+", "+", ";", ",", ":", "[", "]", "=", "|", "\"", "..", " "]

  /// A spelling: a row or a chain of the catalogue, with values changed and now and then with damage.
  static func spelling(_ random: inout TestRandom) -> String {
    var stages: [String] = []
    for _ in 0...[0, 0, 0, 1, 2][random.integer(below: 5)] { stages.append(stage(&random)) }
    var text = stages.joined(separator: "+")
    if random.integer(below: 8) == 0 {
      text = "hedge:[\(text);\(stage(&random))]"
    }
    guard random.integer(below: 6) == 0 else { return text }
    if random.integer(below: 2) == 0 {
      let characters = Array(text)
      let place = random.integer(below: characters.count + 1)
      return String(characters[..<place]) + random.pick(joints) + String(characters[place...])
    }
    return String(decoding: random.mutated(Array(text.utf8)), as: UTF8.self)
  }

  private static func stage(_ random: inout TestRandom) -> String {
    let spelling = random.pick(canonical)
    guard let colon = spelling.firstIndex(of: ":") else { return spelling }
    var settings = spelling[spelling.index(after: colon)...].split(separator: ",").map(String.init)
    for _ in 0..<random.integer(below: 3) {
      let place = random.integer(below: settings.count)
      guard let equals = settings[place].firstIndex(of: "=") else { continue }
      settings[place] = settings[place][...equals] + random.pick(numbers)
    }
    // A spelling may leave out what has a default.
    if random.integer(below: 2) == 0 { settings.remove(at: random.integer(below: settings.count)) }
    let kept = settings.isEmpty ? "" : ":" + settings.joined(separator: ",")
    return spelling[..<colon] + kept
  }

  static func context(_ random: inout TestRandom) -> PredictorContext {
    guard random.integer(below: 3) == 0 else { return PredictorContext(horizons: [0.0333]) }
    return PredictorContext(
      horizons: (0...random.integer(below: 4)).map { _ in random.pick(values) },
      nominalRate: random.pick(values), unitsPerMillimeter: random.pick(values + [10]),
      refreshRate: random.pick(values))
  }

  /// A sample of a track that mostly goes on, and now and then anywhere at any time.
  static func sample(_ number: Int, _ random: inout TestRandom) -> TouchSample {
    func odd(_ usual: Double) -> Double {
      random.integer(below: 25) == 0 ? random.pick(values) : usual
    }
    let time = Double(number) / 60
    var sample = TouchSample(
      time: odd(time), position: SIMD2(odd(100 * time), odd(50 * time * time)))
    if random.integer(below: 4) == 0 {
      (sample.force, sample.altitude, sample.azimuth) = (odd(0.5), odd(1), odd(0.25))
    }
    return sample
  }
}
