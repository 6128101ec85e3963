/// One thing to draw, as a value: any renderer can draw it, and a test can measure it.
///
/// Positions and widths are in the unit of the stroke, x to the right and y downwards.
public struct InkShape: Hashable, Sendable {
  /// Where it is.
  public enum Geometry: Hashable, Sendable {
    /// A closed area; the last corner is joined to the first. Filled by the nonzero rule.
    case polygon([SIMD2<Double>])
    /// An open line through the points.
    case line([SIMD2<Double>])
  }

  /// A color by its part in the drawing; the renderer says what it looks like on its background.
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

  /// What of a stroke it shows.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Ink up to a sample that was delivered as an event of its own.
    case actual
    /// Ink from a sample that came together with a later one.
    case coalesced
    /// Ink up to a predicted sample.
    case predicted
    /// In which direction the pen leans.
    case azimuth
    /// How far it leans.
    case altitude
    /// What is drawn again.
    case dirtyRectangle
    /// A whole stroke's outline.
    case outline
  }

  /// Where it is.
  public var geometry: Geometry
  /// What it is filled with; nil for nothing.
  public var fill: Color?
  /// What its edge, or the line itself, is drawn with; nil for nothing.
  public var stroke: Color?
  /// How wide that edge or line is.
  public var strokeWidth: Double
  /// What it shows.
  public var role: Role

  /// Makes a shape.
  package init(
    _ geometry: Geometry, fill: Color? = nil, stroke: Color? = nil, strokeWidth: Double = 0,
    role: Role
  ) {
    self.geometry = geometry
    self.fill = fill
    self.stroke = stroke
    self.strokeWidth = strokeWidth
    self.role = role
  }

  /// The corners, or the points of the line.
  package var points: [SIMD2<Double>] {
    switch geometry {
    case .polygon(let points), .line(let points): points
    }
  }
}
