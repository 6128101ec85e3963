import ArgumentParser

/// Scores many predictors on data sets, into a run directory; on one machine or on many.
struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Score predictors with ranges on data sets, into a run directory.",
    usage: """
      nextpoint sweep [<plan-file>] [<options>] --output <run>
      nextpoint sweep merge <run> ...
      """,
    discussion: """
      From flags, or from a plan file in YAML with the same names; a flag outweighs the file.
      Rows by participant are written unless --group-by says otherwise: intervals need them.
      'nextpoint sweep run --help' has every flag.

      What is done is kept in the run directory. After an interrupt, a crash or a
      kill, the same command goes on where it was, and gives the same bytes.

      EXAMPLES
        nextpoint sweep --dataset synthetic --predictor 'polynomial:degree=1..3,window=2..12' \\
          --frames-ahead 1..6 --output run
        nextpoint sweep plan.yaml --output run && nextpoint report run
      Shared out, on machines that share a disk:
        nextpoint sweep plan.yaml --output run --shard 1/2
        nextpoint sweep plan.yaml --output run --shard 2/2
        nextpoint sweep merge run
      """,
    subcommands: [SweepRunCommand.self, SweepMergeCommand.self],
    defaultSubcommand: SweepRunCommand.self)
}
