/// The probable meaning of the columns of a table, by their names and first rows.
struct ColumnGuess {
  /// The mapping; nil without a time or a position.
  let mapping: ColumnMapping?
  /// The column of times whose values are not numbers, with one of them; nil if there is none.
  private(set) var textTime: (name: String, value: String)?

  /// A column's name, taken apart.
  private struct Name {
    let column: Int
    let text: String
    /// The words in lower case, without the unit.
    var words: [String]
    var unit: TimeUnit?

    init(_ text: String, column: Int) {
      self.text = text
      self.column = column
      (words, unit) = ([], nil)
      for word in Self.words(of: text) {
        if let unit = Self.units[word], self.unit == nil, unit != .seconds || !words.isEmpty {
          self.unit = unit
        } else {
          words.append(word)
        }
      }
    }

    var joined: String { words.joined() }

    private static let units: [String: TimeUnit] = [
      "s": .seconds, "sec": .seconds, "secs": .seconds, "second": .seconds, "seconds": .seconds,
      "ms": .milliseconds, "msec": .milliseconds, "millis": .milliseconds,
      "millisecond": .milliseconds, "milliseconds": .milliseconds, "us": .microseconds,
      "µs": .microseconds, "μs": .microseconds, "usec": .microseconds, "micros": .microseconds,
      "microsecond": .microseconds, "microseconds": .microseconds, "ns": .nanoseconds,
      "nsec": .nanoseconds, "nanos": .nanoseconds, "nanoseconds": .nanoseconds,
    ]

    /// Divides `clientX`, `pos_x` and `Gaze point X [px]` into words.
    private static func words(of text: String) -> [String] {
      var words: [String] = []
      var word = ""
      var wasLower = false
      for character in text {
        let isPart = character.isLetter || character.isNumber
        if !isPart || character.isUppercase && wasLower {
          if !word.isEmpty { words.append(word.lowercased()) }
          word = ""
        }
        if isPart { word.append(character) }
        wasLower = character.isLowercase || character.isNumber
      }
      return word.isEmpty ? words : words + [word.lowercased()]
    }
  }

  /// Names of times, the most usual first.
  private static let times = [
    "t", "time", "timestamp", "epoch", "unixtime", "unix", "clock", "elapsed", "elapsedtime",
    "eventtime", "systemtime", "recordingtimestamp", "clienttimestamp", "recordtimestamp",
    "devicetimestamp", "",
  ]
  /// Words before `x` and `y` that name a position, the most usual first.
  private static let positions = [
    "", "client", "page", "pos", "position", "screen", "offset", "coord", "point", "pointer",
    "cursor",
    "mouse", "touch", "pen", "stylus", "finger", "gaze", "gazepoint", "raw", "px", "mm", "loc",
    "location", "abs", "hand", "controller", "tip",
  ]
  /// Words of columns with an x and y that are not a position.
  private static let others: Set = [
    "tilt", "velocity", "vel", "v", "speed", "delta", "d", "movement", "acceleration", "acc",
    "accel",
    "gyro", "rotation", "rot", "scale", "true", "radius", "target", "start", "end", "width",
    "height",
    "error", "scroll", "wheel", "origin", "normal", "predicted",
  ]
  private static let labels: [(target: ColumnMapping.Target, names: [String])] = [
    (
      .stroke,
      [
        "stroke", "strokeid", "strokenumber", "strokeindex", "strokeno", "trial", "trialid",
        "trialnumber", "trialindex", "trialno", "gesture", "gestureid", "path", "pathid", "segment",
        "segmentid", "contact", "contactid", "touchid", "pointerid", "trajectory", "trajectoryid",
        "trackid", "fingerid",
      ]
    ),
    (
      .participant,
      [
        "participant", "participantid", "participantname", "subject", "subjectid", "subj", "subjid",
        "ppt", "pptid", "pid", "ppid", "user", "userid", "username", "person", "personid", "writer",
        "writerid",
      ]
    ),
    (.task, ["task", "taskid", "taskname", "condition", "conditionname"]),
  ]

