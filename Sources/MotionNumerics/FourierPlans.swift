import Synchronization

/// The plans of transforms by their length, shared by all that transform signals of many lengths.
///
/// A plan costs more than a transform, and is the same for every signal of its length.
public final class FourierPlans: Sendable {
  private struct State {
    var plans: [Int: FourierPlan] = [:]
    var plannedCount = 0
  }

  private let state = Mutex(State())

  /// Up to how many numbers, over all lengths, plans are kept: at most about 50 MB.
  private static let greatestPlannedCount = 1 << 18

  /// No plans yet.
  public init() {}

  /// The plan of a length.
  func plan(count: Int) -> FourierPlan {
    state.withLock { state in
      if let plan = state.plans[count] { return plan }
      let plan = FourierPlan(count: count)
      state.plannedCount += count
      if state.plannedCount > Self.greatestPlannedCount {
        state.plans.removeAll()
        state.plannedCount = count
      }
      state.plans[count] = plan
      return plan
    }
  }
}
