/// Connects the stroke recognizers to the drawing: routes pens and fingers, keeps the strokes, and
/// tracks pencil mode.
///
/// Each recognizer gets only touches of its type. A stroke is drawn from the moment its gesture
/// begins, moved to the finished ones when it ends, and discarded when it is canceled; late
/// corrections reach finished strokes, which then need redrawing. The first pen switches the sketch
/// to pencil mode, in which fingers do not draw; the mode ends on demand, or when the sketch
/// returns to the foreground after five minutes without a pen. With a fixed tool, only pens or only
/// fingers ever draw.
///
/// A recognizer is reset at once after an end, and after a failed or cancelled gesture when all
/// touches of its type are up, so that a finger that joins a pan does not draw.
///
/// Source: Apple, Speed Sketch (2016).
public struct SketchController: Sendable {
  /// The recognizer of pens.
  public private(set) var pencil: StrokeRecognizer
  /// The recognizer of fingers.
  public private(set) var finger: StrokeRecognizer
  /// The strokes.
  public private(set) var collection = StrokeCollection()
  /// Whether the sketch is in pencil mode, in which fingers do not draw.
  public private(set) var isPencilMode = false
  /// The time of the last pen event, in seconds; nil before the first.
  public private(set) var lastPencilTime: Double?
  /// The number of seconds without a pen after which returning to the foreground ends pencil mode.
  public static let pencilTimeout = 300.0
  /// The only tool that draws; nil if the first pen decides.
  public let fixedTool: SketchTool?
  private var touchesDown: [SketchTool: Set<String>] = [:]

  /// Creates a controller.
  public init() { self.init(finger: StrokeRecognizer.Settings(tool: .finger)) }

  /// Creates a controller.
  ///
  /// - Parameters:
  ///   - finger: The settings of the recognizer of fingers.
  ///   - fixedTool: The only tool that draws; nil if the first pen switches to pencil mode.
  public init(finger: StrokeRecognizer.Settings, fixedTool: SketchTool? = nil) {
    pencil = StrokeRecognizer(StrokeRecognizer.Settings(tool: .pencil))
    self.finger = StrokeRecognizer(finger)
    self.fixedTool = fixedTool
    isPencilMode = fixedTool == .pencil
  }

  /// The number of fingers that pan the drawing: one if fingers do not draw, else two.
  public var fingersToPan: Int { isPencilMode ? 1 : 2 }

