import Datasets
import MotionNumerics
import TestSupport
import Testing

/// The rate of a file that is read stroke by stroke: that of the file read whole.
@Suite struct IntervalTallyTests {
  /// A file of strokes of a hundred samples each.
  private static func motions(
    _ count: Int, seed: UInt64, interval: (inout Xoshiro256StarStar) -> Double
  ) -> String {
    var random = Xoshiro256StarStar(seed: seed)
    var text = "stroke,t_s,x,y\n"
    var time = 0.0
    for index in 0..<count {
      if index % 100 == 0 { time = 0 }
      text += "s\(index / 100),\(time),\(index),0\n"
      time += interval(&random)
    }
    return text
  }

  private func expectOneRate(_ text: String, _ note: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "motions.csv")
    let reference = DatasetReference(name: "motions", location: .file(path))
    let (whole, survey) = (try Dataset.load(reference), try Dataset.survey(reference))
    #expect(survey.isSurvey && !whole.isSurvey)
    #expect(survey.description.nominalRate == whole.description.nominalRate, "\(note)")
    let rates = survey.files.flatMap(\.result.recordings).map(\.nominalRate)
    #expect(rates == whole.files.flatMap(\.result.recordings).map(\.nominalRate), "\(note)")
  }

  /// Steady, two alternating, uneven, with repeated times: both numbers of intervals, odd and even.
  @Test(arguments: 1...8)
  func isThatOfTheWholeFile(seed: Int) throws {
    for count in [2, 3, 150, 151] {
      let steady = Self.motions(count, seed: UInt64(seed)) { _ in 1 / 240 }
      try expectOneRate(steady, "steady, \(count), seed \(seed)")
      let two = Self.motions(count, seed: UInt64(seed)) { $0.nextUnit() < 0.5 ? 0.004 : 0.0045 }
      try expectOneRate(two, "two, \(count), seed \(seed)")
      let uneven = Self.motions(count, seed: UInt64(seed)) { max(0, $0.nextUnit() - 0.3) }
      try expectOneRate(uneven, "uneven, \(count), seed \(seed)")
    }
  }

  /// More intervals than are told apart, so that the file is read again.
  @Test func isThatOfTheWholeFileWhereAllDiffer() throws {
    try expectOneRate(Self.motions(70_001, seed: 9) { 0.004 + 0.001 * $0.nextUnit() }, "all differ")
  }

  @Test func withoutIntervalsThereIsNoneToTell() throws {
    try expectOneRate(Self.motions(1, seed: 1) { _ in 1 }, "one sample")
    try expectOneRate(Self.motions(50, seed: 1) { _ in 0 }, "one moment")
  }
}
