/// The names in tables of CSV that a spreadsheet would take for formulas.
///
/// A name that begins with `=`, `+`, `-`, `@`, a tab or a return and is not a number gets an apostrophe in
/// front, which spreadsheets take for "this is text". So does a name that begins with apostrophes before
/// such a character, so that `unguarded` gives back every name. Files of samples keep names as they are.
package enum FormulaGuard {
  private static let apostrophe = UInt8(ascii: "'")

  /// Returns the name as a table has it.
  package static func guarded(_ name: String) -> String { isFormula(name) ? "'" + name : name }

  /// Returns the name that was guarded.
  package static func unguarded(_ cell: String) -> String {
    cell.utf8.first == apostrophe && isFormula(cell) ? String(cell.dropFirst()) : cell
  }

  private static func isFormula(_ name: String) -> Bool {
    let rest = name.utf8.drop { $0 == apostrophe }
    switch rest.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return Double(Substring(rest)) == nil
    default: return false
    }
  }
}

extension CSVFields {
  /// Returns the text as a field that no spreadsheet takes for a formula.
  package static func cell(_ text: String) -> String { quoted(FormulaGuard.guarded(text)) }
}
