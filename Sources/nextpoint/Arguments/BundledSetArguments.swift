import ArgumentParser
import Datasets

/// What sets like the bundled ones are made of.
struct BundledSetArguments: ParsableArguments {
  @Option(help: "The minimum number of samples per data set (default: 0).")
  var samples: Int?

  @Option(
    help: ArgumentHelp("Sample rates (default: 60,120,240).", valueName: "hz,…"))
  var rate: String?

  @Option(help: "The sensors: clean, noisy or both (default: clean,noisy).")
  var noise: String?

  /// The first of these that was given; nil for none.
  var given: String? {
    if samples != nil { return "--samples" }
    if rate != nil { return "--rate" }
    return noise == nil ? nil : "--noise"
  }

  /// The recipes, rate by rate; throws a usage error for a value that cannot be used.
  func recipes(seed: UInt64) throws -> [SyntheticDataset] {
    let samples = samples ?? 0
    guard (0...CorpusArguments.sampleLimit).contains(samples) else {
      throw ValidationError(
        "--samples must be from 0 to \(CorpusArguments.sampleLimit), not \(samples)")
    }
    let (rates, variants) = (try rates(), try variants())
    guard Set(rates).count == rates.count, Set(variants).count == variants.count,
      !rates.isEmpty, !variants.isEmpty
    else { throw ValidationError("--rate and --noise must each name values, and none twice") }
    return rates.flatMap { rate in
      variants.map { variant in
        SyntheticDataset(rate: rate, variant: variant, seed: seed, minimumSamples: samples)
      }
    }
  }

  private func rates() throws -> [Int] {
    guard let rate else { return SyntheticDataset.bundledRates }
    let allowed = SyntheticDataset.allowedRates
    return try list(rate).map { text in
      guard let rate = Int(text), allowed.contains(rate) else {
        throw ValidationError(
          "--rate must be whole hertz from \(allowed.lowerBound) to \(allowed.upperBound), "
            + "separated by commas; '\(text)' is not")
      }
      return rate
    }
  }

  private func variants() throws -> [SyntheticDataset.Variant] {
    guard let noise else { return SyntheticDataset.Variant.allCases }
    return try list(noise).map { text in
      guard let variant = SyntheticDataset.Variant(rawValue: text) else {
        throw ValidationError("--noise must be clean, noisy or clean,noisy; '\(text)' is not")
      }
      return variant
    }
  }

  private func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}
