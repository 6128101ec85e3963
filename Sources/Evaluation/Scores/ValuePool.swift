import MotionNumerics

/// A pool of values with a mean and exact quantiles, of any size.
///
/// Values are kept in chunks, which merging shares instead of copying. With a `ValueStorage`,
/// chunks beyond its budget are stored and quantiles are selected in several passes, with
/// bit-identical results.
struct ValuePool: Sendable {
  /// The number of values.
  private(set) var count = 0
  /// How many of these are zeros that are counted and not kept.
  private var zeroCount = 0
  /// The full chunks, in order.
  private var chunks: [ValueChunk] = []
  /// Counts of the values in the chunks by their leading bits.
  private var counts = LeadingBitCounts()
  /// The newest values, not yet in a chunk.
  private var open: [Double] = []
  private var sum = CompensatedSum()
  private let storage: ValueStorage?

  /// The number of values in a chunk.
  static let chunkCount = 2048
  /// The room that a pool begins with.
  private static let firstCount = 128
  /// The number of values below which merging copies them.
  private static let copiedCount = 512

  init(_ storage: ValueStorage? = nil) { self.storage = storage }

  /// Appends values, in order, without adding them to the sum, and counts zeros, which are not kept.
  ///
  /// Only `quantiles(_:)` and `count` are defined for a pool with such zeros.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - zeros: How many zeros there are besides.
  mutating func append(unsummed values: UnsafeBufferPointer<Double>, zeros: Int = 0) {
    zeroCount += zeros
    count += values.count + zeros
    var rest = values[...]
    while !rest.isEmpty {
      let next = rest.prefix(Self.chunkCount - open.count)
      if open.count + next.count > open.capacity {
        // A small pool stays small; a larger one will fill a chunk.
        open.reserveCapacity(open.isEmpty ? max(Self.firstCount, next.count) : Self.chunkCount)
      }
      open.append(contentsOf: UnsafeBufferPointer(rebasing: next))
      rest = rest[next.endIndex...]
      if open.count == Self.chunkCount { seal() }
    }
  }

  /// Appends values, in order.
  mutating func append(contentsOf values: ArraySlice<Double>) {
    for value in values { append(value) }
  }

  /// Appends a value.
  @inline(__always)
  mutating func append(_ value: Double) {
    open.append(value)
    sum.add(value)
    count += 1
    if open.count == Self.chunkCount { seal() }
  }

  /// Appends the values of another pool.
  mutating func merge(_ other: ValuePool) {
    guard count > 0 else {
      self = other
      return
    }
    count += other.count
    zeroCount += other.zeroCount
    sum.merge(other.sum)
    chunks += other.chunks
    counts.merge(other.counts)
    if other.open.count < Self.copiedCount {
      open += other.open
      if open.count >= Self.chunkCount { seal() }
    } else {
      keep(other.open)
    }
  }

  /// Moves the newest values to the store too, unless they are few.
  mutating func settle() {
    if open.count >= Self.copiedCount {
      seal()
      open = []
    } else {
      // As small as it is full.
      open = open.withUnsafeBufferPointer { Array($0) }
    }
  }

  /// The mean, compensated; nil if there are none.
  var mean: Double? { count == 0 ? nil : sum.value / Double(count) }

  /// The mean and the 95 % quantile of type 7; nil if there are none.
  var meanAndP95: [Double?] { [mean] + quantiles([0.95]) }

  /// Returns quantiles of type 7; nil if there are no values, or one is NaN or cannot be read.
  func quantiles(_ probabilities: [Double]) -> [Double?] {
    var counts = counts
    open.withUnsafeBufferPointer { counts.add($0) }
    counts.add(zeros: zeroCount)
    // Zeros come first of all. Where it is known how many there are of each number, they need not be
    // visited to find a number that comes after them.
    let isAfterZeros = probabilities.allSatisfy { $0 * Double(count - 1) - 1 > Double(zeroCount) }
    let visitsZeros = count <= Self.chunkCount * 4 || !counts.isComplete || !isAfterZeros
    do {
      return try Quantiles.type7(at: probabilities, of: count, counted: counts) { visit in
        if visitsZeros { Self.visit(zeros: zeroCount, visit) }
        for chunk in chunks { try chunk.visit(visit) }
        open.withUnsafeBufferPointer(visit)
      }
    } catch {
      storage?.report(error)
      return probabilities.map { _ in nil }
    }
  }

  /// Calls `body` with every value, in order.
  ///
  /// - Throws: If values cannot be read.
  private func visitInOrder(_ body: (Double) -> Void) throws {
    for chunk in chunks { try chunk.visit { for value in $0 { body(value) } } }
    for value in open { body(value) }
  }

