/// How one line differs from the others: color, dash and marker.
struct SeriesStyle: Hashable, Sendable {
  /// The place in the palette.
  let index: Int

  /// Creates the style at a place in the palette, which repeats.
  init(_ index: Int) { self.index = index % FigureStyle.series.count }

  /// How many distinguishable lines there are.
  static var count: Int { FigureStyle.series.count }

  /// The classes of a line.
  var strokeClass: String { "line s\(index)" }
  /// The classes of a marker.
  var markClass: String { "mark f\(index)" }
  /// The classes of the band around a line.
  var bandClass: String { "band f\(index)" }
  /// The classes of the name of a line.
  var keyClass: String { "key k\(index)" }
  /// The classes of a line through a marker.
  var whiskerClass: String { "whisker s\(index)" }
  /// The dash, empty for a solid line.
  var dash: String {
    ["2 4", "7 4", "", "", "", "9 3 2 3", "4 3", "12 3"][index]
  }
  /// The marker.
  var marker: Marker { Marker.allCases[index] }
}

/// The shape of a point.
enum Marker: Int, CaseIterable, Hashable, Sendable {
  case square
  case triangle
  case circle
  case diamond
  case triangleDown
  case hexagon
  case cross
  case star

  /// Returns the outline around a center as path data; `size` is roughly the radius.
  func path(at center: SIMD2<Double>, size: Double) -> String {
    let number = SVGCanvas.number
    switch self {
    case .circle:
      let left = SVGCanvas.point(center - SIMD2(size, 0))
      let radius = number(size)
      let width = number(2 * size)
      return "M\(left)a\(radius) \(radius) 0 1 0 \(width) 0a\(radius) \(radius) 0 1 0 -\(width) 0z"
    default:
      return SVGCanvas.path(corners.map { center + $0 * size }, isClosed: true)
    }
  }

  private var corners: [SIMD2<Double>] {
    switch self {
    case .circle: []
    case .square: [[-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]]
    case .triangle: [[0, -1.15], [1.05, 0.75], [-1.05, 0.75]]
    case .triangleDown: [[0, 1.15], [1.05, -0.75], [-1.05, -0.75]]
    case .diamond: [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]]
    case .hexagon:
      [[1.1, 0], [0.55, 0.95], [-0.55, 0.95], [-1.1, 0], [-0.55, -0.95], [0.55, -0.95]]
    case .cross:
      [
        [-0.4, -1.1], [0.4, -1.1], [0.4, -0.4], [1.1, -0.4], [1.1, 0.4], [0.4, 0.4], [0.4, 1.1],
        [-0.4, 1.1], [-0.4, 0.4], [-1.1, 0.4], [-1.1, -0.4], [-0.4, -0.4],
      ]
    case .star:
      [
        [0, -1.3], [0.4, -0.4], [1.3, 0], [0.4, 0.4], [0, 1.3], [-0.4, 0.4], [-1.3, 0],
        [-0.4, -0.4],
      ]
    }
  }
}
