// What a batch of touch events costs every stage of the ink pipeline, each fed what those before it
// made, and then the whole of it.

import Benchmark
import DigitalInk
import MotionNumerics
import MotionPrediction
import SuiteSettings
import TouchInput

let benchmarks: @Sendable () -> Void = {
  let stroke = PenStroke(points: 2 * stageConfiguration.scalingFactor.rawValue)
  let paths = updates(of: TouchPathStream(), from: stroke.batches)
  let lines = updates(of: PolylineStream(), from: paths)
  stage("touch paths", TouchPathStream(), from: stroke.batches)
  stage("polylines", PolylineStream(), from: paths)
  stage("savitzky-golay", FilterStream(SavitzkyGolay()), from: lines)
  stage("douglas-peucker", FilterStream(DouglasPeucker()), from: lines)
  stage("point-distance", FilterStream(PointDistance(minimum: 1)), from: lines)
  stage("one-euro", FilterStream(OneEuroSmoothing(oneEuro)), from: lines)
  stage("antigrain", ElementStream(AntigrainSmoother()), from: lines)
  stage("line", ElementStream(StraightSmoother()), from: lines)
  stage("styles", StyleStream<Polyline>(), from: lines)
  standIn(on: stroke)
  ribbon(on: stroke)
  outline(of: lines)
  stage(
    "pipeline",
    TouchPathStream().then(PolylineStream()).then(FilterStream(SavitzkyGolay()))
      .then(FilterStream(DouglasPeucker())).then(ElementStream(AntigrainSmoother())),
    from: stroke.batches)
}

/// An iteration is a stroke of 2,000 reports in 1,000 batches.
private var stageConfiguration: Benchmark.Configuration {
  SuiteSettings.configuration(steps: .kilo)
}

private let oneEuro = OneEuroFilter(beta: 0.01, nominalRate: 240)

/// What a stage says of its inputs, one after another.
private func updates<Stage: InkStage>(
  of fresh: Stage, from inputs: [Stage.Input]
) -> [LineUpdate<Stage.Line>] {
  var stage = fresh
  return inputs.map { stage.update($0) }
}

private func stage<Stage: InkStage>(_ name: String, _ fresh: Stage, from inputs: [Stage.Input]) {
  Benchmark(name, configuration: stageConfiguration) { _ in
    var stage = fresh
    for input in inputs { blackHole(stage.process(input).count) }
    blackHole(stage.recomputed)
  }
}

private func standIn(on stroke: PenStroke) {
  let horizons = [1.0 / 120, 1.0 / 60]
  let context = PredictorContext(horizons: horizons, nominalRate: 240)
  Benchmark("stand-in predictions by polynomial", configuration: stageConfiguration) {
    (_: Benchmark, fresh: StandInPredictions) in
    var stage = fresh
    for batch in stroke.batches { blackHole(stage.process(batch).events.count) }
  } setup: {
    StandInPredictions(
      try PredictorCatalogue.standard.predictor("polynomial").make(context), horizons: horizons)
  }
}

private func ribbon(on stroke: PenStroke) {
  let batches = stroke.batches.map { batch in
    batch.events.filter { !$0.isUpdate }.map {
      StrokeSample(
        timestamp: $0.timestamp, location: $0.location, force: $0.force, azimuth: $0.azimuth,
        altitude: $0.altitudeAngle, isPredicted: $0.isPrediction)
    }
  }
  Benchmark("stroke and ribbon", configuration: stageConfiguration) { _ in
    var drawn = LiveStroke()
    var ribbon = Ribbon(drawn)
    for samples in batches {
      drawn.withdrawPredictions()
      for sample in samples {
        if sample.isPredicted { drawn.addPredicted(sample) } else { drawn.add(sample) }
      }
      ribbon.update(drawn)
      drawn.clearUpdateInfo()
    }
    blackHole(ribbon.drawnSegments)
  }
}

/// Each point is put to the end of the outline; nothing is corrected.
private func outline(of updates: [LineUpdate<Polyline>]) {
  let points = updates.last?.lines.first?.points.map {
    CenterPoint(position: $0.location, time: $0.time, force: $0.force)
  }
  let line = Array((points ?? []).prefix(stageConfiguration.scalingFactor.rawValue))
  Benchmark("outline by points", configuration: stageConfiguration) { _ in
    var outline = TaperedOutline()
    for point in line { outline.append(point) }
    blackHole(outline.recomputedPoints)
  }
}
