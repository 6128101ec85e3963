/// When a screen refreshes: τ_k = origin + phase + k / rate, for every whole number k.
struct RefreshTicks: Sendable {
  /// What the screen is part of.
  let pipeline: DisplayPipeline
  /// The moment from which phases count, in seconds, on the clock that the predictor sees.
  let origin: Double

  /// When a tick is.
  func time(_ tick: Int) -> Double {
    origin + pipeline.phase + Double(tick) / pipeline.refreshRate
  }

  /// The first tick at or after `time`, to a nanosecond; nil where ticks cannot be counted there.
  func first(notBefore time: Double) -> Int? {
    countable((place(of: time) - tolerance).rounded(.up))
  }

  /// The last tick at or before `time`, to a nanosecond, but none after `most`.
  func last(notAfter time: Double, most: Int) -> Int {
    countable(min((place(of: time) + tolerance).rounded(.down), Double(most))) ?? most
  }

  private func place(of time: Double) -> Double {
    (time - (origin + pipeline.phase)) * pipeline.refreshRate
  }

  private var tolerance: Double { MotionTrack.sameMoment * pipeline.refreshRate }

  /// Whole numbers up to 2⁵³ are all different as floating-point numbers; those beyond are not.
  private func countable(_ place: Double) -> Int? {
    abs(place) < 0x1p53 ? Int(place) : nil
  }
}
