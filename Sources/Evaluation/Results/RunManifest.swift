import MotionPrediction

/// What a run was: enough to do it again, and to know whether two runs may be compared.
package struct RunManifest: Hashable, Sendable, Codable {
  /// The version of this file's form.
  package var schema = 1
  /// The SHA-256 of the identity half, hexadecimal, by which an edited file is known; nil in files of
  /// versions that did not write it.
  package var hash: String?
  /// What determines `scores.csv`.
  package var identity: Identity
  /// What may differ between two runs with the same scores.
  package var volatile: Volatile

  /// Makes a manifest.
  package init(identity: Identity, volatile: Volatile) {
    self.identity = identity
    self.volatile = volatile
  }

  /// The half of the manifest that determines `scores.csv`.
  package struct Identity: Hashable, Sendable, Codable {
    /// The version of nextpoint.
    package var version: String
    /// The commit it was built from; empty where unknown.
    package var commit: String
    /// The resolved plan.
    package var plan: EvaluationPlan
    /// The data sets with the hashes of their files.
    package var datasets: [DatasetIdentity]
    /// The combinations of swept parameters that were left out.
    package var leftOut: [PredictorExpansion.LeftOut]
    /// The numerical environment.
    package var environment: NumericalEnvironment
    /// Those of other parts of the run, where it was put together of such as had differing ones.
    package var otherEnvironments: [NumericalEnvironment]?
    /// How the predictors' settings were chosen, where `tune` chose them.
    package var tuning: TuningIdentity?
    /// What was chosen among, where `train --leave-one-out` trained what was scored.
    package var training: TrainingIdentity?

    /// Makes an identity.
    package init(
      version: String, commit: String, plan: EvaluationPlan, datasets: [DatasetIdentity],
      leftOut: [PredictorExpansion.LeftOut], environment: NumericalEnvironment,
      tuning: TuningIdentity? = nil, training: TrainingIdentity? = nil
    ) {
      self.version = version
      self.commit = commit
      self.plan = plan
      self.datasets = datasets
      self.leftOut = leftOut
      self.environment = environment
      self.tuning = tuning
      self.training = training
    }
  }

  /// The half of the manifest that may differ between runs with the same scores.
  package struct Volatile: Hashable, Sendable, Codable {
    /// The command as given.
    package var command: [String]
    /// When the run began and ended, ISO 8601.
    package var started: String
    /// When the run ended.
    package var ended: String
    /// How long it took, in seconds.
    package var seconds: Double
    /// The machine's name.
    package var host: String
    /// How many workers it had.
    package var jobs: Int
    /// What the run has to say beside its scores, each with a remedy.
    package var warnings: [String]

    /// Makes a volatile half.
    package init(
      command: [String], started: String, ended: String, seconds: Double, host: String, jobs: Int,
      warnings: [String]
    ) {
      self.command = command
      self.started = started
      self.ended = ended
      self.seconds = seconds
      self.host = host
      self.jobs = jobs
      self.warnings = warnings
    }
  }
}

/// A data set as it was when a run read it.
package struct DatasetIdentity: Hashable, Sendable, Codable {
  /// The name.
  package var name: String
  /// The SHA-256 over the hashes of its files, in the order of the description, in hexadecimal.
  package var sha256: String
  /// The number of recordings, strokes and samples that were read.
  package var recordings: Int
  /// The number of strokes that were read.
  package var strokes: Int
  /// The number of samples that were read.
  package var samples: Int
  /// The number of participants.
  package var participants: Int
  /// What could not be read.
  package var rejectedLines: Int
  /// The participants that were replayed, where the plan names parts of the split.
  package var split: SplitIdentity?
  /// The licence; nil where it is not known.
  package var licence: String?
  /// How to cite it; nil where that is not known.
  package var citation: String?

  /// Makes an identity.
  package init(
    name: String, sha256: String, recordings: Int, strokes: Int, samples: Int, participants: Int,
    rejectedLines: Int, split: SplitIdentity? = nil, licence: String? = nil, citation: String? = nil
  ) {
    self.name = name
    self.sha256 = sha256
    self.recordings = recordings
    self.strokes = strokes
    self.samples = samples
    self.participants = participants
    self.rejectedLines = rejectedLines
    self.split = split
    self.licence = licence
    self.citation = citation
  }
}

/// The split of a data set that a run went by, and whom it replayed.
package struct SplitIdentity: Hashable, Sendable, Codable {
  /// The SHA-256 of the whole split: name, hashes of the files, participants of every part.
  package var sha256: String
  /// The participants of the parts that the plan names, sorted.
  package var participants: [String]

  /// Makes an identity.
  package init(sha256: String, participants: [String]) {
    self.sha256 = sha256
    self.participants = participants
  }
}

/// What the last digits of a result may depend on.
package struct NumericalEnvironment: Hashable, Sendable, Codable {
  /// The LAPACK and BLAS build, for example "OpenBLAS 0.3.21 …".
  package var linearAlgebra: String
  /// The BLAS kernel chosen for this processor; empty where it does not say.
  package var kernel: String
  /// The C library and its version.
  package var libc: String
  /// The processor's architecture.
  package var architecture: String

  /// Makes an environment.
  package init(linearAlgebra: String, kernel: String, libc: String, architecture: String) {
    self.linearAlgebra = linearAlgebra
    self.kernel = kernel
    self.libc = libc
    self.architecture = architecture
  }
}
