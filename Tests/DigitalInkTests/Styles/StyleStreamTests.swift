import DigitalInk
import Testing
import TouchInput

@Suite struct StyleStreamTests {
  private static let red = InkStyle(width: 4, color: .red)

  private static func update(_ counts: [Int], _ changes: [LineChange]) -> LineUpdate<Polyline> {
    let lines = counts.enumerated().map { number, count in
      Polyline(
        touchIdentifier: "\(number)",
        points: PagedArray((0..<count).map { PolylinePoint(location: [Double($0), 0]) }))
    }
    return LineUpdate(lines: PagedArray(lines), changes: changes)
  }

  @Test func aLineHasTheStyleOfTheToolThatItBeganWith() {
    var stream = StyleStream<Polyline>()
    #expect(stream.process(Self.update([2], [.added(line: 0)])) == [.added(line: 0)])
    stream.tool = Self.red
    let changes: [LineChange] = [
      .updated(line: 0, indices: ChangedIndices(2..<3)), .added(line: 1),
    ]
    #expect(stream.process(Self.update([3, 1], changes)) == changes)
    #expect(stream.lines.map(\.style) == [InkStyle(), Self.red])
    #expect(stream.lines.map(\.count) == [3, 1])
  }

  @Test func anotherStyleIsToldAsAnUpdateOfTheWholeLine() {
    var stream = StyleStream<Polyline>()
    _ = stream.process(Self.update([3, 2], [.added(line: 0), .added(line: 1)]))
    stream.restyle(line: 0, as: Self.red)
    stream.restyle(line: 0, as: Self.red)
    stream.restyle(line: 1, as: InkStyle())
    stream.restyle(line: 7, as: Self.red)
    let told = stream.process(Self.update([3, 2], []))
    #expect(told == [.updated(line: 0, indices: ChangedIndices(0..<3))])
    #expect(stream.process(Self.update([3, 2], [])).isEmpty)
    #expect(stream.lines.map(\.style) == [Self.red, InkStyle()])
  }

  /// At every moment the lines are those of the stage before, whatever was chosen meanwhile.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func theLinesAreThoseOfTheStageBefore(seed: UInt64) {
    var lines = TouchPathStream().then(PolylineStream())
    var styles = StyleStream<Polyline>()
    for (number, batch) in EventStreamGenerator.batches(seed: seed, length: 60).enumerated() {
      if number % 7 == 3 { styles.tool.width += 1 }
      if number % 5 == 2 { styles.restyle(line: number % 3, as: Self.red) }
      let before = lines.update(batch)
      let update = styles.update(before)
      #expect(update.lines.map(\.line) == Array(before.lines), "seed \(seed)")
      for change in before.changes { #expect(update.changes.contains(change), "seed \(seed)") }
    }
    #expect(!styles.lines.isEmpty)
  }

  @Test func aStreamThatJoinsLateHasAllLines() {
    var stream = StyleStream<Polyline>(tool: Self.red)
    #expect(
      stream.process(Self.update([1, 2], [])) == [.added(line: 0), .added(line: 1)])
    stream.reset()
    #expect(stream.lines.isEmpty && stream.tool == Self.red)
  }
}
