import MotionPrediction
import TouchInput

/// An estimate of the memory that the examples of a training need.
package struct TrainingMemory: Hashable, Sendable {
  /// The bytes of the examples, of their features, and of the longest single replay.
  package private(set) var bytes = 0.0

  private let settings: TrainingSettings
  private var longestReplay = 0.0

  /// Features are held by the examples, and again by the rows that a model is fitted to.
  private static let copies = 2.0
  /// The bytes of an example and of its row.
  private static let exampleBytes = Double(2 * MemoryLayout<TrainingExamples.Example>.stride)
  /// The bytes of a replayed sample, its moment and its truth.
  private static let sampleBytes = Double(
    MemoryLayout<TouchSample>.stride + MemoryLayout<Double>.stride
      + MemoryLayout<SIMD2<Double>>.stride)

  /// Creates the estimate of no recordings; the settings must be valid.
  package init(_ settings: TrainingSettings) {
    self.settings = settings
    guard settings.kind != "linear" else { return }
    let columns = Double(settings.constants.layout.count + 1 + settings.waves)
    // The normal equations, and the copy that is factorized.
    if settings.kind == "fourier" { bytes = 2 * columns * columns * 8 }
  }

  /// Adds a recording.
  package mutating func add(_ recording: PreparedRecording) {
    let featureBytes = Double(settings.constants.layout.count * MemoryLayout<Float>.stride)
    let replays = settings.replays
    for stroke in recording.strokes {
      let samples = Double(stroke.samples.count)
      let targets = stroke.slots.reduce(0) { $0 + Double($1.targets.count) }
      bytes += samples * featureBytes * Self.copies + targets * Self.exampleBytes
      guard replays.count > 0 else { continue }
      let asked = Double(replays.count) * samples
      bytes +=
        asked
        * (featureBytes * Self.copies + Double(TrackReplay.questions) * Self.exampleBytes)
      let replay =
        TrackReplay.duration(of: stroke.samples, nominalRate: recording.context.nominalRate)
        / replays.slowest * replays.highestRate * Self.sampleBytes
      bytes += max(replay - longestReplay, 0)
      longestReplay = max(replay, longestReplay)
    }
  }

  /// Throws if more is needed than there is.
  ///
  /// - Parameter available: The memory of the machine, in bytes.
  /// - Throws: `TrainingError.memory` with both.
  package func check(available: Double) throws(TrainingError) {
    guard bytes <= available else { throw .memory(needed: bytes, available: available) }
  }
}
