import Evaluation

/// What flags or a plan file say about the screen of the protocol `display`; nil where nothing.
struct DisplayChoices {
  var refreshRate: Double?
  var phaseMilliseconds: Double?
  var delivery: DisplayPipeline.Delivery?
  var inputLatencyMilliseconds: Double?
  var droppedFrames: Double?

  /// Puts the choices that were made into a protocol.
  ///
  /// - Throws: `ProtocolContradiction` where there are any and the protocol has no screen.
  func apply(to replay: inout EvaluationProtocol) throws(ProtocolContradiction) {
    guard var pipeline = replay.pipeline else {
      guard let key = firstKey else { return }
      throw ProtocolContradiction(
        key: key, problem: "goes with the protocol display only; leave it out, or choose that")
    }
    if let refreshRate { pipeline.refreshRate = refreshRate }
    if let phaseMilliseconds { pipeline.phase = phaseMilliseconds / 1000 }
    if let delivery { pipeline.delivery = delivery }
    if let inputLatencyMilliseconds { pipeline.inputLatency = inputLatencyMilliseconds / 1000 }
    if let droppedFrames { pipeline.droppedFrames = droppedFrames }
    replay.pipeline = pipeline
  }

  /// The name of the first choice that was made.
  private var firstKey: String? {
    if refreshRate != nil { return "refresh-rate" }
    if phaseMilliseconds != nil { return "refresh-phase-ms" }
    if delivery != nil { return "delivery" }
    if inputLatencyMilliseconds != nil { return "input-latency-ms" }
    return droppedFrames == nil ? nil : "dropped-frames"
  }
}
