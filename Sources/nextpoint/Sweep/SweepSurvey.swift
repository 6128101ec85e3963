import Evaluation
import Foundation
import Reporting

/// Which pieces of a sweep are there and whole, and which have to be done.
struct SweepSurvey {
  /// Those that have to be done, in order.
  private(set) var missing: [(piece: SweepDivision.Piece, fault: PieceFault)] = []
  /// The environments that computed those that are there, each with one piece that it computed.
  private(set) var environments: [(environment: NumericalEnvironment, piece: Int)] = []
  /// Into how many shares the pieces that are there were divided, where they agree.
  private(set) var shareCount: Int?
  /// By piece: the folder that has it.
  private(set) var places: [Int: String] = [:]

  /// Looks at pieces in one or more folders; the first folder that has a piece counts.
  init(_ pieces: [SweepDivision.Piece], in folders: [String], plan: String) {
    var counts: Set<Int> = []
    for piece in pieces {
      var fault = PieceFault.missing
      for folder in folders where places[piece.index] == nil {
        do {
          let header = try PieceFile.open(piece.index, in: folder, plan: plan).header
          places[piece.index] = folder
          if let share = SweepShare(header.share) { counts.insert(share.count) }
          if !environments.contains(where: { $0.environment == header.environment }) {
            environments.append((header.environment, piece.index))
          }
        } catch  where fault == .missing {
          fault = error
        } catch {}
      }
      if places[piece.index] == nil { missing.append((piece, fault)) }
    }
    shareCount = counts.count == 1 ? counts.first : nil
  }

  /// Says on standard error which files are there and do not count.
  func warnOfDamage() {
    for (piece, fault) in missing where fault != .missing {
      Terminal.warn(
        "\(PieceFile.name(piece.index)) \(fault); it is not counted, and is done again")
    }
  }

  /// Refuses pieces of differing numerical environments, which may differ in their last digits.
  ///
  /// - Parameters:
  ///   - current: What would compute the missing ones; nil where nothing is computed.
  ///   - allowed: Whether that is wanted.
  /// - Throws: `CommandFailure` with two pieces and what differs between them.
  func checkEnvironments(
    with current: NumericalEnvironment?, allowed: Bool
  ) throws(CommandFailure) {
    guard !allowed, let first = environments.first else { return }
    let other = current.map { ($0, "here") }
    let others =
      environments.dropFirst().map { ($0.environment, PieceFile.name($0.piece)) }
      + (other.map { [$0] } ?? [])
    guard let (environment, name) = others.first(where: { $0.0 != first.environment }) else {
      return
    }
    let differences = SweepDifferences(there: first.environment, here: environment)
    throw .failed(
      "\(PieceFile.name(first.piece)) was computed in another numerical environment than \(name), so "
        + "that their last digits may differ; do all on machines that are alike, or say "
        + "--allow-mixed-environments; what differs:\(differences)")
  }
}
