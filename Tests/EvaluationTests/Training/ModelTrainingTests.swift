import Foundation
import MotionNumerics
import MotionPrediction
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// Fitting: what is found, that it can be found again, and what is refused.
@Suite struct ModelTrainingTests {
  /// Recordings of three participants, curved, on an uneven clock; `units` states how many units make a length
  /// of 1 in each recording, nil in millimeters.
  private static func recordings(
    seed: UInt64 = 1, units: [Double]? = nil
  ) throws -> [PreparedRecording] {
    try (0..<3).map { person in
      var random = Xoshiro256StarStar(seed: seed &+ UInt64(person))
      let strokes = (0..<3).map { number in
        var time = 0.0
        let (speed, size) = (3 + 4 * random.nextUnit(), 10 + 30 * random.nextUnit())
        let samples = (0..<50).map { _ in
          time += 0.012 + 0.009 * random.nextUnit()
          return TouchSample(
            time: time,
            position: (units?[person] ?? 1)
              * SIMD2(size * cos(speed * time), size * sin(1.3 * speed * time)))
        }
        return Stroke(identifier: "\(number)", samples: samples)
      }
      let recording = Recording(
        source: "made", participant: "p\(person)", task: person == 0 ? "a" : "b",
        scale: LengthScale(unit: units == nil ? .millimeter : .device), nominalRate: 60,
        strokes: strokes)
      return try PreparedRecording(
        recording, index: person,
        horizons: [1.0, 2, 4].map { Horizon(frames: $0, rate: 60) }, replay: .sample,
        unit: .automatic)
    }
  }

  private static func settings(_ kind: String) -> TrainingSettings {
    var settings = TrainingSettings()
    settings.kind = kind
    settings.displacements = 4
    settings.hidden = [8, 6]
    settings.members = 3
    settings.epochs = 3
    settings.batch = 16
    settings.waves = 10
    settings.reweightings = 2
    settings.shape = true
    settings.oversampling = 0.5
    return settings
  }

  /// Of lags, fitted to replays too.
  private static func replaying(_ kind: String) -> TrainingSettings {
    var settings = settings(kind)
    settings.layout = "lags"
    settings.replays.count = 2
    settings.hiddenSpeeds = 0.2
    return settings
  }

  private static func examples(_ settings: TrainingSettings) throws -> TrainingExamples {
    var examples = TrainingExamples(settings)
    examples.add(try recordings(), dataset: "made")
    return examples
  }

  private static let everyone: Set = ["made/p0", "made/p1", "made/p2"]

  @Test(
    "the same bytes, whatever the number of workers", arguments: ["network", "linear", "fourier"])
  func reproducible(kind: String) async throws {
    let settings = Self.settings(kind)
    let examples = try Self.examples(settings)
    let training = try ModelTraining(examples, of: Self.everyone, settings: settings)
    let one = try await training.model(jobs: 1).bytes
    #expect(try LearnedModel(bytes: one).shape.hasShape == settings.shape)
    let three = try await training.model(jobs: 3).bytes
    #expect(one == three)
    var other = settings
    other.seed = 2
    let changed = try await ModelTraining(examples, of: Self.everyone, settings: other)
      .model(jobs: 1).bytes
    // A linear fit draws nothing.
    #expect((changed != one) == (kind != "linear"))
  }

  @Test("lags and replays too", arguments: ["network", "linear"])
  func replaysAreReproducible(kind: String) async throws {
    var settings = Self.replaying(kind)
    settings.epochs = TestSize.of(10, full: 20)
    let examples = try Self.examples(settings)
    let recorded = try Self.examples(Self.settings(kind)).count
    #expect(examples.count > 2 * recorded)
    let same = try Self.examples(settings)
    #expect(examples.count == same.count)
    let names: Set = ["made/p0", "made/p1"]
    let one = try await ModelTraining(examples, of: names, settings: settings).model(jobs: 1)
    let again = try await ModelTraining(same, of: names, settings: settings).model(jobs: 3)
    #expect(one.bytes == again.bytes)
    #expect(one.constants.layout.kind == .lags)
    let parts = HeldOutLoss.parts(of: one, on: examples, participants: ["made/p2"])
    // Three horizons of the plan, six octaves of replays.
    #expect(parts.count { !$0.isReplayed } == 3 && parts.count(where: \.isReplayed) == 6)
    let loss = try #require(HeldOutLoss.mean(parts))
    #expect(loss < 0.7, "\(kind): \(loss)")
    settings.seed = 2
    #expect(try Self.examples(settings).count != examples.count)
  }

