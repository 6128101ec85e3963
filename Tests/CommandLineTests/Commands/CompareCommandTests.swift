import Testing

/// `compare`: what it prints, and what it refuses.
@Suite struct CompareCommandTests {
  private func workspace(people: Int = 3) throws -> Workspace {
    let workspace = try Workspace()
    let files = (1...people).map {
      (name: "p\($0).csv", text: SmallRecordings(start: Double($0)).csv())
    }
    try workspace.writeDataset("set", files: files)
    return workspace
  }

  private static func number(_ row: [String: String], _ column: String) -> Double {
    row[column].flatMap(Double.init) ?? .nan
  }

  @Test func aDatasetInThePlaceOfAPredictorIsRefusedWithItsOption() throws {
    try workspace().nextpoint("compare", "set", "hold", "linear")
      .expectRefusal(code: 64, saying: "'set' is a data set, not a predictor; use --dataset set")
  }

  /// The name that was probably meant is named.
  @Test func aMisspelledDatasetIsSuggested() throws {
    let name = "synthetic-noisy-240hz"
    try Workspace().nextpoint(
      "compare", "hold", "linear", "--dataset", name.replacing("noisy", with: "nosiy")
    ).expectRefusal(code: 65, saying: "did you mean '\(name)'?")
  }

  @Test func theMeanOverParticipantsComesFirst() throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--clusters", "participant,stroke,frame",
      "--replicates", "500", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(
      rows.map { $0["mean_over"] } == [
        "participants", "predictions", "predictions", "predictions", "participant p1",
        "participant p2", "participant p3",
      ])
    #expect(
      rows.map { $0["clusters"] }.prefix(4) == ["participant", "participant", "stroke", "frame"])
    #expect(rows.map { $0["cluster_count"] }.prefix(3) == ["3", "3", "9"])
    let first = try #require(rows.first)
    #expect(first["improved"] == "3/3")
    #expect(first["p"] == "0.25")
    #expect(first["p_holm"] == "0.25")
    let people = rows.suffix(3).map { Self.number($0, "difference") }
    // A sum of three numbers of about 1.
    #expect(abs(people.reduce(0, +) / 3 - Self.number(first, "difference")) < 1e-12)
    for row in rows.prefix(4) {
      #expect(Self.number(row, "difference") < 0)
      #expect(Self.number(row, "low") <= Self.number(row, "difference"))
      #expect(Self.number(row, "difference") <= Self.number(row, "high"))
    }
    for part in ["error_mean at 33.3 ms", "B = 500", "seed 1", "3 participants", "too narrow"] {
      #expect(result.standardError.contains(part), "\(result.standardError)")
    }
  }

  /// The differences are those of the scores that `evaluate` prints.
  @Test func theDifferenceIsThatOfEvaluate() throws {
    let workspace = try workspace()
    let shared = ["--horizon-ms", "50", "--format", "csv"]
    let scores = CSVTable(
      try workspace.nextpoint(
        arguments: ["evaluate", "set", "--predictor", "hold", "--predictor", "linear"] + shared
      ).standardOutput)
    let compared = CSVTable(
      try workspace.nextpoint(
        arguments: ["compare", "hold", "linear", "--dataset", "set", "--replicates", "100"] + shared
      ).standardOutput)
    for (aggregation, over) in [("participant_mean", "participants"), ("pooled", "predictions")] {
      let row = try #require(compared.rows(where: ["mean_over": over]).first)
      for (predictor, column) in [("hold", "reference_score"), ("linear", "score")] {
        let score = try #require(
          scores.rows(where: ["aggregation": aggregation, "predictor": predictor]).first)
        // Rounding of one sum in another order.
        let difference = Self.number(score, "error_mean") - Self.number(row, column)
        #expect(abs(difference) < 1e-12, "\(aggregation) \(predictor)")
      }
    }
  }

  @Test func severalComparisonsAreCorrectedAndTwiceTheSame() throws {
    let workspace = try workspace(people: 11)
    let arguments = [
      "compare", "hold", "linear", "polynomial:degree=1,window=4", "--dataset", "set", "--seed",
      "5", "--replicates", "300", "--format", "json", "--clusters", "frame",
    ]
    let result = try workspace.nextpoint(arguments: arguments + ["--jobs", "1"])
    result.expect(code: 0)
    #expect(result.standardError.contains("Holm over 2 comparisons"))
    #expect(!result.standardError.contains("too narrow"))
    let again = try workspace.nextpoint(arguments: arguments + ["--jobs", "3"])
    #expect(again.standardOutput == result.standardOutput)
    // 2/2048 each, and twice that.
    #expect(result.standardOutput.contains("\"p\": 0.0009765625, \"p_holm\": 0.001953125"))
  }

  @Test func anotherMeasureHasAMeanOverParticipantsAlone() throws {
    let workspace = try workspace()
    let result = try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--metric", "error_p95", "--replicates",
      "100", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 4)
    #expect(!rows.contains { $0["mean_over"] == "predictions" })
  }

  /// Two sets of three people each: two devices, and what their spread allows to say.
  @Test func devicesAreComparedWithAnEquivalenceTest() throws {
    let workspace = try workspace()
    try workspace.writeDataset(
      "other", files: [(name: "q.csv", text: SmallRecordings(start: 9).csv())])
    let result = try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--dataset", "other", "--across-devices",
      "--margin", "100", "--replicates", "100", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    let row = try #require(rows.last)
    #expect(row["mean_over"] == "devices" && row["cluster_count"] == "2")
    #expect(row["dataset"] == "set + other" && row["improved"] == "2/2" && row["p"] == "0.5")
    #expect(Self.number(row, "t_low") < Self.number(row, "difference"))
    #expect(Self.number(row, "difference") < Self.number(row, "t_high"))
    #expect(Self.number(row, "detectable") > 0)
    let people = try #require(rows.first)
    #expect(people["mean_over"] == "participants" && Self.number(people, "p_equivalent") < 0.05)
    #expect(result.standardError.contains("over 2 devices"))
    // The devices' mean is that of both sets' people, of a recording each.
    let means = rows.filter { $0["mean_over"] == "participants" }.map {
      Self.number($0, "difference")
    }
    #expect(abs(Self.number(row, "difference") - (means[0] + means[1]) / 2) < 1e-12)
    let plain = try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--replicates", "100", "--format", "csv")
    #expect(!plain.standardOutput.contains("t_low"))
    try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--margin", "0"
    ).expectRefusal(code: 64, saying: "--margin")
  }

  @Test func theDifferencesAreDrawn() throws {
    let workspace = try workspace()
    let arguments = [
      "compare", "hold", "linear", "--dataset", "set", "--replicates", "100", "--format", "csv",
    ]
    let plain = try workspace.nextpoint(arguments: arguments)
    let drawn = try workspace.nextpoint(arguments: arguments + ["--figure", "forest.svg"])
    drawn.expect(code: 0)
    #expect(drawn.standardOutput == plain.standardOutput)
    let figure = try workspace.text("forest.svg")
    #expect(figure.contains("Mean error: difference from hold at"))
    #expect(figure.contains("3/3"))
    let lost = try workspace.nextpoint(arguments: arguments + ["--figure", "nowhere/forest.svg"])
    lost.expect(code: 1)
    #expect(lost.standardOutput == plain.standardOutput)
    #expect(lost.standardError.contains("nowhere/forest.svg: cannot be written"))
  }

  @Test func aTaskIsChosen() throws {
    let workspace = try workspace()
    try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--task", "t", "--replicates", "100"
    ).expect(code: 0)
    try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "set", "--task", "nosuch"
    ).expectRefusal(code: 65, saying: "--task nosuch", "the tasks are t")
  }

  /// Overshoot at stops has thresholds in millimeters, and a lone file does not tell its scale.
  @Test func aMeasureThatNobodyHasIsRefusedWithTheHorizon() throws {
    let workspace = try Workspace()
    try workspace.write("good.csv", SmallRecordings().csv())
    try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "good.csv", "--metric", "terminal_overshoot_mean"
    ).expectRefusal(code: 65, saying: "terminal_overshoot_mean", "33.3 ms", "--horizon")
  }

  @Test func oneParticipantGetsNoInterval() throws {
    let workspace = try Workspace()
    try workspace.write("good.csv", SmallRecordings().csv())
    let result = try workspace.nextpoint(
      "compare", "hold", "linear", "--dataset", "good.csv", "--replicates", "100", "--format",
      "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.map { $0["low"] } == ["", "", ""])
    #expect(rows.last?["mean_over"] == "participant unknown")
    #expect(result.standardError.contains("1 participant, from whom nothing follows"))
  }

  @Test(arguments: [
    (["hold"], "give two different ones"), (["hold", "hold"], "give two different ones"),
    (["hold", "linear", "--metric", "nosuch"], "--metric: 'nosuch'"),
    (["hold", "linear", "--metric", "scored"], "--metric: 'scored'"),
    (["hold", "linear", "--clusters", "finger"], "--clusters: 'finger'"),
    (["hold", "linear", "--clusters", "frame", "--metric", "error_p95"], "--clusters requires"),
    (["hold", "linear", "--replicates", "3"], "--replicates 3"),
    (["hold", "linear", "--horizon", "0"], "--horizon 0"),
    (["hold", "linear", "--group-by", "task"], "--group-by"),
    (["hold", "nosuch"], "nosuch"),
  ])
  func aWrongArgumentIsRefused(arguments: [String], sentence: String) throws {
    let workspace = try workspace()
    try workspace.nextpoint(arguments: ["compare"] + arguments + ["--dataset", "set"])
      .expectRefusal(code: 64, saying: sentence)
  }
}
