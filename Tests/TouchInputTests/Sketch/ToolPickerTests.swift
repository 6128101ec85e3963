import Testing
import TouchInput

@Suite struct ToolPickerTests {
  @Test func aDoubleTapGoesBackAndForth() {
    var tools = ToolPicker("calligraphy")
    tools.choose("ink")
    #expect(tools.current == "ink" && tools.previous == "calligraphy")
    let (first, between, second) = (tools.doubleTap(), tools, tools.doubleTap())
    #expect(first && second)
    #expect(between.current == "calligraphy" && between.previous == "ink")
    #expect(tools.current == "ink" && tools.previous == "calligraphy")
  }

  @Test func withoutAToolBeforeADoubleTapChangesNothing() {
    var tools = ToolPicker("ink")
    let isOther = tools.doubleTap()
    #expect(!isOther)
    #expect(tools == ToolPicker("ink"))
  }

  /// Choosing what is in hand must not make it the tool before, or a double tap would do nothing.
  @Test func choosingTheToolInHandChangesNothing() {
    var tools = ToolPicker("ink")
    tools.choose("debug")
    let before = tools
    let isOther = tools.choose("debug")
    #expect(!isOther)
    #expect(tools == before)
    tools.doubleTap()
    #expect(tools.current == "ink")
  }

  @Test func onlyTheLastToolIsKept() {
    var tools = ToolPicker(1)
    for tool in [2, 3, 3, 4] { tools.choose(tool) }
    tools.doubleTap()
    #expect(tools.current == 3)
  }
}
