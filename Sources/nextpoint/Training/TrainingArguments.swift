import ArgumentParser
import Datasets
import Evaluation
import Foundation

/// How a model is fitted, as flags.
struct TrainingArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The kind of model: network, fourier or linear.", valueName: "kind"))
  var kind: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "A training setting, such as epochs=20 or hidden=64x64 (repeatable). With "
        + "--leave-one-out, alternatives such as decay=0.05|0.1 are chosen on the other participants.",
      valueName: "name=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      "Fit nothing: import weights that another program fitted, float32 in the order of a model file.",
      valueName: "file"))
  var weights: String?

  @Flag(
    name: .customLong("examples-only"),
    help: "Fit nothing: write the training examples into the folder --output, as NumPy arrays.")
  var writesExamples = false

  /// The settings that the flags make; several where alternatives are given, all their combinations.
  func all(seed: UInt64) throws -> [TrainingSettings] {
    var base = TrainingSettings()
    base.seed = seed
    if let kind { base.kind = kind }
    var result = [base]
    for text in settings {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw CommandFailure.usage(
          "--set '\(ShownText(text))': write a name, = and a value, such as epochs=20")
      }
      let values = parts[1].split(separator: "|", omittingEmptySubsequences: false)
      guard result.count * values.count <= Self.mostCandidates else {
        throw CommandFailure.usage(
          "--set: the alternatives make more than \(Self.mostCandidates) combinations; give fewer")
      }
      result = try result.flatMap { settings in
        try values.map { try Self.with(settings, String(parts[0]), String($0)) }
      }
    }
    for settings in result {
      do { try settings.validate() } catch { throw CommandFailure.usage("--set \(error)") }
    }
    return result
  }

  /// The maximum number of combinations of alternatives.
  private static let mostCandidates = 1000

  /// Reads the weights of `--weights`.
  ///
  /// - Returns: The weights, and the hash of the file; nil without the option.
  /// - Throws: `CommandFailure` where they cannot be read.
  func importedWeights() throws -> (numbers: [Float], hash: String)? {
    guard let weights else { return nil }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: weights)) } catch {
      throw CommandFailure.noData(
        "--weights \(ShownText(weights)): cannot be read (\(SystemReason.text(error))); name a file of "
          + "float32 numbers")
    }
    guard data.count % 4 == 0 else {
      throw CommandFailure.noData(
        "--weights \(ShownText(weights)): has \(data.count) bytes, which are no whole number of float32; "
          + "write little-endian float32 and nothing else")
    }
    let numbers = stride(from: 0, to: data.count, by: 4).map { start in
      let bits = (0..<4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(data[start + $1]) }
      return Float(bitPattern: bits)
    }
    return (numbers, ContentHash.text(of: data))
  }

  private typealias Assignment = (inout TrainingSettings, String) -> Bool

  private static func number<Value: LosslessStringConvertible>(
    _ path: WritableKeyPath<TrainingSettings, Value>
  ) -> Assignment {
    { settings, text in
      guard let value = Value(text) else { return false }
      settings[keyPath: path] = value
      return true
    }
  }

  /// Two numbers with a hyphen between them.
  private static func range(
    _ low: WritableKeyPath<TrainingSettings, Double>,
    _ high: WritableKeyPath<TrainingSettings, Double>
  ) -> Assignment {
    { settings, text in
      let values = text.split(separator: "-").map { Double($0) }
      guard values.count == 2, let least = values[0], let most = values[1] else { return false }
      settings[keyPath: low] = least
      settings[keyPath: high] = most
      return true
    }
  }

  private static var assignments: [String: Assignment] {
    [
      "layout": { settings, text in
        settings.layout = text
        return true
      },
      "replays": number(\.replays.count), "replay-noise": number(\.replays.noise),
      "rough-replays": number(\.replays.rough),
      "replay-speeds": range(\.replays.slowest, \.replays.fastest),
      "replay-rates": range(\.replays.lowestRate, \.replays.highestRate),
      "displacements": number(\.displacements), "lags": number(\.lags),
      "recorded-weight": number(\.replays.recordedWeight), "bursts": number(\.replays.bursts),
      "velocities": number(\.velocities),
      "memory": number(\.memory), "balance": number(\.balance), "members": number(\.members),
      "epochs": number(\.epochs), "batch": number(\.batch),
      "learning-rate": number(\.learningRate), "turning": number(\.turning),
      "speed-noise": number(\.speedNoise), "hidden-speeds": number(\.hiddenSpeeds),
      "decay": number(\.decay), "waves": number(\.waves),
      "bandwidth": number(\.bandwidth), "ridge": number(\.ridge),
      "reweightings": number(\.reweightings),
      "oversampling": number(\.oversampling), "nearness": number(\.nearness),
      "first-weight": number(\.firstWeight),
      "shape": { settings, text in
        guard let isWanted = ["0": false, "1": true][text] else { return false }
        settings.shape = isWanted
        return true
      },
      "hidden": { settings, text in
        let widths = text.split(separator: "x").map { Int($0) }
        guard !widths.isEmpty, !widths.contains(nil) else { return false }
        settings.hidden = widths.compactMap(\.self)
        return true
      },
    ]
  }

  private static func with(
    _ settings: TrainingSettings, _ name: String, _ value: String
  ) throws -> TrainingSettings {
    guard let assign = assignments[name] else {
      throw CommandFailure.usage(
        "--set \(ShownText(name)): there is no such setting; there are "
          + assignments.keys.sorted().joined(separator: ", "))
    }
    var result = settings
    guard assign(&result, value) else {
      throw CommandFailure.usage("--set \(name)=\(ShownText(value)): cannot be read as its value")
    }
    return result
  }
}
