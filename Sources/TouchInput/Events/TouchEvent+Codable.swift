#if !hasFeature(Embedded)
  extension TouchEvent: Codable {
    /// The keys of a recorded event, in the order in which they are written.
    ///
    /// They are the keys of Inkable's recordings and four more, which Inkable ignores:
    /// `preciseLocation`, `isCoalesced`, `unmeasured` and `exactLocation`. These and
    /// `estimationUpdateIndex` are omitted if they have no value; `maximumPossibleForce` may be
    /// missing and is then unknown. All others are required.
    package enum CodingKeys: String, CodingKey, CaseIterable {
      case identifier
      case touchIdentifier
      case timestamp
      case type
      case phase
      case force
      case maximumPossibleForce
      case altitudeAngle
      case azimuth
      case azimuthUnitVector
      case majorRadius
      case majorRadiusTolerance
      case location
      case preciseLocation
      case estimationUpdateIndex
      case estimatedProperties
      case estimatedPropertiesExpectingUpdates
      case isUpdate
      case isPrediction
      case isCoalesced
      case unmeasured
      case exactLocation
    }

    /// Decodes an event; throws if a key is missing or has the wrong type.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        identifier: try values.decode(String.self, forKey: .identifier),
        touchIdentifier: try values.decode(String.self, forKey: .touchIdentifier),
        timestamp: try values.decode(Double.self, forKey: .timestamp),
        type: try values.decode(TouchType.self, forKey: .type),
        phase: try values.decode(TouchPhase.self, forKey: .phase),
        force: try values.decode(Double.self, forKey: .force),
        maximumPossibleForce: try values.decodeIfPresent(
          Double.self, forKey: .maximumPossibleForce) ?? StrokeSample.usualMaximumForce,
        altitudeAngle: try values.decode(Double.self, forKey: .altitudeAngle),
        azimuth: try values.decode(Double.self, forKey: .azimuth),
        azimuthUnitVector: try values.pair(.azimuthUnitVector),
        majorRadius: try values.decode(Double.self, forKey: .majorRadius),
        majorRadiusTolerance: try values.decode(Double.self, forKey: .majorRadiusTolerance),
        location: try values.pair(.location),
        preciseLocation: try values.pairIfPresent(.preciseLocation),
        estimationUpdateIndex: try values.decodeIfPresent(
          Double.self, forKey: .estimationUpdateIndex),
        estimatedProperties: try values.decode(TouchProperties.self, forKey: .estimatedProperties),
        estimatedPropertiesExpectingUpdates: try values.decode(
          TouchProperties.self, forKey: .estimatedPropertiesExpectingUpdates),
        isUpdate: try values.decode(Bool.self, forKey: .isUpdate),
        isPrediction: try values.decode(Bool.self, forKey: .isPrediction),
        isCoalesced: try values.decodeIfPresent(Bool.self, forKey: .isCoalesced) ?? false,
        unmeasured: try values.decodeIfPresent(UnmeasuredValues.self, forKey: .unmeasured),
        exactLocation: try values.pairIfPresent(.exactLocation))
      if !values.contains(.maximumPossibleForce) {
        unmeasured = unmeasuredValues.union(.maximumPossibleForce)
      }
    }

    /// Encodes the event with the keys of Inkable's recordings.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(identifier, forKey: .identifier)
      try values.encode(touchIdentifier, forKey: .touchIdentifier)
      try values.encode(timestamp, forKey: .timestamp)
      try values.encode(type, forKey: .type)
      try values.encode(phase, forKey: .phase)
      try values.encode(force, forKey: .force)
      try values.encode(maximumPossibleForce, forKey: .maximumPossibleForce)
      try values.encode(altitudeAngle, forKey: .altitudeAngle)
      try values.encode(azimuth, forKey: .azimuth)
      try values.encode([azimuthUnitVector.x, azimuthUnitVector.y], forKey: .azimuthUnitVector)
      try values.encode(majorRadius, forKey: .majorRadius)
      try values.encode(majorRadiusTolerance, forKey: .majorRadiusTolerance)
      try values.encode([location.x, location.y], forKey: .location)
      try values.encodeIfPresent(
        preciseLocation.map { [$0.x, $0.y] }, forKey: .preciseLocation)
      try values.encodeIfPresent(estimationUpdateIndex, forKey: .estimationUpdateIndex)
      try values.encode(estimatedProperties, forKey: .estimatedProperties)
      try values.encode(
        estimatedPropertiesExpectingUpdates, forKey: .estimatedPropertiesExpectingUpdates)
      try values.encode(isUpdate, forKey: .isUpdate)
      try values.encode(isPrediction, forKey: .isPrediction)
      if isCoalesced { try values.encode(true, forKey: .isCoalesced) }
      try values.encodeIfPresent(unmeasured, forKey: .unmeasured)
      try values.encodeIfPresent(exactLocation.map { [$0.x, $0.y] }, forKey: .exactLocation)
    }
  }

  extension KeyedDecodingContainer<TouchEvent.CodingKeys> {
    /// Decodes two numbers, as positions and directions are written.
    fileprivate func pair(_ key: TouchEvent.CodingKeys) throws -> SIMD2<Double> {
      let numbers = try decode([Double].self, forKey: key)
      guard numbers.count == 2 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: self, debugDescription: "\(numbers.count) numbers instead of two")
      }
      return SIMD2(numbers[0], numbers[1])
    }

    /// The same; nil if the key is missing.
    fileprivate func pairIfPresent(_ key: TouchEvent.CodingKeys) throws -> SIMD2<Double>? {
      contains(key) ? try pair(key) : nil
    }
  }
#endif
