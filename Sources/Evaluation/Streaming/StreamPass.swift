import MotionPrediction
import Synchronization
import TouchInput

/// One pass over streamed recordings that scores some groups of subjects.
///
/// Strokes are gathered into blocks. The next blocks are read while others are replayed.
final class StreamPass: Sendable {
  /// A block of a recording's strokes.
  private struct Block: Sendable {
    let recording: Int
    let strokes: [Stroke]
    let place: StrokePlace
    /// Whether this is the recording's last block.
    let isLast: Bool
  }

  /// The strokes of a recording that were read and not yet handed on.
  private struct Gathered {
    var strokes: [Stroke] = []
    var samples = 0
    /// The number of strokes read in total.
    var read = 0
    var firstTime: Double?

    mutating func add(_ stroke: Stroke) {
      read += 1
      firstTime = firstTime ?? stroke.samples.first?.time
      strokes.append(stroke)
      samples += stroke.samples.count
    }

    /// Returns the gathered strokes as a block, and starts a new one.
    mutating func block(of recording: Int, isLast: Bool) -> Block {
      defer { (strokes, samples) = ([], 0) }
      return Block(
        recording: recording, strokes: strokes,
        place: StrokePlace(first: read - strokes.count, recordingStart: firstTime),
        isLast: isLast)
    }
  }

  /// The progress of a group on a recording.
  private struct Progress {
    private var replay: GroupReplay?
    var parts: [RecordingPart]?

    /// Plays the next block.
    mutating func play(
      _ block: PreparedRecording, _ group: SubjectGroup, _ scoring: RecordingScoring
    ) throws(ParameterError) {
      if replay == nil {
        replay = try GroupReplay(group, scoring)
      }
      guard var replay else { return }
      self.replay = nil
      let next = scoring.parts(of: group, block.strokes, &replay)
      self.replay = replay
      if parts == nil { parts = next } else { parts?.merge(next) }
    }

    /// Releases what only further strokes would need.
    mutating func settle() {
      replay = nil
      guard let parts else { return }
      self.parts = nil
      self.parts = parts.map { $0.settled() }
    }
  }

  /// The number of samples to read before replaying them.
  private static let samplesAtOnce = 4 * PreparedRecording.blockSamples

  private let groups: [SubjectGroup]
  private let source: StreamedRecordings
  private let evaluator: Evaluator
  /// The recordings without strokes; nil for one that does not fit the plan.
  private let recordings: Mutex<[PreparedRecording?]>
  private let failures: Mutex<[Int: EvaluationFailure]>
  /// By group, then by recording.
  private let progress: [[Shared<Progress>]]
  /// The horizons that are asked for, by recording and plan horizon; empty if not needed.
  private let asked: [Shared<[ValuePool]>]

  /// Creates a pass.
  ///
  /// - Parameters:
  ///   - groups: The groups to score.
  ///   - source: The recordings.
  ///   - evaluator: The evaluator that scores them.
  ///   - asked: The horizons that predictors are told, by recording; nil for those of the plan.
  ///   - findsHorizons: Whether to find those horizons instead of scoring.
  init(
    _ groups: [SubjectGroup], _ source: StreamedRecordings, _ evaluator: Evaluator,
    asked: [[Double]]? = nil, findsHorizons: Bool = false
  ) {
    self.groups = groups
    self.source = source
    self.evaluator = evaluator
    let pools = evaluator.plan.horizons.map { _ in ValuePool(evaluator.storage) }
    self.asked = findsHorizons ? source.recordings.map { _ in Shared(pools) } : []
    var found: [Int: EvaluationFailure] = [:]
    var prepared: [PreparedRecording?] = []
    for (index, recording) in source.recordings.enumerated() {
      do throws(PreparationError) {
        var ready = try evaluator.prepared(recording, index: index)
        if let asked { ready.context.horizons = asked[index] }
        prepared.append(ready)
      } catch {
        prepared.append(nil)
        found[index] = error.failure(in: source.name)
      }
    }
    recordings = Mutex(prepared)
    failures = Mutex(found)
    progress = groups.map { _ in source.recordings.map { _ in Shared(Progress()) } }
  }

  /// The replayed recordings, in order, and the failures of the others.
  var outcome: (recordings: [PreparedRecording], failures: [EvaluationFailure]) {
    let failures = failures.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    return (recordings.withLock { $0.compactMap(\.self) }, failures)
  }

  /// The parts of a group's subjects on each recording that was played.
  func parts(ofGroup group: Int) -> [[RecordingPart]] {
    let recordings = recordings.withLock { $0 }
    return recordings.indices.compactMap { index in
      guard let recording = recordings[index] else { return nil }
      let scoring = evaluator.scoring(recording, dataset: source.name)
      return progress[group][index].value.withLock(\.parts)
        ?? scoring.parts(of: groups[group], blocks: 0..<0)
    }
  }

