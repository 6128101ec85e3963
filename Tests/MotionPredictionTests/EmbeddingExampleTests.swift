import Foundation
import MotionNumerics
import TestSupport
import Testing
import TouchInput

/// The README's Swift example, which is the file `EmbeddingExample.swift`.
@Suite("The README's example of embedding")
struct EmbeddingExampleTests {
  @Test("predicts a steady motion")
  func predicts() throws {
    let samples = (0..<5).map {
      TouchSample(time: Double($0) / 60, position: SIMD2(Double($0), 2 * Double($0)))
    }
    let predicted = try #require(try position(after: samples, ahead: 2.0 / 60))
    // A line through points on a line, but for rounding.
    #expect((predicted - SIMD2(6, 12)).length < 1e-12)
    #expect(try position(after: [], ahead: 0.01) == nil)
  }

  @Test("is in the README as it is compiled")
  func isInReadme() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let example = try String(
      contentsOf: tests.appending(path: "EmbeddingExample.swift"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)```"))
  }

  @Test("the example of evaluating is on its page as it is compiled")
  func isOnPage() throws {
    let example = try Repository.text(
      "Tests/EmbeddingPackage/Sources/OutsideEvaluation/Comparison.swift")
    #expect(try Repository.text("docs/embedding.md").contains("```swift\n\(example)```"))
  }
}
