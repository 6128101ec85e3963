import Datasets
import Testing

/// Names that a spreadsheet would take for formulas, in CSV.
@Suite struct FormulaGuardTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
    ("'=1", "''=1"), ("''-x", "''\u{27}-x"), ("-", "'-"),
    // Numbers, and what begins otherwise, stay as they are.
    ("-1", "-1"), ("+2.5e-3", "+2.5e-3"), ("p1", "p1"), ("'quoted'", "'quoted'"), ("", ""),
    ("'", "'"), ("a=b", "a=b"), ("degree=1,window=3", "degree=1,window=3"),
  ])
  func aFormulaIsMarkedAsTextAndComesBack(name: String, cell: String) {
    #expect(FormulaGuard.guarded(name) == cell)
    #expect(FormulaGuard.unguarded(cell) == name)
  }

  @Test func theGuardedNameIsQuoted() {
    #expect(CSVFields.cell("=HYPERLINK(\"x\",1)") == "\"'=HYPERLINK(\"\"x\"\",1)\"")
  }
}
