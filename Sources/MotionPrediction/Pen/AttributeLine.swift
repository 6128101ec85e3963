import TouchInput

/// A least-squares line in time through one attribute of the samples.
///
/// Times are relative to the newest sample, values to the newest value, and both are centered on their
/// means as they come in (Welford 1962, doi:10.1080/00401706.1962.10490022), so that neither the
/// recording's clock nor the size of the values costs digits, and a constant stays what it is.
struct AttributeLine {
  /// The newest value.
  private let newest: Double
  private var count = 0.0
  private var meanTime = 0.0
  private var mean = 0.0
  private var timeSquares = 0.0
  private var products = 0.0
  private var least = 0.0
  private var greatest = 0.0

  /// Fits the line; nil if no sample carries the attribute.
  ///
  /// - Parameters:
  ///   - window: The samples.
  ///   - indices: Which of them count.
  ///   - isAngle: Whether values that differ by 2π are the same.
  ///   - attribute: A sample's value; missing and non-finite ones are passed over.
  init?(
    _ window: ObservationWindow, _ indices: Range<Int>, isAngle: Bool = false,
    _ attribute: (TouchSample) -> Double?
  ) {
    func reading(_ index: Int) -> Double? {
      guard let value = attribute(window[index]), value.isFinite else { return nil }
      return isAngle ? value.wrappedAngle : value
    }
    guard let present = window.newest?.time, let last = indices.last(where: { reading($0) != nil }),
      let newest = reading(last)
    else { return nil }
    self.newest = newest
    var (later, value) = (newest, 0.0)
    for index in indices.reversed() {
      guard let earlier = reading(index) else { continue }
      let step = earlier - later
      value += isAngle ? step.wrappedAngle : step
      later = earlier
      add(value, at: window[index].time - present)
    }
  }

  /// The line at `horizon` seconds after the newest sample, bounded by the range of the values.
  func value(ahead horizon: Double) -> Double {
    let slope = timeSquares > 0 ? products / timeSquares : 0
    let read = mean + slope * (horizon - meanTime)
    let range = greatest - least
    guard read.isFinite, range.isFinite else { return newest }
    let bounded = newest + min(max(read, -range), range)
    return bounded.isFinite ? bounded : newest
  }

  private mutating func add(_ value: Double, at time: Double) {
    count += 1
    let (timeStep, step) = (time - meanTime, value - mean)
    meanTime += timeStep / count
    mean += step / count
    timeSquares += timeStep * (time - meanTime)
    products += timeStep * (value - mean)
    least = min(least, value)
    greatest = max(greatest, value)
  }
}

extension Double {
  /// The same angle, in radians, within −π < angle ≤ π; NaN for one that is not finite.
  var wrappedAngle: Double {
    let angle = remainder(dividingBy: 2 * .pi)
    return angle == -.pi ? .pi : angle
  }
}
