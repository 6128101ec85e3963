import ArgumentParser
import Datasets
import Reporting
import TouchInput

/// Which taps of a file of touch events are listed.
struct TapArguments: ParsableArguments {
  @Flag(help: "List the taps: single touches that are lifted soon, near to where they began.")
  var taps = false

  @Option(
    help: ArgumentHelp(
      "The greatest distance of a tap from its first contact, in the file's unit (default: 10); "
        + "requires --taps.", valueName: "length"))
  var tapTolerance: Double?

  @Flag(
    help: ArgumentHelp(
      "A touch of another type is a second touch, so that nothing is tapped; by default the first "
        + "touch's type excludes the others. Requires --taps."))
  var anyTouchType = false

  /// Refuses settings without taps, and a tolerance that cannot be.
  func check() throws(CommandFailure) {
    guard taps || (tapTolerance == nil && !anyTouchType) else {
      throw .usage("--tap-tolerance and --any-touch-type require --taps; add it")
    }
    guard let tapTolerance, !(tapTolerance >= 0 && tapTolerance.isFinite) else { return }
    throw .usage("--tap-tolerance \(tapTolerance) must be 0 or more")
  }

  /// Returns the taps of a file as a table.
  func table(of batches: [TouchBatch]) -> OutputTable {
    var settings = TapRecognizer.Settings()
    settings.allowableMovement = tapTolerance ?? settings.allowableMovement
    settings.requiresExclusiveTouchType = !anyTouchType
    var run = TapRun(TapRecognizer(settings))
    for delivery in batches.flatMap(\.deliveries) { run.process(delivery) }
    return OutputTable(
      columns: [.init("touch"), .init("tap_s"), .init("x"), .init("y")],
      rows: run.taps.map { tap in
        [
          .text(tap.touch), .number(tap.time, decimals: 3), .measured(tap.position.x),
          .measured(tap.position.y),
        ]
      })
  }
}

/// Sends callbacks to a recognizer of taps, which starts again once no touch is down.
private struct TapRun {
  /// A tap.
  struct Tap {
    var touch: String
    /// When it was lifted, in seconds.
    var time: Double
    /// Where it began.
    var position: SIMD2<Double>
  }

  private(set) var taps: [Tap] = []
  private var recognizer: TapRecognizer
  private var touchesDown: Set<String> = []

  init(_ recognizer: TapRecognizer) { self.recognizer = recognizer }

  mutating func process(_ delivery: TouchDelivery) {
    guard case .touches(let callback) = delivery else { return }
    let names = callback.touches.map(\.identifier)
    if callback.phase == .began { touchesDown.formUnion(names) }
    let tracked = recognizer.trackedTouch
    if let position = recognizer.handle(callback).tap,
      let touch = callback.touches.first(where: { $0.identifier == tracked })
    {
      taps.append(
        Tap(touch: touch.identifier, time: touch.delivered.timestamp, position: position))
    }
    if callback.phase.isEnd { touchesDown.subtract(names) }
    if touchesDown.isEmpty { recognizer.reset() }
  }
}
