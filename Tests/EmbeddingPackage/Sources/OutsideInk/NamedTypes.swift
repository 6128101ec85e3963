import Datasets
import DigitalInk
import Evaluation
import MotionNumerics
import MotionPrediction
import Reporting
import TouchInput

/// Creates every public type that a page names.
func createNamedTypes() async throws {
  try createNumerics()
  try createPredictors()
  createInput()
  createInk()
  try await createResearch()
}

private func createNumerics() throws {
  let circle = (0..<9).map { SIMD2(Double($0 * $0), Double($0)) }
  let fit: CircleFit = try CircleFit(circle[...], method: .taubin)
  let arc = CircularArc(point: .zero, tangent: [1, 0], curvature: 0.1)
  let solution: LeastSquaresSolution = try LeastSquares.solve(
    design: [[1, 0], [1, 1], [1, 2]], rightHandSides: [[1, 2, 3]])
  let solver = LeastSquaresSolver(maximumRows: 8, maximumColumns: 3, rightHandSideCount: 2)
  var numbers = [3.0, 1, 2]
  let median = Quantiles.type7(&numbers, at: [0.5])
  let kalman = PlanarKalmanFilter(
    model: KinematicModel(kind: .velocity, density: 1), position: .zero, measurementVariance: 1,
    derivativeDeviations: [1, 1, 1])
  let adaptive = RecursiveLeastSquares(
    start: [0, 0], settings: RecursiveLeastSquares.Settings(regularization: 1, forgetting: 0.99))
  let bootstrap = ClusterBootstrap([ClusterBootstrap.Cluster(sum: 1, count: 2)], seed: 1)
  let permutation = SignFlipPermutation([1, -1, 2], draws: 100, seed: 1)
  let values: [Any] = [
    fit, arc, solution, solver, median, kalman, adaptive, bootstrap, permutation as Any,
    FourierTransform(count: 8), OneEuroFilter(nominalRate: 60), Xoshiro256StarStar(seed: 1),
  ]
  check(values.count == 12, "numerics")
}

private func createPredictors() throws {
  let context = PredictorContext(horizons: [0.016])
  let configured: ConfiguredPredictor = try PredictorCatalogue.standard.predictor("linear")
  let model: LearnedModel = try LearnedModel.standard()
  let predictors: [any Predictor] = [
    try configured.make(context), try CircularArcPredictor(.init(), context: context),
    try KalmanPredictor(.init(), context: context), try LinearPredictor(.init(), context: context),
    try LearnedPredictor(model, .init(), context: context),
    try PolynomialPredictor(.init(), context: context), try RLSPredictor(.init(), context: context),
    try RecommendedPredictor(.init(), context: context),
  ]
  for predictor in predictors { check(predictor.predict(ahead: 0.016) == nil, "nothing observed") }
  let values: [Any] = [
    NoParameters(), ObservationWindow(capacity: 8), try PolynomialGrid([.init()]),
    Prediction(position: .zero),
  ]
  check(values.count == 4, "predictors")
}

