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
      (.length, "1.50\u{A0}mm"), (.lengthSquared, "1.50\u{A0}mm²"),
      (.lengthSeconds, "1.50\u{A0}mm·s"), (.milliseconds, "1.50\u{A0}ms"),
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

  /// Coordinates from 0 to 1 have errors far below one unit.
  @Test(arguments: LengthUnit.allCases)
  func smallLengthsCanBeToldApart(unit: LengthUnit) {
    let format = Self.format(.length, in: unit)
    #expect(format.number(0.0135) == "0.0135" && format.number(0.0016) == "0.00160")
    #expect(format.cell(0.0016).forPeople == "0.00160")
    #expect(format.estimate(0.0135, 0.01...0.02) == "0.0135 [0.0100, 0.0200]")
  }

  @Test func whatIsMissingIsADash() { #expect(Self.format(.length).quantity(nil) == "–") }
}
