import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting
import TestSupport
import Testing

@testable import nextpoint

/// Damaged plans: read, or refused with the file's name.
@Suite struct PlanFuzzTests {
  private static let plan = """
    datasets: [synthetic-noisy-60hz, other]
    predictors:
      - hold
      - "polynomial:degree=1..3,window=2..12"
      - &a "desp:smoothing=0.4|0.5"
    frames-ahead: 1..6
    frame-rate: 60
    protocol: display
    tail: drop
    history: 3
    min-samples: 4
    clock: recorded
    state: stroke
    truth: recorded
    targets: all
    max-gap: 4
    observe: recording
    refresh-rate: 60
    refresh-phase-ms: 1.5
    delivery: newest
    input-latency-ms: 8
    dropped-frames: 0.1
    group-by: [task, participant]
    metrics: [standard]
    unit: mm
    seed: 7
    split: [train, test]

    """

  @Test func damagedPlansAreReadOrRefused() throws {
    let workspace = try Workspace()
    let path = workspace.url("plan.yaml").path
    let findings = try FuzzRun(part: "plans", everyday: 60).findings { random in
      var text = Self.plan
      if random.integer(below: 2) == 0 {
        text = text.replacing("hold", with: "\"\(OddInput.spelling(&random))\"")
      }
      if random.integer(below: 2) == 0 {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let place = random.integer(below: lines.count)
        if let colon = lines[place].firstIndex(of: ":") {
          lines[place] = lines[place][...colon] + " " + random.pick(OddInput.numbers)
        }
        text = lines.joined(separator: "\n")
      }
      let bytes =
        random.integer(below: 2) == 0 ? random.mutated(Array(text.utf8)) : Array(text.utf8)
      try workspace.write("plan.yaml", Data(bytes))
      do { _ = try PlanFile(path: path, catalogue: .standard, programs: nil) } catch let failure
        as CommandFailure
      {
        return "\(failure)".hasPrefix(path) ? nil : "a message without the file: \(failure)"
      }
      return nil
    }
    #expect(findings.isEmpty, "\(findings)")
  }
}

/// Damaged tables of scores, as baselines and as what is compared with them.
@Suite struct BaselineFuzzTests {
  @Test func damagedScoresAreReadOrRefused() throws {
    let file = Repository.root.appending(path: "baselines/families.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(9)
    let original = Array((lines.joined(separator: "\n") + "\n").utf8)
    let metrics = MetricSet.allCases.flatMap(\.metrics)
    let sound = try ScoresCSV.read(original, file: "scores.csv", metrics: metrics)
      .table
    let baseline = try AccuracyBaseline(sound)
    let names = Set(sound.rows.map(\.dataset))
    let findings = try FuzzRun(part: "baselines", everyday: 40).findings { random in
      let bytes = random.mutated(original)
      let table: ScoreTable
      do {
        table = try ScoresCSV.read(bytes, file: "scores.csv", metrics: metrics).table
      } catch {
        return "\(error)".hasPrefix("scores.csv") ? nil : "a message without the file: \(error)"
      }
      // A baseline that contradicts itself is refused; the table is still one.
      if let damaged = try? AccuracyBaseline(table) {
        _ = try? damaged.compare(baseline, tolerance: .init(), datasets: names)
        _ = try? baseline.compare(damaged, tolerance: .init(), datasets: names)
      }
      let text = ScoresCSV.text(table)
      let again = try ScoresCSV.read(
        Array(text.utf8), file: "again.csv", metrics: table.metrics
      ).table
      return ScoresCSV.text(again) == text ? nil : "the table reads back as another"
    }
    #expect(findings.isEmpty, "\(findings)")
  }
}

/// Damaged model files: by their checksum, or where that is right, by what they say.
@Suite struct ModelFuzzTests {
  @Test func damagedModelsAreRefusedOrPredict() throws {
    let originals = try Self.models()
    let findings = try FuzzRun(part: "models", everyday: 40).findings { random in
      let original = random.pick(originals)
      var bytes = original
      if random.integer(below: 4) == 0 {
        bytes = random.mutated(original)
        guard bytes != original else { return nil }
        return (try? LearnedModel(bytes: bytes)) == nil ? nil : "damage that is not noticed"
      }
      for _ in 0...random.integer(below: 3) { Self.changeNumber(of: &bytes, &random) }
      Self.correctChecksum(of: &bytes)
      guard let model = try? LearnedModel(bytes: bytes) else { return nil }
      guard model.bytes == bytes else { return "a model that writes other bytes" }
      var predictor = try LearnedPredictor(model, .init(), context: OddInput.context(&random))
      for number in 0..<20 {
        predictor.observe(OddInput.sample(number, &random))
        let horizon = random.pick(OddInput.values + [0.0333, 0.0333])
        if let position = predictor.predict(ahead: horizon)?.position,
          !(position.x.isFinite && position.y.isFinite)
        {
          return "predicts \(position) at sample \(number), \(horizon) s ahead"
        }
      }
      return nil
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A linear model of a few strokes, and the networks that are part of the package.
  private static func models() throws -> [[UInt8]] {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.nextpoint("train", "set", "--kind", "linear", "--output", "small.model")
      .expect(code: 0)
    return [Array(try workspace.data("small.model")), try LearnedModel.standard().bytes]
  }

  /// Changes a number of 32 bits in the header, or now and then anywhere.
  private static func changeNumber(of bytes: inout [UInt8], _ random: inout TestRandom) {
    let end = random.integer(below: 2) == 0 ? min(bytes.count, 80) : bytes.count
    let place = 8 + 4 * random.integer(below: (end - 16) / 4)
    let numbers: [UInt32] = [
      0, 1, 2, 5, 64, 255, 4096, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7F80_0000, 0x7F7F_FFFF,
      0x0000_0001, 0x7FC0_0000,
    ]
    let number = random.pick(numbers)
    for shift in 0..<4 { bytes[place + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
  }

  /// 64-bit FNV-1a over all but the last eight bytes, which hold it.
  private static func correctChecksum(of bytes: inout [UInt8]) {
    let hash = bytes.dropLast(8).reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    for shift in 0..<8 {
      bytes[bytes.count - 8 + shift] = UInt8(truncatingIfNeeded: hash >> (8 * shift))
    }
  }
}
