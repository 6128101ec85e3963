import Foundation
import MotionNumerics
import TestSupport
import Testing

/// External programs that answer some samples as they should and then do something else, drawn at
/// random from what is harmless and what is not: a few every day, 400 for `scripts/verify`.
@Suite struct RandomProgramTests {
  private static let seeds = TestSize.seeds(6, full: 400)

  /// What a program does at one sample, in the shell; `good` answers it.
  private static let harmless = [
    "echo; echo; good", "echo t_s,x,y,ahead_s,predicted_x,predicted_y; good",
    "printf '%s,%s,%s,0.01,' $t $x $y; sleep 0.02; echo $x,$y", "echo $t,$x,$y,0.01,,",
    "printf '%s,%s,%s,0.01,1,1\\r\\n' $t $x $y", "echo a complaint >&2; good", "sleep 0.05; good",
    "printf '%.8g,%.8g,%.8g,0.01,1e3,-1e-3\\n' $t $x $y", "good; echo",
  ]
  private static let harmful = [
    "good; good", "echo 1e9,$x,$y,0.01,1,1", "echo $t,$y,$x,0.01,1,1", "echo $t,$x,$y,0.02,1,1",
    "echo $t,$x,$y,0.01,inf,1", "echo $t,$x,$y,0.01,1", "echo $t,$x,$y,0.01,1,1,1", "echo hello",
    "exit 0", "exit 7", "kill -9 $$", "exec >&-; sleep 1000", "exec <&-; exec cat /dev/zero",
    "exec yes ''", "exec yes", "exec yes >&2", "exec sleep 1000", "printf %s,%s $t $x; sleep 1000",
    "head -c 3000 /dev/urandom", "printf '\\0\\0\\n'", "trap '' TERM; sleep 1000",
    "while :; do printf .; sleep 0.1; done", "echo $t,$x,$y,0x,1,1", "echo ,,,,,",
  ]

  @Test(arguments: seeds) func aProgramEndsInTimeWithTheRightCode(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let isHarmless = random.nextInt(below: 3) == 0
    let steps = isHarmless ? Self.harmless : Self.harmful
    let step = steps[random.nextInt(below: steps.count)]
    let place = random.nextInt(below: 60)
    let jobs = random.nextInt(below: 3) + 1
    let workspace = try Workspace()
    let files = (0..<2).map { (name: "\($0).csv", text: SmallRecordings(strokes: 2).csv()) }
    try workspace.writeDataset("set", files: files)
    try workspace.write(
      "program.sh",
      """
      echo $$ >>pids
      good() { echo $t,$x,$y,0.01,$x,$y; }
      n=0
      while IFS=, read -r t x y; do
        [ -n "$t" ] || continue
        if [ $n = \(place) ]; then \(step); else good; fi
        n=$((n + 1))
      done
      """)
    let began = ContinuousClock.now
    let result = try workspace.nextpoint(
      "evaluate", "set", "--predictor", "external:command=\"sh program.sh\",timeout=0.5",
      "--horizon-ms", "10", "--jobs", "\(jobs)")
    let sign = "seed \(seed), at sample \(place): \(step)\n\(result.standardError.suffix(1000))"
    #expect(result.code == (isHarmless ? 0 : 1), "\(sign)")
    #expect(isHarmless || result.standardError.contains("external program '"), "\(sign)")
    // Two recordings, one time limit each at most, on a machine that does other work too.
    #expect(ContinuousClock.now - began < .seconds(20), "\(sign)")
    #expect(result.standardError.utf8.count < 200_000, "\(sign)")
    for line in try workspace.text("pids").split(separator: "\n") {
      #expect(ProcessLaunch.isGone(try #require(Int32(line))), "\(sign)")
    }
  }
}
