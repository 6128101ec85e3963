// Usage: OutsideEvaluation FOLDER PREDICTOR…
let words = CommandLine.arguments.dropFirst()
if let folder = words.first {
  print(try await comparison(of: Array(words.dropFirst()), onDataSetIn: folder))
}
