/// Tracks for how many intervals the times of a stream have been evenly spaced.
///
/// The first interval of a run is its reference; the run continues while intervals agree with it to
/// the relative `tolerance`, and the first that does not starts a new run. The newest n times are
/// on a steady clock if the run has at least n − 1 intervals.
///
/// No nominal rate is assumed. Rounded times, such as the microseconds of Linux input devices, are
/// not steady.
///
/// Constant time.
@usableFromInline
package struct SteadyClock: Hashable, Sendable {
  /// The greatest relative difference of an interval from the reference: 2⁻³⁴, 5.8e-11.
  ///
  /// Small enough that a fit to exactly even times predicts within 1e-9 of one to the given times;
  /// large enough for times such as i/240 s, rounded to doubles, within the first quarter of an
  /// hour.
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
