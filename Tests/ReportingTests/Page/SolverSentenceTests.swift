import Testing

@testable import Reporting

/// The sentence about solvers in the methods paragraph.
@Suite struct SolverSentenceTests {
  @Test(arguments: [
    (["hold", "linear"], ""),
    (
      ["polynomial:degree=1,window=3", "polynomial:degree=2,window=5", "regularise+rls", "hold"],
      "Fits were computed for polynomial and rls by update formulas for one sample at a time, without "
        + "LAPACK."
    ),
    (["polynomial:solver=lapack"], "Fits were computed for polynomial by LAPACK."),
    (
      ["arc", "velocity-tracker", "nosuch", "rls:"],
      "Fits were computed for arc by update formulas for one sample at a time, without LAPACK, and for "
        + "velocity-tracker by LAPACK."
    ),
    (
      ["hedge:[hold;weighted-polynomial]"], "Fits were computed for weighted-polynomial by LAPACK."
    ),
  ])
  func theSolversThatRanAreNamed(spellings: [String], sentence: String) {
    #expect(SolverSentence(spellings).text == sentence)
  }

  @Test func theMembersOfABankCountWithoutBeingNamed() {
    #expect(SolverSentence(["hedge"]).text.contains("LAPACK"))
  }
}
