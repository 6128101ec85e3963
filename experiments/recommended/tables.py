"""Makes the tables of this experiment from run directories.

Usage: tables.py verdict RESULTS.csv RUN    `recommended` against all others, horizon by horizon
       tables.py means RESULTS.csv RUN      mean errors by horizon
       tables.py capped RESULTS.csv RUN     what ships, with its own caps on the horizon
       tables.py horizons RESULTS.csv       the horizons of a file that one of these wrote, one a line
       tables.py best RESULTS.csv HORIZON   the peer preset with the least mean error there
       tables.py paired PAIRED.csv FILE…    what `compare` wrote to NAME/HORIZON.csv, beside results-NAME.csv
Writes what the tables use to RESULTS.csv, and the tables, as Markdown, to standard output.
Needs nothing beside Python's standard library.
"""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from pages import origin, table, whose

from devices import named, own

MEASURES = ["scored", "error_mean", "error_p95", "overshoot_p95", "jitter_mean", "abstention_share"]
# What the table of caps has beside them.
ANSWERS = ["answered_error_mean", "answered_hold_mean", "answered_ratio"]
CHOSEN = "recommended"
# The same predictor's halves, and banks of it: not others.
OWN = ("learned", "hedge:[learned")
# What counts as near: a competitor within so much of the chosen one's error.
NEAR = 1.25


class Scores:
    """The pooled scores of a run, by class of device and unit, predictor and horizon."""

    def __init__(self, run):
        with open(Path(run) / "scores.csv", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["aggregation"] == "pooled"]
        self.cells = {}
        for row in rows:
            if not row["participant"] and not row["task"]:
                self.cells.setdefault((row["device"], row["unit"], named(row), row["horizon_ms"]), row)
        self.groups = sorted({key[:2] for key in self.cells})
        self.names = list(dict.fromkeys(key[2] for key in self.cells))
        self.horizons = sorted({key[3] for key in self.cells}, key=float)

    def value(self, name, horizon, measure, group=None):
        """A measure, or None where it is not known."""
        row = self.cells.get((*(group or self.groups[0]), name, horizon))
        return float(row[measure]) if row and row[measure] else None


def write(path, runs, measures):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["dataset", "device", "predictor", "horizon_ms", "unit", "note"] + measures)
        for scores in runs:
            for (device, unit, name, horizon), row in scores.cells.items():
                values = [f"{float(row[m]):.6g}" if row[m] else "" for m in measures]
                writer.writerow([row["dataset"], device, name, horizon, unit, row["note"]] + values)


def text(value, decimals=3):
    return "–" if value is None else f"{value:.{decimals}f}"


def verdict(scores):
    others = [name for name in scores.names if name != CHOSEN and not name.startswith(OWN)]
    print("== lowest")
    rows = []
    for horizon in scores.horizons:
        for measure, label in (("error_mean", "mean"), ("error_p95", "p95")):
            mine = scores.value(CHOSEN, horizon, measure)
            best = min(others, key=lambda name: scores.value(name, horizon, measure) or float("inf"))
            value = scores.value(best, horizon, measure)
            rows.append([f"{horizon} ms", label, text(mine), text(value), f"`{best}`", "yes" if mine < value else "**no**"])
    table(["horizon", "measure", f"`{CHOSEN}`", "best other", "which", "lowest"], rows)
    print("== near")
    rows = []
    for horizon in scores.horizons:
        error = scores.value(CHOSEN, horizon, "error_mean")
        near = [name for name in others if (scores.value(name, horizon, "error_mean") or float("inf")) <= NEAR * error]
        cells = [", ".join(f"`{name}`" for name in near) or "none"]
        for measure in ("overshoot_p95", "jitter_mean"):
            less = [name for name in near if scores.value(name, horizon, measure) < scores.value(CHOSEN, horizon, measure)]
            cells.append(", ".join(f"`{name}` ({text(scores.value(name, horizon, measure))})" for name in less) or "none")
        rows.append(
            [f"{horizon} ms", text(scores.value(CHOSEN, horizon, "overshoot_p95")), text(scores.value(CHOSEN, horizon, "jitter_mean"))]
            + cells
        )
    table(["horizon", "overshoot p95", "jitter", "within 25 % of its error", "of these, less overshoot", "less jitter"], rows)
    print("== all")
    second = scores.horizons[1]
    ranked = sorted(scores.names, key=lambda name: scores.value(name, second, "error_mean"))
    table(
        ["predictor", "origin"] + [f"{h} ms" for h in scores.horizons] + [f"{m} at {second} ms" for m in ("p95", "overshoot p95", "jitter")],
        [
            [f"`{name}`", origin(name)] + [text(scores.value(name, h, "error_mean")) for h in scores.horizons]
            + [text(scores.value(name, second, m)) for m in ("error_p95", "overshoot_p95", "jitter_mean")]
            for name in ranked
        ],
    )


