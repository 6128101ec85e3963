/// Points that were predicted and wait to be used again, first in, first out.
struct RecycledPoints: Sendable {
  private var points: [TouchPathPoint] = []
  private var head = 0

  /// Takes in points, in order, and leaves the given list empty.
  mutating func append(movingFrom predicted: inout [TouchPathPoint]) {
    points.append(contentsOf: predicted)
    predicted.removeAll(keepingCapacity: true)
  }

  /// Removes the oldest point and returns it; nil where there is none.
  mutating func popFirst() -> TouchPathPoint? {
    guard head < points.count else { return nil }
    let first = points[head]
    head += 1
    // Emptied, or half of it used up: the rest moves down, at a cost spread over those taken.
    if head * 2 >= points.count {
      points.removeFirst(head)
      head = 0
    }
    return first
  }
}
