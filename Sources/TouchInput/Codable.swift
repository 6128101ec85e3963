// Embedded Swift has no `Codable`, so the conformances stand apart from their types.
#if !hasFeature(Embedded)
  extension DeviceClass: Codable {}
  extension GestureState: Codable {}
  extension GestureTransitions: Codable {}
  extension LengthUnit: Codable {}
  extension Recording.Tool: Codable {}
  extension Stroke.Kind: Codable {}
  extension TouchLocation: Codable {}
  extension TouchPhase: Codable {}
  extension TouchProperties: Codable {}
  extension TouchSample.Kind: Codable {}
  extension TouchSample.Phase: Codable {}
  extension TouchType: Codable {}
  extension UnmeasuredValues: Codable {}
#endif