def below(scores, horizons, group=None):
    """Where the chosen one is below every peer and the device itself."""
    peers = [name for name in scores.names if whose(name) != "ours"]
    answers = []
    for horizon in horizons:
        mine = scores.value(CHOSEN, horizon, "error_mean", group)
        others = [scores.value(name, horizon, "error_mean", group) for name in peers]
        lowest = all(mine < value for value in others if value is not None)
        answers.append(f"{float(horizon):.1f} ms {'yes' if lowest else '**no**'}")
    return ", ".join(answers)


def means(scores):
    last = scores.horizons[-1]
    ranked = [name for name in scores.names if scores.value(name, last, "error_mean") is not None]
    ranked.sort(key=lambda name: scores.value(name, last, "error_mean"))
    table(
        ["predictor", "origin"] + [f"{float(h):.1f} ms" for h in scores.horizons],
        [[f"`{name}`", origin(name)] + [text(scores.value(name, h, "error_mean")) for h in scores.horizons] for name in ranked],
    )
    print(f"`{CHOSEN}` below every peer preset and the device: {below(scores, scores.horizons)}.\n")


def capped(scores):
    peers = [name for name in scores.names if whose(name) == "peer"]
    last = scores.horizons[-1]
    ranked = sorted(peers, key=lambda name: scores.value(name, last, "error_mean"))
    table(
        ["preset"] + [f"{h} ms" for h in scores.horizons] + [f"abstained, {h} ms" for h in scores.horizons[:2]],
        [
            [f"`{name}`"]
            + [text(scores.value(name, h, "error_mean")) for h in scores.horizons]
            + [f"{100 * scores.value(name, h, 'abstention_share'):.0f} %" for h in scores.horizons[:2]]
            for name in ranked
        ],
    )
    print("Only targets with a prediction: mean error in mm, and as a multiple of the error of `hold` at the same targets.\n")
    table(
        ["preset"] + [f"{h} ms" for h in scores.horizons] + [f"relative to hold, {h} ms" for h in scores.horizons],
        [
            [f"`{name}`"]
            + [text(scores.value(name, h, "answered_error_mean")) for h in scores.horizons]
            + [text(scores.value(name, h, "answered_ratio"), 2) for h in scores.horizons]
            for name in ranked
        ],
    )


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def best(path, horizon):
    """The peer preset with the least mean error at a horizon, of a results file."""
    rows = [row for row in read(path) if row["horizon_ms"] == horizon and whose(row["predictor"]) == "peer"]
    return min(rows, key=lambda row: float(row["error_mean"]))["predictor"]


PAIRED = ["set", "horizon_ms", "targets", "strokes", "unit", "reference", "reference_error", "predictor", "error",
          "difference", "low", "high", "change_percent", "participants"]


def paired(results, files):
    """Differences on the same targets, pooled, with intervals over strokes, and each person's."""
    rows = []
    for path in files:
        name, horizon = Path(path).parent.name.split("-")[0], Path(path).stem
        scored = {row["horizon_ms"]: row["scored"] for row in read(f"results-{name}.csv")}
        compared = read(path)
        for row in compared:
            if row["mean_over"] != "predictions":
                continue
            people = [
                f"{other['mean_over'].split()[-1]}: {float(other['change_percent']):.1f}"
                for other in compared
                if other["predictor"] == row["predictor"] and other["mean_over"].startswith("participant ")
            ]
            numbers = [f"{float(row[key]):.6g}" for key in ("difference", "low", "high", "change_percent")]
            rows.append(
                [name, horizon, scored[horizon], row["cluster_count"], row["unit"], row["reference"],
                 f"{float(row['reference_score']):.6g}", own(row["predictor"]), f"{float(row['score']):.6g}"]
                + numbers + ["; ".join(people)]
            )
    with open(results, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([PAIRED] + rows)
    table(
        ["set", "horizon", "targets", "strokes", "unit", "reference", "its error", "predictor", "error", "difference",
         "95 % interval", "difference (%)", "by participant (%)"],
        [
            [row[0], f"{float(row[1]):.1f} ms", row[2], row[3], row[4], f"`{row[5]}`", text(float(row[6])),
             f"`{row[7]}`", text(float(row[8])), text(float(row[9])), f"{float(row[10]):.3f} … {float(row[11]):.3f}",
             f"{float(row[12]):.1f}", row[13]]
            for row in rows
        ],
    )


def main():
    kind, results = sys.argv[1], sys.argv[2]
    if kind == "horizons":
        print("\n".join(dict.fromkeys(row["horizon_ms"] for row in read(results))))
        return
    if kind == "best":
        print(best(results, sys.argv[3]))
        return
    if kind == "paired":
        paired(results, sys.argv[3:])
        return
    runs = [Scores(run) for run in sys.argv[3:]]
    write(results, runs, MEASURES + ANSWERS if kind == "capped" else MEASURES)
    {"verdict": verdict, "means": means, "capped": capped}[kind](runs[0])


main()