private func createInput() {
  let sample = TouchSample(time: 0, position: .zero)
  let stroke = Stroke(identifier: "s", samples: [sample])
  let recording = Recording(
    source: "r", scale: LengthScale(unit: LengthUnit.point), nominalRate: 60, strokes: [stroke])
  let event = TouchEvent(
    identifier: "e", touchIdentifier: "T", timestamp: 0, type: .pencil, phase: .began,
    location: .zero)
  let batch = TouchBatch(events: [event])
  let delivery: TouchDelivery = batch.deliveries[0]
  var recognizer = StrokeRecognizer(StrokeRecognizer.Settings(tool: .pencil))
  let outcome = recognizer.receive(delivery)
  let edit: StrokeEdit = outcome.edits[0]
  check(
    edit == StrokeEdit(stroke: recognizer.stroke.identifier, change: edit.change, event: "e"),
    "edit")
  check(outcome.settled.isEmpty && recognizer.stroke.isSettled, "nothing is pending")
  var copy = LiveStroke(identifier: edit.stroke)
  for edit in outcome.edits where edit.stroke == copy.identifier { copy.apply(edit.change) }
  check(copy == recognizer.stroke, "a copy follows the edits")
  let segments: StrokeSegments = copy.segments
  check(segments.isEmpty && RecognizerOutcome().edits.isEmpty, "one sample has no segment")
  var controller = SketchController()
  _ = controller.receive(batch)
  check(controller.collection.strokesWithUpdates.count == 1, "one stroke is drawn")
  controller.clearUpdateInfo()
  check(controller.collection.strokesWithUpdates.isEmpty, "until it is drawn")
  let screen = StrokeRectangle(origin: .zero, size: [100, 100])
  var session = SketchSession(tool: "pen", showing: screen)
  _ = session.receive(batch)
  var schedule = RedrawSchedule(refreshRate: 60)
  schedule.mark(session.changedParts, at: 0)
  check(schedule.advance(to: 1)?.marks == 1, "one frame")
  var picker = ToolPicker("pen")
  check(picker.choose("brush") && picker.doubleTap() && picker.current == "pen", "tools")
  var taps = TapRecognizer()
  _ = taps.handle(callback(.began, "A", at: 0))
  check(taps.handle(callback(.ended, "A", at: 0.1)).tap == .zero, "a tap")
  let change = LineChange.updated(line: 0, indices: ChangedIndices(0..<3))
  let warning = InputWarning(place: "a", problem: "b", consequence: "c")
  let values: [Any] = [
    recording, change, warning, LineUpdate<Polyline>(lines: [], changes: [change]),
    ContinuousRecognizer(), LiveStroke(), TouchPathStream(),
    TouchPath(touchIdentifier: "T"), PagedArray([1, 2]), SketchView(showing: screen), CanvasLine(),
    GestureStateMachine(), StrokeCollection(),
  ]
  check(values.count == 13, "input")
}

private func createInk() {
  let step = InkStep(TouchPathStream())
  step.isPaused = true
  let lines = step.nextStep(PolylineStream())
  let styled = lines.nextStep(StyleStream<Polyline>())
  var seen = 0
  let block = styled.nextStep({ seen += $0.lines.count })
  step.consume(
    TouchBatch(
      events: [
        TouchEvent(
          identifier: "e", touchIdentifier: "T", timestamp: 0, phase: .began, location: .zero)
      ]))
  check(seen == 0, "paused")
  step.isPaused = false
  check(seen == 1, "resumed")
  styled.remove(block)
  check(step.stage.takeWarnings().isEmpty, "every event fits")
  step.reset()
  let ribbon = Ribbon(LiveStroke(), settings: RibbonSettings(mode: .debug))
  let outline = TaperedOutline([CenterPoint(position: .zero)])
  let shape = InkShape(.line([.zero, [1, 1]]), stroke: .ink, strokeWidth: 1, role: .actual)
  let law: WidthLaw = .tilt
  let values: [Any] = [
    ribbon, outline, shape, law, AntigrainSmoother(), StraightSmoother(), DouglasPeucker(),
    PointDistance(minimum: 2), SavitzkyGolay(halfWidth: 3),
    OneEuroSmoothing(OneEuroFilter(nominalRate: 240)), FilterStream(PointDistance()),
    ElementStream(StraightSmoother()),
  ]
  check(values.count == 12, "ink")
}

private func createResearch() async throws {
  let description = DatasetDescription(name: "none", unit: .point, nominalRate: 60, files: [])
  let dataset: LoadedDataset = LoadedDataset(name: "none", description: description, files: [])
  check(
    (try? Dataset.load(DatasetReference(name: "none", location: .folder("/nowhere")))) == nil,
    "no set")
  let plan = EvaluationPlan(
    datasets: ["none"], predictors: ["hold"], horizons: [Horizon(milliseconds: 16)])
  let prepared = await Evaluator(plan: plan).prepare(
    EvaluationDataset(name: "none", recordings: dataset.recordings), jobs: 1)
  let recordings: [PreparedRecording] = prepared.recordings
  check(recordings.isEmpty, "no recordings")
  let comparison: PairedComparison? = await PairedComparison(
    participants: [], errors: nil, clusters: [], resampling: PairedComparison.Resampling(), jobs: 1)
  check(comparison == nil, "nobody is compared")
  check(MetricSet.allCases.contains(MetricSet.standard), "measures")
  let table = ScoreTable(metrics: plan.metrics, sweptNames: [], rows: [])
  check(ScoresCSV.text(table).split(separator: "\n").count == 1, "a header")
  let page = { (report: RunReport) in ReportPage(report).html }
  _ = page
}
