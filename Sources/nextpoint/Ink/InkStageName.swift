import ArgumentParser

/// A stage whose lines can be printed; its name is also its key in the JSON.
enum InkStageName: String, ExpressibleByArgument, CaseIterable {
  /// The paths of the touches.
  case paths
  /// The paths as polylines.
  case polylines
  /// The polylines after all filters.
  case filtered
  /// Moves, lines and curves.
  case elements
}
