import TestSupport

/// Seeded random choices for tests.
typealias TestRandom = DamageRandom
