import ArgumentParser
import Datasets

/// Makes synthetic datasets with exact truth.
struct DatasetsSynthesizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize",
    abstract: "Make synthetic data sets with exact truth.",
    discussion: """
      Without options, makes the bundled data sets, byte for byte: one for each rate
      and noise level in the output folder, clean-60hz, noisy-60hz and so on.

      With --corpus, makes one data set for each motion and digitizer,
      circle-pen-240hz and so on, with train, validation and test participants; every
      digitizer records the same strokes. docs/synthetic.md describes the models.

      EXAMPLES
        nextpoint datasets synthesize --output datasets/corpus --corpus
        nextpoint datasets synthesize --output sets --model doodle --tremor 0
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to write into.", valueName: "folder"))
  var output: String

  @Option(help: "The seed of all random numbers.")
  var seed: UInt64 = SyntheticDataset.bundledSeed

  @OptionGroup var existing: ForceArguments

  @OptionGroup(title: "Sets like the bundled ones") var bundled: BundledSetArguments
  @OptionGroup(title: "A corpus") var corpus: CorpusArguments
  @OptionGroup var form: FormatArguments

  func validate() throws {
    if corpus.isAskedFor, let flag = bundled.given {
      throw ValidationError(
        "\(flag) is for sets like the bundled ones; a corpus has its rates from --digitiser and "
          + "its size from --participants and --strokes")
    }
    _ = try recipes()
  }

  func run() throws {
    let recipes = try recipes()
    var made: [WrittenDataset] = []
    for recipe in recipes {
      try DatasetWriter.check(folder: folder(of: recipe), replacing: existing.force)
    }
    for recipe in recipes {
      let content = try recipe.content()
      try DatasetWriter.write(content, to: folder(of: recipe), replacing: existing.force)
      made.append(WrittenDataset(content, folder: folder(of: recipe)))
    }
    form.print(WrittenDataset.table(made))
  }

  private func recipes() throws -> [any SyntheticRecipe] {
    corpus.isAskedFor
      ? try corpus.recipe(seed: seed).sets : try bundled.recipes(seed: seed)
  }

  private func folder(of recipe: any SyntheticRecipe) -> String {
    output.hasSuffix("/") ? output + recipe.folderName : "\(output)/\(recipe.folderName)"
  }
}
