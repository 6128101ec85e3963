/// A stroke that is being drawn and corrected.
///
/// Actual samples are only appended or corrected in place. Beside them is one set of predicted
/// samples, which the next actual sample withdraws, and the set that was on the screen at the last
/// drawing, so that it can be erased. Changes since that drawing are recorded as two marks, from
/// the start and towards the end; `updatedRanges` covers every index that was added or corrected,
/// and may cover more.
///
/// ```swift
/// var stroke = LiveStroke()
/// stroke.add(StrokeSample(timestamp: 0, location: [0, 0], propertiesExpectingUpdates: .force))
/// stroke.addPredicted(StrokeSample(timestamp: 0.01, location: [4, 0], isPredicted: true))
/// let parts = stroke.dirtyRectangles()  // draw these, then forget the changes
/// stroke.clearUpdateInfo()
/// let sample = StrokeSample(timestamp: 0, location: [0, 0], force: 0.5)
/// let isSettled = stroke.update(0, to: sample)  // true: no correction is pending now
/// stroke.updatedRanges  // [0...0]
/// ```
///
/// Source: Apple, Speed Sketch (2016), without its loss of some changes and corrections; see
/// `update`.
public struct LiveStroke: Hashable, Sendable {
  /// The state of a stroke.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It is being drawn.
    case active
    /// It is finished; corrections may still come.
    case done
    /// The system canceled it.
    case cancelled
  }

  /// Its identifier.
  public let identifier: StrokeIdentifier
  /// Its state.
  public var state = State.active
  /// The actual samples, in order of arrival.
  public private(set) var samples: [StrokeSample] = []
  /// The newest set of predicted samples.
  public private(set) var predictedSamples: [StrokeSample] = []
  /// The predicted samples that were on the screen at the last drawing.
  ///
  /// Saved by the first withdrawal after it; nil if nothing was withdrawn since.
  public private(set) var previousPredictedSamples: [StrokeSample]?
  /// The indices of the samples that await a correction.
  public private(set) var samplesExpectingUpdates: Set<Int> = []
  /// Whether the first measured angles will replace the estimated angles of the first samples.
  public private(set) var expectsAngleBackfill = false
  /// The last index of the changes from the start on.
  private var updatedThrough: Int?
  /// The first index of the changes up to the end.
  private var updatedFrom: Int?
  /// The area affected by samples that moved since the last drawing, before and after.
  private(set) var movedSurroundings: StrokeRectangle?

  /// Creates a stroke without samples.
  public init() { self.init(identifier: StrokeIdentifier(tool: .pencil, number: 0)) }

  /// Creates a stroke without samples.
  public init(identifier: StrokeIdentifier) { self.identifier = identifier }

  /// Whether no correction is pending.
  public var isSettled: Bool { samplesExpectingUpdates.isEmpty }

  /// The changes since the last drawing, as closed ranges of indices of actual samples.
  ///
  /// None, one, or one from the start and one to the end, which may overlap.
  public var updatedRanges: [ClosedRange<Int>] {
    guard let last = samples.indices.last else { return [] }
    return [updatedThrough.map { 0...$0 }, updatedFrom.map { $0...last }].compactMap { $0 }
  }

  /// Whether there is anything to draw or to erase since the last drawing.
  public var hasUpdates: Bool {
    updatedFrom != nil || updatedThrough != nil || previousPredictedSamples != nil
  }

  /// Adds an actual sample and withdraws the predicted ones.
  ///
  /// If the angles of the first sample are estimated, the first sample with a measured azimuth
  /// passes its angles to all before it, as corrections.
  ///
  /// - Returns: Its index.
  @discardableResult public mutating func add(_ sample: StrokeSample) -> Int {
    backfillAngles(from: sample)
    let index = samples.count
    if index == 0 { expectsAngleBackfill = sample.estimatedProperties.contains(.azimuth) }
    samples.append(sample)
    updatedFrom = updatedFrom ?? index
    withdrawPredictions()
    noteExpectation(at: index)
    return index
  }

  /// Adds a predicted sample; predicted samples never become actual ones.
  public mutating func addPredicted(_ sample: StrokeSample) { predictedSamples.append(sample) }

  /// Withdraws the predicted samples, and keeps the set that was on the screen.
  public mutating func withdrawPredictions() {
    previousPredictedSamples = previousPredictedSamples ?? predictedSamples
    predictedSamples = []
  }

  /// Replaces the values of an actual sample.
  ///
  /// Speed Sketch stops waiting for a sample at its first correction, even if more are to come, and
  /// loses changes 1…k if sample 0 is corrected again. Here a sample stays pending as long as it
  /// says so itself, and a mark never shrinks.
  ///
  /// - Parameters:
  ///   - index: The index of the sample; ignored if out of range.
  ///   - sample: Its new values.
  /// - Returns: Whether this was the last pending correction.
  @discardableResult public mutating func update(_ index: Int, to sample: StrokeSample) -> Bool {
    guard samples.indices.contains(index) else { return false }
    markUpdated(index)
    let isMoved = samples[index].location != sample.location
    if isMoved { noteSurroundings(of: index) }
    samples[index] = sample
    if isMoved { noteSurroundings(of: index) }
    let wasSettled = isSettled
    noteExpectation(at: index)
    return !wasSettled && isSettled
  }

  /// Clears the record of changes, after drawing them.
  public mutating func clearUpdateInfo() {
    updatedThrough = nil
    updatedFrom = nil
    movedSurroundings = nil
    previousPredictedSamples = nil
  }

  /// Applies a change that a recognizer reported.
  ///
  /// - Returns: Whether it was the last pending correction.
  @discardableResult public mutating func apply(_ change: StrokeChange) -> Bool {
    switch change {
    case .added(let sample): add(sample)
    case .predicted(let sample): addPredicted(sample)
    case .predictionsWithdrawn: withdrawPredictions()
    case .updated(let sample, let index): return update(index, to: sample)
    case .state(let state): self.state = state
    }
    return false
  }

  private mutating func markUpdated(_ index: Int) {
    if index == 0 {
      updatedThrough = updatedThrough ?? 0
    } else if let through = updatedThrough, index == through + 1 {
      updatedThrough = index
    } else {
      updatedFrom = min(updatedFrom ?? index, index)
    }
  }

  /// Extends `movedSurroundings` by the segments around a sample, whose location affects the edges
  /// of two samples to each side.
  private mutating func noteSurroundings(of index: Int) {
    let near = max(0, index - 2)...min(samples.count - 1, index + 2)
    let guessed = predictedSamples.prefix(max(0, index + 3 - samples.count))
    let known = movedSurroundings.map { [$0.origin, $0.origin + $0.size] } ?? []
    movedSurroundings = StrokeRectangle(
      around: known + (samples[near] + guessed).map { $0.location })
  }

  private mutating func noteExpectation(at index: Int) {
    if samples[index].propertiesExpectingUpdates.isEmpty {
      samplesExpectingUpdates.remove(index)
    } else {
      samplesExpectingUpdates.insert(index)
    }
  }

  private mutating func backfillAngles(from measured: StrokeSample) {
    guard expectsAngleBackfill, let azimuth = measured.azimuth,
      !measured.estimatedProperties.contains(.azimuth)
    else { return }
    expectsAngleBackfill = false
    for index in samples.indices {
      var sample = samples[index]
      if sample.estimatedProperties.remove(.azimuth) != nil { sample.azimuth = azimuth }
      if sample.estimatedProperties.remove(.altitude) != nil {
        sample.altitude = measured.altitude ?? sample.altitude
      }
      if sample != samples[index] { update(index, to: sample) }
    }
  }
}

/// The identifier of a stroke, unique within a sketch.
public struct StrokeIdentifier: Hashable, Sendable {
  /// The tool it is drawn with.
  public var tool: SketchTool
  /// The number of the stroke among its tool's strokes, from 0.
  public var number: Int

  /// Creates an identifier.
  public init(tool: SketchTool, number: Int) {
    self.tool = tool
    self.number = number
  }
}

/// The tool that draws a stroke.
public enum SketchTool: String, Hashable, Sendable, CaseIterable {
  /// A pen.
  case pencil
  /// A finger on the display.
  case finger

  /// The type of touch that draws with the tool.
  public var touchType: TouchType { self == .pencil ? .pencil : .direct }
}
