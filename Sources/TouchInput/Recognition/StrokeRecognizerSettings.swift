extension StrokeRecognizer {
  /// What a stroke recognizer collects, and when it begins.
  public struct Settings: Hashable, Sendable {
    /// What it draws with: it follows touches of that type alone.
    public var tool: SketchTool
    /// Whether coalesced reports become samples, or only delivered ones.
    public var collectsCoalesced = true
    /// Which place of a touch samples have.
    public var location = TouchLocation.precise
    /// Whether the system's predictions become predicted samples.
    public var usesPredicted = true
    /// Whether the display measures the force of fingers; that of pens always counts.
    public var isForceCapable = false
    /// How long a second touch makes a gesture something else, and a finger waits to begin, in
    /// seconds.
    public var decisionTime = 0.1
    /// The square of the shortest way to the last actual sample that makes a new sample, in the
    /// square of the unit of positions.
    public var shortestStepSquared = 0.003

    /// Makes the settings of Speed Sketch.
    public init(tool: SketchTool) { self.tool = tool }
  }
}
