import Testing
import TouchInput

@Suite struct StreamDeltaTests {
  @Test func equalDeltasAreEqual() {
    #expect(StreamDelta.updated(line: 1, indices: 0...3) == .updated(line: 1, indices: 0...3))
    #expect(StreamDelta.updated(line: 1, indices: 0...3) != .updated(line: 1, indices: 0...4))
  }
}
