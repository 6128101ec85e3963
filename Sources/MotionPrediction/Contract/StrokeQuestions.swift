import TouchInput

/// A stroke as it arrives, with the horizons that are asked for after each sample.
public struct StrokeQuestions: Sendable {
  /// One question.
  public struct Question: Hashable, Sendable {
    /// The index of the newest sample that has been observed when it is asked.
    public var sample: Int
    /// How far ahead of that sample, in seconds.
    public var ahead: Double
    /// The place of the answer among all answers.
    public var place: Int

    /// Creates a question.
    public init(sample: Int, ahead: Double, place: Int) {
      self.sample = sample
      self.ahead = ahead
      self.place = place
    }
  }

  /// The samples, in order of arrival.
  public let samples: [TouchSample]
  /// The indices of the samples that reach the predictor, in order of arrival; nil for all.
  public let delivered: [Int]?
  /// The device's own predictions, in the order of their making.
  public let deviceBatches: [DevicePredictionBatch]
  /// The questions, in the order of their samples.
  public let questions: [Question]

  /// Creates the questions of a stroke; they must be in the order of their samples.
  public init(
    samples: [TouchSample], delivered: [Int]? = nil, deviceBatches: [DevicePredictionBatch] = [],
    questions: [Question]
  ) {
    self.samples = samples
    self.delivered = delivered
    self.deviceBatches = deviceBatches
    self.questions = questions
  }
}

extension Predictor {
  /// Plays a stroke, from `beginStroke` to `endStroke`, and calls `ask` for each question in turn.
  ///
  /// - Parameters:
  ///   - stroke: The stroke, with what is asked.
  ///   - ask: Takes the predictor as it is when the question is asked.
  @inline(__always)
  public mutating func play(
    _ stroke: StrokeQuestions, _ ask: (borrowing Self, StrokeQuestions.Question) -> Void
  ) {
    var (question, batch) = (0, 0)
    beginStroke()
    for arrival in 0..<(stroke.delivered?.count ?? stroke.samples.count) {
      let sample = stroke.delivered?[arrival] ?? arrival
      observe(stroke.samples[sample])
      while batch < stroke.deviceBatches.count,
        stroke.deviceBatches[batch].samplesBefore <= sample + 1
      {
        // What the device said of a sample that is not delivered was replaced before it arrived.
        if stroke.deviceBatches[batch].samplesBefore == sample + 1 {
          observeDevicePredictions(stroke.deviceBatches[batch].samples)
        }
        batch += 1
      }
      while question < stroke.questions.count, stroke.questions[question].sample <= sample {
        if stroke.questions[question].sample == sample { ask(self, stroke.questions[question]) }
        question += 1
      }
    }
    if let end = stroke.samples.last?.time { endStroke(at: end) }
  }

  /// Plays a stroke and puts each answer at its place.
  public mutating func answer(_ stroke: StrokeQuestions, into positions: inout [SIMD2<Double>?]) {
    play(stroke) { predictor, question in
      positions[question.place] = predictor.position(ahead: question.ahead)
    }
  }
}
