import Testing
import TouchInput

@Suite struct LengthScaleTests {
  @Test(arguments: LengthUnit.allCases)
  func aUnitIsOneOfItself(unit: LengthUnit) {
    #expect(LengthScale(unit: unit).factor(to: unit) == 1)
    #expect(LengthScale(unit: unit, unitsPerMillimeter: 12.72).factor(to: unit) == 1)
  }

  /// 12.72 px to the millimeter: 318 px are 25 mm.
  @Test func aKnownSizeLeadsToMillimeters() throws {
    let scale = LengthScale(unit: .pixel, unitsPerMillimeter: 12.72)
    let factor = try #require(scale.factor(to: .millimeter))
    // One division and one multiplication: at most two roundings.
    #expect(abs(318 * factor - 25) <= 2 * 25.0.ulp)
  }

  @Test(arguments: [LengthUnit.pixel, .point, .device])
  func anUnknownSizeHasNoFactor(unit: LengthUnit) {
    for other in LengthUnit.allCases where other != unit {
      #expect(LengthScale(unit: unit).factor(to: other) == nil)
    }
  }

  /// A size in millimeters says nothing of another display's pixels.
  @Test func betweenDisplaysThereIsNoFactor() {
    let scale = LengthScale(unit: .point, unitsPerMillimeter: 5.2)
    #expect(scale.factor(to: .pixel) == nil)
    #expect(scale.factor(to: .device) == nil)
    #expect(LengthScale(unit: .millimeter).factor(to: .pixel) == nil)
  }

  @Test func millimetersAreTheirOwnSize() {
    #expect(LengthScale(unit: .millimeter).unitsPerMillimeter == 1)
    #expect(LengthScale(unit: .millimeter, unitsPerMillimeter: 3).unitsPerMillimeter == 1)
  }

  @Test func aMeterIsAThousandMillimeters() {
    let meters = LengthScale(unit: .meter, unitsPerMillimeter: 3)
    #expect(meters.factor(to: .millimeter) == 1000)
    #expect(meters.factor(to: .meter) == 1 && meters.factor(to: .pixel) == nil)
    #expect(LengthScale(unit: .millimeter).factor(to: .meter) == 0.001)
    #expect(LengthScale(unit: .pixel, unitsPerMillimeter: 4).factor(to: .meter) == 0.00025)
    #expect(LengthScale(unit: .pixel).factor(to: .meter) == nil)
  }

  @Test(arguments: [0, -1, -.infinity, .infinity, .nan, -0.0])
  func aSizeThatCannotBeIsNotKnown(size: Double) {
    let scale = LengthScale(unit: .pixel, unitsPerMillimeter: size)
    #expect(scale.unitsPerMillimeter == nil)
    #expect(scale.factor(to: .millimeter) == nil)
  }

  @Test func unitsAreSpelledAsInFiles() {
    #expect(LengthUnit.allCases.map(\.rawValue) == ["mm", "m", "px", "pt", "device"])
    #expect(LengthUnit(rawValue: "inch") == nil)
  }
}
