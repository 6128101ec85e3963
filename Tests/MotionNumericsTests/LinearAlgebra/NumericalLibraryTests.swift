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

  /// OpenBLAS puts its description together in one buffer of the process, anew at every call, so
  /// that who asks while another does may read half of it.
  @Test func allThreadsReadTheSame() async {
    let descriptions = await withTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<16 {
        group.addTask { Set((0..<2_000).map { _ in NumericalLibrary.description }) }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(descriptions.count == 1, "\(descriptions)")
  }
}
