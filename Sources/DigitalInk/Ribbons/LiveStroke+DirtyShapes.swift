import TouchInput

extension LiveStroke {
  /// Returns the edges of the first two updated ranges' dirty rectangles, in red, as mode `debug`
  /// shows them.
  ///
  /// - Parameter firstEstimatedForce: The first sample that was drawn with an estimated force; see
  ///   `Ribbon.firstEstimatedForce`.
  /// - Returns: At most two rectangles.
  package func dirtyRectangleShapes(firstEstimatedForce: Int? = nil) -> [InkShape] {
    let rectangles = dirtyRectangles(firstEstimatedForce: firstEstimatedForce)
    return rectangles.prefix(min(updatedRanges.count, 2)).map { rectangle in
      let (low, high) = (rectangle.origin, rectangle.origin + rectangle.size)
      return InkShape(
        .polygon([low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]), stroke: .red,
        strokeWidth: 0.5, role: .dirtyRectangle)
    }
  }
}
