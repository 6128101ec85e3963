import MotionPrediction

/// What a run was: enough to do it again, and to know whether two runs may be compared.
public struct RunManifest: Hashable, Sendable, Codable {
  /// The version of this file's form.
  public var schema = 1
  /// The SHA-256 of the identity half, hexadecimal, by which an edited file is known; nil in files of
  /// versions that did not write it.
  public var hash: String?
  /// What determines `scores.csv`.
  public var identity: Identity
  /// What may differ between two runs with the same scores.
  public var volatile: Volatile

  /// Makes a manifest.
  public init(identity: Identity, volatile: Volatile) {
    self.identity = identity
    self.volatile = volatile
  }

  /// The half of the manifest that determines `scores.csv`.
  public struct Identity: Hashable, Sendable, Codable {
    /// The version of nextpoint.
    public var version: String
    /// The commit it was built from; empty where unknown.
    public var commit: String
    /// The resolved plan.
    public var plan: EvaluationPlan
    /// The data sets with the hashes of their files.
    public var datasets: [DatasetIdentity]
    /// The combinations of swept parameters that were left out.
    public var leftOut: [PredictorExpansion.LeftOut]
    /// The numerical environment.
    public var environment: NumericalEnvironment
    /// Those of other parts of the run, where it was put together of such as had differing ones.
    public var otherEnvironments: [NumericalEnvironment]?
    /// How the predictors' settings were chosen, where `tune` chose them.
    public var tuning: TuningIdentity?
    /// What was chosen among, where `train --leave-one-out` trained what was scored.
    public var training: TrainingIdentity?

    /// Makes an identity.
    public init(
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
  public struct Volatile: Hashable, Sendable, Codable {
    /// The command as given.
    public var command: [String]
    /// When the run began and ended, ISO 8601.
    public var started: String
    /// When the run ended.
    public var ended: String
    /// How long it took, in seconds.
    public var seconds: Double
    /// The machine's name.
    public var host: String
    /// How many workers it had.
    public var jobs: Int
    /// What the run has to say beside its scores, each with a remedy.
    public var warnings: [String]

    /// Makes a volatile half.
    public init(
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
public struct DatasetIdentity: Hashable, Sendable, Codable {
  /// The name.
  public var name: String
  /// The SHA-256 over the hashes of its files, in the order of the description, in hexadecimal.
  public var sha256: String
  /// The number of recordings, strokes and samples that were read.
  public var recordings: Int
  /// The number of strokes that were read.
  public var strokes: Int
  /// The number of samples that were read.
  public var samples: Int
  /// The number of participants.
  public var participants: Int
  /// What could not be read.
  public var rejectedLines: Int
  /// The participants that were replayed, where the plan names parts of the split.
  public var split: SplitIdentity?
  /// The licence; nil where it is not known.
  public var licence: String?
  /// How to cite it; nil where that is not known.
  public var citation: String?

  /// Makes an identity.
  public init(
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
public struct SplitIdentity: Hashable, Sendable, Codable {
  /// The SHA-256 of the whole split: name, hashes of the files, participants of every part.
  public var sha256: String
  /// The participants of the parts that the plan names, sorted.
  public var participants: [String]

  /// Makes an identity.
  public init(sha256: String, participants: [String]) {
    self.sha256 = sha256
    self.participants = participants
  }
}

/// What the last digits of a result may depend on.
public struct NumericalEnvironment: Hashable, Sendable, Codable {
  /// The LAPACK and BLAS build, for example "OpenBLAS 0.3.21 …".
  public var linearAlgebra: String
  /// The BLAS kernel chosen for this processor; empty where it does not say.
  public var kernel: String
  /// The C library and its version.
  public var libc: String
  /// The processor's architecture.
  public var architecture: String

  /// Makes an environment.
  public init(linearAlgebra: String, kernel: String, libc: String, architecture: String) {
    self.linearAlgebra = linearAlgebra
    self.kernel = kernel
    self.libc = libc
    self.architecture = architecture
  }
}
