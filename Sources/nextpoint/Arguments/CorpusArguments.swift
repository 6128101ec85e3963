import ArgumentParser
import Datasets

/// What a synthetic corpus is made of.
struct CorpusArguments: ParsableArguments {
  @Flag(
    help: """
      Write a corpus: a data set with splits for each motion and digitizer. Each of the options \
      below implies it.
      """)
  var corpus = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A motion (repeatable; default: all): "
        + SyntheticTask.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name"))
  var model: [String] = []

  @Option(
    name: [.customLong("digitiser"), .customLong("digitizer")],
    parsing: .singleValue,
    help: ArgumentHelp(
      "A digitizer, or a JSON file with one (repeatable; default: all): "
        + DigitizerModel.presets.map(\.name).joined(separator: ", ") + ".",
      valueName: "name or file"))
  var digitizer: [String] = []

  @Option(help: ArgumentHelp("The number of participants (default: 10).", valueName: "n"))
  var participants: Int?

  @Option(help: ArgumentHelp("Strokes per participant and motion (default: 4).", valueName: "n"))
  var strokes: Int?

  @Option(
    help: ArgumentHelp(
      "The tremor of every hand, as root mean square per axis in millimeters; 0 for none "
        + "(default: one per participant, from 0.01 to 0.1).", valueName: "mm"))
  var tremor: Double?

  /// Whether any of these was given.
  var isAskedFor: Bool {
    corpus || !model.isEmpty || !digitizer.isEmpty || participants != nil || strokes != nil
      || tremor != nil
  }

  /// The most samples in a dataset: more would not fit into memory with everything else.
  static let sampleLimit = 50_000_000
  /// A stroke is hardly longer, in seconds.
  private static let longStroke = 4.0
  /// A hand's tremor is not greater, in millimeters.
  private static let tremorLimit = 10.0

  /// The recipe; throws a usage error for a value that cannot be used.
  func recipe(seed: UInt64) throws -> SyntheticCorpus {
    var recipe = SyntheticCorpus(seed: seed)
    if !model.isEmpty { recipe.tasks = try tasks() }
    if !digitizer.isEmpty { recipe.digitizers = try digitizers() }
    recipe.participants = try Self.number(
      participants ?? recipe.participants, "--participants", SyntheticCorpus.allowedParticipants)
    recipe.strokes = try Self.number(
      strokes ?? recipe.strokes, "--strokes", SyntheticCorpus.allowedStrokes)
    recipe.tremor = try handTremor()
    let rate = recipe.digitizers.map(\.rate).max() ?? 0
    let samples = Double(recipe.participants * recipe.strokes) * rate * Self.longStroke
    guard samples <= Double(Self.sampleLimit) else {
      throw ValidationError(
        "\(recipe.participants) participants with \(recipe.strokes) strokes at \(rate) Hz may be "
          + "more than \(Self.sampleLimit) samples in a dataset; ask for fewer")
    }
    return recipe
  }

  private func tasks() throws -> [SyntheticTask] {
    let tasks = try model.map { text in
      guard let task = SyntheticTask(rawValue: text) else {
        throw ValidationError(
          "--model must be one of \(SyntheticTask.allCases.map(\.rawValue).joined(separator: ", "))"
            + "; '\(text)' is not")
      }
      return task
    }
    guard Set(tasks).count == tasks.count else {
      throw ValidationError("--model names a motion twice; name each once")
    }
    return tasks
  }

  private func digitizers() throws -> [DigitizerModel] {
    let models = try digitizer.map(Self.digitizer)
    guard Set(models.map(\.name)).count == models.count else {
      throw ValidationError(
        "--digitiser names two of the same name, \(models.map(\.name).joined(separator: ", ")); "
          + "name each once")
    }
    return models
  }

  private static func digitizer(_ text: String) throws -> DigitizerModel {
    if let preset = DigitizerModel.presets.first(where: { $0.name == text }) { return preset }
    guard text.hasSuffix(".json") else {
      throw ValidationError(
        "--digitiser must be one of \(DigitizerModel.presets.map(\.name).joined(separator: ", ")) "
          + "or a file that ends in .json; '\(text)' is not")
    }
    do {
      return try DigitizerModel.read(path: text)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private static func number(
    _ value: Int, _ flag: String, _ range: ClosedRange<Int>
  ) throws -> Int {
    guard range.contains(value) else {
      throw ValidationError(
        "\(flag) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
    return value
  }

  private func handTremor() throws -> SyntheticCorpus.HandTremor {
    guard let tremor else { return .drawn }
    guard (0...Self.tremorLimit).contains(tremor) else {
      throw ValidationError(
        "--tremor must be from 0 to \(Self.tremorLimit) millimeters, not \(tremor)")
    }
    return tremor == 0 ? .none : .amplitude(tremor)
  }
}
