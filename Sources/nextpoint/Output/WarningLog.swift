/// Prints the first warnings about a source one by one, and the number of the others at the end.
struct WarningLog {
  private let source: String
  private let most: Int
  private(set) var count = 0

  /// How many characters of a warning are shown; names of events may be of any length.
  private static let shownCharacters = 300

  /// Makes a log without warnings.
  init(of source: String, most: Int = 20) { (self.source, self.most) = (source, most) }

  /// Counts a warning, and prints it if it is among the first.
  mutating func warn(_ warning: some CustomStringConvertible, line: Int? = nil) {
    count += 1
    guard count <= most else { return }
    let place = line.map { "\(source):\($0)" } ?? source
    Terminal.warn("\(place): \(ShownText(warning.description, limit: Self.shownCharacters))")
  }

  /// Prints how many warnings were not shown.
  func finish() {
    if count > most { Terminal.warn("\(source): \(count - most) more warnings are not shown") }
  }
}
