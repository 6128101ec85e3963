import Evaluation
import Testing
import TouchInput

@testable import Reporting

@Suite struct MeasureFormatTests {
  private static func format(
    _ dimension: MetricDefinition.Dimension, in unit: LengthUnit? = .millimeter
  ) -> MeasureFormat {
    MeasureFormat(
      metric: MetricDefinition(
        "measure", "measure", .error, dimension, perfect: 0,
        .lower, formula: "x", source: "none"), lengthUnit: unit)
  }

  @Test(
    arguments: [
      (.length, "1.500\u{A0}mm"), (.lengthSquared, "1.500\u{A0}mm²"),
      (.lengthSeconds, "1.5000\u{A0}mm·s"), (.milliseconds, "1.5\u{A0}ms"),
      (.degrees, "1.5\u{A0}°"),
      (.share, "150.0\u{A0}%"), (.perSecond, "1.50\u{A0}1/s"), (.nats, "1.50\u{A0}nat"),
      (.ratio, "1.50"), (.count, "2"),
    ] as [(MetricDefinition.Dimension, String)])
  func aQuantityCarriesItsUnit(dimension: MetricDefinition.Dimension, shown: String) {
    #expect(Self.format(dimension).quantity(1.5) == shown)
  }

  @Test(arguments: [MetricDefinition.Dimension.length, .lengthSquared, .lengthSeconds])
  func aMixOfLengthUnitsHasNone(dimension: MetricDefinition.Dimension) {
    #expect(Self.format(dimension, in: nil).unit.isEmpty)
    #expect(Self.format(dimension, in: nil).title == "Measure")
  }

  @Test func whatIsMissingIsADash() { #expect(Self.format(.length).quantity(nil) == "–") }
}
