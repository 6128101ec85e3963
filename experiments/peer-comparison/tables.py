"""Makes the tables of this experiment from a run directory.

Usage: tables.py henze|pencil RUN RESULTS.csv
       tables.py best RESULTS.csv HORIZON      the peer preset with the least mean error of participants 7 and 8
       tables.py paired RESULTS.csv FILE…      what `compare` wrote to HORIZON.csv
Writes the columns that the tables use to RESULTS.csv and the tables, as Markdown, to standard output.
Needs nothing beside Python's standard library.
"""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from pages import origin, spelling, table, whose

MEASURES = ["scored", "error_mean", "error_p95", "overshoot_p95", "jitter_mean", "abstention_share"]


def number(text, decimals=2):
    """A number with so many decimals, a dash for none."""
    return f"{float(text):.{decimals}f}" if text else "–"


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def best(path, horizon):
    """The peer preset with the least mean error of participants 7 and 8 at a horizon."""
    errors = {}
    for row in read(path):
        if row["participant"] in ("7", "8") and row["horizon_ms"] == horizon and whose(row["predictor"]) == "peer":
            errors[row["predictor"]] = errors.get(row["predictor"], 0) + float(row["error_mean"])
    return min(errors, key=errors.get)


def paired(results, files):
    """Differences over participants, each counting once, with intervals over them."""
    header = ["horizon_ms", "reference", "reference_error", "predictor", "error", "difference", "low", "high", "participants"]
    rows = []
    for path in files:
        compared = read(path)
        whole = next(row for row in compared if row["mean_over"] == "participants")
        people = [
            f"{row['mean_over'].split()[-1]}: {float(row['change_percent']):.0f}"
            for row in compared
            if row["mean_over"].startswith("participant ")
        ]
        numbers = [f"{float(whole[key]):.6g}" for key in ("reference_score", "score", "difference", "low", "high")]
        rows.append([Path(path).stem, whole["reference"], numbers[0], whole["predictor"]] + numbers[1:] + ["; ".join(people)])
    with open(results, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header] + rows)
    table(
        ["horizon", "best preset", "its error", "`rls`", "difference", "95 % interval", "by participant (%)"],
        [
            [f"{row[0]} ms", f"`{row[1]}`"] + [number(row[2]), number(row[4]), number(row[5])]
            + [f"{number(row[6])} … {number(row[7])}", row[8]]
            for row in rows
        ],
    )


def main():
    if sys.argv[1] == "best":
        print(best(sys.argv[2], sys.argv[3]))
        return
    if sys.argv[1] == "paired":
        paired(sys.argv[2], sys.argv[3:])
        return
    kind, run, results = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    with open(run / "scores.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with open(results, "w", encoding="utf-8") as file:
        file.write(",".join(["predictor", "participant", "aggregation", "horizon_ms", "unit"] + MEASURES) + "\n")
        for row in rows:
            values = [f"{float(row[m]):.6g}" if row[m] else "" for m in MEASURES]
            name = '"' + spelling(row) + '"'
            file.write(",".join([name, row["participant"], row["aggregation"], row["horizon_ms"], row["unit"]] + values) + "\n")

    horizons = sorted({row["horizon_ms"] for row in rows}, key=float)
    cells = {
        (spelling(row), row["participant"], row["aggregation"], row["horizon_ms"]): row for row in rows
    }
    names = list(dict.fromkeys(spelling(row) for row in rows))

    def mean(name, participant, horizon, measure="error_mean", aggregation="pooled"):
        return cells[name, participant, aggregation, horizon][measure]

    if kind == "pencil":
        scored = [h for h in horizons if float(mean(names[0], "", h, "scored") or 0) > 0]
        unscaled = [name for name in names if mean(name, "", scored[0], "note")]
        ranked = [name for name in names if name not in unscaled]
        ranked.sort(key=lambda name: float(mean(name, "", scored[0])))
        table(
            ["predictor", "origin"] + [f"{float(h):.1f} ms" for h in scored] + [f"p95 at {float(scored[-1]):.1f} ms"],
            [
                [f"`{name}`", origin(name)]
                + [number(mean(name, "", h)) for h in scored]
                + [number(mean(name, "", scored[-1], "error_p95"))]
                for name in ranked
            ],
        )
        if unscaled:
            print("Not ranked, because their constants need a scale that these recordings do not state:")
            print(", ".join(f"`{name}` ({number(mean(name, '', scored[-1]))} pt at {float(scored[-1]):.1f} ms)" for name in unscaled) + ".")
            print()
        return

    def held_out(name, horizon):
        return sum(float(mean(name, who, horizon)) for who in ("7", "8")) / 2

    order = sorted(names, key=lambda name: held_out(name, horizons[0]))
    print("== held-out")
    table(
        ["predictor", "origin"]
        + [f"7 and 8, {h} ms" for h in horizons]
        + [f"all eight, {h} ms" for h in horizons]
        + ["overshoot p95, 64 ms", "jitter, 64 ms", "abstained"],
        [
            [f"`{name}`", origin(name)]
            + [f"{held_out(name, h):.2f}" for h in horizons]
            + [number(mean(name, "", h, aggregation="participant_mean")) for h in horizons]
            + [
                number(mean(name, "", "64", "overshoot_p95", "participant_mean"), 1),
                number(mean(name, "", "64", "jitter_mean", "participant_mean"), 1),
                f"{100 * float(mean(name, '', '64', 'abstention_share')):.0f} %",
            ]
            for name in order
        ],
    )
    people = sorted({row["participant"] for row in rows if row["participant"]}, key=int)
    print("== participants")
    table(
        ["predictor"] + [f"P{who}" for who in people],
        [[f"`{name}`"] + [number(mean(name, who, "64"), 1) for who in people] for name in order],
    )
    with open(run / "timings.csv", encoding="utf-8") as file:
        timings = [row for row in csv.DictReader(file) if row["stage"] == "replay"]
    base = next(float(t["nanoseconds_per_prediction"]) for t in timings if t["predictor"] == "hold")
    print("== cost")
    table(
        ["predictor", "× hold"],
        [
            [f"`{t['predictor']}`", f"{float(t['nanoseconds_per_prediction']) / base:.1f}"]
            for t in sorted(timings, key=lambda t: float(t["nanoseconds_per_prediction"]))
        ],
    )
    print("==")


main()
