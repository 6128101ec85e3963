import MotionPrediction
import Synchronization
import TouchInput

/// One reading of streamed recordings, in which some groups of subjects are scored.
///
/// Strokes are gathered to blocks; while some blocks are replayed, the next are read.
final class StreamPass: Sendable {
  /// A block of a recording's strokes.
  private struct Block: Sendable {
    let recording: Int
    let strokes: [Stroke]
  }

  /// How far a group is on a recording.
  private struct Progress {
    private var replay: GroupReplay?
    var parts: [RecordingPart]?

    /// Plays the next block.
    mutating func play(
      _ block: PreparedRecording, _ group: SubjectGroup, _ recording: PreparedRecording,
      _ scoring: RecordingScoring
    ) throws(ParameterError) {
      if replay == nil {
        replay = try GroupReplay(group, on: recording, keepsAnswers: scoring.form.needsAnswers)
      }
      guard var replay else { return }
      self.replay = nil
      let next = scoring.parts(of: group, block.strokes, &replay)
      self.replay = replay
      if parts == nil { parts = next } else { parts?.merge(next) }
    }
  }

  /// How many samples are read before they are replayed.
  private static let samplesAtOnce = 4 * PreparedRecording.blockSamples

  private let groups: [SubjectGroup]
  private let source: StreamedRecordings
  private let evaluator: Evaluator
  /// The recordings without strokes; nil for one that does not go with the plan.
  private let recordings: Mutex<[PreparedRecording?]>
  private let failures: Mutex<[Int: EvaluationFailure]>
  /// By group, then by recording.
  private let progress: [[Shared<Progress>]]

  init(_ groups: [SubjectGroup], _ source: StreamedRecordings, _ evaluator: Evaluator) {
    self.groups = groups
    self.source = source
    self.evaluator = evaluator
    var found: [Int: EvaluationFailure] = [:]
    var prepared: [PreparedRecording?] = []
    for (index, recording) in source.recordings.enumerated() {
      do throws(PreparationError) {
        prepared.append(try evaluator.prepared(recording, index: index))
      } catch {
        prepared.append(nil)
        found[index] = error.failure(in: source.name)
      }
    }
    recordings = Mutex(prepared)
    failures = Mutex(found)
    progress = groups.map { _ in source.recordings.map { _ in Shared(Progress()) } }
  }

  /// The recordings that were played, in order, and what kept the others from it.
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

  /// Reads and replays everything.
  func play(jobs: Int) async {
    var gathered: [Int: (strokes: [Stroke], samples: Int)] = [:]
    var blocks: [Block] = []
    var samples = 0
    var running: Task<Void, Never>?
    for (recording, stroke) in source.strokes() where !stroke.samples.isEmpty {
      guard !Task.isCancelled else { break }
      gathered[recording, default: ([], 0)].strokes.append(stroke)
      gathered[recording, default: ([], 0)].samples += stroke.samples.count
      samples += stroke.samples.count
      guard let found = gathered[recording], found.samples >= PreparedRecording.blockSamples else {
        continue
      }
      blocks.append(Block(recording: recording, strokes: found.strokes))
      gathered[recording] = nil
      guard samples >= Self.samplesAtOnce else { continue }
      await running?.value
      running = Task { [blocks] in await self.replay(blocks, jobs: jobs) }
      (blocks, samples) = ([], 0)
    }
    await running?.value
    blocks += gathered.sorted { $0.key < $1.key }.map {
      Block(recording: $0.key, strokes: $0.value.strokes)
    }
    await replay(blocks, jobs: jobs)
  }

  /// Replays blocks; those of one recording one after another.
  private func replay(_ blocks: [Block], jobs: Int) async {
    let prepared = await Workers(jobs).map(blocks.count) { self.prepared(blocks[$0]) }
    var byRecording: [Int: [PreparedRecording]] = [:]
    for (block, prepared) in zip(blocks, prepared) {
      if let prepared { byRecording[block.recording, default: []].append(prepared) }
    }
    let pieces = byRecording.sorted { $0.key < $1.key }
    await Workers(jobs).forEach(pieces.count * groups.count) { piece in
      let (place, group) = piece.quotientAndRemainder(dividingBy: self.groups.count)
      self.replay(pieces[place].value, of: pieces[place].key, group)
    }
  }

  private func replay(_ blocks: [PreparedRecording], of recording: Int, _ group: Int) {
    guard let whole = recordings.withLock({ $0[recording] }) else { return }
    let scoring = evaluator.scoring(whole, dataset: source.name)
    progress[group][recording].value.withLock { progress in
      for block in blocks {
        do throws(ParameterError) {
          try progress.play(block, groups[group], whole, scoring)
        } catch {
          progress.parts = scoring.failed(groups[group], error)
        }
      }
    }
  }

  /// A block made ready; nil, and the whole recording left out, where it does not go with the plan.
  private func prepared(_ block: Block) -> PreparedRecording? {
    guard recordings.withLock({ $0[block.recording] }) != nil else { return nil }
    var recording = source.recordings[block.recording]
    recording.strokes = block.strokes
    do throws(PreparationError) {
      return try evaluator.prepared(recording, index: block.recording)
    } catch {
      let failure = error.failure(in: source.name)
      failures.withLock { $0[block.recording] = $0[block.recording] ?? failure }
      recordings.withLock { $0[block.recording] = nil }
      return nil
    }
  }
}

/// A lock that can be one of many.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
