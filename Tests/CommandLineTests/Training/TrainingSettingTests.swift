import Testing

/// Training settings outside their range are refused before any work, by their names.
@Suite struct TrainingSettingTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.writeDataset("set", participants: 3, splits: nil)
  }

  @Test(arguments: [
    "lags=21", "lags=3", "lags=-1", "lags=1000000", "displacements=33", "displacements=0",
    "displacements=1000000", "velocities=25", "velocities=11", "velocities=-1", "members=17",
    "members=0", "hidden=4x4x4x4x4", "hidden=0", "hidden=241", "hidden=-4", "epochs=0",
    "epochs=1000000000", "batch=0", "waves=0", "waves=5000", "memory=nan", "memory=inf",
    "balance=-1", "learning-rate=0", "learning-rate=nan", "decay=inf", "decay=1e300",
    "turning=nan", "speed-noise=1e300", "hidden-speeds=2", "bandwidth=inf", "ridge=nan",
    "reweightings=-1", "oversampling=2", "nearness=nan", "first-weight=inf", "first-weight=0",
    "first-weight=nan", "replays=-1", "replays=101", "replay-rates=1-inf", "replay-rates=inf-inf",
    "replay-rates=nan-nan", "replay-rates=1e9-1e9", "replay-rates=0-60", "replay-rates=240-60",
    "replay-rates=1e-300-1e300", "replay-speeds=1-inf", "replay-speeds=inf-inf",
    "replay-speeds=nan-nan", "replay-speeds=0-1", "replay-speeds=1e300-1e300", "replay-noise=inf",
    "replay-noise=nan", "replay-noise=-1", "rough-replays=2", "bursts=nan", "recorded-weight=inf",
    "layout=points",
  ])
  func aValueOutsideItsRangeIsNamed(setting: String) throws {
    let name = String(setting.prefix { $0 != "=" })
    try workspace.expectNothingWritten {
      let others = [[], ["--leave-one-out"]] + (name == "replays" ? [] : [["--set", "replays=1"]])
      for more in others {
        try workspace.nextpoint(
          arguments: ["train", "set", "--output", "m", "--set", setting] + more
        ).expectRefusal(code: 64, saying: "--set \(name)")
      }
    }
  }

  @Test(arguments: ["network", "fourier", "linear"])
  func tooManyLagsAreRefusedForEveryKind(kind: String) throws {
    let train = ["train", "set", "--kind", kind, "--set", "layout=lags", "--output", "m"]
    for more in [[], ["--examples-only"]] {
      try workspace.nextpoint(arguments: train + ["--set", "lags=21"] + more)
        .expectRefusal(code: 64, saying: "--set lags must be from 4 to 20, not 21")
    }
    try workspace.nextpoint("train", "set", "--kind", "trees", "--output", "m")
      .expectRefusal(code: 64, saying: "kind must be one of linear, fourier and network, not trees")
  }

  /// Each value is in its range, and together they need more memory than any machine has.
  @Test func examplesBeyondTheMemoryAreRefusedWithAnEstimate() throws {
    try workspace.write(
      "long.csv", "stroke,t_s,x,y\n" + (0..<9000).map { "s,\($0),\($0 % 7),1\n" }.joined())
    try workspace.nextpoint(
      "train", "long.csv", "--kind", "linear", "--set", "replays=1", "--set",
      "replay-speeds=0.01-0.01",
      "--set", "replay-rates=10000-10000", "--output", "m"
    ).expectRefusal(code: 64, saying: "the examples need about", "GB", "replay-rates")
  }

  @Test func tooManyAlternativesAreRefused() throws {
    let values = (1...100).map(String.init).joined(separator: "|")
    let settings = ["epochs", "batch", "members", "hidden"].flatMap {
      ["--set", "\($0)=\(values)"]
    }
    try workspace.nextpoint(
      arguments: ["train", "set", "--leave-one-out", "--output", "m"] + settings
    )
    .expectRefusal(code: 64, saying: "more than 1000 combinations")
  }
}
