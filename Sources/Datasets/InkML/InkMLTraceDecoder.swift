/// Turns the text of a trace into the values of its channels, point by point.
///
/// Grammar of the Recommendation, section 3.3: points between commas; a value is `!` (explicit), `'`
/// (first difference) or `"` (second difference) or nothing, then a number (decimal, with exponent, or
/// `#` hexadecimal), `T`, `F`, `*` or `?`. What a mark says of a channel holds until the next mark.
struct InkMLTraceDecoder {
  /// A point, or why there is none.
  enum Point: Hashable {
    /// The value of each channel; nil where it was not measured.
    case values([Double?])
    /// A point that cannot be read, and whether what follows cannot either.
    case fault(message: String, endsTrace: Bool)
  }

  fileprivate enum Mode {
    case explicit
    case difference
    case secondDifference
  }

  fileprivate struct ChannelState {
    var mode = Mode.explicit
    var value: Double?
    var velocity: Double?
    var acceleration: Double?
  }

  fileprivate enum Token {
    case number(Double)
    case repeated
    case unknown
  }

  private struct Fault: Error { var message: String }

  private let format: InkMLTraceFormat
  private var states: [ChannelState]

  init(_ format: InkMLTraceFormat) {
    self.format = format
    states = Array(repeating: ChannelState(), count: format.channels.count)
  }

  /// Decodes the bytes of one point, without its comma; nil for blanks.
  mutating func point(_ bytes: ArraySlice<UInt8>) -> Point? {
    var cursor = Self.afterBlanks(bytes, bytes.startIndex)
    guard cursor < bytes.endIndex else { return nil }
    var values: [Double?] = []
    do throws(Fault) {
      while cursor < bytes.endIndex {
        guard values.count < states.count else {
          throw Fault(message: "the point has more than \(states.count) values")
        }
        values.append(try value(bytes, &cursor, channel: values.count))
        cursor = Self.afterBlanks(bytes, cursor)
      }
      guard values.count >= format.regular.count else {
        throw Fault(
          message: "the point has \(values.count) values, not \(format.regular.count)")
      }
    } catch {
      return .fault(message: error.message, endsTrace: states.contains { $0.mode != .explicit })
    }
    for channel in values.count..<states.count {
      values.append(format.intermittent[channel - format.regular.count].defaultValue)
    }
    return .values(values)
  }

  private mutating func value(
    _ bytes: ArraySlice<UInt8>, _ cursor: inout Int, channel: Int
  ) throws(Fault) -> Double? {
    if let mode = Self.mode(bytes[cursor]) {
      states[channel].mode = mode
      cursor = Self.afterBlanks(bytes, cursor + 1)
    }
    guard cursor < bytes.endIndex else { throw Fault(message: "a mark is not followed by a value") }
    let token = try Self.token(bytes, &cursor)
    if case .unknown = token { return nil }
    guard let value = states[channel].next(token), value.isFinite else {
      throw Fault(message: "a value refers to one before it, and there is none")
    }
    return value
  }

  private static func mode(_ byte: UInt8) -> Mode? {
    switch byte {
    case UInt8(ascii: "!"): .explicit
    case UInt8(ascii: "'"): .difference
    case UInt8(ascii: "\""): .secondDifference
    default: nil
    }
  }

  private static func token(
    _ bytes: ArraySlice<UInt8>, _ cursor: inout Int
  ) throws(Fault) -> Token {
    let byte = bytes[cursor]
    let single: Token? =
      switch byte {
      case UInt8(ascii: "*"): .repeated
      case UInt8(ascii: "?"): .unknown
      case UInt8(ascii: "T"): .number(1)
      case UInt8(ascii: "F"): .number(0)
      default: nil
      }
    if let single {
      cursor += 1
      return single
    }
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { cursor = afterBlanks(bytes, cursor + 1) }
    guard let magnitude = magnitude(bytes, &cursor) else {
      throw Fault(message: "not a value of InkML")
    }
    return .number(isNegative ? -magnitude : magnitude)
  }

  /// Reads a number without its sign.
  private static func magnitude(_ bytes: ArraySlice<UInt8>, _ cursor: inout Int) -> Double? {
    let start = cursor
    if cursor < bytes.endIndex, bytes[cursor] == UInt8(ascii: "#") {
      let digits = bytes[(cursor + 1)...].prefix(while: isHexadecimal)
      cursor = digits.endIndex
      return UInt64(String(decoding: digits, as: UTF8.self), radix: 16).map { Double($0) }
    }
    cursor = afterDigits(bytes, cursor)
    if cursor < bytes.endIndex, bytes[cursor] == UInt8(ascii: ".") {
      cursor = afterDigits(bytes, cursor + 1)
    }
    if cursor < bytes.endIndex, bytes[cursor] | 0x20 == UInt8(ascii: "e") {
      var exponent = cursor + 1
      if exponent < bytes.endIndex, [0x2B, 0x2D].contains(bytes[exponent]) { exponent += 1 }
      cursor = afterDigits(bytes, exponent)
    }
    guard start < cursor else { return nil }
    return DecimalNumber.value(String(decoding: bytes[start..<cursor], as: UTF8.self))
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  private static func afterDigits(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int {
    bytes[start...].prefix { (0x30...0x39).contains($0) }.endIndex
  }

  private static func afterBlanks(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int {
    bytes[start...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.endIndex
  }
}

extension InkMLTraceDecoder.ChannelState {
  /// Returns the channel's next value; nil where it refers to one that is not there.
  fileprivate mutating func next(_ token: InkMLTraceDecoder.Token) -> Double? {
    let number: Double? = if case .number(let number) = token { number } else { nil }
    let next: Double?
    switch mode {
    case .explicit:
      next = number ?? value
    case .difference:
      next = sum(value, number ?? velocity)
    case .secondDifference:
      acceleration = number ?? acceleration
      next = sum(value, sum(velocity, acceleration))
    }
    guard let next else { return nil }
    velocity = value.map { next - $0 }
    value = next
    return next
  }

  private func sum(_ first: Double?, _ second: Double?) -> Double? {
    first.flatMap { first in second.map { first + $0 } }
  }
}
