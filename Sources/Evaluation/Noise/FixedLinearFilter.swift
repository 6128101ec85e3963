import MotionNumerics
import MotionPrediction
import TouchInput

/// A predictor as a fixed linear filter: p̂(h) = Σ w_k p_{n−k}, with the same weights for both axes
/// and at every sample of a steady clock.
///
/// This is all that an application needs of such a predictor: one dot product per axis, in any
/// language. The weights are the effect of a step of one sample on the last prediction. They are
/// accepted only if they reproduce the predictions for other tracks, of other sizes and lengths, to
/// `agreement`. A predictor with infinite memory, such as a Kalman filter with a settled gain,
/// qualifies once its older weights have decayed.
///
/// Source: the definition of a linear time-invariant system.
package struct FixedLinearFilter: Hashable, Sendable {
  /// How far ahead, in seconds.
  package let horizon: Double
  /// The weights, newest sample first.
  ///
  /// Later ones are below `negligible` of the greatest.
  package let weights: [Double]

  /// The greatest length of a filter.
  package static let longest = 512
  /// The share of the greatest weight below which a weight counts as 0.
  package static let negligible = 1e-12
  /// The tolerated deviation of a prediction from that of the weights, relative to the track's
  /// motion.
  package static let agreement = 1e-9

  /// Returns the filters of a predictor at the context's horizons.
  ///
  /// Cost: about `longest` replays of as many samples.
  ///
  /// - Parameters:
  ///   - configured: The predictor.
  ///   - context: The predictor's context; `nominalRate` is the rate of the samples.
  /// - Returns: A filter per horizon, in their order.
  /// - Throws: `FixedLinearFilterError` if the predictor cannot be created, abstains, or is not a
  ///   fixed linear filter.
  package static func all(
    of configured: ConfiguredPredictor, in context: PredictorContext
  ) throws(FixedLinearFilterError) -> [FixedLinearFilter] {
    let fresh: any Predictor
    do { fresh = try configured.make(context) } catch { throw .parameters(error) }
    try requireAdditive(fresh, in: context)
    let filters = try impulseResponses(of: fresh, in: context)
    // Lengths around the longest memory, so that what never settles is found out.
    for (seed, (size, count)) in [(1.0, longest), (0.1, longest + 7), (20, 2 * longest)]
      .enumerated()
    {
      let track = track(count: count, size: size, seed: UInt64(2 + seed), context)
      let answers = answers(of: fresh, to: track, context)
      for (filter, answer) in zip(filters, answers) {
        let expected = filter.answer(to: track.map(\.position))
        let difference = answer.map { ($0 - expected).length / size } ?? .infinity
        guard difference <= agreement * Double(count).squareRoot() else {
          throw .notFixed(horizon: filter.horizon, difference: difference)
        }
      }
    }
    return filters
  }

  /// Returns the prediction of the weights after the last of some positions; earlier positions
  /// count as 0.
  package func answer(to positions: [SIMD2<Double>]) -> SIMD2<Double> {
    zip(weights, positions.reversed()).reduce(.zero) { $0 + $1.0 * $1.1 }
  }

  /// Refuses a predictor whose answer to the sum of two tracks is not the sum of its answers; this
  /// takes three replays, not `longest` of them.
  private static func requireAdditive(
    _ fresh: any Predictor, in context: PredictorContext
  ) throws(FixedLinearFilterError) {
    let (first, second) = (
      track(count: longest, size: 1, seed: 5, context),
      track(count: longest, size: 1, seed: 6, context)
    )
    let sum = zip(first, second).map {
      TouchSample(time: $0.time, position: $0.position + $1.position)
    }
    let parts = [first, second, sum].map { answers(of: fresh, to: $0, context) }
    for (slot, horizon) in context.horizons.enumerated() {
      guard let one = parts[0][slot], let other = parts[1][slot], let both = parts[2][slot] else {
        continue
      }
      let difference = (both - one - other).length
      guard difference <= agreement * Double(longest).squareRoot() else {
        throw .notFixed(horizon: horizon, difference: difference)
      }
    }
  }

  private static func impulseResponses(
    of fresh: any Predictor, in context: PredictorContext
  ) throws(FixedLinearFilterError) -> [FixedLinearFilter] {
    let track = track(count: longest, size: 1, seed: 1, context)
    let clean = answers(of: fresh, to: track, context)
    var columns = clean.map { _ in [Double]() }
    for age in 0..<longest {
      var disturbed = track
      disturbed[longest - 1 - age].position.x += 1
      for (slot, answer) in answers(of: fresh, to: disturbed, context).enumerated() {
        guard let before = clean[slot], let answer else {
          throw .abstains(horizon: context.horizons[slot])
        }
        columns[slot].append(answer.x - before.x)
      }
    }
    return zip(context.horizons, columns).map { horizon, column in
      let least = negligible * column.reduce(0) { max($0, abs($1)) }
      let length = (column.lastIndex { abs($0) > least } ?? 0) + 1
      return FixedLinearFilter(horizon: horizon, weights: Array(column.prefix(length)))
    }
  }

  private static func answers(
    of fresh: any Predictor, to track: [TouchSample], _ context: PredictorContext
  ) -> [SIMD2<Double>?] {
    NoisePlayer(predictor: fresh, horizons: context.horizons, warmUp: track.count - 1)
      .answers(to: track).map { $0[0] }
  }

  /// A random walk that stays near its start, so that predictions are accurate to the last digits.
  private static func track(
    count: Int, size: Double, seed: UInt64, _ context: PredictorContext
  ) -> [TouchSample] {
    var random = Xoshiro256StarStar(seed: seed)
    var position = SIMD2<Double>.zero
    return (0..<count).map { index in
      position = 0.9 * position + SIMD2(random.nextNormal(), random.nextNormal()) * size
      return TouchSample(time: Double(index) / context.nominalRate, position: position)
    }
  }
}

/// The reason why a predictor has no weights.
package enum FixedLinearFilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The predictor cannot be created.
  case parameters(ParameterError)
  /// The predictor abstains at a horizon, in seconds.
  case abstains(horizon: Double)
  /// The predictions are not those of fixed weights; `difference` is relative to the motion.
  case notFixed(horizon: Double, difference: Double)

  /// The message.
  package var description: String {
    switch self {
    case .parameters(let error): "\(error)"
    case .abstains(let horizon):
      "makes no prediction \(horizon * 1000) ms ahead of \(FixedLinearFilter.longest) steady samples; give "
        + "a shorter horizon"
    case .notFixed(let horizon, let difference):
      "is not a fixed linear filter of at most \(FixedLinearFilter.longest) samples: \(horizon * 1000) ms "
        + "ahead its predictions differ from those of fixed weights by \(difference) of the motion; "
        + "embed it with the Swift library or nextpoint.h"
    }
  }
}
