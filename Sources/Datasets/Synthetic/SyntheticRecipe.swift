/// How to make one synthetic data set.
public protocol SyntheticRecipe: Sendable {
  /// The name of the data set's folder.
  var folderName: String { get }

  /// The data set, ready to be written; O(samples).
  func content() throws(DatasetWriteError) -> DatasetContent
}

extension SyntheticDataset: SyntheticRecipe {}
extension SyntheticCorpusSet: SyntheticRecipe {}
