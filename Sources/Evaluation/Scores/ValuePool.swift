import MotionNumerics

/// Numbers whose mean and exact quantiles will be asked for, however many they are.
///
/// They are kept in chunks, which merging shares and does not copy. Where a `ValueStorage` is given,
/// chunks beyond its budget lie in its file, and quantiles are selected in passes: the result has the
/// same bits.
struct ValuePool: Sendable {
  /// How many numbers there are.
  private(set) var count = 0
  /// The full chunks, in order.
  private var chunks: [ValueChunk] = []
  /// The newest numbers.
  private var open: [Double] = []
  private var sum = CompensatedSum()
  private let storage: ValueStorage?

  /// So many numbers make a chunk.
  static let chunkCount = 2048
  /// Fewer numbers than these are copied when pools are merged.
  private static let copiedCount = 512

  init(_ storage: ValueStorage? = nil) { self.storage = storage }

  /// Adds numbers, in order.
  mutating func append(contentsOf values: ArraySlice<Double>) {
    var rest = values
    while !rest.isEmpty {
      let next = rest.prefix(Self.chunkCount - open.count)
      open.append(contentsOf: next)
      var total = sum
      for value in next { total.add(value) }
      sum = total
      rest = rest.dropFirst(next.count)
      if open.count == Self.chunkCount { seal() }
    }
    count += values.count
  }

  /// Adds a number.
  @inline(__always)
  mutating func append(_ value: Double) {
    open.append(value)
    sum.add(value)
    count += 1
    if open.count == Self.chunkCount { seal() }
  }

  /// Adds the numbers of another pool, after its own.
  mutating func merge(_ other: ValuePool) {
    count += other.count
    sum.merge(other.sum)
    chunks += other.chunks
    if other.open.count < Self.copiedCount {
      open += other.open
      if open.count >= Self.chunkCount { seal() }
    } else {
      chunks.append(.held(other.open, nil))
    }
  }

  /// The mean, compensated; nil for none.
  var mean: Double? { count == 0 ? nil : sum.value / Double(count) }

  /// The mean and the 95 % quantile of type 7; nil for none.
  var meanAndP95: [Double?] { [mean] + quantiles([0.95]) }

  /// Quantiles of type 7; nil for none, and where a number is NaN or cannot be read back.
  func quantiles(_ probabilities: [Double]) -> [Double?] {
    do {
      return try Quantiles.type7(at: probabilities, of: count) { visit in
        for chunk in chunks { try chunk.visit(visit) }
        open.withUnsafeBufferPointer(visit)
      }
    } catch {
      storage?.report(error)
      return probabilities.map { _ in nil }
    }
  }

  private mutating func seal() {
    let chunk = storage?.chunk(open) ?? .held(open, nil)
    chunks.append(chunk)
    guard case .held = chunk else { return open.removeAll(keepingCapacity: true) }
    // Where there was one chunk there will be another.
    open = []
    open.reserveCapacity(Self.chunkCount)
  }
}
