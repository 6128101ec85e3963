import Synchronization

/// Where numbers are put that are too many to be held: blocks of bytes in a file, say.
package protocol ValueStore: Sendable {
  /// Puts numbers away.
  ///
  /// - Parameter values: The numbers.
  /// - Returns: Where they are.
  /// - Throws: Where there is no more space.
  func write(_ values: UnsafeBufferPointer<Double>) throws -> Int

  /// Reads numbers back.
  ///
  /// - Parameters:
  ///   - values: Takes as many numbers as it has room for.
  ///   - place: What `write` returned.
  /// - Throws: Where they cannot be read.
  func read(_ values: UnsafeMutableBufferPointer<Double>, at place: Int) throws

  /// Says that numbers are no longer needed, so that others may take their place.
  func free(_ count: Int, at place: Int)
}

/// A budget of numbers that scores may hold in memory, and the store for those beyond it.
///
/// Shared by all scores of a run. It counts the numbers in full chunks; what a score holds besides is
/// less than a chunk.
package final class ValueStorage: Sendable {
  private let store: any ValueStore
  private let budget: Int
  private let held = Atomic(0)
  private let failure = Mutex<(any Error)?>(nil)

  /// A budget with a store.
  ///
  /// - Parameters:
  ///   - budget: How many numbers may be held.
  ///   - store: Takes those beyond the budget.
  package init(budget: Int, store: any ValueStore) {
    self.budget = budget
    self.store = store
  }

  /// The first failure of the store; results are not complete where there is one.
  package var problem: (any Error)? { failure.withLock { $0 } }

  func report(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }

  /// Numbers as a chunk, held while the budget allows it.
  func chunk(_ values: [Double]) -> ValueChunk {
    if let share = BudgetShare(values.count, of: self) { return .held(values, share) }
    do {
      let place = try values.withUnsafeBufferPointer { try store.write($0) }
      return .stored(StoredValues(count: values.count, place: place, store: store))
    } catch {
      report(error)
      return .held(values, nil)
    }
  }

  fileprivate func take(_ count: Int) -> Bool {
    if held.add(count, ordering: .relaxed).newValue <= budget { return true }
    held.subtract(count, ordering: .relaxed)
    return false
  }

  fileprivate func giveBack(_ count: Int) { held.subtract(count, ordering: .relaxed) }
}

/// A part of a budget, given back when nobody refers to it.
final class BudgetShare: Sendable {
  private let count: Int
  private let storage: ValueStorage

  init?(_ count: Int, of storage: ValueStorage) {
    guard storage.take(count) else { return nil }
    self.count = count
    self.storage = storage
  }

  deinit { storage.giveBack(count) }
}

/// Numbers in a store, freed when nobody refers to them.
final class StoredValues: Sendable {
  private let count: Int
  private let place: Int
  private let store: any ValueStore

  init(count: Int, place: Int, store: any ValueStore) {
    self.count = count
    self.place = place
    self.store = store
  }

  deinit { store.free(count, at: place) }

  func visit(_ visit: (UnsafeBufferPointer<Double>) -> Void) throws {
    try withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { buffer in
      try store.read(buffer, at: place)
      visit(UnsafeBufferPointer(buffer))
    }
  }
}

/// Some numbers, in memory or in a store.
enum ValueChunk: Sendable {
  case held([Double], BudgetShare?)
  case stored(StoredValues)

  func visit(_ visit: (UnsafeBufferPointer<Double>) -> Void) throws {
    switch self {
    case .held(let values, _): values.withUnsafeBufferPointer(visit)
    case .stored(let values): try values.visit(visit)
    }
  }
}
