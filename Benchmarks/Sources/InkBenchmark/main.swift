// Prints CSV: the work a batch of every stage on strokes of 100 to 100,000 points, then the time of an
// event at the end of strokes, incremental and rebuilding.
//
// Usage: swift run -c release InkBenchmark

print("stage,points,recomputed_max,recomputed_mean")
for points in WorkTable.lengths {
  for work in WorkTable.work(points: points) {
    let mean = (work.mean * 10).rounded() / 10
    print("\(work.stage),\(points),\(work.greatest),\(mean)")
  }
}
print("points,incremental_us,incremental_kept_us,rebuilding_lines_us,rebuilding_all_us")
for points in WorkTable.lengths.dropFirst() {
  let times = TimeComparison(points: points, batches: points > 10_000 ? 20 : 50)
  let row = [
    times.incremental, times.incrementalKept, times.rebuildingLines, times.rebuildingAll,
  ].map { "\(($0 * 100).rounded() / 100)" }
  print("\(points),\(row.joined(separator: ","))")
}
