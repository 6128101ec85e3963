import Testing

@testable import Reporting

@Suite struct StrokeGalleryTests {
  private static func gallery(_ count: Int, errors: [Double?]) -> StrokeGallery {
    let track = errors.indices.map { SIMD2(Double($0), Double($0 % 2)) }
    return StrokeGallery(
      dataset: "made", predictor: "linear", horizon: 0.0333, unit: "mm",
      place: StrokeGallery.Place(first: 61, total: 500),
      cells: (0..<count).map {
        StrokeGallery.Cell(title: "<stroke> \($0)", track: track, errors: errors)
      })
  }

  @Test(arguments: [0, 1, 5, 6, 7, 60])
  func isWellFormedWithAnyNumberOfStrokes(count: Int) {
    let figure = Self.gallery(count, errors: [0, 1, nil, 3]).figure()
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    #expect(document.labels.count { $0.text.hasPrefix("<stroke>") } == count)
    #expect(document.labels.count { $0.text.hasPrefix("mean error 1.33") } == count)
  }

  @Test func saysWhichStrokesOfHowMany() {
    let figure = Self.gallery(60, errors: [0, 1]).figure()
    #expect(figure.title.contains("strokes 61 to 120 of 500"))
    #expect(figure.summary.contains("<stroke> 0"))
  }

  @Test func theLineIsAsManyPiecesAsItHasColors() {
    // After the first sample: two of one error, two without, one greater. The key is the fourth.
    let figure = Self.gallery(1, errors: [0, 1, 1, nil, nil, 20]).figure()
    let document = XMLDocument(figure.file)
    let map = (0...12).map { SequentialColorMap.color(Double($0) / 12).hexadecimal }
    let colors = document.attributes.filter {
      $0.name == "stroke" && $0.element == "path" && map.contains($0.value)
    }
    #expect(colors.count == 2)
    #expect(colors.last?.value == SequentialColorMap.color(1).hexadecimal)
    let gray = document.attributes.filter { $0.name == "class" && $0.value == "s0" }
    #expect(gray.count == 1)
  }

  @Test func aFewGreatErrorsDoNotLeaveTheOthersAlike() {
    // 99 errors of 1 to 2 and one of 1000: the key ends at the 95th percentile.
    let errors = (0..<100).map { $0 == 50 ? 1000 : 1 + Double($0) / 100 }
    let figure = Self.gallery(1, errors: errors).figure()
    #expect(figure.body.contains("yellow: 1.95\u{A0}mm or more"))
  }

  /// The one that `error_p95` states: between two errors, not the greater of them.
  @Test func theKeyEndsAtTheSamePercentileAsTheScores() {
    let figure = Self.gallery(1, errors: [0, 1, 2]).figure()
    #expect(figure.body.contains("yellow: 1.9\u{A0}mm or more"))
  }

  @Test func withoutTruthThereIsNoKey() {
    let figure = Self.gallery(2, errors: [nil, nil]).figure()
    #expect(XMLDocument(figure.file).problem == nil)
    #expect(!figure.body.contains("linearGradient"))
    #expect(figure.summary == "No truth is known this far ahead.")
    #expect(Self.gallery(1, errors: [nil, .nan]).cells[0].meanError == nil)
  }

  @Test func errorsThatAreAllZeroHaveAScale() {
    let figure = Self.gallery(1, errors: [0, 0, 0]).figure()
    #expect(XMLDocument(figure.file).problem == nil)
    #expect(figure.body.contains(SequentialColorMap.color(0).hexadecimal))
  }
}