  /// Guesses by the names of the columns, and rows of the table that have one field for each.
  init(names: [String], rows: [[String]] = []) {
    let names = names.enumerated().map { Name($1, column: $0) }
    let position = Self.position(names)
    let times = Self.ranked(names, by: Self.times) { name in
      name.words.contains { $0.hasPrefix("time") || $0.hasSuffix("timestamp") || $0 == "epoch" }
    }
    let isNumeric = { (name: Name) in
      rows.allSatisfy { DecimalNumber.value($0[name.column]) != nil }
    }
    guard let time = times.first(where: isNumeric), let (x, y) = position else {
      mapping = nil
      if let text = times.first, !isNumeric(text) {
        textTime = (text.text, rows.first?[text.column] ?? "")
      }
      return
    }
    var mapping = ColumnMapping()
    mapping.names = [.time: time.text, .x: x.text, .y: y.text]
    let unit = time.unit ?? Self.unit(rows.compactMap { DecimalNumber.value($0[time.column]) })
    mapping.timeUnit = unit == .seconds ? nil : unit
    for (target, usual) in Self.labels {
      let found = names.filter { usual.contains($0.joined) }
        .min { (usual.firstIndex(of: $0.joined) ?? 0) < (usual.firstIndex(of: $1.joined) ?? 0) }
      if let found, found.text != target.usualName { mapping.names[target] = found.text }
    }
    self.mapping = mapping
  }

  /// Returns the columns whose names are in the list, in its order, then those that are like them.
  private static func ranked(
    _ names: [Name], by usual: [String], like: (Name) -> Bool
  ) -> [Name] {
    let listed = usual.flatMap { word in
      names.filter { $0.joined == word && (!word.isEmpty || $0.unit != nil) }
    }
    return listed
      + names.filter { name in
        like(name) && !listed.contains { $0.column == name.column }
      }
  }

  /// Returns the pair of columns that is most probably the position.
  private static func position(_ names: [Name]) -> (x: Name, y: Name)? {
    let pairs = names.flatMap { x in
      names.compactMap { y in
        isPair(x.words, y.words).map { (x: x, y: y, before: $0) }
      }
    }
    let ranked = pairs.filter { pair in !others.contains { pair.before.contains($0) } }
    return ranked.min { rank($0.before) < rank($1.before) }.map { ($0.x, $0.y) }
  }

  private static func rank(_ words: [String]) -> Int {
    positions.firstIndex(of: words.joined()) ?? positions.firstIndex(of: words.first ?? "")
      ?? positions.count
  }

  /// Returns the other words of two names that differ in `x` and `y` alone; nil if they differ otherwise.
  private static func isPair(_ first: [String], _ second: [String]) -> [String]? {
    guard first.count == second.count else { return nil }
    var found: String?
    var others: [String] = []
    for (x, y) in zip(first, second) {
      if x == y {
        others.append(x)
      } else if x.last == "x", y.last == "y", x.dropLast() == y.dropLast(), found == nil,
        x == "x" || positions.contains(String(x.dropLast()))
      {
        found = String(x.dropLast())
      } else if x.first == "x", y.first == "y", x.dropFirst() == y.dropFirst(), found == nil,
        positions.contains(String(x.dropFirst()))
      {
        found = String(x.dropFirst())
      } else {
        return nil
      }
    }
    return found.map { ($0.isEmpty ? [] : [$0]) + others }
  }

  /// Returns the unit in which the intervals of the times are plausible, else the one of an epoch.
  private static func unit(_ times: [Double]) -> TimeUnit? {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard !intervals.isEmpty else { return times.first.flatMap(TimeUnitGuess.epochUnit) }
    return TimeUnitGuess.unit(median: intervals[intervals.count / 2], time: times.first)
  }
}
