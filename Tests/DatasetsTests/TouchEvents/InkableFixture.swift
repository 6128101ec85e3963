/// Touch events written as Inkable writes them.
struct InkableFixture {
  var identifier: String
  var touch = "T"
  var time = 1.0
  var type = 2
  var phase = 1
  var x = 0.0
  var force = 0.5
  var index: Int?
  var isUpdate = false
  var isPrediction = false

  /// The event as JSON over several lines.
  var json: String {
    """
      {
        "touchIdentifier" : "\(touch)",
        "azimuth" : 0.25,
        "azimuthUnitVector" : [
          0.97,
          0.22
        ],
        "timestamp" : \(time),
        "estimatedPropertiesExpectingUpdates" : 1,
        "phase" : \(phase),
        "type" : \(type),
        "identifier" : "\(identifier)",
        "maximumPossibleForce" : 4.166666666666667,
        "force" : \(force),
        "location" : [
          \(x),
          440.5
        ],
        "majorRadius" : 0.25,\(index.map { "\n    \"estimationUpdateIndex\" : \($0)," } ?? "")
        "majorRadiusTolerance" : 0,
        "altitudeAngle" : 1.125,
        "estimatedProperties" : 1,
        "isUpdate" : \(isUpdate),
        "isPrediction" : \(isPrediction)
      }
    """
  }

  /// How many lines an event with an update index takes.
  static let lineCount = 26

  /// The events as an array, each beginning on a line of its own.
  static func array(_ events: [InkableFixture]) -> String {
    "[\n" + events.map(\.json).joined(separator: ",\n") + "\n]\n"
  }

  /// A stroke of so many samples with a late update and two predictions after every second one.
  static func stroke(samples: Int) -> [InkableFixture] {
    var events: [InkableFixture] = []
    for number in 0..<samples {
      let phase = number == 0 ? 0 : number == samples - 1 ? 3 : 1
      events.append(
        InkableFixture(
          identifier: "s\(number)", time: 1 + Double(number) / 240, phase: phase,
          x: Double(number), index: number))
      guard number % 2 == 1, number < samples - 1 else { continue }
      for ahead in 1...2 {
        events.append(
          InkableFixture(
            identifier: "p\(number)-\(ahead)", time: 1 + Double(number + ahead) / 240,
            x: Double(number + ahead), index: number, isPrediction: true))
      }
      events.append(
        InkableFixture(
          identifier: "u\(number)", time: 1 + Double(number) / 240, x: Double(number), force: 0.75,
          index: number, isUpdate: true))
    }
    return events
  }
}
