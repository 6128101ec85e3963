// Embedded Swift has no `Codable`, so the conformance stands apart from its type.
#if !hasFeature(Embedded)
  extension PredictorExpansion.LeftOut: Codable {
    private enum Key: String, CodingKey { case spelling, reason }

    /// Reads what a manifest holds.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      self.init(
        spelling: try values.decode(String.self, forKey: .spelling),
        reason: try values.decode(String.self, forKey: .reason))
    }

    /// Writes it for a manifest.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(spelling, forKey: .spelling)
      try values.encode(reason, forKey: .reason)
    }
  }
#endif
