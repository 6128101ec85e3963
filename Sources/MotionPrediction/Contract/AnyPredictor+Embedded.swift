#if hasFeature(Embedded)
  // What `AnyPredictor.swift` does with existential types, done with classes: a box holds a
  // stage, and is copied before it is changed where more than one value holds it.

  /// A predictor of any type.
  public struct AnyPredictor: Predictor {
    // Changed only where this value alone holds it, so that values can be sent like any other.
    nonisolated(unsafe) private var box: AnyPredictorBox

    fileprivate init(_ box: AnyPredictorBox) { self.box = box }

    private mutating func own() {
      if !isKnownUniquelyReferenced(&box) { box = box.copy() }
    }

    /// Begins a new contact.
    public mutating func beginStroke() {
      own()
      box.beginStroke()
    }

    /// Observes the next sample.
    public mutating func observe(_ sample: TouchSample) {
      own()
      box.observe(sample)
    }

    /// Takes in the predictions that the device made after the newest sample.
    public mutating func observeDevicePredictions(_ samples: [TouchSample]) {
      own()
      box.observeDevicePredictions(samples)
    }

    /// Ends the contact.
    public mutating func endStroke(at time: Double) {
      own()
      box.endStroke(at: time)
    }

    /// Returns where the contact will be, or nil if that is not known.
    public func predict(ahead horizon: Double) -> Prediction? { box.predict(ahead: horizon) }

    /// Returns only the position of `predict(ahead:)`.
    public func position(ahead horizon: Double) -> SIMD2<Double>? { box.position(ahead: horizon) }

    /// Whether nothing of earlier strokes is left after `beginStroke`.
    public var forgetsStrokes: Bool { box.forgetsStrokes }

    /// Resets to the initial state.
    public mutating func reset() {
      own()
      box.reset()
    }
  }

  /// A filter of any type.
  public struct AnyInputFilter: InputFilter {
    nonisolated(unsafe) private var box: AnyFilterBox

    fileprivate init(_ box: AnyFilterBox) { self.box = box }

    private mutating func own() {
      if !isKnownUniquelyReferenced(&box) { box = box.copy() }
    }

    /// Begins a new contact.
    public mutating func beginStroke() {
      own()
      box.beginStroke()
    }

    /// Returns the sample as the predictor receives it.
    public mutating func filter(_ sample: TouchSample) -> TouchSample {
      own()
      return box.filter(sample)
    }

    /// How long before its recorded time the latest sample was measured, in seconds.
    public var age: Double? { box.age }

    /// Resets to the initial state.
    public mutating func reset() {
      own()
      box.reset()
    }
  }

  /// A modifier of any type.
  public struct AnyOutputModifier: OutputModifier {
    nonisolated(unsafe) private var box: AnyModifierBox

    fileprivate init(_ box: AnyModifierBox) { self.box = box }

    private mutating func own() {
      if !isKnownUniquelyReferenced(&box) { box = box.copy() }
    }

    /// Begins a new contact.
    public mutating func beginStroke() {
      own()
      box.beginStroke()
    }

    /// Returns whether the predictor begins a new stroke with a sample.
    public mutating func beginsStroke(with sample: TouchSample) -> Bool {
      own()
      return box.beginsStroke(with: sample)
    }

    /// Takes in a sample after the predictor has.
    public mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
      own()
      box.observe(sample, after: predictor)
    }

    /// Returns what to answer.
    public func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
      box.predict(ahead: horizon, with: predictor)
    }

    /// Resets to the initial state.
    public mutating func reset() {
      own()
      box.reset()
    }
  }

  /// Returns a predictor as one of any type.
  package func erased(_ predictor: some Predictor) -> AnyPredictor {
    AnyPredictor(PredictorBox(predictor))
  }

  /// Returns a filter as one of any type.
  func erased(_ filter: some InputFilter) -> AnyInputFilter { AnyInputFilter(FilterBox(filter)) }

  /// Returns a modifier as one of any type.
  func erased(_ modifier: some OutputModifier) -> AnyOutputModifier {
    AnyOutputModifier(ModifierBox(modifier))
  }

  private class AnyPredictorBox {
    func copy() -> AnyPredictorBox { self }
    func beginStroke() {}
    func observe(_ sample: TouchSample) {}
    func observeDevicePredictions(_ samples: [TouchSample]) {}
    func endStroke(at time: Double) {}
    func predict(ahead horizon: Double) -> Prediction? { nil }
    func position(ahead horizon: Double) -> SIMD2<Double>? { nil }
    var forgetsStrokes: Bool { false }
    func reset() {}
  }

  private final class PredictorBox<Held: Predictor>: AnyPredictorBox {
    private var held: Held

    init(_ held: Held) { self.held = held }

    override func copy() -> AnyPredictorBox { PredictorBox(held) }
    override func beginStroke() { held.beginStroke() }
    override func observe(_ sample: TouchSample) { held.observe(sample) }
    override func observeDevicePredictions(_ samples: [TouchSample]) {
      held.observeDevicePredictions(samples)
    }
    override func endStroke(at time: Double) { held.endStroke(at: time) }
    override func predict(ahead horizon: Double) -> Prediction? { held.predict(ahead: horizon) }
    override func position(ahead horizon: Double) -> SIMD2<Double>? {
      held.position(ahead: horizon)
    }
    override var forgetsStrokes: Bool { held.forgetsStrokes }
    override func reset() { held.reset() }
  }

  private class AnyFilterBox {
    func copy() -> AnyFilterBox { self }
    func beginStroke() {}
    func filter(_ sample: TouchSample) -> TouchSample { sample }
    var age: Double? { nil }
    func reset() {}
  }

  private final class FilterBox<Held: InputFilter>: AnyFilterBox {
    private var held: Held

    init(_ held: Held) { self.held = held }

    override func copy() -> AnyFilterBox { FilterBox(held) }
    override func beginStroke() { held.beginStroke() }
    override func filter(_ sample: TouchSample) -> TouchSample { held.filter(sample) }
    override var age: Double? { held.age }
    override func reset() { held.reset() }
  }

  private class AnyModifierBox {
    func copy() -> AnyModifierBox { self }
    func beginStroke() {}
    func beginsStroke(with sample: TouchSample) -> Bool { false }
    func observe(_ sample: TouchSample, after predictor: AnyPredictor) {}
    func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? { nil }
    func reset() {}
  }

  private final class ModifierBox<Held: OutputModifier>: AnyModifierBox {
    private var held: Held

    init(_ held: Held) { self.held = held }

    override func copy() -> AnyModifierBox { ModifierBox(held) }
    override func beginStroke() { held.beginStroke() }
    override func beginsStroke(with sample: TouchSample) -> Bool {
      held.beginsStroke(with: sample)
    }
    override func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
      held.observe(sample, after: predictor)
    }
    override func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
      held.predict(ahead: horizon, with: predictor)
    }
    override func reset() { held.reset() }
  }
#endif
