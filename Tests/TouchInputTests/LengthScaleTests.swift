import Testing
import TouchInput

@Suite struct LengthScaleTests {
  @Test(arguments: LengthUnit.allCases)
  func aUnitIsOneOfItself(unit: LengthUnit) {
    #expect(LengthScale(unit: unit).factor(to: unit) == 1)
    #expect(LengthScale(unit: unit, unitsPerMillimetre: 12.72).factor(to: unit) == 1)
  }

  /// 12.72 px to the millimetre: 318 px are 25 mm.
  @Test func aKnownSizeLeadsToMillimetres() throws {
    let scale = LengthScale(unit: .pixel, unitsPerMillimetre: 12.72)
    let factor = try #require(scale.factor(to: .millimetre))
    // One division and one multiplication: at most two roundings.
    #expect(abs(318 * factor - 25) <= 2 * 25.0.ulp)
  }

  @Test(arguments: [LengthUnit.pixel, .point, .device])
  func anUnknownSizeHasNoFactor(unit: LengthUnit) {
    for other in LengthUnit.allCases where other != unit {
      #expect(LengthScale(unit: unit).factor(to: other) == nil)
    }
  }

  /// A size in millimetres says nothing of another display's pixels.
  @Test func betweenDisplaysThereIsNoFactor() {
    let scale = LengthScale(unit: .point, unitsPerMillimetre: 5.2)
    #expect(scale.factor(to: .pixel) == nil)
    #expect(scale.factor(to: .device) == nil)
    #expect(LengthScale(unit: .millimetre).factor(to: .pixel) == nil)
  }

  @Test func millimetresAreTheirOwnSize() {
    #expect(LengthScale(unit: .millimetre).unitsPerMillimetre == 1)
    #expect(LengthScale(unit: .millimetre, unitsPerMillimetre: 3).unitsPerMillimetre == 1)
  }

  @Test(arguments: [0, -1, -.infinity, .infinity, .nan, -0.0])
  func aSizeThatCannotBeIsNotKnown(size: Double) {
    let scale = LengthScale(unit: .pixel, unitsPerMillimetre: size)
    #expect(scale.unitsPerMillimetre == nil)
    #expect(scale.factor(to: .millimetre) == nil)
  }

  @Test func unitsAreSpelledAsInFiles() {
    #expect(LengthUnit.allCases.map(\.rawValue) == ["mm", "px", "pt", "device"])
    #expect(LengthUnit(rawValue: "inch") == nil)
  }
}
