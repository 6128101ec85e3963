/// The visible part of a drawing and its zoom.
///
/// A point p of the drawing is at (p − o)·z on the screen; z is the zoom, and o the point in the
/// upper left corner. Recorded positions are in drawing coordinates, so zooming and scrolling never
/// change a stroke. Scrolling is not limited to the drawing's edges.
///
/// Source: Apple, Speed Sketch (2016): zoom from 0.5 to 3, twice the pixels from 2.
public struct SketchView: Hashable, Sendable {
  /// The least and the greatest zoom.
  public static let zoomRange = 0.5...3.0

  /// The zoom, in screen units per drawing unit.
  public private(set) var zoom = 1.0
  /// The point of the drawing in the upper left corner.
  public private(set) var corner: SIMD2<Double>
  /// Width and height of the screen, in its units.
  public let size: SIMD2<Double>

  /// Creates a view that shows a part of a drawing at zoom 1.
  public init(showing part: StrokeRectangle) {
    corner = part.origin
    size = part.size
  }

  /// The part of the drawing that is shown.
  public var part: StrokeRectangle { StrokeRectangle(origin: corner, size: size / zoom) }

  /// The resolution factor for ink: 2 from a zoom of 2, else 1.
  public var backingScale: Double { zoom >= 2 ? 2 : 1 }

  /// Returns the screen position of a point of the drawing.
  public func place(_ position: SIMD2<Double>) -> SIMD2<Double> { (position - corner) * zoom }

  /// Returns the point of the drawing at a screen position.
  public func position(at place: SIMD2<Double>) -> SIMD2<Double> { corner + place / zoom }

  /// Sets the zoom, clamped to its range; NaN changes nothing.
  ///
  /// - Parameters:
  ///   - zoom: The new zoom.
  ///   - position: The point of the drawing that keeps its screen position; nil for the middle of
  ///     the screen.
  public mutating func setZoom(_ zoom: Double, around position: SIMD2<Double>? = nil) {
    guard !zoom.isNaN else { return }
    let fixed = position ?? self.position(at: size / 2)
    let next = min(max(zoom, Self.zoomRange.lowerBound), Self.zoomRange.upperBound)
    corner = fixed - (fixed - corner) * (self.zoom / next)
    self.zoom = next
  }

  /// Moves the view by a distance on the screen.
  public mutating func scroll(by way: SIMD2<Double>) { corner += way / zoom }
}
