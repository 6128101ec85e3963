import Foundation

/// A field of a digitizer model with a value that no device can have.
package struct DigitizerFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key, as JSON spells it.
  package var field: String
  /// The value that was given.
  package var value: String
  /// What is allowed.
  package var allowed: String

  /// The fault and the remedy in one line.
  package var description: String { "\(field) must be \(allowed), not \(value)" }
}

extension DigitizerModel {
  /// The first field whose value is out of range; nil where all are good.
  package var fault: DigitizerFault? {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    guard !name.isEmpty, name.count <= 64, name.allSatisfy(letters.contains) else {
      return DigitizerFault(
        field: "name", value: "'\(ReadProblem.displayed(name))'",
        allowed: "up to 64 small letters, digits and hyphens")
    }
    return numbers.lazy.compactMap { field, value, range in
      guard let value, !range.contains(value) else { return nil }
      return DigitizerFault(
        field: field, value: "\(value)",
        allowed: "from \(range.lowerBound) to \(range.upperBound)")
    }.first
  }

  private var numbers: [(field: String, value: Double?, range: ClosedRange<Double>)] {
    [
      ("rateHz", rate, 1...10_000), ("frameRateHz", frameRate, 1...10_000),
      ("timeDeviationSeconds", timeDeviation, 0...0.1),
      ("timeStepsPerSecond", timeStepsPerSecond, 1...1e6), ("lossShare", lossShare, 0...0.5),
      ("lossRun", lossRun, 1...100), ("positionDeviationMillimetres", positionDeviation, 0...10),
      ("noiseCorrelation", noiseCorrelation, 0...0.999),
      ("positionStepsPerMillimetre", positionStepsPerMillimetre, 0.01...1e6),
      ("smoothingCutoffHz", smoothingCutoff, 0.1...10_000),
      ("settlingBiasMillimetres", settlingBias, 0...10),
      ("settlingTimeSeconds", settlingTime, 0.0001...10),
    ]
  }

  /// Reads a model from a JSON file with all of its keys.
  ///
  /// Throws where the file cannot be read, is no JSON, lacks a key, or has a value out of range; the
  /// problem names the file, the key and a remedy.
  package static func read(path: String) throws(ReadProblem) -> DigitizerModel {
    let bytes = try InputFile(path: path).contents(atMost: 1 << 20, of: "a digitizer model")
    let remedy = "correct it; docs/synthetic.md shows a whole model"
    let model: DigitizerModel
    do {
      model = try JSONDecoder().decode(DigitizerModel.self, from: bytes)
    } catch {
      let text = DecodingErrorText(error)
      throw ReadProblem(file: path, field: text.key, message: text.message, remedy: remedy)
    }
    if let fault = model.fault {
      throw ReadProblem(
        file: path, field: fault.field, value: fault.value, message: "must be \(fault.allowed)",
        remedy: remedy)
    }
    return model
  }
}
