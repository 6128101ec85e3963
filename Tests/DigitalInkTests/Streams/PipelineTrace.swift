import DigitalInk
import TouchInput

/// A line whose parts can be compared one by one.
protocol ComparableLine: InkLine, Equatable {
  associatedtype Part: Equatable
  func part(at index: Int) -> Part
}

extension TouchPath: ComparableLine {
  func part(at index: Int) -> TouchPathPoint { self[index] }
}

extension Polyline: ComparableLine {
  func part(at index: Int) -> PolylinePoint { points[index] }
}

extension ElementLine: ComparableLine {
  func part(at index: Int) -> InkElement { elements[index] }
}

extension LineUpdate where Line: ComparableLine {
  /// Every index whose value changed since without a delta that covers it, and every line that was
  /// added or completed without one.
  func uncovered(since former: PagedArray<Line>) -> [String] {
    let deltas = deltas
    return lines.enumerated().flatMap { number, line -> [String] in
      guard number < former.count else {
        return deltas.contains(.added(line: number)) ? [] : ["line \(number) not added"]
      }
      let old = former[number]
      let isUntold =
        line.isComplete && line != old && !deltas.contains(.completed(line: number))
      let changed = (0..<max(line.count, old.count)).filter { index in
        index >= line.count || index >= old.count || line.part(at: index) != old.part(at: index)
      }
      let uncovered = changed.filter { index in
        !deltas.contains {
          if case .updated(number, let indices) = $0 { indices.contains(index) } else { false }
        }
      }
      return (isUntold ? ["line \(number) not completed"] : [])
        + uncovered.map { "line \(number), index \($0) not covered" }
    }
  }
}

/// What a stage gave for every prefix of a stream, event by event, and what it gives for the prefix
/// at once; and everything in which the two, or a delta and the truth, do not agree.
struct PipelineTrace<Line: ComparableLine> {
  /// One prefix.
  struct Step {
    /// The update by the prefix's last input.
    var incremental: LineUpdate<Line>
    /// The whole prefix as one update.
    var whole: LineUpdate<Line>
  }

  private(set) var steps: [Step] = []
  private(set) var differences: [String] = []
  private var former = PagedArray<Line>()

  /// The number of prefixes compared, including those of earlier stages.
  private(set) var comparisons = 0

  private mutating func add(
    _ incremental: LineUpdate<Line>, whole: PagedArray<Line>, _ name: String
  ) {
    let place = "\(name), prefix \(steps.count + 1)"
    if incremental.lines != whole { differences.append("\(place): not the lines of the whole") }
    differences += incremental.uncovered(since: former).map { "\(place): \($0)" }
    former = incremental.lines
    steps.append(
      Step(
        incremental: incremental, whole: LineUpdate(lines: whole, changes: Self.additions(whole))))
    comparisons += 1
  }

  /// Lines as the changes of one update.
  private static func additions(_ lines: PagedArray<Line>) -> [LineChange] {
    lines.enumerated().flatMap { number, line -> [LineChange] in
      line.isComplete ? [.added(line: number), .completed(line: number)] : [.added(line: number)]
    }
  }

  /// The trace of the lines that a transform makes of these.
  ///
  /// For every prefix three ways must agree: by what changed, at once, and by the plain twin.
  func through<Transform: LineTransform>(
    _ transform: Transform, _ name: String
  ) -> PipelineTrace<Transform.Result>
  where Transform.Source == Line, Transform.Result: ComparableLine {
    var result = PipelineTrace<Transform.Result>()
    result.differences = differences
    result.comparisons = comparisons
    var stream = LineStream(transform)
    for step in steps {
      var whole = LineStream(transform)
      var plain = RebuildingLineStream(transform)
      let update = stream.update(step.incremental)
      let lines = whole.update(step.whole).lines
      result.add(update, whole: lines, name)
      if plain.update(step.whole).lines != lines {
        result.differences.append("\(name), prefix \(result.steps.count): not the plain twin's")
      }
    }
    return result
  }
}

extension PipelineTrace where Line == TouchPath {
  /// The trace of the paths of a stream of batches.
  init(_ batches: [TouchBatch]) {
    var stream = TouchPathStream()
    var events: [TouchEvent] = []
    for batch in batches {
      events += batch.events
      var whole = TouchPathStream()
      let paths = whole.update(TouchBatch(events: events)).lines
      // Lines come in order of appearance in both, since a touch appears in one batch first.
      add(stream.update(batch), whole: paths, "paths")
    }
  }
}

/// Every stage, filter and smoother over a stream of batches.
struct EveryStage {
  /// All that did not agree.
  private(set) var differences: [String] = []
  /// The number of prefixes compared, and of stages.
  private(set) var comparisons = 0

  init(_ batches: [TouchBatch]) {
    let lines = PipelineTrace(batches).through(PolylineCopy(), "polylines")
    note(lines.through(SavitzkyGolay(halfWidth: 5, strength: 0.6), "Savitzky–Golay, 5"))
    note(lines.through(DouglasPeucker(blockLength: nil), "Douglas–Peucker, whole"))
    note(lines.through(PointDistance(minimum: 3), "point distance"))
    note(lines.through(OneEuroSmoothing(.init(beta: 0.01, nominalRate: 240)), "one-euro"))
    note(lines.through(ElementMaker(StraightSmoother()), "straight"))
    note(lines.through(ElementMaker(AntigrainSmoother()), "antigrain"))
    let smooth = lines.through(SavitzkyGolay(), "Savitzky–Golay")
    let thin = smooth.through(DouglasPeucker(), "Savitzky–Golay, Douglas–Peucker")
    note(thin.through(ElementMaker(AntigrainSmoother()), "Inkable's pipeline"))
    let blocks = lines.through(PointDistance(minimum: 1), "point distance, 1")
      .through(DouglasPeucker(epsilon: 1, blockLength: 4), "Douglas–Peucker, blocks of 4")
    note(blocks.through(ElementMaker(StraightSmoother()), "straight after blocks"))
    let eased = blocks.through(OneEuroSmoothing(.init(nominalRate: 240)), "one-euro after blocks")
    let curves = AntigrainSmoother(smoothFactor: 0.4, drawsTwoPointLines: true)
    note(eased.through(ElementMaker(curves), "antigrain with lines of two points"))
  }

  private mutating func note(_ trace: PipelineTrace<some ComparableLine>) {
    differences += trace.differences
    comparisons += trace.comparisons
  }
}
