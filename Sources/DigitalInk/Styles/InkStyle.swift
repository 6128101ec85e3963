/// The style of a line: the settings of a drawing app's tool.
public struct InkStyle: Hashable, Sendable {
  /// The shape of a line's ends.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// Half a circle beyond the end.
    case round
    /// At the end.
    case butt
    /// Half a width beyond the end.
    case square
  }

  /// The shape of a line's corners.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// An arc.
    case round
    /// A point.
    case miter
    /// A straight cut.
    case bevel
  }

  /// The width, in the unit of the events.
  public var width: Double
  /// The color.
  public var color: InkShape.Color
  /// The shape of its ends.
  public var cap: Cap
  /// The shape of its corners.
  public var join: Join

  /// Creates a style; the defaults are those of Inkable: 1.5 wide, in ink, round.
  public init(
    width: Double = 1.5, color: InkShape.Color = .ink, cap: Cap = .round, join: Join = .round
  ) {
    self.width = width
    self.color = color
    self.cap = cap
    self.join = join
  }
}
