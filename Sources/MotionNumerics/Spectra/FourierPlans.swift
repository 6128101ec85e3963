#if !hasFeature(Embedded)
  import Synchronization

  /// The plans of transforms by their length, shared by all that transform signals of many lengths.
  ///
  /// A plan costs more than a transform, and is the same for every signal of its length.
  package final class FourierPlans: Sendable {
    /// Which bins of how many numbers.
    private struct Request: Hashable {
      let count: Int
      /// The highest of the lowest bins; nil for all bins.
      let reach: Int?
    }

    private enum Plan {
      case all(FourierPlan)
      /// None where all bins cost no more.
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

    /// Up to how many numbers, over all lengths, plans are kept: at most about 50 MB.
    private static let greatestPlannedCount = 1 << 19

    /// No plans yet.
    package init() {}

    /// The plan of a length.
    func plan(count: Int) -> FourierPlan {
      let plan = kept(Request(count: count, reach: nil)) {
        .all(FourierPlan(count: count, transform: $0))
      }
      guard case .all(let plan) = plan else { return FourierPlan(count: count) }
      return plan
    }

    /// The plan of the lowest bins of a length; nil where all bins cost no more.
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
