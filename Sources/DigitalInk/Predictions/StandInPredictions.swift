import MotionPrediction
import TouchInput

/// Replaces the device's predictions in a stream of batches by those of a predictor.
///
/// The device's predictions are removed, and the predictor's are appended to each batch as events:
/// one for each horizon, for every touch with a new point. Touch paths and drawings treat them like
/// the device's, and the touch's next point withdraws them. A batch of corrections leaves them
/// unchanged: nothing new was measured.
///
/// The predictor observes a touch as it was measured: a sample for every new point, with what is
/// known of it at the end of its batch. Later corrections are not observed again. The device's
/// predictions are passed to `observeDevicePredictions`, so that `recorded` works as well; if the
/// events arrive one by one, each horizon is answered as soon as enough of the device's points have
/// arrived. Every touch has its own predictor; the predictor of a finished touch is reused for the
/// next one, with what it has learned.
///
/// If the predictor abstains there is no event. A touch that is over gets none, even if a
/// correction reopens it.
///
/// Cost: a touch path per touch, constant per event; one observation per new point, and one
/// prediction per horizon of each touch with a new point.
public struct StandInPredictions: Sendable {
  /// The horizons in seconds: above 0, ascending.
  public let horizons: [Double]

  private let fresh: any Predictor
  private var paths = TouchPathStream()
  /// The touches by the indices of their paths; nil for finished ones.
  private var touches: [PredictedTouch?] = []
  private var idle: [any Predictor] = []
  private var serial = 0

  /// Creates a stand-in.
  ///
  /// - Parameters:
  ///   - predictor: A fresh predictor; each touch gets a copy.
  ///   - horizons: The horizons in seconds; those that are not finite and above 0 are dropped.
  public init(_ predictor: any Predictor, horizons: [Double]) {
    fresh = predictor
    self.horizons = Set(horizons.filter { $0.isFinite && $0 > 0 }).sorted()
  }

  /// Replaces the device's predictions in a batch.
  ///
  /// - Parameter batch: The batch as the device delivered it.
  /// - Returns: A batch with the same identifier: the measured events and corrections in order,
  ///   then the predictions by touch.
  public mutating func process(_ batch: TouchBatch) -> TouchBatch {
    let changes = paths.process(batch)
    // The stream that processes the result raises the same warnings.
    _ = paths.takeWarnings()
    var result = TouchBatch(
      identifier: batch.identifier, events: batch.events.filter { !$0.isPrediction })
    for change in changes {
      switch change {
      case .added(let line):
        touches.append(PredictedTouch(takePredictor()))
        result.events += predictions(of: line)
      case .updated(let line, _):
        result.events += predictions(of: line)
      case .completed, .unhandled:
        break
      }
    }
    return result
  }

  /// Replaces the device's predictions in a batch that keeps both locations of a touch.
  ///
  /// The predictor observes the precise locations; the measured events are unchanged.
  package mutating func processPrecisely(_ batch: TouchBatch) -> TouchBatch {
    let predicted = process(batch.located(.precise)).events.filter(\.isPrediction)
    return TouchBatch(
      identifier: batch.identifier, events: batch.events.filter { !$0.isPrediction } + predicted)
  }

  /// Removes all touches and what was learned, as freshly made; predictor and horizons stay.
  public mutating func reset() { self = Self(fresh, horizons: horizons) }

  private mutating func takePredictor() -> any Predictor {
    var predictor = idle.popLast() ?? fresh
    predictor.beginStroke()
    return predictor
  }

  /// Passes a touch's path to its predictor, and returns the predictions.
  private mutating func predictions(of line: Int) -> [TouchEvent] {
    guard var touch = touches[line] else { return [] }
    // Removed while it changes, so that its storage is not copied.
    touches[line] = nil
    let path = paths.lines[line]
    touch.observe(path)
    guard !path.isComplete else {
      idle.append(touch.ended(at: path.confirmed.last?.event.timestamp ?? 0))
      return []
    }
    let events = touch.predictions(of: path, ahead: horizons, after: serial)
    serial += events.count
    touches[line] = touch
    return events
  }
}
