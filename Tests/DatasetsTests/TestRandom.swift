import MotionNumerics

/// Seeded random choices for tests.
struct TestRandom {
  private var generator: Xoshiro256StarStar

  init(seed: UInt64) { generator = Xoshiro256StarStar(seed: seed) }

  mutating func integer(below bound: Int) -> Int { generator.nextInt(below: bound) }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[integer(below: choices.count)]
  }

  /// The bytes with a few of them changed, removed, repeated or cut off.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0...integer(below: 4) {
      guard !result.isEmpty else { return result }
      let place = integer(below: result.count)
      switch integer(below: 6) {
      case 0: result[place] = UInt8(integer(below: 256))
      case 1: result[place] = pick(Array("\n\r,;\"\\{}[]:-.eE0 n\0".utf8))
      case 2: result.remove(at: place)
      case 3: result.insert(pick(Array("\n,;\"\\{}[]\u{1}9".utf8)), at: place)
      case 4:
        let end = min(result.count, place + integer(below: 40))
        result.insert(contentsOf: result[place..<end], at: place)
      default: result.removeSubrange(place..<min(result.count, place + integer(below: 80)))
      }
    }
    return result
  }
}
