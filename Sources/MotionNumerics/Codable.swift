// Embedded Swift has no `Codable`, so the conformances stand apart from their types.
#if !hasFeature(Embedded)
  extension CircleFitMethod: Codable {}
  extension FitSolver: Codable {}
  extension KinematicModel.Excitation: Codable {}
  extension KinematicModel.Kind: Codable {}
  extension OneEuroFilter.Speed: Codable {}
#endif