  @Test func goesOnFromACheckpointAsIfItHadNotStopped() async throws {
    let settings = Self.settings("network")
    let training = try ModelTraining(
      try Self.examples(settings), of: Self.everyone, settings: settings)
    let kept = Mutex<[TrainingCheckpoint]>([])
    let whole = try await training.model(jobs: 2) { _, checkpoint in
      kept.withLock { $0.append(checkpoint) }
    }
    let checkpoints = kept.withLock { $0 }
    #expect(checkpoints.count == settings.members * settings.epochs)
    for checkpoint in stride(from: 0, to: checkpoints.count, by: TestSize.of(4, full: 1))
      .map({ checkpoints[$0] })
    {
      let written = try JSONEncoder().encode(checkpoint)
      let read = try JSONDecoder().decode(TrainingCheckpoint.self, from: written)
      #expect(read == checkpoint)
      let resumed = try await training.model(jobs: 2, from: read)
      #expect(resumed.bytes == whole.bytes)
    }
  }

  @Test(
    "every kind does better than predicting nothing", arguments: ["network", "linear", "fourier"])
  func learns(kind: String) async throws {
    var settings = Self.settings(kind)
    settings.epochs = 30
    let examples = try Self.examples(settings)
    let model = try await ModelTraining(
      examples, of: ["made/p0", "made/p1"], settings: settings
    ).model(jobs: 2)
    let loss = try #require(
      HeldOutLoss.loss(of: model, on: examples, participant: "made/p2"))
    // Constant velocity alone leaves about a fifth here; predicting nothing is 1.
    #expect(loss < 0.5, "\(kind): \(loss)")
    #expect(HeldOutLoss.loss(of: model, on: examples, participant: "nobody") == nil)
    #expect(model.weights.spread.allSatisfy { $0.along > 0 && $0.across > 0 })
  }

  @Test("weights of networks are the nearest numbers with 12 significant bits")
  func weightsAreRounded() async throws {
    var random = Xoshiro256StarStar(seed: 3)
    let drawn = (0..<1_000).map { _ in Float(random.nextNormal()) }
    for weight in [0, 1, -3, 0.1, 4.9e-32, .leastNormalMagnitude, .greatestFiniteMagnitude] + drawn
    {
      let rounded = NetworkTrainer.rounded(weight)
      #expect(abs(rounded - weight) <= abs(weight) / 4096, "\(weight)")
      #expect(rounded.bitPattern & 0xFFF == 0 || weight == .greatestFiniteMagnitude)
    }
    let settings = Self.settings("network")
    let training = try ModelTraining(
      try Self.examples(settings), of: Self.everyone, settings: settings)
    let weights = try await training.model(jobs: 1).weights.regressor
    #expect(weights.contains { $0 != 0 } && weights.allSatisfy { $0.bitPattern & 0xFFF == 0 })
  }

  @Test("smaller groups are shown more often, and the loss expected is the same")
  func oversampling() throws {
    var settings = Self.settings("network")
    settings.oversampling = 0.65
    let examples = try Self.examples(settings)
    let indices = examples.indices(of: Self.everyone)
    let rows = TrainingRows(examples, indices: indices, settings: settings)
    // One person did task a, two did task b: twice as many examples.
    let rare = pow(2, 0.65)
    #expect(rows.repeats.min() == 1)
    #expect(abs((rows.repeats.max() ?? 0) - rare) < 0.1)
    let total = rows.repeats.reduce(0, +)
    var counts = [Double](repeating: 0, count: rows.sampleCount)
    let phases = 200
    for phase in 0..<phases {
      let shown = rows.shown(phase: Double(phase) / Double(phases))
      #expect(shown.count >= Int(total) && shown.count <= Int(total) + 1)
      for sample in shown { counts[Int(sample)] += 1 / Double(phases) }
    }
    let worst = zip(counts, rows.repeats).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 0.02)
    settings.oversampling = 0
    let even = TrainingRows(examples, indices: indices, settings: settings)
    #expect(even.shown(phase: 0) == (0..<even.sampleCount).map { Int32($0) })
    #expect(even.weights == rows.weights)
  }

  /// The sum of the weights of each data set's rows, times what would be predicted.
  private static func shares(_ settings: TrainingSettings) throws -> [Double] {
    var examples = TrainingExamples(settings)
    for name in ["one", "two"] { examples.add(try recordings(), dataset: name) }
    return ["one", "two"].map { name in
      let names = Set((0..<3).map { "\(name)/p\($0)" })
      let all = TrainingRows(
        examples, indices: examples.indices(of: Set(examples.participants)), settings: settings)
      let own = Set(examples.indices(of: names))
      return all.indices.indices.filter { own.contains(all.indices[$0]) }.reduce(0) {
        $0 + Double(all.weights[$1]) * SIMD2<Double>(all.targets[$1]).length
      }
    }
  }

  @Test("the first data set counts as many times as told")
  func firstWeight() throws {
    var settings = Self.settings("network")
    let even = try Self.shares(settings)
    #expect(abs(even[0] / even[1] - 1) < 1e-6)
    settings.firstWeight = 3
    let first = try Self.shares(settings)
    #expect(abs(first[0] / first[1] - 3) < 1e-5)
    #expect(abs(first[0] + first[1] - even[0] - even[1]) < 1e-4 * (even[0] + even[1]))
  }

  @Test("where units are unknown, recordings count alike whatever theirs are")
  func unknownUnits() throws {
    let settings = Self.settings("network")
    let lengths = try [[1, 1, 1], [1.0, 1000, 0.01]].map { units in
      var examples = TrainingExamples(settings)
      examples.add(try Self.recordings(units: units), dataset: "made")
      return examples.examples.map(\.length)
    }
    #expect(lengths[0].count == lengths[1].count && lengths[0].count > 100)
    for (one, other) in zip(lengths[0], lengths[1]) { #expect(abs(one / other - 1) < 1e-4) }
    // Of displacements from sample to sample, the mean is 1.
    let mean = lengths[0].reduce(0, +) / Float(lengths[0].count)
    #expect(mean > 0.5 && mean < 5)
  }

  @Test func nobodyAndWrongSettingsAreRefused() throws {
    let settings = Self.settings("network")
    let examples = try Self.examples(settings)
    #expect(throws: TrainingError.noExamples) {
      try ModelTraining(examples, of: ["made/p9"], settings: settings)
    }
    var wrong = settings
    wrong.kind = "forest"
    #expect(throws: TrainingError.self) {
      try ModelTraining(examples, of: Self.everyone, settings: wrong)
    }
    wrong = settings
    wrong.hidden = [4000]
    #expect(throws: TrainingError.self) {
      try ModelTraining(examples, of: Self.everyone, settings: wrong)
    }
    wrong = settings
    wrong.layout = "spiral"
    #expect(throws: TrainingError.self) {
      try ModelTraining(examples, of: Self.everyone, settings: wrong)
    }
    wrong = settings
    wrong.oversampling = 2
    #expect(throws: TrainingError.self) {
      try ModelTraining(examples, of: Self.everyone, settings: wrong)
    }
    wrong = settings
    wrong.replays.fastest = 0.1
    #expect(throws: TrainingError.self) {
      try ModelTraining(examples, of: Self.everyone, settings: wrong)
    }
    wrong = settings
    wrong.epochs = 0
    #expect(throws: TrainingError.self) {
      try ModelTraining(examples, of: Self.everyone, settings: wrong)
    }
  }

  @Test func aManifestTellsWhomTheModelHasSeen() throws {
    let identity = DatasetIdentity(
      name: "made", sha256: "abc", recordings: 3, strokes: 9, samples: 450, participants: 3,
      rejectedLines: 0, licence: "MIT")
    let manifest = ModelManifest(
      version: "1", commit: "c", settings: TrainingSettings(), replay: .sample, horizons: [],
      seen: [.init(dataset: identity, participants: ["p0", "p1"])], examples: 9,
      environment: NumericalEnvironment(linearAlgebra: "", kernel: "", libc: "", architecture: ""))
    let read = try #require(ModelManifest(json: try manifest.json()))
    #expect(read == manifest)
    #expect(read.seen(in: "abc", of: ["p1", "p2"]) == ["p1"])
    #expect(read.seen(in: "abd", of: ["p1", "p2"]).isEmpty)
    #expect(ModelManifest(json: "{}") == nil)
  }
}
