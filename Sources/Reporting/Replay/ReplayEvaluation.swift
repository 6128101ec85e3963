import DigitalInk
import Evaluation
import MotionPrediction
import Synchronization
import TouchInput

/// The predictions for a replay's touches, made by the same evaluation as scores.
struct ReplayEvaluation {
  private let title: String
  private let recording: Recording
  private let horizon: Horizon

  /// Creates the evaluation of a replay's paths with the device's own predictions.
  init(_ source: ReplaySource, paths: some Sequence<TouchPath>, horizon: Horizon) {
    title = source.title
    self.horizon = horizon
    let guesses = DeviceGuesses(source.batches)
    let strokes = paths.map { path in
      Stroke(
        identifier: path.touchIdentifier,
        samples: path.confirmed.map { TouchSample($0.firstMeasured) },
        devicePredictions: guesses.batches[path.touchIdentifier] ?? [])
    }
    recording = Recording(
      source: source.title, scale: source.scale, nominalRate: source.nominalRate, strokes: strokes)
  }

  /// The samples of each stroke.
  var strokes: [Stroke] { recording.strokes }

  /// Returns all predictions of each predictor, in the recording's own unit.
  ///
  /// - Throws: `ReplayError` where the recording or a predictor cannot be used.
  func predictions(
    of predictors: [ConfiguredPredictor], by replay: EvaluationProtocol
  ) async throws(ReplayError) -> [[RawPrediction]] {
    guard !predictors.isEmpty else { return [] }
    let evaluator = Evaluator(
      plan: EvaluationPlan(
        datasets: [], predictors: predictors.map(\.spelling), horizons: [horizon], replay: replay,
        unit: .native),
      keepsRaw: true)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: title, recordings: [recording]), jobs: 1)
    let none = [[RawPrediction]](repeating: [], count: predictors.count)
    let collected = Mutex((raw: none, failures: prepared.failures))
    await evaluator.evaluate(
      predictors.map(EvaluationSubject.predictor), on: prepared.recordings, dataset: title, jobs: 1
    ) { subject, result in
      collected.withLock {
        $0.raw[subject] = result.raw
        $0.failures += result.failures
      }
    }
    let (raw, failures) = collected.withLock { $0 }
    if let failure = failures.first { throw ReplayError(problem: "\(failure)") }
    return raw
  }
}

/// Finds the sample of a replay to which a prediction belongs.
struct SamplePlaces {
  private var lines: [String: Int] = [:]
  private var indices: [[Double: Int]] = []

  /// Indexes the strokes, each a line of the replay.
  init(_ strokes: [Stroke]) {
    for (line, stroke) in strokes.enumerated() {
      lines[stroke.identifier] = line
      indices.append(
        Dictionary(
          stroke.samples.enumerated().map { ($0.element.time, $0.offset) },
          uniquingKeysWith: { $1 }))
    }
  }

  /// Returns the line and the index of the newest sample before a prediction; nil where there is
  /// none.
  func place(of answer: RawPrediction) -> (line: Int, index: Int)? {
    guard let line = lines[answer.stroke], let index = indices[line][answer.time] else {
      return nil
    }
    return (line, index)
  }
}

/// The device's own predictions by touch, in the form that the evaluation takes.
private struct DeviceGuesses {
  private(set) var batches: [String: [DevicePredictionBatch]] = [:]
  private var measured: [String: Set<String>] = [:]

  init(_ source: [TouchBatch]) {
    for batch in source {
      var guesses: [String: [TouchSample]] = [:]
      for event in batch.events {
        let touch = event.touchIdentifier
        if event.isPrediction {
          guesses[touch, default: []].append(TouchSample(event))
        } else {
          let point = event.estimationUpdateIndex.map { "#\($0)" } ?? event.identifier
          measured[touch, default: []].insert(point)
        }
      }
      for (touch, samples) in guesses {
        batches[touch, default: []].append(
          DevicePredictionBatch(samplesBefore: measured[touch]?.count ?? 0, samples: samples))
      }
    }
  }
}

extension TouchPathPoint {
  /// The first report of the point, without later corrections.
  fileprivate var firstMeasured: TouchEvent {
    earlierEvents.first { !$0.isPrediction } ?? event
  }
}
