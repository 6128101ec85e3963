/// How recorded strokes are replayed for a training: how often, how fast, and on what clock.
package struct ReplaySettings: Hashable, Sendable, Codable {
  /// How often each stroke is replayed; 0 for recordings alone.
  package var count = 0
  /// The slowest speed, as a multiple of that recorded.
  package var slowest = 0.3
  /// The greatest speed.
  package var fastest = 4.0
  /// The lowest rate at which a replay is sampled, in hertz.
  package var lowestRate = 60.0
  /// The highest rate, in hertz.
  package var highestRate = 240.0
  /// The greatest standard deviation of the noise on positions, in millimeters.
  package var noise = 0.008
  /// The share of replays that are delivered roughly: on coarse clocks, with reports left out.
  package var rough = 0.0

  /// Makes the defaults.
  package init() {}

  /// Checks what the numbers' types do not say.
  func validate() throws(TrainingError) {
    try TrainingSettings.check("replays", count, in: 0...100)
    try TrainingSettings.check("slowest replay", slowest, in: 0.01...100)
    try TrainingSettings.check("fastest replay", fastest, in: slowest...100)
    try TrainingSettings.check("lowest rate of replays", lowestRate, in: 1...10_000)
    try TrainingSettings.check("highest rate of replays", highestRate, in: lowestRate...10_000)
    try TrainingSettings.check("noise of replays", noise, in: 0...1)
    try TrainingSettings.check("share of rough replays", rough, in: 0...1)
  }
}
