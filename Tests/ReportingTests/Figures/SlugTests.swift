import Testing

@testable import Reporting

/// Names of figures and parts of pages.
@Suite struct SlugTests {
  @Test func ordinaryNamesStay() {
    #expect(Slug.of("Henze 2017") == "henze-2017")
    #expect(Slug.of("…") == "unnamed")
    let longest = String(repeating: "a", count: 80)
    #expect(Slug.of(longest) == longest)
  }

  @Test func longNamesAreCutAndStayDifferent() {
    let start = String(repeating: "a", count: 300)
    let slugs = Slug.distinct([start + "b", start + "c", start + "b"])
    #expect(Set(slugs).count == 3)
    #expect(slugs.allSatisfy { $0.utf8.count <= 82 && $0.hasPrefix("aaa") })
  }
}
