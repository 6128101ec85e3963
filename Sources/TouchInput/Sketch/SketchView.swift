/// Which part of a drawing is on the screen, and how large.
///
/// A place p of the drawing is at (p − o)·z on the screen, z being the zoom and o the place in the
/// upper left corner. What is recorded is in places of the drawing, so that zooming and scrolling
/// change what is shown and never a stroke. Scrolling is not held to the drawing's edges.
///
/// Source: Apple, Speed Sketch (2016): zoom from 0.5 to 3, twice the pixels from 2.
package struct SketchView: Hashable, Sendable {
  /// The least and the greatest zoom.
  package static let zoomRange = 0.5...3.0

  /// Units of the screen to the unit of the drawing.
  package private(set) var zoom = 1.0
  /// The place of the drawing in the upper left corner.
  package private(set) var corner: SIMD2<Double>
  /// Width and height of the screen, in its units.
  package let size: SIMD2<Double>

  /// Makes a view that shows a part of a drawing, unit for unit.
  package init(showing part: StrokeRectangle) {
    corner = part.origin
    size = part.size
  }

  /// The part of the drawing that is shown.
  package var part: StrokeRectangle { StrokeRectangle(origin: corner, size: size / zoom) }

  /// How many times more pixels ink is drawn with: 2 from a zoom of 2, else 1.
  package var backingScale: Double { zoom >= 2 ? 2 : 1 }

  /// Where a place of the drawing is on the screen.
  package func place(_ position: SIMD2<Double>) -> SIMD2<Double> { (position - corner) * zoom }

  /// Which place of the drawing is at a place of the screen.
  package func position(at place: SIMD2<Double>) -> SIMD2<Double> { corner + place / zoom }

  /// Sets the zoom; one out of range becomes the nearest, one that is no number changes nothing.
  ///
  /// - Parameters:
  ///   - zoom: The new zoom.
  ///   - position: The place of the drawing that stays where it is; nil for the middle of the screen.
  package mutating func setZoom(_ zoom: Double, around position: SIMD2<Double>? = nil) {
    guard !zoom.isNaN else { return }
    let fixed = position ?? self.position(at: size / 2)
    let next = min(max(zoom, Self.zoomRange.lowerBound), Self.zoomRange.upperBound)
    corner = fixed - (fixed - corner) * (self.zoom / next)
    self.zoom = next
  }

  /// Moves the view over the drawing, by a way on the screen.
  package mutating func scroll(by way: SIMD2<Double>) { corner += way / zoom }
}
