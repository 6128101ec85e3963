import MotionNumerics
import TouchInput

extension TouchSample: TimedPosition {}

/// The newest samples of a stroke in order of time, limited in number and in age.
///
/// Its storage is allocated once. `OrderedWindow` decides for all predictors how a doubtful sample is
/// treated, so that one bad report cannot affect later answers:
///
/// - a sample that is not finite is rejected;
/// - a sample dated before samples already held removes those (either it is late, and only they are
///   lost, or they were dated in the future by mistake, and keeping them would reject everything
///   that follows);
/// - a sample with the same time as the newest one is kept as well: both are observations.
public struct ObservationWindow: Sendable {
  private var samples: OrderedWindow<TouchSample>

  /// Moving samples to the front costs one copied sample in this many times `capacity`.
  private static let leastRoom = 8

  /// Creates an empty window for at most `capacity` samples (at least 1), none more than `seconds`
  /// (at least 0) older than the newest.
  public init(capacity: Int, seconds: Double = .infinity) {
    samples = OrderedWindow(
      capacity: capacity, seconds: seconds, blank: TouchSample(time: 0, position: .zero),
      room: Self.leastRoom)
  }

  /// The greatest number of samples held.
  public var capacity: Int { samples.capacity }

  /// How many samples are held.
  public var count: Int { samples.count }

  /// Whether no sample is held.
  public var isEmpty: Bool { samples.count == 0 }

  /// The sample at `index`, 0 being the oldest held; `index` must be in `0..<count`.
  public subscript(index: Int) -> TouchSample { samples[index] }

  /// The newest sample; nil if none is held.
  public var newest: TouchSample? { samples.newest }

  /// Adds a sample; if the window is full, the oldest is removed, and so are all that are too old.
  ///
  /// Constant time, amortized.
  ///
  /// - Returns: Whether the sample was taken in; false where it is not finite.
  @discardableResult
  public mutating func append(_ sample: TouchSample) -> Bool { samples.append(sample) != nil }

  /// The position `age` seconds before the newest sample, interpolated; nil before the oldest held and
  /// for an age below 0.
  func position(before age: Double) -> SIMD2<Double>? {
    samples.withElements { $0.position(before: age) }
  }

  /// Forgets the newest sample, where there is one.
  mutating func removeNewest() { samples.removeNewest() }

  /// Forgets all samples and keeps the storage.
  public mutating func removeAll() { samples.removeAll() }
}
