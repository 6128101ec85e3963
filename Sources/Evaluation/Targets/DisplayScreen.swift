import TouchInput

/// The screen on which a recording's strokes are shown.
struct DisplayScreen: Sendable {
  /// When it refreshes, and what comes between a sample and a refresh.
  let ticks: RefreshTicks
  private let seed: UInt64
  private let recording: Int

  /// The screen of a recording; nil where the protocol simulates none.
  ///
  /// `start` is when the recording begins; nil where its strokes are all there and say it.
  init?(
    of recording: Recording, index: Int, replay: EvaluationProtocol, seed: UInt64,
    start: Double? = nil
  ) {
    guard replay.name == .display else { return nil }
    let first = start ?? recording.strokes.first { !$0.samples.isEmpty }?.samples.first?.time
    ticks = RefreshTicks(
      pipeline: replay.pipeline ?? DisplayPipeline(),
      origin: replay.clock == .index ? 0 : first ?? 0)
    self.seed = seed
    self.recording = index
  }

  /// The refreshes of a stroke whose samples were taken at `times`.
  func frames(
    of times: [Double], stroke: Int, longestGap: Double
  ) throws(DisplayFrames.Refusal) -> DisplayFrames {
    try DisplayFrames(
      times: times, ticks: ticks, longestGap: longestGap,
      dropped: DroppedFrames(
        share: ticks.pipeline.droppedFrames, seed: seed, recording: recording, stroke: stroke))
  }
}