  /// Processes the events of one callback.
  public mutating func receive(_ batch: TouchBatch) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    for delivery in batch.deliveries { outcome.append(receive(delivery)) }
    return outcome
  }

  /// Processes a delivery of the touch system.
  public mutating func receive(_ delivery: TouchDelivery) -> RecognizerOutcome {
    switch delivery {
    case .touches(let callback):
      var outcome = notePencil(in: callback)
      let times = callback.touches.map { $0.delivered.timestamp }
      outcome.append(advance(to: times.filter { $0.isFinite }.max() ?? -.infinity))
      outcome.append(handle(callback))
      return outcome
    case .updates(let events): return handleUpdates(events)
    case .predictions(let events): return handlePredictions(events)
    }
  }

  /// Advances the clock of both recognizers, which may start a finger's stroke.
  public mutating func advance(to time: Double) -> RecognizerOutcome {
    var outcome = absorb(pencil.advance(to: time), from: .pencil)
    outcome.append(absorb(finger.advance(to: time), from: .finger))
    return outcome
  }

  /// Leaves pencil mode, unless the pencil is the fixed tool.
  public mutating func leavePencilMode() { isPencilMode = fixedTool == .pencil }

  /// Leaves pencil mode if there was no pen event for too long.
  ///
  /// Touches whose end was lost in the background no longer block a reset.
  ///
  /// - Parameter time: The time of the return to the foreground, in seconds.
  public mutating func enterForeground(at time: Double) {
    touchesDown = [:]
    for tool in SketchTool.allCases { resetIfOver(tool) }
    guard let lastPencilTime, time - lastPencilTime > Self.pencilTimeout else { return }
    leavePencilMode()
  }

  /// Removes all strokes; an active one is added back when it ends.
  public mutating func clear() { collection = StrokeCollection() }

  /// Clears the record of changes, after drawing them.
  public mutating func clearUpdateInfo() { collection.clearUpdateInfo() }

  /// Enters pencil mode at a touch of a pen; late corrections do not count.
  private mutating func notePencil(in callback: TouchCallback) -> RecognizerOutcome {
    let pens = callback.touches.map { $0.delivered }.filter { $0.type == .pencil }
    guard let newest = pens.map({ $0.timestamp }).filter({ $0.isFinite }).max() else {
      return RecognizerOutcome()
    }
    lastPencilTime = max(lastPencilTime ?? newest, newest)
    guard !isPencilMode, fixedTool == nil else { return RecognizerOutcome() }
    isPencilMode = true
    return absorb(finger.cancel(), from: .finger)
  }

  private mutating func handle(_ callback: TouchCallback) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    for tool in SketchTool.allCases {
      let touches = callback.touches.filter { $0.delivered.type == tool.touchType }
      guard !touches.isEmpty else { continue }
      note(touches, callback.phase, of: tool)
      let part = TouchCallback(phase: callback.phase, touches: touches)
      if isListening(tool) {
        outcome.append(absorb(self[tool].handle(part), from: tool))
      } else {
        outcome.ignore(part.events, .otherType)
      }
      resetIfOver(tool)
    }
    let drawable = SketchTool.allCases.map { $0.touchType }
    for touch in callback.touches where !drawable.contains(touch.delivered.type) {
      outcome.ignore(touch.events, .otherType)
    }
    return outcome
  }

  /// Passes each correction to the recognizer that waits for it; one that nobody waits for is
  /// reported by the recognizer of pens.
  private mutating func handleUpdates(_ events: [TouchEvent]) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    // Touches of the other type were never samples.
    let refused = events.filter { fixedTool != nil && $0.type != fixedTool?.touchType }
    outcome.ignore(refused, .otherType)
    let events = events.filter { fixedTool == nil || $0.type == fixedTool?.touchType }
    let ofFingers = events.filter { finger.isWaiting(for: $0) }
    let others = events.filter { !finger.isWaiting(for: $0) }
    if !others.isEmpty { outcome.append(absorb(pencil.update(others), from: .pencil)) }
    if !ofFingers.isEmpty { outcome.append(absorb(finger.update(ofFingers), from: .finger)) }
    return outcome
  }

  private mutating func handlePredictions(_ events: [TouchEvent]) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    for tool in SketchTool.allCases where isListening(tool) {
      let part = events.filter { $0.type == tool.touchType }
      outcome.append(
        absorb(self[tool].receive(.predictions(part)), from: tool))
    }
    let listened = SketchTool.allCases.filter(isListening).map { $0.touchType }
    outcome.ignore(events.filter { !listened.contains($0.type) }, .otherType)
    return outcome
  }

  private func isListening(_ tool: SketchTool) -> Bool {
    tool == .pencil ? fixedTool != .finger : !isPencilMode
  }

  private mutating func note(
    _ touches: [DeliveredTouch], _ phase: TouchPhase, of tool: SketchTool
  ) {
    let names = touches.map { $0.identifier }
    if phase == .began { touchesDown[tool, default: []].formUnion(names) }
    if phase.isEnd { touchesDown[tool, default: []].subtract(names) }
  }

  private mutating func resetIfOver(_ tool: SketchTool) {
    let state = self[tool].machine.state
    let areAllUp = touchesDown[tool, default: []].isEmpty
    if state == .ended || (state.isTerminal && areAllUp) {
      self[tool].reset()
    }
  }

  /// Applies a recognizer's outcome to the strokes.
  private mutating func absorb(
    _ outcome: RecognizerOutcome, from tool: SketchTool
  ) -> RecognizerOutcome {
    let stroke = self[tool].stroke
    let isDrawn = collection.activeStroke?.identifier == stroke.identifier
    let isNew = !isDrawn && outcome.notifications.contains { $0 == .began || $0 == .ended }
    if isNew { collection.activeStroke = stroke }
    for edit in outcome.edits where !isNew || edit.stroke != stroke.identifier {
      collection.apply(edit)
    }
    guard collection.activeStroke?.identifier == stroke.identifier else { return outcome }
    switch self[tool].machine.state {
    case .ended: collection.takeActiveStroke()
    case .cancelled, .failed: collection.activeStroke = nil
    case .possible, .began, .changed: break
    }
    return outcome
  }

  /// The recognizer of a tool, modified in place.
  private subscript(tool: SketchTool) -> StrokeRecognizer {
    get { tool == .pencil ? pencil : finger }
    _modify { if tool == .pencil { yield &pencil } else { yield &finger } }
  }
}
