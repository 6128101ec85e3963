import Testing
import TouchInput

@Suite struct PagedArrayTests {
  /// Over the borders of pages and of books.
  private static let lengths = [0, 1, 31, 32, 33, 1_023, 1_024, 1_025, 3_000]

  @Test(arguments: lengths) func itHoldsWhatWasAppended(length: Int) {
    var paged = PagedArray<Int>()
    for value in 0..<length { paged.append(value) }
    #expect(paged.count == length)
    #expect(Array(paged) == Array(0..<length))
    #expect(paged == PagedArray(0..<length))
  }

  @Test(arguments: lengths) func itShrinksToAnyLength(length: Int) {
    for shorter in Self.lengths where shorter <= length {
      var paged = PagedArray(0..<length)
      paged.truncate(to: shorter)
      #expect(Array(paged) == Array(0..<shorter))
      paged.append(-1)
      #expect(paged.last == -1)
    }
    var empty = PagedArray<Int>()
    #expect(empty.popLast() == nil)
  }

  @Test func aCopyStaysAsItWas() {
    var paged = PagedArray(0..<2_000)
    let copy = paged
    paged[1_500] = -1
    paged.set(-2, at: 2_000)
    paged.truncate(to: 1_501)
    #expect(Array(copy) == Array(0..<2_000))
    #expect(paged[1_500] == -1)
    #expect(paged.count == 1_501)
  }
}
