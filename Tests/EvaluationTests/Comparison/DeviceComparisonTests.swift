import MotionNumerics
import Testing

@testable import Evaluation

/// Comparisons over devices, their participants and their recordings.
@Suite struct DeviceComparisonTests {
  private static func recording(
    _ device: String, _ participant: String, _ difference: Double
  ) -> DeviceComparison.Recording {
    DeviceComparison.Recording(
      device: device, participant: participant, reference: 10, score: 10 + difference)
  }

  /// Device a: (−1 + −3)/2 of one participant and −6 of another, so −4; device b: −2.
  private static let recordings = [
    recording("a", "1", -1), recording("b", "1", -2), recording("a", "1", -3),
    recording("a", "2", -6),
  ]

  @Test func everyLevelCountsItsPartsAlike() throws {
    let comparison = try #require(
      DeviceComparison(Self.recordings, resampling: .init(replicates: 500)))
    #expect(comparison.differences == [-4, -2])
    #expect(comparison.reference == 10 && comparison.score == 7)
    let devices = try #require(comparison.devices)
    // s = √2 of −4 and −2, so s/√2 is 1, and t of one degree of freedom is 12.706….
    #expect(devices.mean == -3 && abs(devices.standardError - 1) < 1e-15)
    #expect(abs(devices.interval().high - (-3 + 12.706204736174694)) < 1e-9)
    #expect(comparison.test.p == 0.5)
    // From twice the lowest recording of device a to twice device b.
    let interval = try #require(comparison.bootstrap)
    #expect(interval.low >= -6 && interval.high <= -1 && interval.low < interval.high)
  }

  @Test func theOrderOfRecordingsMatterOnlyToTheNamesOfDevices() throws {
    let one = try #require(DeviceComparison(Self.recordings, resampling: .init()))
    let other = try #require(DeviceComparison(Self.recordings.reversed(), resampling: .init()))
    #expect(one.score == other.score && one.differences.sorted() == other.differences.sorted())
  }

  @Test func oneDeviceHasNoIntervalAndNoneNoComparison() throws {
    let one = try #require(
      DeviceComparison([Self.recording("a", "1", -1)], resampling: .init(replicates: 100)))
    #expect(one.bootstrap == nil && one.devices == nil && one.test.p == 1)
    #expect(DeviceComparison([], resampling: .init()) == nil)
    #expect(DeviceComparison([Self.recording("a", "1", .nan)], resampling: .init()) == nil)
  }
}
