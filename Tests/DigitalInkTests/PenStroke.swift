import Foundation
import TouchInput

/// A stroke of any length as a pen at 240 Hz would report it.
///
/// Each callback brings two reports, two predictions and the corrections of two forces that are 24
/// reports old. With `correctsStart`, every eighth callback corrects the first report's force
/// again.
struct PenStroke {
  /// Reports a callback.
  static let reports = 2

  /// The callbacks of a stroke.
  let batches: [TouchBatch]

  /// Creates a stroke of that many points.
  init(points: Int, correctsStart: Bool = false) {
    batches = stride(from: 0, to: points, by: Self.reports).map { first in
      var corrected = [first - 24, first - 23].filter { $0 >= 0 }
      if correctsStart, first % 16 == 0, first > 0 { corrected.append(0) }
      return TouchBatch(
        events: [Self.report(first), Self.report(first + 1)]
          + corrected.map { Self.correction($0, at: first) }
          + (1...2).map { Self.prediction(first + 1 + $0, after: first + 1) })
    }
  }

  private static func report(_ index: Int) -> TouchEvent {
    TouchEvent(
      identifier: "r\(index)", touchIdentifier: "pen", timestamp: Double(index) / 240,
      type: .pencil, phase: index == 0 ? .began : .moved, force: 1.0 / 3, altitudeAngle: 1,
      location: location(index), estimationUpdateIndex: Double(index),
      estimatedProperties: .force, estimatedPropertiesExpectingUpdates: .force)
  }

  private static func correction(_ index: Int, at time: Int) -> TouchEvent {
    var event = report(index)
    event.identifier = "u\(index)-\(time)"
    event.isUpdate = true
    event.force = 0.5 + Double(time % 7) / 20
    event.estimatedPropertiesExpectingUpdates = []
    return event
  }

  private static func prediction(_ index: Int, after newest: Int) -> TouchEvent {
    var event = report(index)
    event.identifier = "p\(newest)-\(index)"
    event.location += [0.5, -0.5]
    event.isPrediction = true
    event.estimationUpdateIndex = Double(newest)
    return event
  }

  /// Loops on a grid of half points, without a period that a block could share.
  private static func location(_ index: Int) -> SIMD2<Double> {
    let turn = Double(index) * 0.05
    let x = 400 + Double(index) * 0.02 + 60 * cos(turn)
    let y = 300 + 80 * sin(turn * 1.13) + 20 * sin(turn * 0.071)
    return [(x * 2).rounded() / 2, (y * 2).rounded() / 2]
  }
}
