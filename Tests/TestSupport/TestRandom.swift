import MotionNumerics

/// Seeded random choices, so that a failure names the seed that repeats it, and the damage that they
/// do to files.
package struct TestRandom: RandomNumberGenerator {
  private var generator: Xoshiro256StarStar

  package init(seed: UInt64) { generator = Xoshiro256StarStar(seed: seed) }

  package mutating func next() -> UInt64 { generator.next() }

  /// Returns a number in [0, 1).
  package mutating func unit() -> Double { generator.nextUnit() }

  package mutating func integer(below bound: Int) -> Int { generator.nextInt(below: bound) }

  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[integer(below: choices.count)]
  }

  /// The bytes with a few of them changed, removed, repeated or cut off; now and then none at all.
  package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    guard integer(below: 200) > 0 else { return [] }
    var result = bytes
    for _ in 0...integer(below: 4) where !result.isEmpty { damage(&result) }
    return result
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let place = integer(below: bytes.count)
    switch integer(below: 12) {
    case 0: bytes[place] = UInt8(integer(below: 256))
    case 1: bytes[place] ^= 1 << UInt8(integer(below: 8))
    case 2: bytes[place] = pick(Array("\n\r,;\"\\{}[]<>'!*?:-.eE0 n\0".utf8))
    case 3: bytes.remove(at: place)
    case 4: bytes.insert(pick(Array("\n,;\"\\{}[]<>/\u{1}9".utf8)), at: place)
    case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
    case 6: bytes.removeSubrange(place..<min(bytes.count, place + integer(below: 80)))
    case 7: bytes.removeSubrange(line(at: place, of: bytes))
    case 8: bytes.insert(contentsOf: bytes[line(at: place, of: bytes)], at: 0)
    case 9: bytes.removeSubrange(place...)
    case 10: replaceNumber(at: place, of: &bytes)
    default: nest(at: place, of: &bytes)
    }
  }

  /// The line in which the byte is, with its end.
  private func line(at place: Int, of bytes: [UInt8]) -> Range<Int> {
    let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    return start..<end
  }

  /// Puts a number that hardly anybody expects in the place of the next one.
  private mutating func replaceNumber(at place: Int, of bytes: inout [UInt8]) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    let numbers = [
      "99999999999999999999", "9223372036854775807", "2147483648", "4294967295", "1e308", "1e999",
      "-0", "-1", "0", "1e-320", "nan", "infinity", "0x7fffffff",
      String(repeating: "9", count: 400),
    ]
    bytes.replaceSubrange(start..<end, with: Array(pick(numbers).utf8))
  }

  /// Opens what is closed never or late, many times.
  private mutating func nest(at place: Int, of bytes: inout [UInt8]) {
    let opening = pick(["[", "{", "{\"a\":", "<a>", "<traceGroup>", "- [", "\"", "("])
    let times = pick([3, 70, 500])
    bytes.insert(contentsOf: Array(String(repeating: opening, count: times).utf8), at: place)
  }
}
