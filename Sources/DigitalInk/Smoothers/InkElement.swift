import TouchInput

/// An element of a drawn stroke; the element at index i ends at the line's point i.
public enum InkElement: Hashable, Sendable {
  /// A move to a point.
  case move(to: SIMD2<Double>)
  /// A straight line from the end of the element before.
  case line(to: SIMD2<Double>)
  /// A cubic Bézier curve from the end of the element before.
  case curve(to: SIMD2<Double>, control1: SIMD2<Double>, control2: SIMD2<Double>)

  /// The end point.
  public var end: SIMD2<Double> {
    switch self {
    case .move(let end), .line(let end), .curve(let end, _, _): end
    }
  }

  /// The end and a curve's control points; the element lies in the convex hull of these and the end
  /// before.
  public var places: [SIMD2<Double>] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .curve(let end, let control1, let control2): [end, control1, control2]
    }
  }
}

/// A stroke as a list of elements, the first a move.
public struct ElementLine: Hashable, Sendable, InkLine {
  /// The name of the touch.
  public var touchIdentifier: String
  /// The elements.
  public var elements: PagedArray<InkElement>
  /// Whether the touch is over; corrections may still come.
  public var isComplete: Bool

  /// Creates a stroke.
  public init(
    touchIdentifier: String, elements: PagedArray<InkElement> = [], isComplete: Bool = false
  ) {
    self.touchIdentifier = touchIdentifier
    self.elements = elements
    self.isComplete = isComplete
  }

  /// The number of elements.
  public var count: Int { elements.count }
}
