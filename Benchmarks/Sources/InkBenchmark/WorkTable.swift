import DigitalInk
import MotionNumerics
import TouchInput

/// Points recomputed a batch by each stage, over strokes of growing length.
struct WorkTable {
  /// The lengths of the strokes, in points.
  static let lengths = [100, 1_000, 10_000, 100_000]

  /// The most points that a stage recomputed in one batch, and on average.
  struct Work {
    var stage: String
    var greatest: Int
    var mean: Double
  }

  /// The work of every stage on a stroke.
  static func work(points: Int) -> [Work] {
    let stroke = PenStroke(points: points)
    let lines = TouchPathStream().then(PolylineStream())
    return [
      work("paths", TouchPathStream(), on: stroke),
      work("polylines", PolylineStream(), after: TouchPathStream(), on: stroke),
      work("Savitzky–Golay", LineStream(SavitzkyGolay()), after: lines, on: stroke),
      work("Douglas–Peucker", LineStream(DouglasPeucker()), after: lines, on: stroke),
      work("point distance", LineStream(PointDistance()), after: lines, on: stroke),
      work(
        "one-euro", LineStream(OneEuroSmoothing(OneEuroFilter(beta: 0.01, nominalRate: 240))),
        after: lines, on: stroke),
      work("line", ElementStream(StraightSmoother()), after: lines, on: stroke),
      work("antigrain", ElementStream(AntigrainSmoother()), after: lines, on: stroke),
      work(
        "whole-line Douglas–Peucker", LineStream(DouglasPeucker(blockLength: nil)), after: lines,
        on: stroke, atMost: 10_000),
    ].compactMap { $0 }
  }

  private static func work<Stage: InkStage, Before: InkStage>(
    _ name: String, _ stage: Stage, after before: Before, on stroke: PenStroke,
    atMost limit: Int = .max
  ) -> Work? where Stage.Input == LineUpdate<Before.Line>, Before.Input == TouchBatch {
    guard stroke.batches.count * PenStroke.reports <= limit else { return nil }
    var before = before
    var stage = stage
    return measured(name, on: stroke) { batch in
      let former = stage.recomputed
      _ = stage.process(before.update(batch))
      return stage.recomputed - former
    }
  }

  private static func work(_ name: String, _ stage: TouchPathStream, on stroke: PenStroke) -> Work {
    var stage = stage
    return measured(name, on: stroke) { batch in
      let former = stage.recomputed
      _ = stage.process(batch)
      return stage.recomputed - former
    }
  }

  private static func measured(
    _ name: String, on stroke: PenStroke, _ process: (TouchBatch) -> Int
  ) -> Work {
    let counts = stroke.batches.map(process)
    return Work(
      stage: name, greatest: counts.max() ?? 0,
      mean: Double(counts.reduce(0, +)) / Double(counts.count))
  }
}
