import ArgumentParser
import Datasets
import Evaluation
import MotionPrediction
import Reporting

/// The horizons, in frames of a frame rate or in milliseconds.
struct HorizonArguments: ParsableArguments {
  @Option(
    name: .customLong("frames-ahead"), parsing: .unconditional,
    help: ArgumentHelp("Horizons in frames, such as 1..6 or 2,4,6.", valueName: "frames"))
  var framesAhead: String?

  @Option(
    name: .customLong("frame-rate"),
    help: ArgumentHelp("The frame rate of --frames-ahead (default: 60).", valueName: "hz"))
  var frameRate: Double?

  @Option(
    name: .customLong("horizon-ms"), parsing: .unconditional,
    help: ArgumentHelp("Horizons in milliseconds, such as 16.7,33.3.", valueName: "ms"))
  var horizonMilliseconds: String?

  /// The farthest horizon in frames, in seconds: no stroke takes so long.
  private static let longest = 100_000.0

  /// The greatest number of horizons in one run: every score is kept for each of them.
  static let greatestCount = 1000

  /// The default frame rate, in hertz.
  static let defaultFrameRate = 60.0

  /// The horizons in order; nil if no flag gives any.
  func horizons() throws -> [Horizon]? {
    try Self.horizons(
      frames: framesAhead, rate: frameRate, milliseconds: horizonMilliseconds,
      names: (frames: "--frames-ahead", rate: "--frame-rate", milliseconds: "--horizon-ms"))
  }

  /// The horizon of a command that takes only one; 33.3 ms by default.
  ///
  /// - Parameter what: What has it, as the beginning of a sentence.
  /// - Returns: The horizon.
  /// - Throws: A usage error for several, or for text that is none.
  func only(of what: String) throws -> Horizon {
    let all = try horizons() ?? [Horizon(milliseconds: 33.3)]
    guard all.count == 1, let only = all.first else {
      throw CommandFailure.usage("\(what) has one horizon; give one and not \(all.count)")
    }
    return only
  }

  /// Reads horizons from text; `names` is how the user knows the three values.
  static func horizons(
    frames: String?, rate: Double?, milliseconds: String?,
    names: (frames: String, rate: String, milliseconds: String)
  ) throws -> [Horizon]? {
    guard frames == nil || milliseconds == nil else {
      throw CommandFailure.usage("give \(names.frames) or \(names.milliseconds), not both")
    }
    guard rate == nil || milliseconds == nil else {
      throw CommandFailure.usage(
        "\(names.rate) requires \(names.frames), and milliseconds need none; leave it out")
    }
    let rate = rate ?? defaultFrameRate
    guard rate.isFinite, rate > 0, rate <= 100_000 else {
      throw CommandFailure.usage("\(names.rate) \(rate) is not above 0 and at most 100000 Hz")
    }
    if let frames {
      return try numbers(frames, name: names.frames).map {
        let horizon = Horizon(frames: $0.value, rate: rate)
        guard abs(horizon.seconds) <= longest else {
          throw CommandFailure.usage(
            "\(names.frames) \(ShownText($0.text)) at \(rate) Hz is more than \(Int(longest)) s ahead; "
              + "give a greater \(names.rate)")
        }
        return horizon
      }
    }
    return try milliseconds.map { text in
      try numbers(text, name: names.milliseconds).map { number in
        var horizon = Horizon(milliseconds: number.value)
        // So that milliseconds taken from a scores.csv are the very horizon that it scored.
        horizon.seconds = DecimalNumber.seconds(ofMilliseconds: number.text) ?? horizon.seconds
        return horizon
      }
    }
  }

  private static func numbers(
    _ text: String, name: String
  ) throws -> [(value: Double, text: String)] {
    var result: [(value: Double, text: String)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let trimmed = part.filter { $0 != " " }
      let values: [String]
      do { values = try NumberRange.values(trimmed) } catch {
        throw CommandFailure.usage("\(name) \(text): '\(trimmed)' \(error.problem)")
      }
      for value in values {
        guard let number = Double(value), !number.isNaN else {
          throw CommandFailure.usage(
            "\(name) \(text): '\(value)' is not a number; write for example 1..6 or 2,4,6")
        }
        guard number >= 0 else {
          throw CommandFailure.usage(
            "\(name) \(ShownText(text)): \(ShownText(value)) is negative, and a horizon is not; give 0 or more"
          )
        }
        guard number <= 100_000 else {
          throw CommandFailure.usage(
            "\(name) \(text): '\(value)' is beyond 100000; write for example 1..6 or 2,4,6")
        }
        result.append((number, value))
      }
      guard result.count <= greatestCount else {
        throw CommandFailure.usage(
          "\(name) \(text): are more than \(greatestCount) horizons; give fewer at once, such as "
            + "1,2,4,8 for a long range")
      }
    }
    return result
  }
}
