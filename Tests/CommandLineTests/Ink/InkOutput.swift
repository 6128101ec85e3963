import Foundation

/// One line that `nextpoint ink --json` wrote.
struct InkOutput: Decodable, Equatable {
  var event: Int
  var deltas: [Delta]
  var paths: [Line]?
  var polylines: [Line]?
  var filtered: [Line]?
  var elements: [Strokes]?

  struct Delta: Decodable, Equatable {
    var added: Int?
    var updated: Int?
    var indices: [Int]?
    var ranges: [[Int]]?
    var completed: Int?
    var unhandled: String?
  }

  struct Line: Decodable, Equatable {
    var touch: String
    var isComplete: Bool
    var isSettled: Bool
    var points: [Point]
  }

  struct Point: Decodable, Equatable {
    var x: Double
    var y: Double
    var force: Double
    var time: Double
    var isPrediction: Bool
    var altitude: Double?
    var azimuth: Double?
    var pending: [String]

    private enum CodingKeys: String, CodingKey {
      case x
      case y
      case force
      case time = "t_s"
      case isPrediction
      case altitude
      case azimuth
      case pending
    }
  }

  struct Strokes: Decodable, Equatable {
    var touch: String
    var isComplete: Bool
    var isSettled: Bool
    var elements: [Element]
  }

  /// `["C", x, y, …]`.
  struct Element: Decodable, Equatable {
    var kind: String
    var numbers: [Double]

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      kind = try values.decode(String.self)
      numbers = []
      while !values.isAtEnd { numbers.append(try values.decode(Double.self)) }
    }
  }

  /// The lines of a command's output.
  static func lines(_ text: String) throws -> [InkOutput] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(InkOutput.self, from: Data($0.utf8))
    }
  }
}
