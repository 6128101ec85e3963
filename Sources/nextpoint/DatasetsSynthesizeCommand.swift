import ArgumentParser
import Datasets
import Reporting

/// Makes synthetic datasets with exact truth.
struct DatasetsSynthesizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize",
    abstract: "Make synthetic datasets with exact truth from closed-form motions.",
    discussion: """
      Writes one dataset for each rate and noise below the output folder: clean-60hz, noisy-60hz \
      and so on. Without options these are the bundled sets, byte for byte.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to write into.", valueName: "folder"))
  var output: String

  @Option(help: "At least so many samples in each dataset.")
  var samples = 0

  @Option(help: "What all random numbers come from.")
  var seed: UInt64 = SyntheticDataset.bundledSeed

  @Option(help: ArgumentHelp("Rates in hertz, such as 60,120.", valueName: "hz,…"))
  var rate = SyntheticDataset.bundledRates.map(String.init).joined(separator: ",")

  @Option(help: "The sensors: clean, noisy or both.")
  var noise = SyntheticDataset.Variant.allCases.map(\.rawValue).joined(separator: ",")

  @Flag(help: "Replace datasets that are already there.")
  var force = false

  @OptionGroup var form: DatasetOutput

  /// The most samples in a dataset: more would not fit into memory with everything else.
  private static let sampleLimit = 50_000_000

  func validate() throws {
    guard (0...Self.sampleLimit).contains(samples) else {
      throw ValidationError("--samples must be from 0 to \(Self.sampleLimit), not \(samples)")
    }
    _ = try recipes()
  }

  func run() throws {
    let recipes = try recipes()
    var made: [(content: DatasetContent, folder: String)] = []
    do {
      for recipe in recipes {
        try DatasetWriter.check(folder: folder(of: recipe), replacing: force)
      }
      for recipe in recipes {
        let content = try recipe.content()
        try DatasetWriter.write(content, to: folder(of: recipe), replacing: force)
        made.append((content, folder(of: recipe)))
      }
    } catch {
      throw CommandFailure.failed("\(error)")
    }
    form.print(Self.table(made))
  }

  /// What was written.
  static func table(_ made: [(content: DatasetContent, folder: String)]) -> OutputTable {
    OutputTable(
      columns: [.init("dataset"), .init("files"), .init("samples"), .init("bytes"), .init("path")],
      rows: made.map { content, folder in
        // Each line but a file's header is a sample.
        let lines = content.texts.reduce(0) { $0 + $1.utf8.count { $0 == 0x0A } }
        return [
          .text(content.description.name), .integer(content.texts.count),
          .integer(lines - content.texts.count),
          .integer(content.texts.reduce(0) { $0 + $1.utf8.count }), .text(folder),
        ]
      })
  }

  private func folder(of recipe: SyntheticDataset) -> String {
    output.hasSuffix("/") ? output + recipe.folderName : "\(output)/\(recipe.folderName)"
  }

  private func recipes() throws -> [SyntheticDataset] {
    let allowed = SyntheticDataset.allowedRates
    let rates = try list(rate).map { text in
      guard let rate = Int(text), allowed.contains(rate) else {
        throw ValidationError(
          "--rate must be whole hertz from \(allowed.lowerBound) to \(allowed.upperBound), "
            + "separated by commas; '\(text)' is not")
      }
      return rate
    }
    let variants = try list(noise).map { text in
      guard let variant = SyntheticDataset.Variant(rawValue: text) else {
        throw ValidationError("--noise must be clean, noisy or clean,noisy; '\(text)' is not")
      }
      return variant
    }
    guard Set(rates).count == rates.count, Set(variants).count == variants.count,
      !rates.isEmpty, !variants.isEmpty
    else { throw ValidationError("--rate and --noise must each name values, and none twice") }
    return rates.flatMap { rate in
      variants.map { variant in
        SyntheticDataset(rate: rate, variant: variant, seed: seed, minimumSamples: samples)
      }
    }
  }

  private func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}
