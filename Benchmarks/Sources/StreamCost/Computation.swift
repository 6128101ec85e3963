import DigitalInk
import MotionNumerics
import MotionPrediction
import TouchInput

/// A computation that is run on a stream: fresh for every run, one answer an event.
///
/// An answer is two numbers, NaN where nothing is said.
struct Computation {
  /// What it is called in the results.
  let name: String
  /// Plays strokes, handing on the answer to every event.
  let run: (_ strokes: [[TouchSample]], _ answer: (SIMD2<Double>) -> Void) -> Void

  /// The answer where nothing is said.
  private static let nothing = SIMD2(repeating: Double.nan)

  /// A predictor of the catalogue, asked for the position at one horizon after each event.
  ///
  /// Each stroke is played to a fresh copy, so that nothing stays from stroke to stroke.
  static func predictor(
    _ name: String, _ spelling: String, ahead horizon: Double
  ) throws -> Computation {
    let context = PredictorContext(horizons: [horizon])
    return predictor(
      name, try PredictorCatalogue.standard.predictor(spelling).make(context), ahead: horizon)
  }

  private static func predictor(
    _ name: String, _ fresh: some Predictor, ahead horizon: Double
  ) -> Computation {
    Computation(name: name) { strokes, answer in
      for stroke in strokes {
        var predictor = fresh
        for sample in stroke {
          predictor.observe(sample)
          answer(predictor.position(ahead: horizon) ?? nothing)
        }
      }
    }
  }

  /// The 1€ filter along each axis, as it is published.
  static func oneEuro(cutoff: Double, beta: Double, rate: Double) -> Computation {
    Computation(name: "one-euro") { strokes, answer in
      for stroke in strokes {
        var filter = OneEuroFilter(
          minimumCutoff: cutoff, beta: beta, nominalRate: rate, speed: .perAxis)
        for sample in stroke { answer(filter.filter(sample.position, at: sample.time)) }
      }
    }
  }

  /// Savitzky and Golay's filter of half-width 2, along a line that grows by a point an event.
  ///
  /// The answer to an event is the point that became final with it, the one two before; nothing while
  /// there is none.
  static var savitzkyGolay: Computation {
    Computation(name: "savitzky-golay") { strokes, answer in
      for stroke in strokes {
        var stage = FilterStream(SavitzkyGolay())
        var line = Polyline(touchIdentifier: "t")
        for (index, sample) in stroke.enumerated() {
          line.points.append(PolylinePoint(location: sample.position, time: sample.time))
          let newest = ChangedIndices(index..<index + 1)
          let change: LineChange =
            index == 0 ? .added(line: 0) : .updated(line: 0, indices: newest)
          _ = stage.process(LineUpdate(lines: [line], changes: [change]))
          let final = index - 2
          answer(final < 2 ? nothing : stage.lines[0].points[final].location)
        }
      }
    }
  }

  /// An adaptive filter that predicts the next displacement along x from the newest four.
  ///
  /// Our filters take both axes at once; y is 0 throughout. The answer is the output before the
  /// weights are corrected, and in its second place the first weight after.
  static func adaptive(_ name: String, _ fresh: some AdaptiveFilter) -> Computation {
    Computation(name: name) { strokes, answer in
      let taps = fresh.weights.count
      for stroke in strokes {
        var filter = fresh
        var newest = [SIMD2<Double>](repeating: .zero, count: taps)
        for index in stroke.indices {
          guard index > 0 else {
            answer(nothing)
            continue
          }
          let displacement = SIMD2(stroke[index].position.x - stroke[index - 1].position.x, 0)
          var output = 0.0
          for tap in 0..<taps { output += filter.weights[tap] * newest[tap].x }
          _ = filter.update(regressor: newest, desired: displacement)
          for tap in (1..<taps).reversed() { newest[tap] = newest[tap - 1] }
          newest[0] = displacement
          answer(SIMD2(output, filter.weights[0]))
        }
      }
    }
  }
}
