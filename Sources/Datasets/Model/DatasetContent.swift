/// A dataset that is ready to be written: its description and the text of each of its files.
public struct DatasetContent: Hashable, Sendable {
  /// The description, with the hash and size of each file.
  public let description: DatasetDescription
  /// The text of each file, in the order of the description.
  public let texts: [String]

  /// Makes a content; hashes and sizes of the files are worked out from their texts.
  ///
  /// `description.files` and `texts` belong together one by one; what is longer is cut.
  public init(description: DatasetDescription, texts: [String]) {
    var described = description
    described.files = zip(description.files, texts).map { file, text in
      var file = file
      file.sha256 = ContentHash.text(of: text)
      file.bytes = text.utf8.count
      return file
    }
    self.description = described
    self.texts = Array(texts.prefix(described.files.count))
  }
}
