import MotionPrediction
import TouchInput

/// What is timed; each takes its predictor as its own, as a program that embeds one would.
enum Works {
  /// LAPACK on every eight samples.
  static func lapack(
    degree: Int, _ interface: LAPACKFit.Interface, _ samples: FlatSamples, ahead horizon: Double
  ) -> Double {
    var fit = LAPACKFit(degree: degree, interface)
    var sum = 0.0
    for last in (LAPACKFit.window - 1)..<samples.times.count {
      let answer = fit.position(samples, last: last, ahead: horizon)
      sum += answer.x + answer.y
    }
    return sum
  }

  /// Each sample observed, then a position asked for.
  static func position(
    _ fresh: PolynomialPredictor, _ samples: [TouchSample], ahead horizon: Double
  ) -> Double {
    var predictor = fresh
    var sum = 0.0
    for sample in samples {
      predictor.observe(sample)
      if let answer = predictor.position(ahead: horizon) { sum += answer.x + answer.y }
    }
    return sum
  }

  /// Each sample observed, then positions at all horizons asked for, one by one.
  static func positions(
    _ fresh: PolynomialPredictor, _ samples: [TouchSample], ahead horizons: [Double]
  ) -> Double {
    var predictor = fresh
    var sum = 0.0
    for sample in samples {
      predictor.observe(sample)
      for horizon in horizons {
        if let answer = predictor.position(ahead: horizon) { sum += answer.x + answer.y }
      }
    }
    return sum
  }

  /// Each sample observed, then a whole prediction asked for.
  static func predictions(
    _ fresh: PolynomialPredictor, _ samples: [TouchSample], ahead horizon: Double
  ) -> Double {
    var predictor = fresh
    var sum = 0.0
    for sample in samples {
      predictor.observe(sample)
      if let answer = predictor.predict(ahead: horizon) {
        sum += answer.position.x + answer.position.y
      }
    }
    return sum
  }

  /// Each sample observed, then the positions of all configurations.
  static func grid(
    _ fresh: PolynomialGrid, _ samples: [TouchSample], ahead horizons: [Double]
  ) -> Double {
    var grid = fresh
    var answers: [SIMD2<Double>] = []
    var sum = 0.0
    for sample in samples {
      grid.observe(sample)
      grid.positions(ahead: horizons, into: &answers)
      if let answer = answers.last, !answer.x.isNaN { sum += answer.x }
    }
    return sum
  }
}
