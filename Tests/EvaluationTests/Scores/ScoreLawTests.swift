import Foundation
import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// What every measure promises, whatever it measures, on seeded strokes.
@Suite struct ScoreLawTests {
  private static let seeds = TestSize.seeds(1, full: 4)
  private static let predictors =
    TestSize.of([], full: ["hold"]) + ["linear", "polynomial:degree=2,window=6"]
  private static let horizon = Horizon.frames(2)
  /// Changes of coordinates are exact to rounding, which fits of degree 2 enlarge.
  private static let coordinateTolerance = 1e-8
  /// Sums in another order.
  private static let orderTolerance = 1e-12

  /// Strokes with pauses and turns, a straight one, and one all at one place.
  private static func recording(_ seed: UInt64) -> Recording {
    var random = Xoshiro256StarStar(seed: seed)
    var strokes = (0..<TestSize.of(4, full: 6)).map {
      Stroke.random("\($0)", &random, count: 90 + 20 * $0)
    }
    strokes.append(.places((0..<70).map { 3 * Double($0) }, named: "straight"))
    strokes.append(.places(Array(repeating: 12.5, count: 50), named: "still"))
    strokes.append(.places([4], named: "single"))
    return .test(strokes.map(\.withPen))
  }

  /// Sets of which no score of a predictor that is always right is stated: what is perfect is what a
  /// calibrated one scores, whose covariance is that of its errors, and no error has none.
  private static let withoutRight: [MetricSet] = [.uncertainty]

  /// What a measure becomes when lengths grow by a factor, of which a density over the squared unit
  /// grows by the logarithm.
  private static func scaled(_ value: Double, _ metric: MetricDefinition, by factor: Double)
    -> Double
  {
    metric.dimension == .nats
      ? value + 2 * log(factor) : value * scaling(of: metric.dimension, lengthBy: factor)
  }

  private static func values(
    _ spelling: String, _ recording: Recording, unit: EvaluationPlan.ReportUnit = .automatic,
    at horizon: Horizon = horizon, _ replay: EvaluationProtocol = .sample
  ) throws -> [Double?] {
    let prepared = try PreparedRecording(
      recording, index: 0, horizons: horizon.withHalf, replay: replay, unit: unit)
    let strokes = try scoredStrokes(
      .sayingLifts(spelling), on: [recording], at: horizon.withHalf, replay, unit: unit)
    return sheet(of: strokes, prepared.settings).values()
  }

