/// The settings of an outline.
public struct OutlineSettings: Hashable, Sendable {
  /// The law that determines the width.
  public let law: WidthLaw
  /// The width at a value of 0 of the law, in the unit of the line; 0 or more.
  public let minimumWidth: Double
  /// The width at a value of 1 of the law; at least the minimum.
  public let maximumWidth: Double
  /// The number of points to each side over which widths are smoothed, with binomial weights; 0 for
  /// none, at most 16.
  public let smoothing: Int
  /// The length of the taper at the start; 0 for none.
  public let startTaper: Double
  /// The length of the taper at the end; 0 for none.
  public let endTaper: Double
  /// The fraction of the width at the tip of a taper, 0…1; 0 is a point.
  public let tip: Double
  /// The greatest distance of the straight edges of caps and joins from their arcs.
  public let tolerance: Double

  /// Creates settings; each value is clamped to its range, and NaN becomes the least value.
  public init(
    law: WidthLaw = .force(full: 2, exponent: 1), minimumWidth: Double = 1,
    maximumWidth: Double = 6, smoothing: Int = 2, startTaper: Double = 12, endTaper: Double = 12,
    tip: Double = 0.15, tolerance: Double = 0.05
  ) {
    func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    }
    let greatest = 1e6
    self.law = law
    self.minimumWidth = clamped(minimumWidth, 0...greatest)
    self.maximumWidth = clamped(maximumWidth, self.minimumWidth...greatest)
    self.smoothing = min(max(smoothing, 0), 16)
    self.startTaper = clamped(startTaper, 0...greatest)
    self.endTaper = clamped(endTaper, 0...greatest)
    self.tip = clamped(tip, 0...1)
    self.tolerance = clamped(tolerance, 1e-6...greatest)
  }
}
