import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct ParticipantSplitTests {
  /// A data set named "set" of one file a participant, each with one stroke of two samples.
  private func loaded(
    participants: [String] = ["a", "b", "c"], splits: [String: [String]]?
  ) throws -> LoadedDataset {
    let folder = try ScratchFolder()
    let files = try participants.enumerated().map { index, participant in
      try folder.write("stroke,t_s,x,y\ns,0,0,0\ns,0.01,\(index),0\n", to: "\(index).csv")
      return DatasetDescription.File(
        path: "\(index).csv", format: "plain-csv", participant: participant)
    }
    let description = DatasetDescription(
      name: "set", unit: .pixel, nominalRate: 100, splits: splits, files: files)
    try folder.write(description.json, to: "dataset.json")
    return try Dataset.load(DatasetReference(name: "set", location: .folder(folder.path)))
  }

  private func refusal(_ parts: [String], splits: [String: [String]]?) throws -> String {
    let dataset = try loaded(splits: splits)
    let error = try #require(throws: ParticipantSplitError.self) {
      try dataset.selecting(parts: parts)
    }
    #expect(!error.remedy.isEmpty)
    return "\(error)"
  }

  @Test func theParticipantsOfAPartAreKept() throws {
    let dataset = try loaded(splits: ["train": ["c", "a"], "test": ["b"]])
    let train = try dataset.selecting(parts: ["train"])
    #expect(train.recordings.map(\.participant) == ["a", "c"])
    #expect(train.selection?.participants == ["a", "c"] && train.selection?.parts == ["train"])
    #expect(train.sha256 == dataset.sha256)
    let both = try dataset.selecting(parts: ["test", "train"])
    #expect(both.recordings == dataset.recordings)
    #expect(both.selection?.participants == ["a", "b", "c"])
  }

  @Test func aSetWithoutSplitsNamesItsParticipants() throws {
    for splits in [nil, [:]] as [[String: [String]]?] {
      let text = try refusal(["test"], splits: splits)
      #expect(text.hasPrefix("set: ") && text.contains("a, b, c") && text.contains("\"splits\""))
    }
    let nobody = try loaded(participants: [""], splits: nil)
    let error = try #require(throws: ParticipantSplitError.self) { try ParticipantSplit(nobody) }
    #expect("\(error)".contains("'participant'"))
  }

  @Test func anUnknownPartNamesThoseThatThereAre() throws {
    let text = try refusal(["tset"], splits: ["train": ["a"], "test": ["b", "c"]])
    #expect(text.contains("'tset'") && text.contains("test (b, c), train (a)"))
  }

  @Test func partsMustBeDisjoint() throws {
    let text = try refusal(["train"], splits: ["train": ["a", "b"], "test": ["b"]])
    #expect(text.contains("'b'") && text.contains("test and train"))
    // Twice in one list is one participant.
    let twice = try ParticipantSplit(try loaded(splits: ["train": ["a", "a"]]))
    #expect(twice.parts == ["train": ["a"]])
  }

  @Test func namesWithoutARecordingAreTold() throws {
    let split = try ParticipantSplit(try loaded(splits: ["train": ["a", "z", "y"]]))
    #expect(split.unknown == ["y", "z"])
    let text = try refusal(["test"], splits: ["train": ["a"], "test": ["z"]])
    #expect(text.contains("no recording") && text.contains("test"))
  }

  /// By Python: `sha256(json.dumps(value, indent=2).encode())` of the value in the type's page.
  @Test func theHashIsThatOfTheStatedText() throws {
    let dataset = try loaded(splits: ["train": ["c", "a"], "test": ["b"]])
    #expect(
      try ParticipantSplit(dataset).sha256
        == "586151fa25641d4661004a377109fb1aef711a21684c77a7cabfeee1c44a4a9a")
  }

  @Test func theHashKnowsThePartitionAndTheFilesAlone() throws {
    func hash(_ splits: [String: [String]], participants: [String] = ["a", "b", "c"]) throws
      -> String
    {
      try ParticipantSplit(try loaded(participants: participants, splits: splits)).sha256
    }
    let one = try hash(["train": ["a", "c"], "test": ["b"]])
    #expect(try hash(["test": ["b"], "train": ["c", "a", "a"]]) == one)
    #expect(try hash(["train": ["a"], "test": ["b", "c"]]) != one)
    #expect(try hash(["train": ["a", "c"], "validation": ["b"]]) != one)
    #expect(try hash(["train": ["a", "c"], "test": ["b"]], participants: ["a", "b"]) != one)
  }

  @Test(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
  func henzeIsSplitByPeople() throws {
    let set = try RealDatasets.load("henze-2017")
    let split = try ParticipantSplit(set)
    #expect(
      split.parts == [
        "train": ["1", "2", "3", "4"], "validation": ["5", "6"], "test": ["7", "8"],
      ])
    #expect(split.unknown.isEmpty)
    #expect(try set.selecting(parts: ["test"]).recordings.count == 6)
    // A lone file has the split of the one participant in it.
    let path = try #require(set.files.first { $0.entry.participant == "7" }).path
    let lone = try Dataset.load(DatasetReference(name: "lone", location: .file(path)))
    #expect(try ParticipantSplit(lone).unknown.isEmpty)
    #expect(try lone.selecting(parts: ["test"]).recordings.count == 1)
    #expect(throws: ParticipantSplitError.self) { try lone.selecting(parts: ["train"]) }
  }
}
