import Synchronization

/// A fixed number of workers that share numbered pieces of work.
///
/// Each worker takes the next number as soon as it is free. Results are ordered by number, so they
/// do not depend on scheduling.
struct Workers: Sendable {
  private let count: Int

  /// `count` workers, at least 1.
  init(_ count: Int) { self.count = max(count, 1) }

  /// Does the pieces `0..<pieces`.
  func forEach(_ pieces: Int, _ work: @escaping @Sendable (Int) -> Void) async {
    await run(
      pieces,
      followedUp: { piece in
        work(piece)
        return []
      })
  }

  /// Work that became possible when a piece was done.
  typealias FollowUp = @Sendable () -> Void

  /// Does the pieces `0..<pieces`, and before further ones what each says is to follow it.
  func run(
    _ pieces: Int, followedUp work: @escaping @Sendable (Int) -> [FollowUp]
  ) async {
    let queue = WorkQueue(pieces: pieces)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          while !Task.isCancelled {
            switch queue.take() {
            case .piece(let piece): queue.add(work(piece))
            case .followUp(let work):
              work()
              queue.add([])
            case .nothingYet: try? await Task.sleep(for: .milliseconds(1))
            case .nothingMore: return
            }
          }
        }
      }
    }
  }

  /// Does the pieces `0..<pieces` and returns what they gave, by number.
  func map<Value: Sendable>(
    _ pieces: Int, _ work: @escaping @Sendable (Int) -> Value
  ) async -> [Value] {
    let values = Shared<[Int: Value]>([:])
    await forEach(pieces) { piece in
      let value = work(piece)
      values.value.withLock { $0[piece] = value }
    }
    return values.value.withLock { values in (0..<pieces).compactMap { values[$0] } }
  }
}

/// The work that no worker has taken yet.
private final class WorkQueue: Sendable {
  enum Work {
    case piece(Int)
    case followUp(Workers.FollowUp)
    /// Others are at work, and more may follow from it.
    case nothingYet
    case nothingMore
  }

  private struct State {
    var next = 0
    var atWork = 0
    var followUps: [Workers.FollowUp] = []
  }

  private let pieces: Int
  private let state = Mutex(State())

  init(pieces: Int) { self.pieces = pieces }

  func take() -> Work {
    state.withLock { state in
      if let followUp = state.followUps.popLast() {
        state.atWork += 1
        return .followUp(followUp)
      }
      guard state.next < pieces else { return state.atWork > 0 ? .nothingYet : .nothingMore }
      state.atWork += 1
      state.next += 1
      return .piece(state.next - 1)
    }
  }

  /// Says that what was taken is done, and what follows from it.
  func add(_ followUps: [Workers.FollowUp]) {
    state.withLock { state in
      state.atWork -= 1
      state.followUps += followUps.reversed()
    }
  }
}

/// A value behind a lock, for state that workers share.
final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
