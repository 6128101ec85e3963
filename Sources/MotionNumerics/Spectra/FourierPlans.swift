#if !hasFeature(Embedded)
  import Synchronization

  /// A cache of transform plans by length, shared by all users.
  ///
  /// A plan costs more than a transform, and is the same for every signal of its length.
  package final class FourierPlans: Sendable {
    /// A length, and the bins wanted.
    private struct Request: Hashable {
      let count: Int
      /// The highest of the lowest bins; nil for all bins.
      let reach: Int?
    }

    private enum Plan {
      case all(FourierPlan)
      /// Nil if computing all bins costs no more.
      case lowest(LowBandPlan?)
    }

    private struct State {
      var plans: [Request: Plan] = [:]
      /// By their length, which many plans have in common.
      var transforms: [Int: RadixTwoTransform] = [:]
      var plannedCount = 0

      mutating func transform(_ count: Int) -> RadixTwoTransform {
        if let transform = transforms[count] { return transform }
        let transform = RadixTwoTransform(count: count)
        transforms[count] = transform
        return transform
      }
    }

    private let state = Mutex(State())

    /// The greatest total length of cached plans: at most about 50 MB.
    private static let greatestPlannedCount = 1 << 19

    /// Creates an empty cache.
    package init() {}

    /// The plan of a length.
    func plan(count: Int) -> FourierPlan {
      let plan = kept(Request(count: count, reach: nil)) {
        .all(FourierPlan(count: count, transform: $0))
      }
      guard case .all(let plan) = plan else { return FourierPlan(count: count) }
      return plan
    }

    /// The plan of the lowest bins of a length; nil if all bins cost no more.
    func lowBandPlan(count: Int, reach: Int) -> LowBandPlan? {
      let plan = kept(Request(count: count, reach: reach)) {
        .lowest(LowBandPlan(count: count, reach: reach, transform: $0))
      }
      guard case .lowest(let plan) = plan else { return nil }
      return plan
    }

    private func kept(
      _ request: Request, _ make: ((Int) -> RadixTwoTransform) -> Plan
    ) -> Plan {
      state.withLock { state in
        if let plan = state.plans[request] { return plan }
        let plan = make { state.transform($0) }
        state.plannedCount += request.count
        if state.plannedCount > Self.greatestPlannedCount {
          state.plans.removeAll()
          state.transforms.removeAll()
          state.plannedCount = request.count
        }
        state.plans[request] = plan
        return plan
      }
    }
  }
#endif
