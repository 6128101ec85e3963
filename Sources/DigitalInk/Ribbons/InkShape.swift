/// One shape to draw, as a value that any renderer can draw and a test can measure.
///
/// Positions and widths are in the unit of the stroke, x to the right and y downwards.
public struct InkShape: Hashable, Sendable {
  /// The geometry.
  public enum Geometry: Hashable, Sendable {
    /// A closed polygon, filled by the nonzero rule.
    case polygon([SIMD2<Double>])
    /// An open line through the points.
    case line([SIMD2<Double>])
    /// A closed path, beginning with a move, filled by the nonzero rule.
    case path([InkElement])
  }

  /// A color by its role in the drawing; the renderer chooses the shade for its background.
  public enum Color: String, Hashable, Sendable, CaseIterable {
    /// The color of ink: black on white paper.
    case ink
    /// The color of the paper: white.
    case paper
    /// Light gray.
    case gray
    /// Red.
    case red
    /// Blue.
    case blue
    /// Orange.
    case orange
  }

  /// The part of a stroke that a shape shows.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Ink up to a sample delivered as an event of its own.
    case actual
    /// Ink from a sample delivered together with a later one.
    case coalesced
    /// Ink up to a predicted sample.
    case predicted
    /// The direction in which the pen leans.
    case azimuth
    /// The pen's altitude.
    case altitude
    /// A region to redraw.
    case dirtyRectangle
    /// A whole stroke's outline.
    case outline
  }

  /// The geometry.
  public var geometry: Geometry
  /// The fill color; nil for none.
  public var fill: Color?
  /// The color of its edge or line; nil for none.
  public var stroke: Color?
  /// The width of that edge or line.
  public var strokeWidth: Double
  /// The part of the stroke that it shows.
  public var role: Role

  /// Creates a shape.
  public init(
    _ geometry: Geometry, fill: Color? = nil, stroke: Color? = nil, strokeWidth: Double = 0,
    role: Role
  ) {
    self.geometry = geometry
    self.fill = fill
    self.stroke = stroke
    self.strokeWidth = strokeWidth
    self.role = role
  }

  /// The corners of the polygon, the points of the line, or the ends and control points of the path.
  public var points: [SIMD2<Double>] {
    switch geometry {
    case .polygon(let points), .line(let points): points
    case .path(let elements): elements.flatMap(\.places)
    }
  }
}
