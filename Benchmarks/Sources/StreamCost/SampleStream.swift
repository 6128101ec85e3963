import Foundation
import TouchInput

/// Strokes as `nextpoint datasets samples` prints them: `t_s,x,y`, an empty line between strokes.
struct SampleStream {
  /// The strokes, in order.
  let strokes: [[TouchSample]]

  /// How many samples there are.
  var count: Int { strokes.reduce(0) { $0 + $1.count } }

  /// Reads a file.
  ///
  /// - Throws: What reading throws, and `UnreadLine` for a line that is not three numbers.
  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var strokes: [[TouchSample]] = [[]]
    for (index, line) in lines.enumerated().dropFirst() {
      if line.isEmpty {
        strokes.append([])
        continue
      }
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      guard numbers.count == 3 else { throw UnreadLine(number: index + 1, text: String(line)) }
      strokes[strokes.count - 1].append(
        TouchSample(time: numbers[0], position: SIMD2(numbers[1], numbers[2])))
    }
    self.strokes = strokes.filter { !$0.isEmpty }
  }

  /// A line of the file that cannot be read.
  struct UnreadLine: Error {
    let number: Int
    let text: String
  }
}
