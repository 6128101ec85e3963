/// The targets of the protocol `display`: what is on screen at each refresh, and where the contact is.
extension StrokePreparation {
  /// A target at each refresh whose newest sample is the `history`-th or later.
  ///
  /// At the tick τ the predictor is asked for (τ − t_n) + h, so that the question is exactly h where
  /// the newest sample is as old as the tick. The answer is on screen, and is compared with the
  /// contact, at τ + h; on a dropped frame the answer of the frame before is, at that frame's own
  /// moment. The question being the same as before, so is the answer.
  mutating func displayTargets(
    at latency: Horizon, on screen: DisplayFrames
  ) throws(PreparationError) -> [Target] {
    guard latency.seconds >= 0 else {
      throw PreparationError(
        source: source,
        problem: "an output latency of \(latency.milliseconds) ms would show frames before they "
          + "are drawn", remedy: "give horizons of at least 0 to the protocol display")
    }
    var (hint, frameHint) = (0, 0)
    var result: [Target] = []
    var tickBefore: Int?
    for frame in screen.frames where frame.sample >= replay.history - 1 {
      let time = frame.time + latency.seconds
      var target = target(
        sample: frame.sample,
        ahead: (frame.drawnAt - samples[frame.sample].time) + latency.seconds, time: time,
        truth: truth(at: time, hint: &hint), follows: tickBefore == frame.tick - 1)
      target.frameTruth = truth(at: frame.time, hint: &frameHint)
      target.frameNext = track.next(after: frame.time, hint: &frameHint)
      result.append(target)
      tickBefore = frame.tick
    }
    return result
  }
}
