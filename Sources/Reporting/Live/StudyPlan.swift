import Datasets

/// The tasks of a study's participants, as stated in a plan file (`docs/reference/study.md`).
package struct StudyPlan: Hashable, Sendable {
  /// The title, which participants see.
  package var title: String
  /// The text that participants consent to; empty where there is nothing to consent to.
  package var consent: String
  /// The seed of the order, together with the code of a participant.
  package var seed: UInt64
  package var order: Order
  /// How long a break takes at least, in seconds.
  package var breakSeconds: Int
  /// After how many trials of a task a break comes; nil for breaks between tasks alone.
  package var breakEvery: Int?
  package var tasks: [Task]

  /// How tasks, and the trials of each, are ordered.
  package enum Order: String, Sendable, CaseIterable {
    /// Shuffled for each participant.
    case random
    /// As the plan lists them.
    case written
  }

  /// What is done in the trials of a task.
  package enum Kind: String, Sendable, CaseIterable {
    case write, draw, trace, tap, drag, follow, scroll

    /// The heading that participants see where the plan gives none, and the instruction.
    package var words: (title: String, instruction: String) {
      switch self {
      case .write: ("Writing", "Write the words above the board, in your usual hand.")
      case .draw: ("Drawing", "Draw what is asked for, as you like.")
      case .trace: ("Tracing", "Trace the dashed line, from the dot.")
      case .tap: ("Tapping", "Tap the filled target, as fast as you can without missing it.")
      case .drag:
        ("Dragging", "Drag the disk into the circle, as fast as you can without missing it.")
      case .follow:
        ("Following", "Go from the dot to the bar between the lines, without leaving them.")
      case .scroll: ("Scrolling", "Scroll by dragging until the marked line rests in the frame.")
      }
    }
  }

  /// A line to trace or to follow.
  package enum Shape: String, Sendable, CaseIterable {
    case line, circle, square, triangle, wave, zigzag, spiral, star, eight
  }

  /// What differs between the trials of a task; lengths in CSS pixels.
  package enum Condition: Hashable, Sendable {
    case prompt(String)
    case shape(Shape)
    case targets(Int, amplitude: Double, width: Double)
    case path(Shape, width: Double)
    case list(distance: Double, frame: Double)
  }

  package struct Task: Hashable, Sendable {
    /// The name, which recordings and tables have.
    package var name: String
    package var kind: Kind
    package var title: String
    package var instruction: String
    package var conditions: [Condition]
    /// How many trials come first for practice.
    package var practice: Int
    /// How often each condition comes.
    package var repeats: Int

    package init(
      name: String, kind: Kind, title: String? = nil, instruction: String? = nil,
      conditions: [Condition], practice: Int = 0, repeats: Int = 1
    ) {
      self.name = name
      self.kind = kind
      self.title = title ?? kind.words.title
      self.instruction = instruction ?? kind.words.instruction
      self.conditions = conditions
      self.practice = practice
      self.repeats = repeats
    }
  }

  package init(
    title: String, consent: String = "", seed: UInt64 = 1, order: Order = .random,
    breakSeconds: Int = 0, breakEvery: Int? = nil, tasks: [Task]
  ) {
    self.title = title
    self.consent = consent
    self.seed = seed
    self.order = order
    self.breakSeconds = breakSeconds
    self.breakEvery = breakEvery
    self.tasks = tasks
  }

  /// How many trials a participant has, practice included.
  package var trialCount: Int {
    tasks.reduce(0) { $0 + $1.practice + $1.repeats * $1.conditions.count }
  }

  /// The plan as JSON; equal plans give equal bytes.
  ///
  /// The seed is a string, since JavaScript's numbers have 53 bits.
  package var json: String {
    JSONText.object([
      ("title", JSONText.quoted(title)), ("consent", JSONText.quoted(consent)),
      ("seed", JSONText.quoted("\(seed)")), ("order", JSONText.quoted(order.rawValue)),
      ("breakSeconds", "\(breakSeconds)"), ("breakEvery", breakEvery.map { "\($0)" } ?? "null"),
      ("tasks", JSONText.array(tasks.map(\.json))),
    ])
  }

  /// What tells this plan from others: the first 16 digits of the SHA-256 of `json`.
  package var identifier: String { String(ContentHash.text(of: json).prefix(16)) }
}

extension StudyPlan.Task {
  fileprivate var json: String {
    JSONText.object([
      ("name", JSONText.quoted(name)), ("kind", JSONText.quoted(kind.rawValue)),
      ("title", JSONText.quoted(title)), ("instruction", JSONText.quoted(instruction)),
      ("practice", "\(practice)"), ("repeats", "\(repeats)"),
      ("conditions", JSONText.array(conditions.map(\.json))),
    ])
  }
}

extension StudyPlan.Condition {
  fileprivate var json: String {
    switch self {
    case .prompt(let text): JSONText.object([("prompt", JSONText.quoted(text))])
    case .shape(let shape): JSONText.object([("shape", JSONText.quoted(shape.rawValue))])
    case .targets(let count, let amplitude, let width):
      JSONText.object([
        ("targets", "\(count)"), ("amplitude", JSONText.number(amplitude)),
        ("width", JSONText.number(width)),
      ])
    case .path(let shape, let width):
      JSONText.object([
        ("shape", JSONText.quoted(shape.rawValue)), ("width", JSONText.number(width)),
      ])
    case .list(let distance, let frame):
      JSONText.object([
        ("distance", JSONText.number(distance)), ("frame", JSONText.number(frame)),
      ])
    }
  }
}
