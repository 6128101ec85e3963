/// The samples of a window relative to the newest, with times in units of the window's duration and
/// their weights in the fit of the speed; its storage is made once.
struct SampledPath: Sendable {
  /// Positions relative to the newest sample.
  private var places: [SIMD2<Double>]
  /// Arc lengths from the newest sample in x, 0 in y: the plane of one dimension.
  private var lengths: [SIMD2<Double>]
  /// Times relative to the newest sample, −1…0.
  private var times: [Double]
  /// Weights in the fit of the speed, 0…1.
  private var weights: [Double]
  /// A weight of 1 for every sample.
  private let ones: [Double]
  /// How many samples there are.
  private var count = 0
  /// The time from the oldest sample to the newest, in seconds.
  private(set) var duration = 1.0

  init(capacity: Int) {
    places = Array(repeating: .zero, count: capacity)
    lengths = places
    times = Array(repeating: 0, count: capacity)
    weights = times
    ones = Array(repeating: 1, count: capacity)
  }

  /// Takes over the samples of a window.
  ///
  /// - Returns: Whether they have two different times at least, without which there is no speed.
  mutating func read(
    _ points: UnsafeBufferPointer<SampleTrail.Point>, span: Double
  ) -> Bool {
    guard points.count > 1 else { return false }
    let newest = points[points.count - 1]
    duration = newest.time - points[0].time
    guard duration > 0, duration.isFinite else { return false }
    count = points.count
    let newestInterval = places.withUnsafeMutableBufferPointer { places in
      times.withUnsafeMutableBufferPointer { times in
        var newestInterval = 1.0
        for index in 0..<count {
          places[index] = points[index].position - newest.position
          times[index] = (points[index].time - newest.time) / duration
          if times[index] < 0 { newestInterval = -times[index] }
        }
        return newestInterval
      }
    }
    // With half an interval more than the newest, the weight of the sample before it is 1/3.
    let reach = max(span / duration, 1.5 * newestInterval)
    weights.withUnsafeMutableBufferPointer { weights in
      times.withUnsafeBufferPointer { times in
        for index in 0..<count { weights[index] = max(0, 1 + times[index] / reach) }
      }
    }
    return true
  }

  /// Hands out the samples.
  @inline(__always)
  func withSamples<Result>(_ body: (PathSamples) -> Result) -> Result {
    lengths.withUnsafeBufferPointer { withSamples(lengths: $0, body) }
  }

  /// Hands out the samples to one that writes their arc lengths.
  @inline(__always)
  mutating func measure<Result>(
    _ body: (PathSamples, UnsafeMutableBufferPointer<SIMD2<Double>>) -> Result
  ) -> Result {
    // Not a closure over all of self: that would be read while its lengths are written.
    let (places, times, weights, ones, count) = (places, times, weights, ones, count)
    return lengths.withUnsafeMutableBufferPointer { lengths in
      Self.withSamples(places, UnsafeBufferPointer(lengths), times, weights, ones, count) {
        body($0, lengths)
      }
    }
  }

  @inline(__always)
  private func withSamples<Result>(
    lengths: UnsafeBufferPointer<SIMD2<Double>>, _ body: (PathSamples) -> Result
  ) -> Result {
    Self.withSamples(places, lengths, times, weights, ones, count, body)
  }

  @inline(__always)
  private static func withSamples<Result>(
    _ places: [SIMD2<Double>], _ lengths: UnsafeBufferPointer<SIMD2<Double>>, _ times: [Double],
    _ weights: [Double], _ ones: [Double], _ count: Int, _ body: (PathSamples) -> Result
  ) -> Result {
    places.withUnsafeBufferPointer { places in
      times.withUnsafeBufferPointer { times in
        weights.withUnsafeBufferPointer { weights in
          ones.withUnsafeBufferPointer { ones in
            body(
              PathSamples(
                places: UnsafeBufferPointer(rebasing: places[..<count]),
                lengths: UnsafeBufferPointer(rebasing: lengths[..<count]),
                times: UnsafeBufferPointer(rebasing: times[..<count]),
                weights: UnsafeBufferPointer(rebasing: weights[..<count]),
                ones: UnsafeBufferPointer(rebasing: ones[..<count])))
          }
        }
      }
    }
  }
}

/// The samples of a `SampledPath` where they lie, all of the same number.
struct PathSamples {
  /// Positions relative to the newest sample.
  let places: UnsafeBufferPointer<SIMD2<Double>>
  /// Arc lengths from the newest sample in x, 0 in y.
  let lengths: UnsafeBufferPointer<SIMD2<Double>>
  /// Times relative to the newest sample, −1…0.
  let times: UnsafeBufferPointer<Double>
  /// Weights in the fit of the speed, 0…1.
  let weights: UnsafeBufferPointer<Double>
  /// A weight of 1 for every sample.
  let ones: UnsafeBufferPointer<Double>

  /// How many samples there are.
  var count: Int { places.count }
}