  /// The median time ahead asked for, by recording and horizon; the horizon itself if there is
  /// none.
  var askedHorizons: [[Double]] {
    asked.map { recording in
      recording.value.withLock { pools in
        zip(pools, evaluator.plan.horizons).map { $0.quantiles([0.5])[0] ?? $1.seconds }
      }
    }
  }

  /// Reads and replays everything.
  ///
  /// Throws if reading fails.
  func play(jobs: Int) async throws {
    var gathered: [Int: Gathered] = [:]
    var blocks: [Block] = []
    var samples = 0
    var running: Task<Void, Never>?
    let read = source.strokes()
    let kinds = source.kinds.map(evaluator.plan.replay.scoredKinds(of:))
    while !Task.isCancelled {
      let next: (recording: Int, stroke: Stroke)?
      do { next = try read() } catch {
        await running?.value
        throw error
      }
      guard let next else { break }
      guard !next.stroke.samples.isEmpty else { continue }
      let recording = next.recording
      var stroke = next.stroke
      // A stroke that is left out still counts, so that the others keep their numbers.
      if !kinds[recording].contains(stroke.kind) { stroke.samples = [] }
      gathered[recording, default: Gathered()].add(stroke)
      samples += stroke.samples.count
      guard let found = gathered[recording] else { continue }
      let isLast = found.read == source.sizes?[recording].strokes
      if isLast || found.samples >= PreparedRecording.blockSamples,
        let block = gathered[recording]?.block(of: recording, isLast: isLast)
      {
        blocks.append(block)
        if isLast { gathered[recording] = nil }
      }
      guard samples >= Self.samplesAtOnce, !blocks.isEmpty else { continue }
      await running?.value
      running = Task { [blocks] in await self.replay(blocks, jobs: jobs) }
      (blocks, samples) = ([], 0)
    }
    await running?.value
    for recording in gathered.keys.sorted() where gathered[recording]?.strokes.isEmpty == false {
      if let block = gathered[recording]?.block(of: recording, isLast: true) {
        blocks.append(block)
      }
    }
    await replay(blocks, jobs: jobs)
  }

  /// Replays blocks; those of one recording in order.
  private func replay(_ blocks: [Block], jobs: Int) async {
    let prepared = await Workers(jobs).map(blocks.count) { self.prepared(blocks[$0]) }
    var byRecording: [Int: [PreparedRecording]] = [:]
    for (block, prepared) in zip(blocks, prepared) {
      if let prepared { byRecording[block.recording, default: []].append(prepared) }
    }
    guard asked.isEmpty else {
      for (recording, blocks) in byRecording { takeHorizons(of: blocks, recording) }
      return
    }
    let ended = Set(blocks.filter(\.isLast).map(\.recording))
    let pieces = byRecording.sorted { $0.key < $1.key }
    await Workers(jobs).forEach(pieces.count * groups.count) { piece in
      let (place, group) = piece.quotientAndRemainder(dividingBy: self.groups.count)
      let (recording, blocks) = pieces[place]
      self.replay(blocks, of: recording, group, isLast: ended.contains(recording))
    }
  }

  private func takeHorizons(of blocks: [PreparedRecording], _ recording: Int) {
    asked[recording].value.withLock { pools in
      for block in blocks {
        for stroke in block.strokes {
          for (slot, targets) in stroke.slots.enumerated() {
            pools[slot].append(contentsOf: targets.targets.map(\.horizon)[...])
          }
        }
      }
    }
  }

  private func replay(
    _ blocks: [PreparedRecording], of recording: Int, _ group: Int, isLast: Bool
  ) {
    guard let whole = recordings.withLock({ $0[recording] }) else { return }
    let scoring = evaluator.scoring(whole, dataset: source.name)
    progress[group][recording].value.withLock { progress in
      for block in blocks {
        do throws(ParameterError) {
          try progress.play(block, groups[group], scoring)
        } catch {
          progress.parts = scoring.failed(groups[group], error)
        }
      }
      if isLast { progress.settle() }
    }
  }

  /// Prepares a block; if it does not fit the plan, returns nil and leaves out the whole recording.
  private func prepared(_ block: Block) -> PreparedRecording? {
    guard recordings.withLock({ $0[block.recording] }) != nil else { return nil }
    var recording = source.recordings[block.recording]
    recording.strokes = block.strokes
    do throws(PreparationError) {
      return try evaluator.prepared(recording, index: block.recording, place: block.place)
    } catch {
      let failure = error.failure(in: source.name)
      failures.withLock { $0[block.recording] = $0[block.recording] ?? failure }
      recordings.withLock { $0[block.recording] = nil }
      return nil
    }
  }
}
