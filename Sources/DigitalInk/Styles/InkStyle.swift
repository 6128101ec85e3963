/// How a line is drawn: what a drawing app's tool sets.
public struct InkStyle: Hashable, Sendable {
  /// The form of a line's ends.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// Half a circle beyond the end.
    case round
    /// At the end.
    case butt
    /// Half a width beyond the end.
    case square
  }

  /// The form of a line's corners.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// An arc.
    case round
    /// A point.
    case miter
    /// A straight cut.
    case bevel
  }

  /// How wide the line is, in the unit of the events.
  public var width: Double
  /// What it is drawn with.
  public var color: InkShape.Color
  /// The form of its ends.
  public var cap: Cap
  /// The form of its corners.
  public var join: Join

  /// Makes a style; what is not given is that of Inkable: 1.5 wide, in ink, round.
  public init(
    width: Double = 1.5, color: InkShape.Color = .ink, cap: Cap = .round, join: Join = .round
  ) {
    self.width = width
    self.color = color
    self.cap = cap
    self.join = join
  }
}
