import Foundation
import TouchInput

/// User actions on a sketch other than drawing, as a file with one action per line: `SECONDS ACTION VALUES`.
///
///     # seconds after the first event
///     0.10 tool ink
///     0.20 double-tap
///     0.25 zoom 2 120,340
///     0.30 scroll 40,-10
///     0.50 clear
///
/// Empty lines and those that begin with `#` say nothing. Every error names the file, the line and
/// the value.
struct SketchScript {
  /// An action with its time.
  struct Step {
    /// Seconds after the first event.
    var time: Double
    var action: SketchAction<DrawingArguments.Mode>
  }

  /// The actions in order of time; those of one time as in the file.
  let steps: [Step]

  /// A script with nothing in it.
  static let empty = SketchScript(steps: [])

  private init(steps: [Step]) { self.steps = steps }

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure` where it cannot be read or says what cannot be done.
  init(path: String) throws(CommandFailure) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw .noData("\(path): the actions cannot be read; give the path of a text file in UTF-8")
    }
    var steps: [Step] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      steps.append(try Self.step(words, place: "\(path):\(index + 1)"))
    }
    // Sorting by place too keeps actions of one time in their order.
    self.steps = steps.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// Whether anything zooms or scrolls.
  var movesView: Bool {
    steps.contains { step in
      switch step.action {
      case .zoom, .scroll: true
      default: false
      }
    }
  }

  private static let actions =
    "tool MODE, double-tap, clear, zoom NUMBER [X,Y], scroll X,Y, leave-pencil-mode and foreground"

  private static func step(_ words: [Substring], place: String) throws(CommandFailure) -> Step {
    guard let time = Double(words[0]), time.isFinite, time >= 0 else {
      throw .usage(
        "\(place): '\(ShownText(words[0]))' is not a time; begin with the seconds after the first "
          + "event, 0 or more")
    }
    guard words.count > 1, let action = try action(words[1], words.dropFirst(2), place: place)
    else {
      let said = words.dropFirst().joined(separator: " ")
      throw .usage("\(place): '\(ShownText(said))' is not an action; the actions are \(actions)")
    }
    return Step(time: time, action: action)
  }

  /// Returns the action; nil if none has that name and number of values.
  private static func action(
    _ name: Substring, _ values: ArraySlice<Substring>, place: String
  ) throws(CommandFailure) -> SketchAction<DrawingArguments.Mode>? {
    switch (name, values.count) {
    case ("tool", 1): .choose(try mode(values[values.startIndex], place))
    case ("double-tap", 0): .doubleTap
    case ("clear", 0): .clear
    case ("zoom", 1...2):
      .zoom(
        try zoom(values[values.startIndex], place),
        around: values.count > 1 ? try pair(values[values.startIndex + 1], place) : nil)
    case ("scroll", 1): .scroll(try pair(values[values.startIndex], place))
    case ("leave-pencil-mode", 0): .leavePencilMode
    case ("foreground", 0): .enterForeground
    default: nil
    }
  }

  private static func mode(
    _ text: Substring, _ place: String
  ) throws(CommandFailure) -> DrawingArguments.Mode {
    guard let mode = DrawingArguments.Mode(rawValue: String(text)) else {
      let names = DrawingArguments.Mode.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(place): '\(ShownText(text))' is no tool; there are \(names)")
    }
    return mode
  }

  private static func zoom(_ text: Substring, _ place: String) throws(CommandFailure) -> Double {
    let range = SketchView.zoomRange
    guard let zoom = Double(text), range.contains(zoom) else {
      throw .usage(
        "\(place): zoom '\(ShownText(text))' is not from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return zoom
  }

  private static func pair(
    _ text: Substring, _ place: String
  ) throws(CommandFailure) -> SIMD2<Double> {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
      throw .usage("\(place): '\(ShownText(text))' is not X,Y, two numbers without a space")
    }
    return SIMD2(x, y)
  }
}
