import Foundation
import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// A corpus: reproducible, growing without moving anything, with splits by participant.
@Suite struct SyntheticCorpusTests {
  private static let small = SyntheticCorpus(
    tasks: [.doodle, .sigmaLognormal], digitizers: [.phoneTouch, .pen], participants: 5, strokes: 2)

  @Test func aSetIsOfOneMotionAndOneDigitizer() throws {
    let sets = Self.small.sets
    #expect(
      sets.map(\.folderName) == [
        "doodle-phone-touch-60hz", "doodle-pen-240hz", "sigma-lognormal-phone-touch-60hz",
        "sigma-lognormal-pen-240hz",
      ])
    for set in sets {
      let folder = try ScratchFolder()
      let path = "\(folder.path)/\(set.folderName)"
      try DatasetWriter.write(try set.content(), to: path, replacing: false)
      let loaded = try Dataset.load(DatasetReference(name: set.name, location: .folder(path)))
      #expect(loaded.problems.isEmpty && loaded.name == set.name)
      #expect(loaded.description.tool == set.digitizer.tool)
      #expect(loaded.description.nominalRate == set.digitizer.rate)
      #expect(loaded.participantCount == 5 && loaded.strokeCount == 10)
      let made = set.recordings()
      for (read, recording) in zip(loaded.recordings, made) {
        #expect(read.task == set.task.rawValue && read.participant == recording.participant)
        #expect(read.strokes.map(\.exactPositions) == recording.strokes.map(\.exactPositions))
        #expect(
          read.strokes.map { $0.samples.map(\.position) }
            == recording.strokes.map { $0.samples.map(\.position) })
      }
    }
  }

  /// Changes only where a model changes on purpose: then say so in the changelog.
  @Test func theBytesAreThoseOfTheSeed() throws {
    let content = try Self.small.sets[0].content()
    #expect(content == (try Self.small.sets[0].content()))
    #expect(content.description.files[0].sha256 == Self.pinned)
    var other = Self.small
    other.seed = 2
    #expect(try other.sets[0].content().texts != content.texts)
  }

  private static let pinned = "a6188c50a8297a675a7e9c4f2c52444e080834ca2c0a887cda60f2b7c8d944cb"

  @Test func aLargerCorpusHoldsTheSmallerOne() {
    var large = Self.small
    large.participants = 12
    large.strokes = 3
    large.tasks = SyntheticTask.allCases
    for set in Self.small.sets {
      let larger = large.sets.first { $0.folderName == set.folderName }
      for (few, many) in zip(set.recordings(), larger?.recordings() ?? []) {
        #expect(few.participant == many.participant)
        #expect(few.strokes == Array(many.strokes.prefix(2)))
      }
    }
    for (name, people) in Self.small.splits {
      #expect(Set(large.splits[name] ?? []).isSuperset(of: people))
    }
  }

  @Test(arguments: [3, 4, 5, 10, 23])
  func everyoneIsInOneSplit(participants: Int) {
    let corpus = SyntheticCorpus(participants: participants)
    #expect(Set(corpus.splits.keys) == ["train", "validation", "test"])
    let people = corpus.splits.values.flatMap { $0 }
    #expect(people.count == participants)
    #expect(Set(people) == Set((1...participants).map { "p\($0)" }))
    #expect(corpus.splits["test"]?.first == "p3")
  }

  /// Every digitizer records the same motion: its truth is the same function of time.
  @Test func everyDigitizerRecordsTheSameStrokes() {
    let corpus = SyntheticCorpus(
      tasks: [.spiral], digitizers: DigitizerModel.presets, participants: 3, strokes: 1)
    let root = SyntheticSeed(value: corpus.seed)
    for set in corpus.sets {
      for (index, recording) in set.recordings().enumerated() {
        let participant = SyntheticParticipant(number: index + 1, seed: root)
        let seed = root.branch(index + 1).branch(SyntheticTask.spiral.number).branch(1)
        var motion = participant.motion(.spiral, seed: seed)
        var random = seed.branch("tremor").generator
        motion.tremor = Tremor(participant.tremor, using: &random)
        let stroke = recording.strokes[0]
        for (sample, exact) in zip(stroke.samples, stroke.exactPositions ?? []) {
          let expected = motion.position(at: sample.time - 0.5)
          // Both axes are written in steps of 10⁻⁶ mm.
          #expect((expected - exact).length < 1e-6, "\(set.folderName)")
        }
      }
    }
  }

  /// With steady hands a perfect digitizer gives the motions of the bundled sets.
  @Test func steadyHandsMakeTheBundledMotions() {
    let corpus = SyntheticCorpus(
      tasks: SyntheticTask.bundled, digitizers: [.ideal], participants: 4, strokes: 1,
      tremor: .none)
    let bundled = SyntheticDataset(rate: 240, variant: .clean).recordings()
    for recording in corpus.sets.flatMap({ $0.recordings() }) {
      let same = bundled.first {
        $0.task == recording.task && $0.participant == recording.participant
      }
      #expect(same?.strokes == recording.strokes)
    }
  }

  @Test func tremorIsInTheTruth() throws {
    func truth(_ tremor: SyntheticCorpus.HandTremor) throws -> [SIMD2<Double>] {
      let corpus = SyntheticCorpus(
        tasks: [.hold], digitizers: [.ideal], participants: 3, strokes: 20, tremor: tremor)
      let strokes = try #require(corpus.sets.first).recordings()[0].strokes
      return strokes.flatMap { $0.exactPositions ?? [] }
    }
    let steady = try truth(.none)
    let unsteady = try truth(.amplitude(0.05))
    let squares = zip(steady, unsteady).reduce(0) { $0 + ($1.1 - $1.0).squaredLength }
    let amplitude = (squares / Double(2 * steady.count)).squareRoot()
    // Twenty stretches of 0.8 s of a band of some 2 Hz: about 60 independent values.
    #expect(abs(amplitude / 0.05 - 1) < 0.35)
    #expect(try truth(.drawn) != steady)
  }

  @Test func numbersOutsideTheirRangesAreBroughtIn() {
    let corpus = SyntheticCorpus(participants: 1, strokes: 0)
    #expect(corpus.participants == 3 && corpus.strokes == 1)
  }
}
