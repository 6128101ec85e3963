import TouchInput

/// An object dragged with prediction and shown once per refresh, as in touch-prediction.
///
/// The contact is sampled at each tick of the display, not when it reports. The object is shown where
/// the predictor expects the contact `framesAhead` refreshes later, or at the contact if the predictor
/// abstains. Between drags, ticks do nothing and the object stays where it was last shown,
/// which is a prediction unless `snapsToContact` moves it to the contact's last position.
///
/// Source: Hill, touch-prediction (2015).
public struct DragSession<Model: Predictor>: Sendable {
  /// The predictor; each drag is one stroke.
  public private(set) var predictor: Model
  /// How many refreshes ahead the object is shown, 0 or more.
  public var framesAhead: Double
  /// The time from one refresh to the next, in seconds.
  public let framePeriod: Double
  /// Whether the object moves to the contact's last position when a drag ends.
  public let snapsToContact: Bool
  /// Whether a drag is under way.
  public private(set) var isDragging = false
  /// Where the object is shown; nil before the first tick.
  public private(set) var shown: SIMD2<Double>?
  private var contact: SIMD2<Double>?

  /// Creates a session.
  public init(
    predictor: Model, framesAhead: Double, framePeriod: Double = 1.0 / 60,
    snapsToContact: Bool = false
  ) {
    self.predictor = predictor
    self.framesAhead = framesAhead
    self.framePeriod = framePeriod
    self.snapsToContact = snapsToContact
  }

  /// Begins a drag: clears the history of positions and starts to handle ticks.
  public mutating func begin() {
    predictor.beginStroke()
    contact = nil
    isDragging = true
  }

  /// Samples the contact at a refresh and shows the object; does nothing between drags.
  ///
  /// - Parameters:
  ///   - time: The moment of the refresh, in seconds.
  ///   - position: Where the contact is.
  public mutating func tick(at time: Double, contact position: SIMD2<Double>) {
    guard isDragging else { return }
    predictor.observe(TouchSample(time: time, position: position))
    contact = position
    shown = predictor.predict(ahead: framesAhead * framePeriod)?.position ?? position
  }

  /// Ends the drag, also one that was cancelled.
  public mutating func end(at time: Double) {
    guard isDragging else { return }
    predictor.endStroke(at: time)
    isDragging = false
    if snapsToContact { shown = contact ?? shown }
  }
}