  private static func compare(
    _ found: [Double?], _ expected: [Double?], tolerance: Double, _ what: String
  ) {
    for (index, metric) in MetricSet.allMetrics.enumerated() {
      #expect(
        agree(found[index], expected[index], relative: tolerance, absolute: tolerance),
        """
        \(what): \(metric.name) is \(String(describing: found[index])), \
        not \(String(describing: expected[index]))
        """)
    }
  }

  // MARK: - What is declared

  @Test func everyMeasureHasItsOwnNameAndAValue() {
    let names = MetricSet.allMetrics.map(\.name)
    #expect(Set(names).count == names.count)
    let sheet = Self.sheet(of: [])
    #expect(sheet.values().count == names.count)
    for metric in MetricSet.allMetrics {
      #expect(!metric.formula.isEmpty && !metric.source.isEmpty && !metric.title.isEmpty)
      #expect(metric.order == .none || metric.dimension != .count)
      #expect(metric.order != .none || metric.perfect == nil)
    }
  }

  /// What a fair predictor scores here: the least error of strokes of which one lies still is 0, a
  /// covariance that `polynomial` states is usable, on no stroke is it worse than `hold`, and a line
  /// through all samples leaves out none.
  private static let mayBeZero: Set = [
    "error_min", "unusable_covariance_share", "worse_recordings_share", "worse_strokes_share",
    "line_distance_mean", "line_distance_p95", "line_distance_max",
  ]

  /// The law needs data in which every measure has something to measure.
  @Test(arguments: seeds)
  func theStrokesExerciseEveryMeasure(seed: UInt64) throws {
    let found = try Self.values("polynomial:degree=2,window=6", Self.recording(seed))
    for (index, metric) in MetricSet.allMetrics.enumerated() {
      guard !Self.mayBeZero.contains(metric.name) else { continue }
      #expect(found[index] ?? 0 != 0, "seed \(seed): \(metric.name)")
    }
  }

  /// AOSP holds a prediction against a sample up to a quarter interval away from the moment asked
  /// for: only on a steady clock is that the same moment.
  private static func needsSteadyClock(_ metric: MetricDefinition) -> Bool {
    metric.name.hasPrefix("aosp_")
  }

  @Test(
    arguments: seeds,
    [
      EvaluationProtocol.sample, .sample { $0.tail = .clamp }, .sample { $0.clock = .index },
    ])
  func aPerfectPredictorScoresWhatIsDeclared(seed: UInt64, replay: EvaluationProtocol) throws {
    let prepared = try PreparedRecording(
      Self.recording(seed), index: 0, horizons: Self.horizon.withHalf, replay: replay,
      unit: .automatic)
    let strokes = prepared.strokes.map { stroke in
      stroke.slots.map { Self.perfect($0, of: stroke) }
    }
    let excused = Set(Self.withoutRight.flatMap(\.metrics).map(\.name))
    for (value, metric) in zip(Self.sheet(of: strokes).values(), MetricSet.allMetrics) {
      guard let perfect = metric.perfect, !excused.contains(metric.name) else { continue }
      guard replay.clock == .index || !Self.needsSteadyClock(metric) else { continue }
      #expect(agree(value, perfect), "seed \(seed): \(metric.name)")
    }
  }

  /// What is always right, also of the pen and of the lift.
  private static func perfect(_ slot: TargetSlot, of stroke: PreparedStroke) -> ScoredStroke {
    let lifted = stroke.track.positions.last ?? .zero
    return ScoredStroke(
      slot: slot, stroke: stroke, predictions: slot.targets.map { $0.truth ?? lifted },
      abstained: slot.targets.map { _ in false }, answers: rightAnswers(slot, of: stroke))
  }

  /// All that can be right about each target.
  private static func rightAnswers(_ slot: TargetSlot, of stroke: PreparedStroke) -> [Prediction?] {
    var tracks = PenAttribute.allCases.map { PenAttributeTrack($0, of: stroke) }
    let end = stroke.samples.last?.time ?? 0
    return slot.targets.map { target in
      let attributes = tracks.indices.map { tracks[$0]?.truth(at: target.time) }
      return Prediction(
        position: target.truth ?? .zero, confidence: 1, force: attributes[0],
        altitude: attributes[1], azimuth: attributes[2],
        liftProbability: target.time > end + 1e-9 ? 1 : 0)
    }
  }

  // MARK: - Units

  /// The same surface seen by a device with finer or coarser pixels.
  @Test(arguments: seeds, [0.25, 3.7])
  func lengthsScaleWithTheUnitAndNothingElseDoes(seed: UInt64, factor: Double) throws {
    let recording = Self.recording(seed)
    var scaled = recording.mapStrokes { $0.mapPositions { factor * $0 } }
    scaled.scale = LengthScale(unit: .pixel, unitsPerMillimeter: factor)
    for spelling in Self.predictors {
      let original = try Self.values(spelling, recording)
      let inPixels = try Self.values(spelling, scaled, unit: .pixel)
      let expected = zip(original, MetricSet.allMetrics).map { value, metric in
        value.map { Self.scaled($0, metric, by: factor) }
      }
      Self.compare(
        inPixels, expected, tolerance: Self.coordinateTolerance, "seed \(seed), \(spelling), px")
      let inMillimeters = try Self.values(spelling, scaled, unit: .millimeter)
      Self.compare(
        inMillimeters, original, tolerance: Self.coordinateTolerance,
        "seed \(seed), \(spelling), mm")
    }
  }

  /// What a measure is multiplied by when lengths and times are.
  private static func scaling(
    of dimension: MetricDefinition.Dimension, lengthBy length: Double = 1, timeBy time: Double = 1
  ) -> Double {
    switch dimension {
    case .length: length
    case .lengthSquared: length * length
    case .lengthSeconds: length * time
    case .milliseconds: time
    case .perSecond: 1 / time
    case .degrees, .share, .nats, .ratio, .count: 1
    }
  }

  /// What is defined by seconds, as landmarks and frequencies are, or by a speed.
  private static let timed = [
    "terminal", "reversal", "recovery", "high_frequency", "aosp_high_velocity", "sparc",
  ]

  /// A clock that runs slower by 2: at half the rate and twice the horizon, only times change.
  @Test(arguments: seeds)
  func timesScaleWithTheClockAndErrorsDoNot(seed: UInt64) throws {
    let recording = Self.recording(seed)
    var slow = recording.mapStrokes { stroke in
      var slow = stroke
      for index in slow.samples.indices { slow.samples[index].time *= 2 }
      return slow
    }
    slow.nominalRate /= 2
    for spelling in Self.predictors {
      let original = try Self.values(spelling, recording)
      let slowed = try Self.values(spelling, slow, at: Horizon(frames: 2, rate: 30))
      for (index, metric) in MetricSet.allMetrics.enumerated() {
        guard !Self.timed.contains(where: metric.name.hasPrefix) else { continue }
        let factor = Self.scaling(of: metric.dimension, timeBy: 2)
        #expect(
          agree(
            slowed[index], original[index].map { factor * $0 },
            relative: Self.coordinateTolerance, absolute: Self.coordinateTolerance),
          "seed \(seed), \(spelling): \(metric.name)")
      }
    }
  }

  // MARK: - Coordinates

  @Test(arguments: seeds)
  func rotationMirroringAndTranslationChangeNothing(seed: UInt64) throws {
    let (sine, cosine) = (sin(0.7), cos(0.7))
    let moves: [(name: String, move: (SIMD2<Double>) -> SIMD2<Double>)] = [
      ("rotated", { SIMD2(cosine * $0.x - sine * $0.y, sine * $0.x + cosine * $0.y) }),
      ("mirrored", { SIMD2($0.y, $0.x) }), ("translated", { $0 + SIMD2(-431.7, 88.3) }),
    ]
    let recording = Self.recording(seed)
    for spelling in Self.predictors {
      let original = try Self.values(spelling, recording)
      for (name, move) in moves {
        var moved = try Self.values(spelling, recording.mapStrokes { $0.mapPositions(move) })
        // Those of the recording's own axes turn with them.
        let (x, y) = (NamedValues.index("crps_x"), NamedValues.index("crps_y"))
        if name == "mirrored" { moved.swapAt(x, y) }
        if name == "rotated" { (moved[x], moved[y]) = (original[x], original[y]) }
        Self.compare(
          moved, original, tolerance: Self.coordinateTolerance,
          "seed \(seed), \(spelling), \(name)")
      }
    }
  }

  @Test(arguments: seeds)
  func aLaterStartChangesNothing(seed: UInt64) throws {
    let recording = Self.recording(seed)
    let later = recording.mapStrokes { stroke in
      var later = stroke
      for index in later.samples.indices { later.samples[index].time += 4096 }
      return later
    }
    for spelling in Self.predictors {
      Self.compare(
        try Self.values(spelling, later), try Self.values(spelling, recording),
        // Times of an hour are rounded to about 1e-12 s, of intervals of 1e-2 s.
        tolerance: 1e-6, "seed \(seed), \(spelling)")
    }
  }

  // MARK: - Parts and wholes

  private static func scored(_ seed: UInt64, _ spelling: String) throws -> [[ScoredStroke]] {
    try scoredStrokes(.sayingLifts(spelling), on: [recording(seed)], at: horizon.withHalf)
  }

  /// The sheet of the last horizon, as if every prediction were shown in a frame.
  private static func sheet(
    of strokes: some Sequence<[ScoredStroke]>,
    _ settings: ScoreSettings = ScoreSettings(millimeter: 1, nominalRate: 60),
    part: StrokePart? = nil
  ) -> ScoreSheet {
    var sheet = ScoreSheet(settings, WantedScore.all(of: MetricSet.allCases), part: part)
    for stroke in strokes {
      let shown = stroke.map(\.onScreen)
      let scored =
        part.map { part in shown.map { ScoredStroke($0.lanes.restricted(to: part), lane: $0.lane) }
        } ?? shown
      sheet.add(scored, at: scored.count - 1)
      if let last = scored.last { sheet.add(last.totals(settings), lane: last.lane) }
    }
    return sheet
  }

  @Test(arguments: seeds)
  func theOrderOfStrokesChangesNothing(seed: UInt64) throws {
    for spelling in Self.predictors {
      let strokes = try Self.scored(seed, spelling)
      let original = Self.sheet(of: strokes).values()
      let turned = strokes.indices.map { strokes[(4 * $0 + 2) % strokes.count] }
      #expect(Set(turned.map(\.[0].stroke.index)).count == strokes.count)
      for order in [turned, strokes.reversed()] {
        Self.compare(
          Self.sheet(of: order).values(), original, tolerance: Self.orderTolerance,
          "seed \(seed), \(spelling)")
      }
    }
  }

  @Test(arguments: seeds)
  func mergedPartsAreTheWhole(seed: UInt64) throws {
    for spelling in Self.predictors {
      let strokes = try Self.scored(seed, spelling)
      let whole = Self.sheet(of: strokes).values()
      for cut in 0...strokes.count {
        var merged = Self.sheet(of: strokes[..<cut])
        merged.merge(Self.sheet(of: strokes[cut...]))
        Self.compare(
          merged.values(), whole, tolerance: Self.orderTolerance,
          "seed \(seed), \(spelling), cut at \(cut)")
      }
      var one = Self.sheet(of: [])
      for stroke in strokes { one.merge(Self.sheet(of: [stroke])) }
      Self.compare(
        one.values(), whole, tolerance: Self.orderTolerance, "seed \(seed), \(spelling), singly")
    }
  }

  /// The phases divide the targets among them, and so do speeds, ages and times to the lift: counts
  /// exactly, sums to rounding.
  @Test(arguments: seeds, [EvaluationPlan.Grouping.phase, .speed, .age, .ageTime, .liftTime])
  func partsOfStrokesAddUpToTheWhole(seed: UInt64, grouping: EvaluationPlan.Grouping) throws {
    for spelling in Self.predictors {
      let strokes = try Self.scored(seed, spelling)
      let whole = NamedValues(values: Self.sheet(of: strokes).values())
      let parts = StrokePart.all(by: grouping).map {
        NamedValues(values: Self.sheet(of: strokes, part: $0).values())
      }
      for count in ["scored", "dropped", "resting"] {
        #expect(parts.reduce(0) { $0 + ($1[count] ?? 0) } == whole[count], "\(count)")
      }
      for (measure, power) in [("error_mean", 1.0), ("error_rmse", 2), ("overshoot_mean", 1)] {
        let sum = parts.reduce(0) { sum, part in
          sum + pow(part[measure] ?? 0, power) * (part["scored"] ?? 0)
        }
        let expected = pow(whole[measure] ?? 0, power) * (whole["scored"] ?? 0)
        #expect(agree(sum, expected, relative: Self.orderTolerance), "\(spelling): \(measure)")
      }
      let greatest = parts.compactMap { $0["error_max"] }.max()
      #expect(greatest == whole["error_max"])
    }
  }

  // MARK: - Anything at all

  /// Numbers near the ends of the range, repeated times and places, and predictions far off.
  @Test(arguments: seeds)
  func noMeasureIsEverNotANumberOrInfinite(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let places: [Double] = [0, -0.0, 1, 1e-300, .leastNonzeroMagnitude, 1e15, 1e160, -1e308, 1e308]
    let steps: [Double] = [0, 0, 1e-12, 0.016, 0.016, 0.016, 0.5, -0.01, 1e6, 1e300, -1e300]
    let far = EvaluationSubject.formula { sample, ahead in
      ahead > 0.01 ? SIMD2(1e308, -1e308) : -sample.position
    }
    for round in 0..<TestSize.of(10, full: 40) {
      let strokes = (0..<4).map { number in
        var time = 0.0
        let isOrdinary = random.nextInt(below: 2) == 0
        let samples = (0..<random.nextInt(below: 60)).map { _ in
          time += isOrdinary ? 0.016 : steps[random.nextInt(below: steps.count)]
          let position = SIMD2(
            places[random.nextInt(below: places.count)],
            places[random.nextInt(below: places.count)])
          return TouchSample(time: time.isFinite ? time : 0, position: position)
        }
        return Stroke(identifier: "\(number)", samples: samples)
      }
      for subject in [far] + (try Self.predictors.map(EvaluationSubject.sayingLifts)) {
        for horizon in [Horizon.frames(0), .frames(2), .frames(-1), Horizon(milliseconds: 1e9)] {
          for tail in EvaluationProtocol.Tail.allCases {
            let found = try scores(
              subject, on: [.test(strokes)], at: horizon, .sample { $0.tail = tail })
            let names = zip(found.values, MetricSet.allMetrics)
              .filter { !($0.0?.isFinite ?? true) }.map(\.1.name)
            #expect(names.isEmpty, "seed \(seed), round \(round), \(subject.name)")
          }
        }
      }
    }
  }
}
