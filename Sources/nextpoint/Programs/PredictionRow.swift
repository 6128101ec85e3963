/// A line of the output format of `nextpoint predict`:
/// `t_s,x,y,ahead_s,predicted_x,predicted_y`, the last two empty where there is no prediction.
struct PredictionRow: Sendable {
  /// The sample that it is about.
  let sample: EchoedSample
  /// The horizon, in seconds.
  let ahead: Double
  /// What was predicted; nil for nothing.
  let predicted: SIMD2<Double>?

  /// The names of the fields.
  static let fields = ["t_s", "x", "y", "ahead_s", "predicted_x", "predicted_y"]

  /// What is wrong with a line, and what to do about it.
  struct Fault: Error {
    let problem: String
  }

  /// Reads a line without its end.
  init(_ line: String) throws(Fault) {
    let texts = line.split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count == Self.fields.count else {
      throw Fault(
        problem: "\(texts.count) fields where there must be \(Self.fields.count); write "
          + Self.fields.joined(separator: ","))
    }
    var numbers: [Double] = []
    for (name, text) in zip(Self.fields, texts) {
      if text.isEmpty, numbers.count >= 4 { continue }
      guard let number = Double(text), number.isFinite else {
        throw Fault(
          problem: "\(name) is '\(ShownText(text))' and not a finite number; correct it, or leave "
            + "both predicted_x and predicted_y empty where there is no answer")
      }
      numbers.append(number)
    }
    guard numbers.count != 5 else {
      throw Fault(
        problem: "one of predicted_x and predicted_y is empty and the other is not; give both, or "
          + "leave both empty where there is no answer")
    }
    sample = EchoedSample(time: numbers[0], position: SIMD2(numbers[1], numbers[2]))
    ahead = numbers[3]
    predicted = numbers.count == 6 ? SIMD2(numbers[4], numbers[5]) : nil
  }

  /// A header or an empty line.
  static func isPassedOver(_ line: String) -> Bool { line.isEmpty || line.hasPrefix("t_s") }
}

/// A sample as sent to a program, and as repeated in its answer.
struct EchoedSample: Sendable, Equatable, CustomStringConvertible {
  let time: Double
  let position: SIMD2<Double>

  /// The sample as text, `t_s,x,y`.
  var description: String { "\(time),\(position.x),\(position.y)" }

  /// The tolerated rounding of a repeated number, absolute or relative, whichever is greater:
  /// programs print a limited number of digits.
  static let tolerance = 1e-6

  /// Returns whether a number came back unchanged.
  static func isSame(_ sent: Double, _ echoed: Double) -> Bool {
    abs(sent - echoed) <= tolerance * max(1, abs(sent))
  }

  /// Returns whether a repeated sample is this one.
  func isEcho(of sent: EchoedSample) -> Bool {
    Self.isSame(sent.time, time) && Self.isSame(sent.position.x, position.x)
      && Self.isSame(sent.position.y, position.y)
  }
}

/// An answer to the wrong sample, with the probable cause.
///
/// Answers in another unit, of another recording or out of step would be scored as bad predictions.
struct EchoMismatch {
  /// What is due: the sample, and the place of the horizon.
  let sent: EchoedSample
  let place: Int
  let horizons: [Double]
  /// The samples that were sent before, the newest last.
  let earlier: [EchoedSample]
  let row: PredictionRow

  /// Finds an answer to the wrong sample; nil if it answers the right one.
  init?(
    of row: PredictionRow, to sent: EchoedSample, place: Int, horizons: [Double],
    earlier: [EchoedSample]
  ) {
    guard !row.sample.isEcho(of: sent) || !EchoedSample.isSame(horizons[place], row.ahead) else {
      return nil
    }
    (self.row, self.sent, self.place) = (row, sent, place)
    (self.horizons, self.earlier) = (horizons, earlier)
  }

  /// The likely cause, with the remedy.
  var cause: String { row.sample.isEcho(of: sent) ? causeOfHorizon : causeOfSample }

  private var causeOfHorizon: String {
    let (due, given) = (horizons[place], row.ahead)
    if EchoedSample.isSame(due * 1000, given) {
      return "ahead_s is in milliseconds; write seconds"
    }
    if horizons[..<place].contains(where: { EchoedSample.isSame($0, given) }) {
      return "this horizon is answered twice; write one line a horizon for each sample"
    }
    if horizons[place...].contains(where: { EchoedSample.isSame($0, given) }) {
      return
        "the horizons are out of order, or one is left out; write one line for each, in the order "
        + "in which they are asked"
    }
    return
      "this is no horizon that was asked; take the horizons from {horizon-ms} in the command or "
      + "from NEXTPOINT_HORIZON_MS"
  }

  private var causeOfSample: String {
    let back = earlier.reversed().enumerated().first { row.sample.isEcho(of: $0.element) }?.offset
    if let back {
      return back == 0
        ? "this is the sample before; write one line a horizon for each sample, and no sample twice"
        : "this is the sample \(back + 1) before; answer each sample, in order, before the next is read"
    }
    return row.sample.scaleCause(of: sent)
      ?? "this is no sample that was sent; answer what is sent, and not another recording or a sample "
      + "that was filtered"
  }
}

extension EchoedSample {
  /// Returns what happened to the numbers of a repeated sample; nil if unknown.
  fileprivate func scaleCause(of sent: EchoedSample) -> String? {
    let isInPlace =
      Self.isSame(sent.position.x, position.x)
      && Self.isSame(sent.position.y, position.y)
    if isInPlace, Self.isSame(sent.time * 1000, time) {
      return "t_s is in milliseconds; write seconds"
    }
    if Self.isSame(sent.position.x, position.y), Self.isSame(sent.position.y, position.x) {
      return "x and y are exchanged"
    }
    let numbers = [
      (sent.time, time), (sent.position.x, position.x), (sent.position.y, position.y),
    ]
    if numbers.allSatisfy({ Self.isSame($0.0, $0.1) || Self.isRounded($0.0, to: $0.1) }) {
      return "it is rounded; write the sample as it was sent, or at least seven digits"
    }
    let ratio = position / sent.position
    let isScaled = ratio.x.isFinite && abs(ratio.x - ratio.y) <= 1e-3 * abs(ratio.x)
    if Self.isSame(sent.time, time), isScaled {
      return
        "x and y are about \(Float(ratio.x)) times what was sent, which looks like another unit; "
        + "answer in the unit of the samples"
    }
    return nil
  }

  /// Whether a number is another one with fewer decimals, cut off or rounded.
  private static func isRounded(_ exact: Double, to rounded: Double) -> Bool {
    var unit = 1.0
    while unit >= 1e-9 {
      let isWhole = abs((rounded / unit).rounded() - rounded / unit) < 1e-6
      if isWhole { return abs(exact - rounded) <= unit }
      unit /= 10
    }
    return false
  }
}
