import ArgumentParser

/// Scores many predictors on data sets, into a run directory; on one machine or on many.
struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Score many predictor settings into a run directory.",
    usage: """
      nextpoint sweep [<plan-file>] [<options>] --output <run>
      nextpoint sweep merge <run> ...
      """,
    discussion: """
      The plan comes from options, from a YAML plan file with the same names, or from
      both; options override the file. Scores are grouped by participant by default,
      because intervals need it. 'nextpoint sweep run --help' lists every option.

      Finished work is kept in the run directory. After an interrupt or a crash,
      rerun the same command to resume; the result is byte-identical.

      EXAMPLES
        nextpoint sweep --dataset synthetic --frames-ahead 1..6 --output run \\
          --predictor 'polynomial:degree=1..3,window=2..12'
        nextpoint sweep plan.yaml --output run && nextpoint report run
      Sharded over machines that share a disk:
        nextpoint sweep plan.yaml --output run --shard 1/2
        nextpoint sweep plan.yaml --output run --shard 2/2
        nextpoint sweep merge run
      """,
    subcommands: [SweepRunCommand.self, SweepMergeCommand.self],
    defaultSubcommand: SweepRunCommand.self)
}
