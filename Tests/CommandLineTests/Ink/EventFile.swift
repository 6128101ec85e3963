import Foundation

/// Touch events as the text of a file, in the form with callbacks or without.
struct EventFile {
  /// One event; what is not said is that of a pen at rest.
  struct Event {
    var name: String
    var touch = "T"
    var x: Double
    var y: Double
    var force = 1.0
    var maximumForce = 4
    var altitude = 1.0
    var azimuth = 0.0
    var time = 0.0
    var phase = 1
    /// The estimation index; nil where no correction will come.
    var index: Int?
    /// The values that will be corrected.
    var expecting = 0
    var isUpdate = false
    var isPrediction = false
    /// What touches: 0 a finger, 2 a pen.
    var type = 2

    /// The event with all keys of Inkable.
    var json: String {
      """
      {"identifier": "\(name)", "touchIdentifier": "\(touch)", "timestamp": \(time), "type": \(type),
       "phase": \(phase), "force": \(force), "maximumPossibleForce": \(maximumForce),
       "altitudeAngle": \(altitude), "azimuth": \(azimuth), "azimuthUnitVector": [1, 0], "majorRadius": 0, "majorRadiusTolerance": 0,
       "location": [\(x), \(y)], \(index.map { "\"estimationUpdateIndex\": \($0), " } ?? "")
       "estimatedProperties": \(expecting), "estimatedPropertiesExpectingUpdates": \(expecting),
       "isUpdate": \(isUpdate), "isPrediction": \(isPrediction)}
      """
    }
  }

  /// The events by callback.
  var callbacks: [[Event]]

  /// The example in the README of Inkable: three callbacks with a correction of place and of force,
  /// and predictions.
  static let readme = EventFile(callbacks: [
    [Event(name: "a0", x: 100, y: 100, force: 0.2, phase: 0, index: 1, expecting: 9)],
    [
      Event(name: "b0", x: 150, y: 100, force: 0.3, index: 2, expecting: 9),
      Event(
        name: "a1", x: 100, y: 105, force: 0.2, phase: 0, index: 1, expecting: 1, isUpdate: true),
      Event(
        name: "p0", x: 160, y: 110, force: 0.2, index: 2, expecting: 1, isPrediction: true),
    ],
    [
      Event(name: "c0", x: 180, y: 120, force: 0.4, index: 3, expecting: 9),
      Event(name: "a2", x: 100, y: 105, force: 0.4, phase: 0, index: 1, isUpdate: true),
      Event(name: "b1", x: 155, y: 108, force: 0.45, index: 2, isUpdate: true),
      Event(
        name: "p1", x: 180, y: 115, force: 0.6, index: 3, expecting: 1, isPrediction: true),
    ],
  ])

  /// A stroke along a straight line, a report in every 1/256 s, so that all its numbers are dyadic.
  static func line(reports: Int) -> EventFile {
    EventFile(
      callbacks: (0..<reports).map { index in
        let share = Double(index)
        return [
          Event(
            name: "e\(index)", x: 100 + 2 * share, y: 50 + share, force: 0.5, time: share / 256,
            phase: index == 0 ? 0 : 1)
        ]
      })
  }

  /// With callbacks, or as Inkable writes it.
  func json(keepingCallbacks keeps: Bool, names: [String] = []) -> String {
    let groups = callbacks.enumerated().map { number, events in
      let texts = events.map(\.json).joined(separator: ",\n")
      let name = number < names.count ? names[number] : ""
      return keeps ? "{\"callback\": \"\(name)\", \"events\": [\(texts)]}" : texts
    }
    return "[\n\(groups.joined(separator: ",\n"))\n]\n"
  }
}
