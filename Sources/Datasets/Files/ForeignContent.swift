import Foundation

/// The kinds of files that are no text, each with the way to text.
enum ForeignContent {
  private struct Kind {
    var magic: [UInt8]
    var name: String
    var remedy: String

    init(_ magic: [UInt8], _ name: String, _ remedy: String) {
      (self.magic, self.name, self.remedy) = (magic, name, remedy)
    }

    init(_ magic: String, _ name: String, _ remedy: String) {
      self.init(Array(magic.utf8), name, remedy)
    }
  }

  private static let table =
    "export the table as CSV, for example with pandas: to_csv(\"table.csv\", index=False)"
  private static let picture = "name the recording itself; a picture holds none"

  private static let kinds: [Kind] = [
    Kind([0x1F, 0x8B], "compressed with gzip", "unpack it with gunzip and name the file inside"),
    Kind("BZh", "compressed with bzip2", "unpack it with bunzip2 and name the file inside"),
    Kind(
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "compressed with xz",
      "unpack it with unxz and name the file inside"),
    Kind(
      [0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd",
      "unpack it with zstd -d and name the file inside"),
    Kind(
      [0x04, 0x22, 0x4D, 0x18], "compressed with lz4",
      "unpack it with lz4 -d and name the file inside"),
    Kind(
      [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive",
      "unpack it with 7z x and name a file inside"),
    Kind("PK\u{3}\u{4}", "a zip archive", "unpack it with unzip and name a file inside"),
    Kind([0xD0, 0xCF, 0x11, 0xE0], "an old document of Microsoft Office", "save a table as CSV"),
    Kind("PAR1", "a Parquet file", table),
    Kind("ARROW1", "an Arrow file", table),
    Kind("FEA1", "a Feather file", table),
    Kind(
      "SQLite format 3\0", "an SQLite database",
      "export the table as CSV: sqlite3 -header -csv FILE 'select * from TABLE'"),
    Kind([0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A], "an HDF5 file", table),
    Kind(
      "MATLAB 5.0 MAT-file", "a MAT-file",
      "export the variables as CSV: writetable or writematrix in MATLAB"),
    Kind(
      "MATLAB 7.3 MAT-file", "a MAT-file",
      "export the variables as CSV: writetable or writematrix in MATLAB"),
    Kind(
      [0x93] + Array("NUMPY".utf8), "a NumPy array",
      "save it as CSV with numpy.savetxt and a header"),
    Kind([0x80, 0x04, 0x95], "a Python pickle", table),
    Kind("%PDF-", "a PDF document", "name the recording itself; a document holds none"),
    Kind([0xFF, 0xD8, 0xFF], "a JPEG picture", picture),
    Kind([0x89, 0x50, 0x4E, 0x47], "a PNG picture", picture),
    Kind("GIF8", "a GIF picture", picture),
    Kind([0x7F, 0x45, 0x4C, 0x46], "an executable file", "name the recording itself"),
    Kind("{\\rtf", "a Rich Text document", "save it as plain text"),
    Kind(
      "version https://git-lfs.github.com/", "a pointer of Git LFS and not the file itself",
      "fetch the file with git lfs pull"),
    Kind("<!DOCTYPE html", "a web page", "download the raw file instead of the page that shows it"),
    Kind("<!doctype html", "a web page", "download the raw file instead of the page that shows it"),
    Kind("<html", "a web page", "download the raw file instead of the page that shows it"),
    Kind([0xFF, 0xFE, 0, 0], "text in UTF-32", "convert it with iconv -f utf-32 -t utf-8"),
    Kind([0, 0, 0xFE, 0xFF], "text in UTF-32", "convert it with iconv -f utf-32 -t utf-8"),
  ]

  /// Returns the problem with a file that begins with these bytes; nil if it may be text.
  static func problem(of bytes: Data, path: String) -> ReadProblem? {
    if bytes.starts(with: Array("PK".utf8)), path.lowercased().hasSuffix(".xlsx") {
      return problem(path, "an Excel workbook", "save the sheet as CSV")
    }
    if let kind = kinds.first(where: { bytes.starts(with: $0.magic) }) {
      return problem(path, kind.name, kind.remedy)
    }
    if !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) {
      return ReadProblem(
        file: path, message: "the file begins with \(bytes.count) bytes of zero and is no text",
        remedy: "copy it again from its source; it was probably never written to the end")
    }
    return unmarked(bytes).map {
      problem(
        path, "text in UTF-16 without a byte-order mark", "convert it with iconv -f \($0) -t utf-8")
    }
  }

  private static func problem(_ path: String, _ what: String, _ remedy: String) -> ReadProblem {
    ReadProblem(file: path, message: "the file is \(what), which cannot be read", remedy: remedy)
  }

  /// Returns the encoding of ASCII text in UTF-16 without a mark; nil for anything else.
  private static func unmarked(_ bytes: Data) -> String? {
    let start = Array(bytes.prefix(16))
    guard start.count >= 8 else { return nil }
    let zeros = start.indices.filter { start[$0] == 0 }
    let half = start.count / 2
    if zeros == (0..<half).map({ 2 * $0 + 1 }) { return "utf-16le" }
    if zeros == (0..<(start.count - half)).map({ 2 * $0 }) { return "utf-16be" }
    return nil
  }
}
