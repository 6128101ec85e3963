/// Tracks for how many intervals the times of a stream have been evenly spaced.
///
/// The first interval of a run is its reference; the run goes on as long as intervals agree with
/// that to `tolerance` of its length, and a new run begins with the first that does not. Of n times
/// the newest are on a steady clock where the run is n − 1 intervals long or longer.
///
/// Nothing is assumed: a nominal rate plays no part, and times that are rounded, to microseconds as
/// by Linux input devices or by the size of the numbers themselves, are not steady.
///
/// Constant time.
@usableFromInline
package struct SteadyClock: Hashable, Sendable {
  /// The greatest relative difference of an interval from the reference: 2⁻³⁴, 5.8e-11.
  ///
  /// Small enough that a fit on exactly even times differs from that on the given ones by less than
  /// 1e-9 of what it predicts; great enough for times such as i/240 s, rounded to doubles, within
  /// the first quarter of an hour.
  @inlinable package static var tolerance: Double { 0x1p-34 }

  @usableFromInline internal var reference = 0.0
  /// The number of intervals in the current run.
  @usableFromInline package internal(set) var run = 0

  /// Creates a clock without intervals.
  package init() {}

  /// Whether the newest `count` times are evenly spaced; one time alone is not.
  @inlinable package func isSteady(over count: Int) -> Bool { count > 1 && run >= count - 1 }

  /// Adds the next interval, in seconds, at least 0.
  @inlinable @inline(__always)
  package mutating func advance(by interval: Double) {
    // Strictly less, so that a reference of 0 agrees with nothing.
    if abs(interval - reference) < Self.tolerance * reference {
      run &+= 1
    } else if interval > 0, interval < .infinity {
      reference = interval
      run = 1
    } else {
      restart()
    }
  }

  /// Ends the run; the next interval starts another.
  @inlinable
  package mutating func restart() {
    reference = 0
    run = 0
  }
}
