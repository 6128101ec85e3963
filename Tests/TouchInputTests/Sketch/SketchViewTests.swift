import Testing
import TouchInput

@Suite struct SketchViewTests {
  private static let screen = StrokeRectangle(origin: [100, 50], size: [400, 200])
  /// Zooms of three digits and places of four: rounding of a few operations near 1000.
  private static let tolerance = 1e-10

  @Test func atFirstItShowsThePartUnitForUnit() {
    let view = SketchView(showing: Self.screen)
    #expect(view.part == Self.screen && view.zoom == 1 && view.backingScale == 1)
    #expect(view.place([100, 50]) == .zero && view.place([500, 250]) == [400, 200])
  }

  @Test func theZoomKeepsItsPlaceWhereItIs() {
    var view = SketchView(showing: Self.screen)
    view.setZoom(2, around: [200, 100])
    #expect(view.place([200, 100]) == [100, 50])
    #expect(view.part == StrokeRectangle(origin: [150, 75], size: [200, 100]))
    // Without a place, the middle stays.
    let middle = view.position(at: [200, 100])
    view.setZoom(0.5)
    #expect(view.position(at: [200, 100]) == middle)
    #expect(view.part.size == [800, 400])
  }

  @Test func zoomAndScrollKeepToTheirRules() {
    var view = SketchView(showing: Self.screen)
    view.setZoom(99)
    #expect(view.zoom == 3)
    view.setZoom(0)
    #expect(view.zoom == 0.5)
    view.setZoom(.nan)
    #expect(view.zoom == 0.5)
    view.setZoom(1.999)
    #expect(view.backingScale == 1)
    view.setZoom(2)
    #expect(view.backingScale == 2)
    let before = view.part.origin
    view.scroll(by: [40, -10])
    #expect(view.part.origin == before + [20, -5])
  }

  @Test(arguments: 1...20)
  func placesGoThereAndBack(number: Int) {
    var view = SketchView(showing: Self.screen)
    view.setZoom(0.5 + 0.12 * Double(number), around: [Double(number * 31), 7])
    view.scroll(by: [Double(number), -3])
    let position = SIMD2(Double(number * number), Double(-number))
    let back = view.position(at: view.place(position)) - position
    #expect(max(abs(back.x), abs(back.y)) < Self.tolerance, "\(number)")
  }
}
