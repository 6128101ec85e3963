import MotionNumerics
import Testing

@Suite struct PolynomialBasisTests {
  @Test func theIntervalIsMappedToMinusOneToOne() {
    let basis = TimeBasis(first: 10, last: 14)
    #expect(basis.center == 12 && basis.scale == 2)
    #expect([10, 12, 14, 17].map(basis.scaled) == [-1, 0, 1, 2.5])
  }

  @Test func anIntervalWithoutLengthIsOnlyCentered() {
    for basis in [TimeBasis(first: 3, last: 3), TimeBasis(first: 4, last: 2)] {
      #expect(basis.center == 3 && basis.scale == 1 && basis.scaled(3.5) == 0.5)
    }
  }

  @Test func timesSinceTheEpochKeepTheirDifferences() {
    let start = 1.7e9
    let basis = TimeBasis(first: start, last: start + 0.125)
    #expect(basis.scaled(start) == -1 && basis.scaled(start + 0.125) == 1)
    #expect(basis.scaled(start + 0.0625) == 0)
  }

  @Test func valueAndSlope() {
    // x = 1 + 2u + 3u², y = −u³; at u = 2: 17 and −8, slopes 14 and −12.
    let coefficients = [SIMD2(1.0, 0), SIMD2(2, 0), SIMD2(3, 0), SIMD2(0, -1)]
    let (value, slope) = Polynomial.value(coefficients, at: 2)
    #expect(value == SIMD2(17, -8) && slope == SIMD2(14, -12))
    let none = Polynomial.value([], at: 5)
    #expect(none.value == .zero && none.slope == .zero)
    let constant = Polynomial.value([SIMD2(4, 5)], at: 9)
    #expect(constant.value == SIMD2(4, 5) && constant.slope == .zero)
  }

  @Test func powers() {
    #expect(Polynomial.powers(of: -2, count: 5) == [1, -2, 4, -8, 16])
    #expect(Polynomial.powers(of: 0, count: 3) == [1, 0, 0])
    #expect(Polynomial.powers(of: 7, count: 0) == [])
  }
}
