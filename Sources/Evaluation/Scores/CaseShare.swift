/// How many of the cases that could be judged were found to be so.
struct CaseShare: Sendable {
  private(set) var judged = 0
  private(set) var found = 0

  /// The share, 0 to 1; nil where nothing could be judged.
  var value: Double? { judged == 0 ? nil : Double(found) / Double(judged) }

  mutating func judge(_ isFound: Bool) {
    judged += 1
    if isFound { found += 1 }
  }

  mutating func judge(_ cases: Int, found: Int) {
    judged += cases
    self.found += found
  }

  mutating func merge(_ other: CaseShare) {
    judged += other.judged
    found += other.found
  }
}
