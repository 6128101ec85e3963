import Synchronization

/// A fixed number of workers that share numbered pieces of work.
///
/// Each worker takes the next number as soon as it is free. Results are by number, so that they do
/// not depend on who did what when.
struct Workers: Sendable {
  private let count: Int

  /// `count` workers, at least 1.
  init(_ count: Int) { self.count = max(count, 1) }

  /// Does the pieces `0..<pieces`.
  func forEach(_ pieces: Int, _ work: @escaping @Sendable (Int) -> Void) async {
    let queue = WorkQueue(pieces: pieces)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(count, pieces) {
        group.addTask {
          while !Task.isCancelled, let piece = queue.take() { work(piece) }
        }
      }
    }
  }

  /// Does the pieces `0..<pieces` and returns what they gave, by number.
  func map<Value: Sendable>(
    _ pieces: Int, _ work: @escaping @Sendable (Int) -> Value
  ) async -> [Value] {
    let values = NumberedValues<Value>()
    await forEach(pieces) { piece in values.set(work(piece), at: piece) }
    return values.inOrder(pieces)
  }
}

/// The numbers of the pieces that nobody has taken yet.
private final class WorkQueue: Sendable {
  private let pieces: Int
  private let next = Atomic(0)

  init(pieces: Int) { self.pieces = pieces }

  func take() -> Int? {
    let piece = next.add(1, ordering: .relaxed).oldValue
    return piece < pieces ? piece : nil
  }
}

/// Values that arrive in any order and are read in the order of their numbers.
private final class NumberedValues<Value: Sendable>: Sendable {
  private let values = Mutex<[Int: Value]>([:])

  func set(_ value: Value, at number: Int) { values.withLock { $0[number] = value } }

  func inOrder(_ count: Int) -> [Value] {
    values.withLock { values in (0..<count).compactMap { values[$0] } }
  }
}