  private func reported<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      storage?.report(error)
      return nil
    }
  }

  /// Returns the compensated sum of f(x) over these values and then those of others; nil if one
  /// cannot be read.
  ///
  /// Unlike `mean` it is one sum in order, bit-identical however the pools were merged.
  func sum(and others: ValuePool..., of function: (Double) -> Double = { $0 }) -> Double? {
    reported {
      var sum = CompensatedSum()
      for pool in [self] + others { try pool.visitInOrder { sum += function($0) } }
      return sum.value
    }
  }

  /// The mean of f(x), by one compensated sum in order; nil if there are none.
  func orderedMean(of function: (Double) -> Double = { $0 }) -> Double? {
    count == 0 ? nil : sum(of: function).map { $0 / Double(count) }
  }

  /// The mean, by one compensated sum in order, and the 95 % quantile of type 7, of f(x); nil for
  /// none.
  func orderedMeanAndP95(of function: (Double) -> Double = { $0 }) -> [Double?] {
    [orderedMean(of: function), quantiles([0.95], of: function)[0]]
  }

  /// The population standard deviation, √(mean (x − mean x)²); nil if there are none.
  var populationDeviation: Double? {
    orderedMean().flatMap { mean in
      orderedMean { ($0 - mean) * ($0 - mean) }?.squareRoot()
    }
  }

  /// Returns quantiles of type 7 of f(x); nil if there are no values, or one is NaN or cannot be
  /// read.
  func quantiles(_ probabilities: [Double], of function: (Double) -> Double) -> [Double?] {
    let found = reported {
      try Quantiles.type7(at: probabilities, of: count) { visit in
        func visitMapped(_ values: UnsafeBufferPointer<Double>) {
          values.map(function).withUnsafeBufferPointer(visit)
        }
        for chunk in chunks { try chunk.visit(visitMapped) }
        open.withUnsafeBufferPointer(visitMapped)
      }
    }
    return found ?? probabilities.map { _ in nil }
  }

  /// Returns the values that sorting would put at some ranks; nil if one is NaN or cannot be read.
  func values(atRanks ranks: [Int]) -> [Int: Double]? {
    var counts = counts
    open.withUnsafeBufferPointer { counts.add($0) }
    let found = reported {
      try Quantiles.values(atRanks: ranks, counted: counts) { visit in
        for chunk in chunks { try chunk.visit(visit) }
        open.withUnsafeBufferPointer(visit)
      }
    }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Calls `body` with the values of three pools that were appended to and merged together, in order.
  ///
  /// - Returns: Whether all could be read.
  static func visit(
    _ first: ValuePool, _ second: ValuePool, _ third: ValuePool,
    _ body: (Double, Double, Double) -> Void
  ) -> Bool {
    func visit(
      _ a: UnsafeBufferPointer<Double>, _ b: UnsafeBufferPointer<Double>,
      _ c: UnsafeBufferPointer<Double>
    ) {
      for index in a.indices { body(a[index], b[index], c[index]) }
    }
    let done: Void? = first.reported {
      // What is sealed when depends on counts alone, so that the chunks are alike.
      for (place, chunk) in first.chunks.enumerated() {
        var problem: (any Error)?
        try chunk.visit { a in
          do {
            try second.chunks[place].visit { b in
              do { try third.chunks[place].visit { c in visit(a, b, c) } } catch { problem = error }
            }
          } catch { problem = error }
        }
        if let problem { throw problem }
      }
      first.open.withUnsafeBufferPointer { a in
        second.open.withUnsafeBufferPointer { b in
          third.open.withUnsafeBufferPointer { c in visit(a, b, c) }
        }
      }
    }
    return done != nil
  }

  /// Calls `body` with a number of zeros, in chunks.
  private static func visit(zeros count: Int, _ body: (UnsafeBufferPointer<Double>) -> Void) {
    let zeros = [Double](repeating: 0, count: min(count, chunkCount))
    zeros.withUnsafeBufferPointer { zeros in
      for start in stride(from: 0, to: count, by: chunkCount) {
        body(UnsafeBufferPointer(rebasing: zeros[..<min(chunkCount, count - start)]))
      }
    }
  }

  private mutating func seal() {
    guard case .held = keep(open) else { return open.removeAll(keepingCapacity: true) }
    // Where there was one chunk there will be another.
    open = []
    open.reserveCapacity(Self.chunkCount)
  }

  @discardableResult
  private mutating func keep(_ values: [Double]) -> ValueChunk {
    values.withUnsafeBufferPointer { counts.add($0) }
    let chunk = storage?.chunk(values) ?? .held(values, nil)
    chunks.append(chunk)
    return chunk
  }
}

extension LeadingBitCounts {
  /// Counts a number of zeros, by merging counts of 1, 2, 4… of them.
  fileprivate mutating func add(zeros count: Int) {
    var power = LeadingBitCounts()
    withUnsafeBytes(of: 0.0) { $0.withMemoryRebound(to: Double.self) { power.add($0) } }
    var rest = count
    while rest > 0 {
      if rest & 1 == 1 { merge(power) }
      power.merge(power)
      rest >>= 1
    }
  }
}
