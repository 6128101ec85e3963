/// Ends the program with a message if a condition does not hold.
func check(_ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line) {
  if !condition { fatalError("line \(line): \(message())") }
}

let made = everyTransition()
check(made == expectedTransitions, "\(made.symmetricDifference(expectedTransitions)) differ")
let ranges = rangesOfFilter()
// Two ranges at once; then the line is shortened from 8 to 6 points.
check(ranges == [[], [0...0, 4...4], [5...7], [5...7]], "\(ranges)")
try await createNamedTypes()
print("\(made.count) transitions, \(ranges.count) updates of a filter")
