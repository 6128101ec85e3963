import Testing
import TouchInput

@Suite struct GestureStateMachineTests {
  /// What may follow what, written out a second time.
  private static let legal: [GestureState: Set<GestureState>] = [
    .possible: [.began, .failed], .began: [.changed, .ended, .cancelled],
    .changed: [.changed, .ended, .cancelled], .ended: [], .cancelled: [], .failed: [],
  ]

  @Test(arguments: GestureState.allCases, GestureState.allCases)
  func theTable(_ state: GestureState, _ next: GestureState) {
    let isLegal = Self.legal[state]?.contains(next) ?? false
    #expect(GestureTransitions.continuous.allow(next, after: state) == isLegal)
    #expect(
      GestureTransitions.discrete.allow(next, after: state)
        == (state == .possible && (next == .ended || next == .failed)))
    let endsAtOnce = state == .possible && next == .ended
    #expect(
      GestureTransitions.continuousOrDiscrete.allow(next, after: state) == (isLegal || endsAtOnce))
  }

  @Test func everyAllowedAssignmentButFailedCallsTheAction() {
    var machine = GestureStateMachine()
    for state in [GestureState.began, .changed, .changed, .changed, .ended] {
      let isAllowed = machine.assign(state)
      #expect(isAllowed)
    }
    #expect(machine.actionCount == 5)
    machine.reset()
    machine.assign(.failed)
    #expect(machine.state == .failed)
    #expect(machine.actionCount == 5)
    #expect(machine.log == [.began, .changed, .changed, .changed, .ended, .failed])
    #expect(machine.rejections.isEmpty)
  }

  @Test func whatIsNotAllowedChangesNothingAndIsRecorded() {
    var machine = GestureStateMachine()
    let allowed = [machine.assign(.changed), machine.assign(.possible)]
    #expect(allowed == [false, false])
    #expect(machine.state == .possible)
    #expect(machine.log.isEmpty)
    #expect(machine.actionCount == 0)
    #expect(machine.rejections.map(\.assigned) == [.changed, .possible])
    #expect(machine.rejections.allSatisfy { $0.state == .possible })
  }

  @Test func statesHaveTheNumbersOfTouchSystems() {
    #expect(GestureState.allCases.map(\.rawValue) == Array(0...5))
    #expect(GestureState.allCases.filter(\.isTerminal) == [.ended, .cancelled, .failed])
    #expect(GestureState.allCases.filter(\.callsAction) == [.began, .changed, .ended, .cancelled])
  }
}
