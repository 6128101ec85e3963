import TouchInput

/// A recipe for a synthetic dataset with exact truth.
///
/// Four participants, who differ in size, pace and orientation, make every motion of
/// `SyntheticTask.bundled` with a steady hand. The same seed gives the same bytes, on every machine; a larger set begins with
/// the same strokes as a smaller one, and the motions are the same at every rate, with noise and
/// without.
public struct SyntheticDataset: Hashable, Sendable {
  /// Whether the sensor is perfect.
  public enum Variant: String, Hashable, Sendable, CaseIterable {
    /// Exact positions at exact times.
    case clean
    /// With noise of 0.05 mm and 0.5 ms, in steps of 0.05 mm and 1 ms.
    case noisy
  }

  /// The rates of the bundled sets, in hertz.
  public static let bundledRates = [60, 120, 240]
  /// The seed of the bundled sets.
  public static let bundledSeed: UInt64 = 1
  /// The rates that can be asked for, in hertz.
  public static let allowedRates = 1...10_000
  /// The number of participants.
  public static let participants = 4
  /// The name of the file with all motions.
  public static let fileName = "motions.csv"

  /// How often the sensor reports, in hertz.
  public var rate: Int
  /// Whether the sensor is perfect.
  public var variant: Variant
  /// The seed of all random numbers.
  public var seed: UInt64
  /// The minimum number of samples; every participant makes every motion at least once.
  public var minimumSamples: Int

  /// Creates a recipe; a rate outside `allowedRates` is clamped.
  public init(
    rate: Int, variant: Variant, seed: UInt64 = bundledSeed, minimumSamples: Int = 0
  ) {
    self.rate = min(max(rate, Self.allowedRates.lowerBound), Self.allowedRates.upperBound)
    self.variant = variant
    self.seed = seed
    self.minimumSamples = minimumSamples
  }

  /// The recipes of the bundled sets, in the order of their rates.
  public static var bundled: [SyntheticDataset] {
    bundledRates.flatMap { rate in
      Variant.allCases.map { SyntheticDataset(rate: rate, variant: $0) }
    }
  }

  /// The name of the dataset's folder.
  public var folderName: String { "\(variant.rawValue)-\(rate)hz" }
  /// The name of the dataset.
  public var name: String { "synthetic-\(folderName)" }

  /// Returns the recordings, one for each participant and task; O(samples).
  public func recordings() -> [Recording] {
    let root = SyntheticSeed(value: seed)
    let model = DigitizerModel.bundled(variant, rate: rate)
    var sessions = (1...Self.participants).flatMap { number in
      let participant = SyntheticParticipant(number: number, seed: root)
      return SyntheticTask.bundled.map { task in
        SyntheticSession(
          participant: participant, task: task, model: model, tremor: nil,
          seed: root.branch(number), source: Self.fileName)
      }
    }
    var samples = 0
    var round = 1
    repeat {
      for index in sessions.indices {
        samples += sessions[index].addStroke(round: round) { $0.branch(rate) }
      }
      round += 1
    } while samples < minimumSamples
    return sessions.map(\.recording)
  }

  /// Returns the dataset, ready to be written.
  public func content() throws(DatasetWriteError) -> DatasetContent {
    let text = try PlainCSVWriter.text(recordings(), labeled: true)
    let file = DatasetDescription.File(
      path: Self.fileName, format: RecordingFormat.plainCSV.rawValue)
    let description = DatasetDescription(
      name: name,
      title: "Closed-form motions with exact truth, \(rate) Hz, \(variant.rawValue)",
      licence: "MIT", citation: "nextpoint: synthetic motion, seed \(seed)", unit: .millimeter,
      pixelsPerMillimetre: 1, nominalRate: Double(rate), device: "none: made by formula",
      clock: clock, files: [file])
    return DatasetContent(description: description, texts: [text])
  }

  private var clock: String {
    switch variant {
    case .clean:
      "seconds, exact to 1e-6"
    case .noisy:
      "whole milliseconds with normal jitter of 0.5 ms; positions measured at the true times, "
        + "with white noise of 0.05 mm an axis, in steps of 0.05 mm"
    }
  }
}

/// How to make one synthetic data set.
package protocol SyntheticRecipe: Sendable {
  /// The name of the data set's folder.
  var folderName: String { get }

  /// Returns the data set, ready to be written; O(samples).
  func content() throws(DatasetWriteError) -> DatasetContent
}

extension SyntheticDataset: SyntheticRecipe {}
extension SyntheticCorpusSet: SyntheticRecipe {}
