import MotionNumerics
import Testing

@Suite(.serialized) struct NumericalLibraryTests {
  @Test func theLibrarySaysWhatItIs() throws {
    let parts = NumericalLibrary.release.split(separator: ".").compactMap { Int($0) }
    #expect(parts.count == 3)
    // dgelsy came with LAPACK 3.
    #expect(try #require(parts.first) >= 3)
    #expect(NumericalLibrary.description.contains(NumericalLibrary.release))
    #expect(NumericalLibrary.description == NumericalLibrary.description)
  }

  @Test func theFactsOfOpenBLASAreThereTogetherOrNotAtAll() {
    let build = NumericalLibrary.openBLASBuild
    #expect((NumericalLibrary.openBLASKernel == nil) == (build == nil))
    #expect((NumericalLibrary.threadCount == nil) == (build == nil))
    for fact in [build, NumericalLibrary.openBLASKernel].compactMap(\.self) {
      #expect(!fact.isEmpty && NumericalLibrary.description.contains(fact))
    }
  }

  @Test func oneThreadIsUsedWhereItCanBeAskedFor() {
    let taken = NumericalLibrary.useOneThread()
    #expect(taken == (NumericalLibrary.openBLASBuild != nil))
    #expect(NumericalLibrary.threadCount == (taken ? 1 : nil))
  }
}
