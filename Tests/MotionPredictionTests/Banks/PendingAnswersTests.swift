import Testing
import TouchInput

@testable import MotionPrediction

@Suite("Answers that wait for their moment")
struct PendingAnswersTests {
  private func sample(_ time: Double, _ x: Double) -> TouchSample {
    TouchSample(time: time, position: [x, 0])
  }

  @Test("a row comes back with where the contact was, on the line between two samples")
  func truth() throws {
    var (pending, row) = (
      PendingAnswers(horizons: [0.1], columns: 2), [SIMD2<Double>](repeating: .zero, count: 2)
    )
    pending.arrive(sample(0, 0))
    pending.append(0, at: 0, pace: 1, [[1, 2], [3, 4]])
    pending.arrive(sample(0.05, 1))
    #expect(pending.next(0, into: &row) == nil)
    pending.arrive(sample(0.25, 5))
    let moment = try #require(pending.next(0, into: &row))
    #expect(abs(moment.truth.x - 2) < 1e-12 && moment.pace == 1 && row == [[1, 2], [3, 4]])
    #expect(pending.next(0, into: &row) == nil)
  }

  @Test("each horizon has rows of its own, and the nearest one is found")
  func horizons() {
    var (pending, row) = (
      PendingAnswers(horizons: [0.01, 0.05, 0.1], columns: 1), [SIMD2<Double>.zero]
    )
    pending.arrive(sample(0, 0))
    for slot in 0..<3 { pending.append(slot, at: 0, [[Double(slot), 0]]) }
    pending.arrive(sample(0.06, 0))
    let due = (0..<3).map { pending.next($0, into: &row) == nil ? -1 : row[0].x }
    #expect(due == [0, 1, -1])
    #expect([-1, 0.02, 0.04, 0.08, 7].map { pending.slot(nearestTo: $0) } == [0, 0, 1, 2, 2])
  }

  @Test("what is said before time goes back, or a stroke begins, never comes back")
  func dropped() {
    for isBackward in [true, false] {
      var (pending, row) = (PendingAnswers(horizons: [0.1], columns: 1), [SIMD2<Double>.zero])
      pending.arrive(sample(1, 0))
      pending.append(0, at: 1, [[1, 1]])
      if isBackward { pending.arrive(sample(0.9, 0)) } else { pending.beginStroke() }
      pending.arrive(sample(1.5, 0))
      #expect(pending.next(0, into: &row) == nil)
    }
  }

  @Test("what is said before a long gap never comes back", arguments: [0.2, 0.3])
  func gap(seconds: Double) {
    var (pending, row) = (
      PendingAnswers(horizons: [0.1], columns: 1, longestGap: 0.25), [SIMD2<Double>.zero]
    )
    pending.arrive(sample(1, 0))
    pending.append(0, at: 1, [[1, 1]])
    pending.arrive(sample(1 + seconds, 0))
    #expect((pending.next(0, into: &row) == nil) == (seconds > 0.25))
  }

  @Test(
    "rows come back in order, however many wait, up to the greatest number kept",
    arguments: [5, 16, 17, 100, 256, 400])
  func manyWait(waiting: Int) {
    var (pending, row) = (PendingAnswers(horizons: [10], columns: 1), [SIMD2<Double>.zero])
    for index in 0..<waiting {
      pending.arrive(sample(Double(index) * 1e-3, 0))
      pending.append(0, at: Double(index) * 1e-3, [[Double(index), 0]])
    }
    pending.arrive(sample(20, 0))
    var found: [Int] = []
    while pending.next(0, into: &row) != nil { found.append(Int(row[0].x)) }
    #expect(found == Array(max(0, waiting - 256)..<waiting))
  }
}
