import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct SyntheticDatasetTests {
  /// Written numbers are multiples of 10⁻⁶: half a step, and the rounding of the test's own sums.
  private static let writtenTolerance = 0.51e-6

  private static let committed = Repository.root
    .appending(path: "datasets/synthetic")

  @Test func theBundledSetsAreRebuiltByteForByte() throws {
    let folder = try ScratchFolder()
    var total = 0
    for recipe in SyntheticDataset.bundled {
      let target = "\(folder.path)/\(recipe.folderName)"
      try DatasetWriter.write(try recipe.content(), to: target, replacing: false)
      for name in [SyntheticDataset.fileName, DatasetDescription.fileName] {
        let made = try Data(contentsOf: URL(fileURLWithPath: target).appending(path: name))
        let kept = try Data(
          contentsOf: Self.committed.appending(path: "\(recipe.folderName)/\(name)"))
        #expect(made == kept, "\(recipe.folderName)/\(name)")
        total += kept.count
      }
    }
    #expect(total < 2_000_000)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.committed.path)
    #expect(Set(folders) == Set(SyntheticDataset.bundled.map(\.folderName)))
  }

  @Test func theBundledSetsLoadWithoutProblems() throws {
    let locator = DatasetLocator(searchFolders: [Self.committed.deletingLastPathComponent().path])
    let references = try locator.resolve("synthetic")
    #expect(references.count == 6)
    for reference in references {
      let set = try Dataset.load(reference)
      #expect(set.problems.isEmpty)
      #expect(set.recordings.count == 36 && set.participantCount == 4)
      #expect(set.recordings.allSatisfy { $0.scale.unitsPerMillimeter == 1 })
      #expect(
        Set(set.recordings.map(\.task)) == Set(SyntheticTask.bundled.map(\.rawValue)))
      for stroke in set.recordings.flatMap(\.strokes) {
        #expect(stroke.exactPositions?.count == stroke.samples.count)
        let times = stroke.samples.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
      }
    }
  }

  @Test(arguments: SyntheticDataset.bundledRates)
  func cleanSetsAreExact(rate: Int) {
    for recording in SyntheticDataset(rate: rate, variant: .clean).recordings() {
      for stroke in recording.strokes {
        #expect(stroke.exactPositions == stroke.samples.map(\.position))
        for (index, sample) in stroke.samples.enumerated() {
          let expected = stroke.samples[0].time + Double(index) / Double(rate)
          #expect(abs(sample.time - expected) < Self.writtenTolerance)
        }
      }
    }
  }

  /// The same closed form is behind every rate and variant: evaluated afresh at each recorded time.
  @Test func truthIsTheClosedFormAtTheRecordedTime() {
    let root = SyntheticSeed(value: SyntheticDataset.bundledSeed)
    for recipe in SyntheticDataset.bundled {
      let recordings = recipe.recordings()
      for (index, recording) in recordings.enumerated() {
        let number = index / SyntheticTask.bundled.count + 1
        let taskNumber = index % SyntheticTask.bundled.count + 1
        let task = SyntheticTask.bundled[taskNumber - 1]
        #expect(recording.participant == "p\(number)" && recording.task == task.rawValue)
        let motion = SyntheticParticipant(number: number, seed: root)
          .motion(task, seed: root.branch(number).branch(taskNumber).branch(1))
        let stroke = recording.strokes[0]
        for (sample, exact) in zip(stroke.samples, stroke.exactPositions ?? []) {
          let difference = motion.position(at: sample.time - 0.5) - exact
          #expect(abs(difference.x) < Self.writtenTolerance)
          #expect(abs(difference.y) < Self.writtenTolerance)
        }
      }
    }
  }

  @Test func noiseHasItsDeviation() {
    let recordings = SyntheticDataset(rate: 240, variant: .noisy, minimumSamples: 60_000)
      .recordings().filter { $0.task == SyntheticTask.hold.rawValue }
    var errors: [Double] = []
    for stroke in recordings.flatMap(\.strokes) {
      for (sample, exact) in zip(stroke.samples, stroke.exactPositions ?? []) {
        let difference = sample.position - exact
        errors += [difference.x, difference.y]
      }
    }
    let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    // White noise of 0.05 mm and the uniform error of a step of 0.05 mm.
    let expected = (0.05 * 0.05 + 0.05 * 0.05 / 12).squareRoot()
    // Five standard errors of a deviation of so many values.
    #expect(abs(deviation / expected - 1) < 5 / (2 * Double(errors.count)).squareRoot())
  }

  @Test func noisyTimesAreWholeMillisecondsAndPositionsSteps() {
    for recording in SyntheticDataset(rate: 120, variant: .noisy).recordings() {
      for sample in recording.strokes.flatMap(\.samples) {
        #expect((sample.time * 1000).rounded() / 1000 == sample.time)
        #expect((sample.position.x * 20).rounded() / 20 == sample.position.x)
      }
    }
  }

  @Test func largerSetsBeginLikeSmallerOnes() {
    let small = SyntheticDataset(rate: 60, variant: .noisy).recordings()
    let large = SyntheticDataset(rate: 60, variant: .noisy, minimumSamples: 10_000).recordings()
    #expect(large.reduce(0) { $0 + $1.sampleCount } >= 10_000)
    for (few, many) in zip(small, large) {
      #expect(many.strokes.count > 1 && many.strokes.first == few.strokes.first)
      let times = many.strokes.flatMap(\.samples).map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(Set(many.strokes.map(\.identifier)).count == many.strokes.count)
    }
  }

  @Test func anotherSeedIsAnotherSet() throws {
    let one = try SyntheticDataset(rate: 60, variant: .clean, seed: 1).content()
    let two = try SyntheticDataset(rate: 60, variant: .clean, seed: 2).content()
    #expect(one.texts != two.texts)
    #expect(one == (try SyntheticDataset(rate: 60, variant: .clean, seed: 1).content()))
  }
}
