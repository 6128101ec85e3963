/// The predictors that can be named, and how a spelling becomes a predictor.
public struct PredictorCatalogue: Sendable {
  /// The rows, in the order in which they are listed.
  public let rows: [CatalogueRow]

  /// Every predictor, filter and modifier of the package.
  ///
  /// Adding one adds one line here.
  public static let standard = PredictorCatalogue(
    rows: available([
      CatalogueRow(HoldPredictor.self),
      CatalogueRow(LinearPredictor.self),
      CatalogueRow(PolynomialPredictor.self),
      CatalogueRow(WeightedPolynomialPredictor.self),
      CatalogueRow(DoubleExponentialPredictor.self),
      CatalogueRow(KalmanPredictor.self),
      CatalogueRow(InteractingMultipleModelPredictor.self),
      CatalogueRow(CircularArcPredictor.self),
      CatalogueRow(LMSPredictor.self),
      CatalogueRow(NLMSPredictor.self),
      CatalogueRow(RLSPredictor.self),
      CatalogueRow(WindowsRLSPredictor.self),
      CatalogueRow(LearnedPredictor.self),
      CatalogueRow(RecommendedPredictor.self),
      CatalogueRow(RecordedPredictor.self),
      CatalogueRow(InertialReleasePredictor.self),
      CatalogueRow(ChromiumLinearPredictor.self),
      CatalogueRow(ChromiumQuadraticPredictor.self),
      CatalogueRow(ChromiumLeastSquaresPredictor.self),
      CatalogueRow(ChromiumKalmanPredictor.self),
      CatalogueRow(ChromiumResamplingPredictor.self),
      CatalogueRow(AndroidxPredictor.self),
      CatalogueRow(InkStrokeModelerPredictor.self),
      CatalogueRow(VelocityTrackerPredictor.self),
      CatalogueRow(FlutterVelocityPredictor.self),
      CatalogueRow(bank: HedgePredictor.self),
      CatalogueRow(filter: TimestampRegularization.self),
      CatalogueRow(filter: OneEuroInputFilter.self),
      CatalogueRow(filter: GridRounding.self),
      CatalogueRow(modifier: OneEuroOutputFilter.self),
      CatalogueRow(modifier: SpeedGate.self),
      CatalogueRow(modifier: DirectionGate.self),
      CatalogueRow(modifier: DisplacementCap.self),
      CatalogueRow(modifier: JumpGate.self),
      CatalogueRow(modifier: ConfidenceHorizon.self),
      CatalogueRow(modifier: HoldBlend.self),
      CatalogueRow(modifier: ConformalRegions.self),
      CatalogueRow(modifier: LiftHazard.self),
    ]))

  /// Returns the rows that can predict here: without LAPACK, all but those that always solve by it.
  private static func available(_ rows: [CatalogueRow]) -> [CatalogueRow] {
    #if hasFeature(Embedded)
      return rows.filter { !solvingKinds.contains($0.kind) }
    #else
      return rows
    #endif
  }

  /// The kinds that always solve by LAPACK and so are missing where there is none, as in a browser.
  package static let solvingKinds = [
    WeightedPolynomialPredictor.kind, VelocityTrackerPredictor.kind, FlutterVelocityPredictor.kind,
  ]

  /// Creates a catalogue of rows.
  public init(rows: [CatalogueRow]) { self.rows = rows }

  /// Returns the catalogue with one more row, for predictors outside the package.
  public func adding(_ row: CatalogueRow) -> PredictorCatalogue {
    PredictorCatalogue(rows: rows + [row])
  }

  /// The catalogue with another row of the same kind in the place of its own, for a predictor that
  /// is made in another way outside the package.
  public func replacing(_ row: CatalogueRow) -> PredictorCatalogue {
    PredictorCatalogue(rows: rows.map { $0.kind == row.kind ? row : $0 })
  }

  /// Returns the first row of a kind.
  ///
  /// - Throws: `CatalogueError.unknownKind`, with the known names.
  public func row(kind: String) throws(CatalogueError) -> CatalogueRow {
    guard let row = rows.first(where: { $0.kind == kind }) else {
      var known: [String] = []
      for row in rows where !known.contains(row.kind) { known.append(row.kind) }
      throw .unknownKind(kind, known: known)
    }
    return row
  }

  /// Reads a spelling that stands for one predictor.
  ///
  /// - Throws: `CatalogueError` for a spelling that cannot be read, an unknown kind or parameter, a
  ///   value out of range, and a range where one predictor is meant.
  public func predictor(_ text: String) throws(CatalogueError) -> ConfiguredPredictor {
    let expansion = try expand(text, relationsAreErrors: true)
    guard expansion.predictors.count == 1, let only = expansion.predictors.first else {
      throw .rangeWhereOneIsMeant(text, count: expansion.predictors.count)
    }
    return only
  }

