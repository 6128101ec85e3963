import MotionPrediction
import TouchInput

/// A predictor in the place of the device's: batches in, batches with its predictions out.
///
/// What the device predicted is taken out, and after the events of a batch stand predicted events of
/// the predictor's own: one a horizon, for every touch with a new point. Touch paths and drawings take
/// them as they would take the device's, and the touch's next point withdraws them. A batch that only
/// corrects leaves them standing: nothing new was measured, and the answers would be the same.
///
/// The predictor sees a touch as it was measured: a sample for every new point, with what is known of
/// it at the end of its batch. Later corrections are not observed again. What the device predicted is
/// handed to `observeDevicePredictions`, so that `recorded` answers as well; where the events come one
/// by one, each horizon is answered as soon as enough of the device's points have come. Every touch
/// has a predictor of its own; one whose touch is over takes the next touch, with what it has learned.
///
/// Where the predictor says nothing there is no event. A touch that is over gets none, also where a
/// correction should open it again.
///
/// Cost: that of a path of its own for every touch, constant for an event; an observation for each
/// new point, and a question for each horizon of each touch with a new point.
public struct StandInPredictions: Sendable {
  /// How far ahead the predicted events are, in seconds: above 0, ascending.
  package let horizons: [Double]

  private let fresh: any Predictor
  private var paths = TouchPathStream()
  /// The touches by the places of their paths; nil for those that are over.
  private var touches: [PredictedTouch?] = []
  private var idle: [any Predictor] = []
  private var serial = 0

  /// Makes a stand-in.
  ///
  /// - Parameters:
  ///   - predictor: A predictor as it was made; each touch gets a copy.
  ///   - horizons: How far ahead, in seconds; those that are not finite and above 0 are left out.
  public init(_ predictor: any Predictor, horizons: [Double]) {
    fresh = predictor
    self.horizons = Set(horizons.filter { $0.isFinite && $0 > 0 }).sorted()
  }

  /// Puts the predictor's events into a batch, in the place of the device's.
  ///
  /// - Parameter batch: The batch as the device delivered it.
  /// - Returns: The measured events and corrections in their order, then the predictions touch by
  ///   touch; of the same identifier.
  public mutating func process(_ batch: TouchBatch) -> TouchBatch {
    let changes = paths.process(batch)
    // The stream that takes in the result says the same of the same events.
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

  /// Puts the predictor's events into batches that keep both places of a touch.
  ///
  /// The predictor sees the precise places, and the measured events stay as they are.
  package mutating func processPrecisely(_ batch: TouchBatch) -> TouchBatch {
    let predicted = process(batch.located(.precise)).events.filter(\.isPrediction)
    return TouchBatch(
      identifier: batch.identifier, events: batch.events.filter { !$0.isPrediction } + predicted)
  }

  /// Forgets all touches and what was learned, as freshly made; predictor and horizons stay.
  public mutating func reset() { self = Self(fresh, horizons: horizons) }

  private mutating func takePredictor() -> any Predictor {
    var predictor = idle.popLast() ?? fresh
    predictor.beginStroke()
    return predictor
  }

  /// Shows a touch's path to its predictor, and gives what that says.
  private mutating func predictions(of line: Int) -> [TouchEvent] {
    guard var touch = touches[line] else { return [] }
    // Taken out for as long as it changes, so that its storage is not copied.
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
