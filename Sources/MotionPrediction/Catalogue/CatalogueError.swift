/// An error in a spelling, with what to do about it.
public enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The spelling cannot be read.
  case spelling(SpecError)
  /// No predictor, filter or modifier has this name.
  case unknownKind(String, known: [String])
  /// The stage has no such parameter.
  case unknownParameter(String, kind: String, known: [String])
  /// A value cannot be used.
  case parameter(String, ParameterError)
  /// A chain needs exactly one predictor.
  case notOnePredictor(String, predictors: [String])
  /// A stage stands on the wrong side of the predictor.
  case wrongPlace(String, role: CatalogueRow.Role)
  /// The kind takes no members.
  case takesNoBank(String)
  /// A range stands where one predictor is meant.
  case rangeWhereOneIsMeant(String, count: Int)
  /// Every combination of the ranges was left out.
  case nothingLeft(String)

  /// The sentence, with the remedy.
  public var description: String {
    switch self {
    case .spelling(let error):
      "\(error)"
    case .unknownKind(let kind, let known):
      "no predictor is called '\(kind.shownInMessage)'"
        + Self.names(known, besides: kind, after: "there are")
    case .unknownParameter(let name, let kind, let known):
      known.isEmpty
        ? "'\(kind.shownInMessage)' has no parameter '\(name.shownInMessage)': it has none at all"
        : "'\(kind.shownInMessage)' has no parameter '\(name.shownInMessage)'"
          + Self.names(known, besides: name, after: "it has")
    case .parameter(let kind, let error):
      "'\(kind)': \(error); see 'nextpoint predictors show \(kind)'"
    case .notOnePredictor(let text, let predictors):
      predictors.isEmpty
        ? "'\(text.shownInMessage)' has no predictor in it; a chain has exactly one, such as linear"
        : "'\(text.shownInMessage)' chains the predictors \(predictors.joined(separator: " and ")); "
          + "a chain has exactly one"
    case .wrongPlace(let kind, let role):
      role == .filter
        ? "'\(kind)' filters samples and stands before the predictor: '\(kind)+linear'"
        : "'\(kind)' modifies predictions and stands after the predictor: 'linear+\(kind)'"
    case .takesNoBank(let kind):
      "'\(kind)' takes no bank of predictors in brackets"
    case .rangeWhereOneIsMeant(let text, let count):
      "'\(text.shownInMessage)' stands for \(count) predictors where one is meant; give single values"
    case .nothingLeft(let text):
      "'\(text.shownInMessage)' stands for no predictor that can be: every combination was left out"
    }
  }

  /// The end of a sentence about an unknown name: the nearest one, and all there are.
  private static func names(_ known: [String], besides name: String, after verb: String) -> String {
    let meant =
      known.nearest(to: name).map { "; did you mean '\($0)'? The names are" } ?? "; \(verb)"
    return "\(meant) \(known.joined(separator: ", "))"
  }
}
