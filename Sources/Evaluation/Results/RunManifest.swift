import MotionPrediction

/// A description of a run: enough to repeat it, and to tell whether two runs are comparable.
package struct RunManifest: Hashable, Sendable, Codable {
  /// The version of the file format.
  package var schema = 1
  /// The SHA-256 of the identity half, in hexadecimal, which reveals edits; nil in files of older
  /// versions.
  package var hash: String?
  /// What determines `scores.csv`.
  package var identity: Identity
  /// What may differ between two runs with the same scores.
  package var volatile: Volatile

  /// Creates a manifest.
  package init(identity: Identity, volatile: Volatile) {
    self.identity = identity
    self.volatile = volatile
  }

  /// The half of the manifest that determines `scores.csv`.
  package struct Identity: Hashable, Sendable, Codable {
    /// The version of nextpoint.
    package var version: String
    /// The commit it was built from; empty if unknown.
    package var commit: String
    /// The resolved plan.
    package var plan: EvaluationPlan
    /// The data sets with the hashes of their files.
    package var datasets: [DatasetIdentity]
    /// The combinations of swept parameters that were left out.
    package var leftOut: [PredictorExpansion.LeftOut]
    /// The numerical environment.
    package var environment: NumericalEnvironment
    /// The other environments, if parts of the run were computed in different ones.
    package var otherEnvironments: [NumericalEnvironment]?
    /// How `tune` chose the predictors' settings, if it did.
    package var tuning: TuningIdentity?
    /// What `train --leave-one-out` chose among, if it trained the models.
    package var training: TrainingIdentity?

    /// Creates an identity.
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
    /// The command line.
    package var command: [String]
    /// The start of the run, ISO 8601.
    package var started: String
    /// The end of the run, ISO 8601.
    package var ended: String
    /// The duration, in seconds.
    package var seconds: Double
    /// The machine's name.
    package var host: String
    /// The number of workers.
    package var jobs: Int
    /// The warnings, each with a remedy.
    package var warnings: [String]

    /// Creates a volatile half.
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

/// The state of a data set when a run read it.
package struct DatasetIdentity: Hashable, Sendable, Codable {
  /// The name.
  package var name: String
  /// The SHA-256 over the hashes of its files, in the order of the description, in hexadecimal.
  package var sha256: String
  /// The number of recordings that were read.
  package var recordings: Int
  /// The number of strokes that were read.
  package var strokes: Int
  /// The number of samples that were read.
  package var samples: Int
  /// The number of participants.
  package var participants: Int
  /// The number of lines that could not be read.
  package var rejectedLines: Int
  /// The replayed participants, if the plan names parts of the split.
  package var split: SplitIdentity?
  /// The license; nil if unknown.
  package var licence: String?
  /// How to cite it; nil if unknown.
  package var citation: String?

  /// Creates an identity.
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

/// The split of a data set that a run used, and the participants that it replayed.
package struct SplitIdentity: Hashable, Sendable, Codable {
  /// The SHA-256 of the whole split: name, hashes of the files, participants of every part.
  package var sha256: String
  /// The participants of the parts that the plan names, sorted.
  package var participants: [String]

  /// Creates an identity.
  package init(sha256: String, participants: [String]) {
    self.sha256 = sha256
    self.participants = participants
  }
}

/// The environment that the last digits of a result may depend on.
package struct NumericalEnvironment: Hashable, Sendable, Codable {
  /// The LAPACK and BLAS build, for example "OpenBLAS 0.3.21 …".
  package var linearAlgebra: String
  /// The BLAS kernel chosen for this processor; empty if unknown.
  package var kernel: String
  /// The C library and its version.
  package var libc: String
  /// The processor's architecture.
  package var architecture: String

  /// Creates an environment.
  package init(linearAlgebra: String, kernel: String, libc: String, architecture: String) {
    self.linearAlgebra = linearAlgebra
    self.kernel = kernel
    self.libc = libc
    self.architecture = architecture
  }
}
