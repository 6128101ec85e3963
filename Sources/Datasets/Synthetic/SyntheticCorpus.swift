import TouchInput

/// A corpus of synthetic recordings: a data set for each motion and digitizer.
///
/// Every participant makes every motion a number of times, with a size, pace, orientation and tremor
/// of their own, and every digitizer records the same strokes. The same seed gives the same bytes,
/// on every machine. A corpus with more participants, strokes, motions or digitizers holds all that
/// a smaller one holds, in the same split.
package struct SyntheticCorpus: Hashable, Sendable {
  /// The tremor of the hands.
  package enum HandTremor: Hashable, Sendable {
    /// Each participant's own: 0.01 to 0.1 mm at 6 to 12 Hz.
    case drawn
    /// At each participant's own frequency, of this root mean square on each axis, in millimeters.
    case amplitude(Double)
    /// No tremor.
    case none
  }

  /// The numbers of participants that can be asked for; with fewer a split would be empty.
  package static let allowedParticipants = 3...1000
  /// The numbers of strokes of a participant and motion that can be asked for.
  package static let allowedStrokes = 1...10_000
  /// The name of the file with a set's motions.
  package static let fileName = SyntheticDataset.fileName

  /// The motions.
  package var tasks: [SyntheticTask]
  /// The digitizers; no two of the same name.
  package var digitizers: [DigitizerModel]
  /// The number of participants.
  package var participants: Int
  /// The number of strokes of each participant and motion.
  package var strokes: Int
  /// The tremor of the hands.
  package var tremor: HandTremor
  /// The seed of all random numbers.
  package var seed: UInt64

  /// Creates a recipe; numbers outside the allowed ranges are clamped.
  package init(
    tasks: [SyntheticTask] = SyntheticTask.allCases,
    digitizers: [DigitizerModel] = DigitizerModel.presets, participants: Int = 10,
    strokes: Int = 4, tremor: HandTremor = .drawn, seed: UInt64 = SyntheticDataset.bundledSeed
  ) {
    func bounded(_ value: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(value, range.lowerBound), range.upperBound)
    }
    self.tasks = tasks
    self.digitizers = digitizers
    self.participants = bounded(participants, Self.allowedParticipants)
    self.strokes = bounded(strokes, Self.allowedStrokes)
    self.tremor = tremor
    self.seed = seed
  }

  /// The data sets, by motion and then by digitizer, not yet generated.
  package var sets: [SyntheticCorpusSet] {
    tasks.flatMap { task in
      digitizers.map { SyntheticCorpusSet(corpus: self, task: task, digitizer: $0) }
    }
  }

  /// Participants by split: of each five the first, fourth and fifth train, the second validates
  /// and the third tests, so that adding participants moves none to another part.
  var splits: [String: [String]] {
    let names = ["train", "validation", "test", "train", "train"]
    return Dictionary(grouping: 1...participants) { names[($0 - 1) % names.count] }
      .mapValues { numbers in numbers.map { SyntheticParticipant.name(number: $0) } }
  }
}

/// One data set of a corpus: one motion, recorded by one digitizer.
package struct SyntheticCorpusSet: Hashable, Sendable {
  /// The corpus that it belongs to.
  package let corpus: SyntheticCorpus
  /// The motion.
  package let task: SyntheticTask
  /// The digitizer.
  package let digitizer: DigitizerModel

  /// The name of the data set's folder.
  package var folderName: String { "\(task.rawValue)-\(digitizer.name)" }
  /// The name of the data set.
  package var name: String { "corpus-\(folderName)" }

  /// Returns the recordings, one per participant; O(samples).
  package func recordings() -> [Recording] {
    let root = SyntheticSeed(value: corpus.seed)
    return (1...corpus.participants).map { number in
      let participant = SyntheticParticipant(number: number, seed: root)
      var session = SyntheticSession(
        participant: participant, task: task, model: digitizer, tremor: tremor(of: participant),
        seed: root.branch(number), source: SyntheticCorpus.fileName)
      for round in 1...corpus.strokes {
        _ = session.addStroke(round: round) { $0.branch(digitizer.name) }
      }
      return session.recording
    }
  }

  /// Returns the data set, ready to be written.
  package func content() throws(DatasetWriteError) -> DatasetContent {
    let text = try PlainCSVWriter.text(recordings(), labeled: true)
    let file = DatasetDescription.File(
      path: SyntheticCorpus.fileName, format: RecordingFormat.plainCSV.rawValue)
    let description = DatasetDescription(
      name: name, title: "Synthetic motion with exact truth: \(task.rawValue), \(digitizer.name)",
      licence: "MIT", citation: "nextpoint: synthetic corpus, seed \(corpus.seed)",
      unit: .millimeter, pixelsPerMillimetre: 1, nominalRate: digitizer.rate,
      device: "none: the digitizer model \(digitizer.name); \(tremorSummary)",
      clock: digitizer.summary, tool: digitizer.tool, splits: corpus.splits, files: [file])
    return DatasetContent(description: description, texts: [text])
  }

  private func tremor(of participant: SyntheticParticipant) -> Tremor.Character? {
    switch corpus.tremor {
    case .drawn: return participant.tremor
    case .none: return nil
    case .amplitude(let amplitude):
      var character = participant.tremor
      character.amplitude = amplitude
      return character
    }
  }

  private var tremorSummary: String {
    switch corpus.tremor {
    case .drawn: "the true motion includes tremor of 0.01 to 0.1 mm at 6 to 12 Hz"
    case .none: "steady hands"
    case .amplitude(let amplitude):
      "the true motion includes tremor of \(amplitude) mm at 6 to 12 Hz"
    }
  }
}