  /// Reads a spelling with ranges into every predictor it stands for.
  ///
  /// Combinations that break a relation between parameters (a polynomial whose window is too short
  /// for its degree) are left out and listed, unless the spelling stands for one predictor only:
  /// then they are an error.
  public func expand(_ text: String) throws(CatalogueError) -> PredictorExpansion {
    try expand(text, relationsAreErrors: false)
  }

  /// Returns the predictor for a world whose lengths and times are multiplied.
  ///
  /// Every stage's parameters are scaled by their dimension (`PredictorParameters.scaled`).
  ///
  /// - Parameters:
  ///   - predictor: A predictor of this catalogue.
  ///   - lengthBy: The factor of lengths, above 0.
  ///   - timeBy: The factor of times, above 0.
  /// - Returns: The scaled predictor.
  /// - Throws: `CatalogueError` where a scaled value is out of its range.
  public func scaled(
    _ predictor: ConfiguredPredictor, lengthBy: Double, timeBy: Double = 1
  ) throws(CatalogueError) -> ConfiguredPredictor {
    try configure(try scaled(predictor.spec, lengthBy, timeBy))
  }

  private func scaled(
    _ spec: PredictorSpec, _ lengthBy: Double, _ timeBy: Double
  ) throws(CatalogueError) -> PredictorSpec {
    var result = spec
    for index in result.stages.indices {
      let stage = result.stages[index]
      result.stages[index].settings = try row(kind: stage.kind).scaled(
        stage.settings, lengthBy: lengthBy, timeBy: timeBy)
      for member in stage.bank.indices {
        result.stages[index].bank[member] = try scaled(stage.bank[member], lengthBy, timeBy)
      }
    }
    return result
  }

  private func expand(
    _ text: String, relationsAreErrors: Bool
  ) throws(CatalogueError) -> PredictorExpansion {
    let singles: [SpecRange.Single]
    do {
      singles = try SpecRange.expand(try PredictorSpec(text))
    } catch {
      throw .spelling(error)
    }
    var result = PredictorExpansion(predictors: [], leftOut: [])
    for single in singles {
      do {
        result.predictors.append(try configure(single.spec).stating(single))
      } catch {
        guard case .parameter(_, let problem) = error, problem.isRelation,
          singles.count > 1, !relationsAreErrors
        else { throw error }
        result.leftOut.append(.init(spelling: single.spec.description, reason: "\(problem)"))
      }
    }
    guard !result.predictors.isEmpty else { throw .nothingLeft(text) }
    return result
  }

  /// The chain that a spec without ranges stands for.
  private func configure(_ spec: PredictorSpec) throws(CatalogueError) -> ConfiguredPredictor {
    for stage in spec.stages { _ = try row(kind: stage.kind) }
    let places = spec.stages.indices.filter { predicts(spec.stages[$0].kind) }
    guard places.count == 1, let place = places.first else {
      throw .notOnePredictor(
        spec.description, predictors: places.map { spec.stages[$0].kind })
    }
    var chain = PredictorChain()
    for (index, stage) in spec.stages.enumerated() {
      let role: CatalogueRow.Role? = index < place ? .filter : index > place ? .modifier : nil
      try append(stage, role: role, to: &chain)
    }
    return chain.configured
  }

  private func predicts(_ kind: String) -> Bool {
    rows.contains { $0.kind == kind && ($0.role == .predictor || $0.role == .bank) }
  }

  private func append(
    _ stage: PredictorSpec.Stage, role: CatalogueRow.Role?, to chain: inout PredictorChain
  ) throws(CatalogueError) {
    let candidates = rows.filter { $0.kind == stage.kind }
    guard let row = candidates.first(where: { role == nil || $0.role == role }) else {
      throw .wrongPlace(stage.kind, role: role == .filter ? .modifier : .filter)
    }
    guard stage.bank.isEmpty || row.role == .bank else { throw .takesNoBank(stage.kind) }
    let (settings, making) = try row.configure(stage.settings)
    var members: [ConfiguredPredictor] = []
    if row.role == .bank {
      let specs = stage.bank.isEmpty ? try defaultMembers(of: row) : stage.bank
      for spec in specs { members.append(try configure(spec)) }
    }
    chain.append(
      row, settings: settings, making: making, members: members,
      statesMembers: !stage.bank.isEmpty)
  }

  private func defaultMembers(of row: CatalogueRow) throws(CatalogueError) -> [PredictorSpec] {
    do {
      return try PredictorSpec("\(row.kind):[\(row.defaultMembers)]").stages[0].bank
    } catch {
      throw .spelling(error)
    }
  }
}

/// The predictors that a spelling with ranges stands for.
public struct PredictorExpansion: Sendable {
  /// The predictors, the last written range varying fastest.
  public var predictors: [ConfiguredPredictor]
  /// The combinations that were left out, with the reason.
  public var leftOut: [LeftOut]

  /// A combination that was left out.
  public struct LeftOut: Hashable, Sendable {
    /// How it is spelled.
    public var spelling: String
    /// Why it cannot be.
    public var reason: String
  }
}
