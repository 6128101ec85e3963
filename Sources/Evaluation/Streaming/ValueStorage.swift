import Synchronization

/// A store for values that do not fit in memory, such as blocks of a file.
package protocol ValueStore: Sendable {
  /// Writes values.
  ///
  /// - Parameter values: The values.
  /// - Returns: Their place in the store.
  /// - Throws: If the store is full.
  func write(_ values: UnsafeBufferPointer<Double>) throws -> Int

  /// Reads values.
  ///
  /// - Parameters:
  ///   - values: The buffer to fill.
  ///   - place: The place that `write` returned.
  /// - Throws: If the values cannot be read.
  func read(_ values: UnsafeMutableBufferPointer<Double>, at place: Int) throws

  /// Frees values that are no longer needed.
  func free(_ count: Int, at place: Int)
}

/// A budget of values that scores may hold in memory, and the store for the rest.
///
/// Shared by all scores of a run. Only full chunks count; a score holds less than a chunk besides.
package final class ValueStorage: Sendable {
  private let store: any ValueStore
  private let budget: Int
  private let held = Atomic(0)
  private let failure = Mutex<(any Error)?>(nil)

  /// Creates a budget with a store.
  ///
  /// - Parameters:
  ///   - budget: The number of values that may be held in memory.
  ///   - store: The store for values beyond the budget.
  package init(budget: Int, store: any ValueStore) {
    self.budget = budget
    self.store = store
  }

  /// The first error of the store; nil if all values are safe.
  package var problem: (any Error)? { failure.withLock { $0 } }

  func report(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }

  /// Returns values as a chunk, in memory if the budget allows it.
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

/// A share of a budget, returned on deinitialization.
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

/// Values in a store, freed on deinitialization.
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

/// A chunk of values, in memory or in a store.
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
