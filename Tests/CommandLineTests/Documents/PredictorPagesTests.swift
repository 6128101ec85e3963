import Foundation
import TestSupport
import Testing

/// The pages of docs/predictors, against the catalogue.
@Suite struct PredictorPagesTests {
  private static let folder = Repository.root.appending(path: "docs/predictors")
  private static let stages = "filters-and-modifiers.md"

  /// A picture may be no larger than this, so that a page loads at once.
  private static let mostBytes = 15_000

  @Test func everyKindHasAPageThatNamesItsParametersAndShowsItsPicture() throws {
    let workspace = try Workspace()
    let rows = CSVTable(
      try workspace.nextpoint("predictors", "--format", "csv").standardOutput
    ).rows
    #expect(rows.count > 30, "the catalogue has \(rows.count) rows")
    let index = try text("README.md")
    for row in rows {
      let kind = try #require(row["predictor"])
      let isStage = row["role"] == "filter" || row["role"] == "modifier"
      let page = isStage ? Self.stages : "\(kind).md"
      let content = try text(page)
      #expect(content.contains("`\(kind)`"), "\(page) does not name \(kind)")
      #expect(index.contains("- [`\(kind)`](\(page)): "), "README.md does not list \(kind)")
      for parameter in try parameters(of: kind, workspace) where !isStage {
        #expect(
          content.contains("`\(parameter)`") || content.contains("`\(parameter)="),
          "\(page) does not name the parameter \(parameter)")
      }
      if kind != "external" { try expectPicture(of: kind, in: content, page) }
    }
  }

  /// Stages share a page that leaves their parameters to `predictors show`, but names each stage.
  @Test func everyStageHasARow() throws {
    let workspace = try Workspace()
    let table = CSVTable(try workspace.nextpoint("predictors", "--format", "csv").standardOutput)
    let stages = table.rows.filter { $0["role"] == "filter" || $0["role"] == "modifier" }
    #expect(stages.count >= 8)
    let content = try text(Self.stages)
    for kind in stages.compactMap({ $0["predictor"] }) {
      #expect(content.contains("\n| `\(kind)` |"), "\(Self.stages) has no row for \(kind)")
    }
  }

  /// A page of a predictor that is gone, or misspelled, would mislead.
  @Test func everyPageAndPictureIsOfAKind() throws {
    let workspace = try Workspace()
    let table = CSVTable(try workspace.nextpoint("predictors", "--format", "csv").standardOutput)
    let kinds = Set(table.rows.compactMap { $0["predictor"] })
    let pages = try names(in: Self.folder, ending: ".md").subtracting(["README"])
    #expect(pages.subtracting(kinds) == ["filters-and-modifiers"])
    let pictures = try names(in: Self.pictures, ending: ".svg")
    #expect(
      pictures.subtracting(kinds) == [
        "polynomial-degree-2", "polynomial-degree-2-pauses", "polynomial-degree-2-jumps",
      ])
  }

  private static let pictures = Repository.root.appending(path: "docs/figures/strokes")

  private func expectPicture(of kind: String, in content: String, _ page: String) throws {
    let lines = content.split(separator: "\n").filter {
      $0.hasPrefix("![") && $0.hasSuffix("](../figures/strokes/\(kind).svg)")
    }
    #expect(lines.count == 1, "\(page) shows \(kind).svg \(lines.count) times")
    #expect(lines.allSatisfy { $0.contains("mean error") }, "\(kind).svg has no alternative text")
    let file = Self.pictures.appending(path: "\(kind).svg")
    let data = try Data(contentsOf: file)
    #expect(data.count < Self.mostBytes, "\(kind).svg has \(data.count) bytes")
    #expect(String(decoding: data, as: UTF8.self).contains("<desc"))
  }

  private func parameters(of kind: String, _ workspace: Workspace) throws -> [String] {
    let shown = try workspace.nextpoint("predictors", "show", kind, "--format", "csv")
    shown.expect(code: 0)
    return CSVTable(shown.standardOutput).rows.compactMap { $0["parameter"] }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  private func names(in folder: URL, ending: String) throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
  }
}
