#if !hasFeature(Embedded)
  import CLoops

  extension Quantiles {
    /// Passes every number, in chunks, to a visitor.
    package typealias Pass = (_ visit: (UnsafeBufferPointer<Double>) -> Void) throws -> Void

    /// Returns type-7 quantiles of numbers read in passes, bit-identical with `type7(_:at:)`.
    ///
    /// At most `limit` numbers are held at once, so they may be stored in files. The first pass
    /// counts them by the leading 16 bits of their rank key, which tells the cell of each wanted
    /// rank; existing `LeadingBitCounts` save that pass. Once the cells together hold few enough
    /// numbers, one more pass collects those, and the ranks are selected among them; until then,
    /// further passes split a cell by its next 16 bits. A small set is collected at once.
    ///
    /// - Parameters:
    ///   - probabilities: Each p, in any order.
    ///   - count: The number of values that a pass visits.
    ///   - counts: The counts of all these numbers, if known.
    ///   - limit: The greatest number of values held at once.
    ///   - pass: Visits all numbers; called up to five times. The order does not matter.
    /// - Returns: The quantiles, as from `type7(_:at:)`; a negative zero sorts before zero.
    /// - Throws: Any error that `pass` throws.
    /// - Complexity: O(n): usually two passes, one with `counts`, and 256 kB of counts; at most 2³²
    ///   numbers.
    package static func type7(
      at probabilities: [Double], of count: Int, counted counts: LeadingBitCounts? = nil,
      holdingAtMost limit: Int = 1 << 17, _ pass: Pass
    ) rethrows -> [Double?] {
      guard count > collectedCount else {
        var all: [Double] = []
        all.reserveCapacity(count)
        try pass { all.append(contentsOf: $0) }
        return type7(&all, at: probabilities)
      }
      let positions = probabilities.map { position(of: $0, among: count) }
      let ranks = positions.compactMap { $0 }.flatMap { [$0.lower, $0.upper] }
      let values = try values(atRanks: ranks, counted: counts, holdingAtMost: limit, pass)
      return positions.map { position in
        position.flatMap { place in
          guard let low = values[place.lower], let high = values[place.upper] else { return nil }
          return place.value(between: low, and: high)
        }
      }
    }

    /// Returns the numbers that sorting would put at some ranks, found in passes; see
    /// `type7(at:of:_:)`.
    ///
    /// - Parameters:
    ///   - ranks: The ranks, each from 0 to the number of values minus 1.
    ///   - counts: The counts of all these numbers, if known.
    ///   - limit: The greatest number of values held at once.
    ///   - pass: Visits all numbers; called up to five times.
    /// - Returns: The number at each rank; empty if one of the numbers is NaN.
    /// - Throws: Any error that `pass` throws.
    package static func values(
      atRanks ranks: [Int], counted counts: LeadingBitCounts? = nil,
      holdingAtMost limit: Int = 1 << 17, _ pass: Pass
    ) rethrows -> [Int: Double] {
      var search = RankSearch(ranks: ranks)
      if let counts, counts.isComplete {
        search.settleFirst(counts)
      } else {
        search.beginCounting()
        try pass { search.count($0) }
        guard !search.holdsNaN else { return [:] }
        search.settleFirst()
      }
      while search.heldCount > limit, search.canDivide {
        search.beginDivision()
        try pass { search.countDivided($0) }
        search.settleDivision()
      }
      search.beginCollection()
      if !search.isSettled { try pass { search.collect($0) } }
      return search.values()
    }

    /// Up to this count, numbers are collected and selected from directly.
    private static let collectedCount = 4096
  }

  /// A search for ranks among numbers visited in passes.
  private struct RankSearch {
    /// A cell of numbers with the same leading bits.
    private struct Cell {
      /// Their leading bits, stored in the low bits.
      let prefix: UInt64
      /// The number of values that sort before all of these.
      let before: Int
      let count: Int
    }

    private(set) var holdsNaN = false
    private let ranks: [Int]
    private var cells: [Cell] = []
    /// The number of low bits not covered by the prefixes.
    private var openBits = 64
    private var counts: [UInt32] = []
    /// The range of nonempty cells of the first pass.
    private var used = 0..<0
    /// The numbers in the wanted cells, neighbors together; empty if one holds others than positive
    /// numbers.
    private var wantedNumbers: [Range<Double>] = []
    private var collected: [Double] = []
    /// Room for the numbers found in a stretch.
    private var found: [Double] = []

    private static let step = LeadingBitCounts.bits
    private static let width = 1 << step

    init(ranks: [Int]) { self.ranks = ranks.sorted() }

    private static func number(_ key: UInt64) -> Double {
      Double(bitPattern: key >> 63 == 1 ? key ^ (1 << 63) : ~key)
    }

    // MARK: - Counting

    mutating func beginCounting() { counts = Array(repeating: 0, count: Self.width) }

    mutating func count(_ values: UnsafeBufferPointer<Double>) {
      var found = false
      var (least, greatest) = (UInt64.max, UInt64.min)
      counts.withUnsafeMutableBufferPointer { counts in
        for value in values {
          found = found || value != value
          let place = LeadingBitCounts.key(value) &>> 48
          (least, greatest) = (min(least, place), max(greatest, place))
          counts[Int(truncatingIfNeeded: place)] &+= 1
        }
      }
      holdsNaN = holdsNaN || found
      guard least <= greatest else { return }
      let places = Int(least)..<(Int(greatest) + 1)
      used =
        used.isEmpty
        ? places
        : min(used.lowerBound, places.lowerBound)..<max(used.upperBound, places.upperBound)
    }

    mutating func settleFirst() {
      openBits -= Self.step
      cells = wanted(among: zip(used, counts[used]), prefix: 0, before: 0)
    }

    /// The same with existing counts.
    mutating func settleFirst(_ kept: LeadingBitCounts) {
      openBits -= Self.step
      cells = wanted(among: kept.cells, prefix: 0, before: 0)
    }

    var heldCount: Int { cells.reduce(0) { $0 + $1.count } }
    var canDivide: Bool { openBits > 0 }
    /// Whether each cell is a single number, so that nothing needs to be collected.
    var isSettled: Bool { openBits == 0 }

    mutating func beginDivision() {
      openBits -= Self.step
      counts = Array(repeating: 0, count: Self.width * cells.count)
    }

    mutating func countDivided(_ values: UnsafeBufferPointer<Double>) {
      let shift = UInt64(openBits)
      for value in values {
        let prefix = LeadingBitCounts.key(value) &>> shift
        guard let cell = place(of: prefix >> UInt64(Self.step)) else { continue }
        counts[cell * Self.width + Int(prefix & UInt64(Self.width - 1))] += 1
      }
    }

    mutating func settleDivision() {
      cells = cells.enumerated().flatMap { place, cell in
        wanted(
          among: zip(0..., counts[(place * Self.width)..<((place + 1) * Self.width)]),
          prefix: cell.prefix << UInt64(Self.step), before: cell.before)
      }
    }

    /// Returns the cells that contain a wanted rank.
    private func wanted(
      among counts: some Sequence<(Int, UInt32)>, prefix: UInt64, before: Int
    ) -> [Cell] {
      var result: [Cell] = []
      var before = before
      var next = ranks.firstIndex { $0 >= before } ?? ranks.endIndex
      for (place, numbers) in counts where numbers > 0 {
        let count = Int(numbers)
        if next < ranks.endIndex, ranks[next] < before + count {
          result.append(Cell(prefix: prefix | UInt64(place), before: before, count: count))
          while next < ranks.endIndex, ranks[next] < before + count { next += 1 }
        }
        before += count
      }
      return result
    }

    private func place(of prefix: UInt64) -> Int? { cells.firstIndex { $0.prefix == prefix } }

    // MARK: - Collecting

    mutating func beginCollection() {
      guard !isSettled else { return }
      collected.reserveCapacity(heldCount)
      let shift = UInt64(openBits)
      for cell in cells {
        let least = Self.number(cell.prefix << shift)
        let end = Self.number((cell.prefix + 1) << shift)
        guard least > 0, end.isFinite else {
          wantedNumbers = []
          return
        }
        let isNext = wantedNumbers.last?.upperBound == least
        wantedNumbers.append((isNext ? wantedNumbers.removeLast().lowerBound : least)..<end)
      }
      found = Array(repeating: 0, count: Self.stretch)
    }

    mutating func collect(_ values: UnsafeBufferPointer<Double>) {
      guard wantedNumbers.isEmpty else {
        for start in stride(from: 0, to: values.count, by: Self.stretch) {
          let end = min(start + Self.stretch, values.count)
          let some = UnsafeBufferPointer(rebasing: values[start..<end])
          for range in wantedNumbers { collect(some, within: range) }
        }
        return
      }
      let shift = UInt64(openBits)
      for value in values where place(of: LeadingBitCounts.key(value) &>> shift) != nil {
        collected.append(value)
      }
    }

    /// How many numbers are looked at together.
    private static let stretch = 1024

    /// Collects those of at most `stretch` numbers that are in a range.
    private mutating func collect(
      _ values: UnsafeBufferPointer<Double>, within range: Range<Double>
    ) {
      let count = found.withUnsafeMutableBufferPointer { found in
        numbers_within(
          values.baseAddress, values.count, range.lowerBound, range.upperBound, found.baseAddress)
      }
      collected += found[..<count]
    }

    /// Returns the number at each wanted rank.
    mutating func values() -> [Int: Double] {
      var result: [Int: Double] = [:]
      guard !isSettled else {
        for rank in ranks {
          guard let cell = cells.last(where: { $0.before <= rank }) else { continue }
          result[rank] = Self.number(cell.prefix)
        }
        return result
      }
      // Cells are in order, so that a rank is found where the cells before it end.
      var places: [(rank: Int, place: Int)] = []
      var held = 0
      for cell in cells {
        for rank in ranks where rank >= cell.before && rank < cell.before + cell.count {
          places.append((rank, held + rank - cell.before))
        }
        held += cell.count
      }
      guard held == collected.count else { return result }
      let wanted = places.map { $0.place }
      collected.withUnsafeMutableBufferPointer { buffer in
        var selection = Selection(values: buffer)
        selection.settle(wanted[...], in: 0..<buffer.count)
      }
      for (rank, place) in places { result[rank] = collected[place] }
      return result
    }
  }
#endif
