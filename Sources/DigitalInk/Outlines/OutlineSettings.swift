/// What can be set of an outline.
public struct OutlineSettings: Hashable, Sendable {
  /// What decides the width.
  package let law: WidthLaw
  /// The width at a share of 0, in the unit of the line; 0 or more.
  package let minimumWidth: Double
  /// The width at a share of 1; at least the least width.
  package let maximumWidth: Double
  /// Over how many points to each side widths are smoothed, by binomial weights; 0 for none, 16 at
  /// the most.
  package let smoothing: Int
  /// Over what length of the line it widens at its start; 0 for no taper.
  package let startTaper: Double
  /// Over what length of the line it narrows at its end; 0 for no taper.
  package let endTaper: Double
  /// What share of its width a tapered end has at its tip, 0…1; 0 is a point.
  package let tip: Double
  /// How far the straight edges of caps and joins may be from the arcs that they stand for.
  package let tolerance: Double

  /// Makes settings; each value is brought into its range, and one that is no number into its least.
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
