import TouchInput

/// Says on standard error what did not fit in a stream of events: the first one by one, the rest as a
/// count.
struct ToldWarnings {
  private let source: String
  private var count = 0

  /// How many warnings are told one by one.
  private static let told = 20
  /// How many characters of a warning are shown; names of events may be of any length.
  private static let shownCharacters = 300

  /// Has told nothing yet of the source.
  init(of source: String) { self.source = source }

  /// Tells a warning, while there were few.
  mutating func tell(_ warning: InputWarning) {
    count += 1
    guard count <= Self.told else { return }
    Terminal.warn("\(source): \(ShownText(warning.description, limit: Self.shownCharacters))")
  }

  /// Tells how many there were, where some were not told.
  func finish() {
    guard count > Self.told else { return }
    Terminal.warn("\(source): \(count) events did not fit, of which the first were told")
  }
}
