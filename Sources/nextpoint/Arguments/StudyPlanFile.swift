import Reporting

/// The plan of a study as a YAML file, described in `docs/reference/study.md`.
///
/// Every error names the file, the line and the value.
enum StudyPlanFile {
  private static let keys = [
    "title", "consent", "seed", "order", "break-seconds", "break-every", "tasks",
  ]
  private static let commonKeys = [
    "name", "kind", "title", "instruction", "practice", "repeats",
  ]
  /// The keys of each kind's conditions.
  private static func conditionKeys(_ kind: StudyPlan.Kind) -> [String] {
    switch kind {
    case .write, .draw: ["prompts"]
    case .trace: ["shapes"]
    case .tap, .drag: ["amplitudes", "widths", "targets"]
    case .follow: ["shapes", "widths"]
    case .scroll: ["distances", "frames"]
    }
  }
  /// The most trials of one participant: some hours.
  private static let trialLimit = 2000

  /// Reads a plan.
  ///
  /// - Throws: `CommandFailure` with file and line.
  static func read(path: String) throws -> StudyPlan {
    let reader = try PlanReader(path: path, keys: keys)
    guard let title = try reader.text("title"), !title.isEmpty else {
      throw reader.failure(
        "title", "the study has no title; write for example 'title: Fingers and pens'")
    }
    var plan = StudyPlan(title: title, consent: try reader.text("consent") ?? "", tasks: [])
    if let seed = try reader.text("seed") {
      plan.seed = try reader.number("seed", seed, UInt64.init)
    }
    plan.order = try reader.choice("order") ?? .random
    plan.breakSeconds = try integer("break-seconds", 0...3600, reader) ?? 0
    plan.breakEvery = try integer("break-every", 1...1000, reader)
    let conditionNames = Set(StudyPlan.Kind.allCases.flatMap(conditionKeys)).sorted()
    guard let tasks = try reader.readers("tasks", keys: commonKeys + conditionNames) else {
      throw reader.failure(
        "tasks", "the study has no tasks; write a list of them, each with name and kind")
    }
    plan.tasks = try tasks.map(task)
    var names: Set<String> = []
    for (task, reader) in zip(plan.tasks, tasks) where !names.insert(task.name).inserted {
      throw reader.failure(
        "name", "name: two tasks are called '\(task.name)'; give each a name of its own")
    }
    guard plan.trialCount <= trialLimit else {
      throw reader.failure(
        "tasks",
        "tasks: a participant has \(plan.trialCount) trials, and at most \(trialLimit) are possible; "
          + "use fewer conditions or repeats")
    }
    return plan
  }

  private static func task(_ reader: PlanReader) throws -> StudyPlan.Task {
    guard let kind: StudyPlan.Kind = try reader.choice("kind") else {
      throw reader.failure("kind", "the task has no kind; it is one of \(StudyPlan.Kind.names)")
    }
    let name = try reader.text("name") ?? kind.rawValue
    guard name.count <= 24, name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil else {
      throw reader.failure(
        "name",
        "name: '\(name)' must be at most 24 lower-case letters and digits, in parts joined by -")
    }
    let allowed = conditionKeys(kind)
    for (key, _) in reader.mapping {
      guard let key = key.string, !commonKeys.contains(key), !allowed.contains(key) else {
        continue
      }
      throw reader.failure(
        key,
        "\(key): does not go with the kind '\(kind.rawValue)', which has "
          + allowed.joined(separator: ", "))
    }
    return StudyPlan.Task(
      name: name, kind: kind, title: try reader.text("title"),
      instruction: try reader.text("instruction"), conditions: try conditions(kind, reader),
      practice: try integer("practice", 0...100, reader) ?? 0,
      repeats: try integer("repeats", 1...100, reader) ?? 1)
  }

  private static func conditions(
    _ kind: StudyPlan.Kind, _ reader: PlanReader
  ) throws -> [StudyPlan.Condition] {
    switch kind {
    case .write, .draw:
      return try required("prompts", reader).map(StudyPlan.Condition.prompt)
    case .trace:
      return try shapes(reader).map(StudyPlan.Condition.shape)
    case .tap, .drag:
      let targets = try integer("targets", 3...51, reader) ?? 11
      guard targets % 2 == 1 else {
        throw reader.failure(
          "targets",
          "targets: \(targets) is even; with an odd number the ring is crossed to each target once")
      }
      let amplitudes = try lengths("amplitudes", 20...4000, reader)
      let widths = try lengths("widths", 4...1000, reader)
      try checkCount(amplitudes, "amplitudes", widths, "widths", reader)
      return amplitudes.flatMap { amplitude in
        widths.map { .targets(targets, amplitude: amplitude, width: $0) }
      }
    case .follow:
      let widths = try lengths("widths", 4...1000, reader)
      let shapes = try shapes(reader)
      try checkCount(shapes, "shapes", widths, "widths", reader)
      return shapes.flatMap { shape in widths.map { .path(shape, width: $0) } }
    case .scroll:
      let frames = try lengths("frames", 4...1000, reader)
      let distances = try lengths("distances", -100_000...100_000, reader)
      // A list that begins in the frame asks for nothing.
      if let near = distances.first(where: { abs($0) <= (frames.max() ?? 0) / 2 }) {
        throw reader.failure(
          "distances", "distances: \(near) is in the frame already; use a greater distance")
      }
      try checkCount(distances, "distances", frames, "frames", reader)
      return distances.flatMap { distance in
        frames.map { .list(distance: distance, frame: $0) }
      }
    }
  }

  /// Refuses more combinations of two lists than there may be trials, before they are made.
  private static func checkCount(
    _ first: [some Any], _ key: String, _ second: [some Any], _ other: String, _ reader: PlanReader
  ) throws {
    let (count, overflows) = first.count.multipliedReportingOverflow(by: second.count)
    guard overflows || count > trialLimit else { return }
    throw reader.failure(
      key,
      "\(key): \(first.count) \(key) and \(second.count) \(other) are "
        + "\(overflows ? "too many" : "\(count)") conditions, and a participant can have at most "
        + "\(trialLimit) trials; give fewer")
  }

  private static func required(_ key: String, _ reader: PlanReader) throws -> [String] {
    guard let texts = try reader.texts(key) else {
      throw reader.failure(key, "the task has no '\(key)'; give at least one")
    }
    return texts
  }

  private static func shapes(_ reader: PlanReader) throws -> [StudyPlan.Shape] {
    try required("shapes", reader).map { try reader.choice("shapes", $0) }
  }

  private static func lengths(
    _ key: String, _ range: ClosedRange<Double>, _ reader: PlanReader
  ) throws -> [Double] {
    try required(key, reader).map { text in
      let value = try reader.number(key, text, Double.init)
      return try reader.explaining(key) {
        try CommandFailure.check("\(key):", value, in: range)
        return value
      }
    }
  }

  private static func integer(
    _ key: String, _ range: ClosedRange<Int>, _ reader: PlanReader
  ) throws -> Int? {
    try reader.text(key).map { text in
      let value = try reader.number(key, text, Int.init)
      return try reader.explaining(key) {
        try CommandFailure.check("\(key):", value, in: range)
        return value
      }
    }
  }
}

extension StudyPlan.Kind {
  /// The names of all kinds, for messages.
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
