"""Scores by device: which predictor is lowest on each, and where the chosen one is not.

Usage: devices.py link DATASETS WORK          copies of the data sets of devices.csv, the device as participant: in WORK/fold-N
                                              those of fold N, in WORK/without-N all others
       devices.py cells RESULTS.csv CHOSEN RUN…   every cell: device × horizon × (mean, 95th percentile)
       devices.py coverage RESULTS.csv CHOSEN RUN…   the share of targets inside the stated regions, by device
       devices.py hold CHOSEN RUN…            recordings on which CHOSEN is worse than `hold`; runs by recording
       devices.py starts CHOSEN RUN…          the first ten samples of strokes against `hold`; runs by age
       devices.py sizes BUDGETS PHONE RUN…    accuracy against cost, by the number of networks; PHONE is one run
DATASETS is a list of folders, separated by colons, as NEXTPOINT_DATASETS. `link` copies dataset.json with other participants and
links the recordings; the data sets stay as they are. The others write a table, as Markdown, to standard output.
Needs nothing beside Python's standard library.
"""

import csv
import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from pages import spelling, table, whose

HERE = Path(__file__).resolve().parent
MEASURES = ("error_mean", "error_p95")
# A cell is lost if the chosen predictor's value is higher by more than this.
LOST = 1.01
# A device with fewer targets is shown and not counted; devices.csv pools those of a class.
LEAST = 500
# A recording with fewer targets is not counted.
LEAST_OF_RECORDING = 50
# Coverage is shown for devices with so many targets, at these nominal levels in percent.
LEAST_FOR_COVERAGE = 2000
LEVELS = (50, 90, 95, 99)
# The instructions of an event of `learned` at commit eeb1ab2.
BEFORE = 56_364
# Predictors that are parts of the chosen one, or banks of it, are not others.
OWN = ("learned", "recommended", "hedge:[learned")


def link(folders, work):
    devices = {}
    with open(HERE / "devices.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            devices.setdefault(row["dataset"], {})[row["file"]] = (row["device"], row["fold"])
    folds = sorted({fold for files in devices.values() for _, fold in files.values()})
    for name, files in devices.items():
        source = next(Path(f) / name for f in folders.split(":") if (Path(f) / name / "dataset.json").exists())
        for fold in folds:
            link_part(source, Path(work) / f"fold-{fold}" / name, files, lambda other, fold=fold: other == fold)
            link_part(source, Path(work) / f"without-{fold}" / name, files, lambda other, fold=fold: other != fold)


def link_part(source, target, files, is_wanted):
    """Links the recordings of the folds that are wanted, and what is no recording; nothing where none is."""
    if not any(is_wanted(fold) for _, fold in files.values()):
        return
    description = json.loads((source / "dataset.json").read_text(encoding="utf-8"))
    description.pop("splits", None)
    description["files"] = [e for e in description["files"] if e["path"] not in files or is_wanted(files[e["path"]][1])]
    for entry in description["files"]:
        if entry["path"] in files:
            entry["participant"] = files[entry["path"]][0]
        place = target / entry["path"]
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            place.symlink_to((source / entry["path"]).resolve())
    (target / "dataset.json").write_text(json.dumps(description, indent=1), encoding="utf-8")


def named(row):
    """The spelling of a row's predictor, as the page shows it."""
    return own(spelling(row))


def own(name):
    """A model that was trained without the device that is scored stands for the package's own."""
    if not name.startswith("learned:model=") or "without-" not in name:
        return name
    return "learned:adapt=false" if name.endswith("adapt=false") else "recommended"


def rows_of(runs):
    for run in runs:
        with open(Path(run) / "scores.csv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["aggregation"] == "pooled":
                    yield {**row, "run": Path(run).name}


def cells(results, chosen, runs):
    found = {}
    for row in rows_of(runs):
        if not row["participant"] or row["task"]:
            continue
        # Gestures name their own participants.
        device = row["participant"]
        if row["dataset"] == "dollar-gestures":
            device = f"phone gestures, participant {device}"
        for measure in MEASURES:
            if row[measure]:
                cell = found.setdefault((row["dataset"], device, row["unit"], float(row["horizon_ms"]), measure), {})
                cell[named(row)] = (float(row[measure]), int(row["scored"]))
    with open(results, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["dataset", "device", "unit", "horizon_ms", "measure", "targets", "chosen", "preset", "preset_value", "other",
                         "other_value", "hold"])
        shown, counts = [], {"cells": 0, "preset": 0, "other": 0, "hold": 0}
        for (dataset, device, unit, horizon, measure), values in sorted(found.items()):
            if chosen not in values:
                continue
            mine, targets = values[chosen]
            presets = {n: v for n, (v, _) in values.items() if whose(n) == "peer"}
            others = {n: v for n, (v, _) in values.items() if whose(n) == "ours" and not n.startswith(OWN)}
            preset, other = min(presets, key=presets.get), min(others, key=others.get)
            hold = values["hold"][0]
            writer.writerow([dataset, device, unit, f"{horizon:g}", measure, targets, f"{mine:.6g}", preset,
                             f"{presets[preset]:.6g}", other, f"{others[other]:.6g}", f"{hold:.6g}"])
            if targets < LEAST:
                continue
            counts["cells"] += 1
            lost = []
            if mine > LOST * presets[preset]:
                counts["preset"] += 1
                lost.append((preset, presets[preset]))
            if mine > LOST * others[other]:
                counts["other"] += 1
                lost.append((other, others[other]))
            if mine > LOST * hold:
                counts["hold"] += 1
            for name, value in lost:
                shown.append([device, f"{horizon:g} ms", "mean" if measure == "error_mean" else "95th percentile",
                              str(targets), f"`{name}`", f"{100 * (mine / value - 1):.1f} %"])
    print(f"{counts['cells']} cells with at least {LEAST} targets: lost to a preset {counts['preset']}, to another "
          f"predictor {counts['other']}, to `hold` {counts['hold']}.\n")
    table(["device", "horizon", "measure", "targets", "lower", "by"], shown)


def coverage(results, chosen, runs):
    shown = []
    with open(results, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["dataset", "device", "horizon_ms", "targets", "stated_share", *(f"coverage_{n}" for n in LEVELS)])
        for row in rows_of(runs):
            device = row["participant"] or (row["dataset"] if row["dataset"] == "henze-2017" else "")
            if named(row) != chosen or not device or row["task"] or not row["coverage_50"]:
                continue
            targets = int(row["scored"])
            # Of the answers: a predictor that abstains has nothing to state a region of.
            stated = float(row["with_covariance_share"]) / (1 - float(row["abstention_share"]))
            shares = [stated] + [float(row[f"coverage_{n}"]) for n in LEVELS]
            writer.writerow([row["dataset"], device, row["horizon_ms"], targets, *(f"{share:.4f}" for share in shares)])
            if targets >= LEAST_FOR_COVERAGE:
                shown.append([device, f"{float(row['horizon_ms']):g} ms", str(targets), *(f"{100 * share:.1f}" for share in shares)])
    table(["device", "horizon", "targets", "stated, % of answers", *(f"inside {n} %" for n in LEVELS)], shown)


def hold(chosen, runs):
    values = {}
    for row in rows_of(runs):
        if row.get("recording"):
            key = (row["dataset"], row["recording"], row["horizon_ms"])
            values.setdefault(key, {})[named(row)] = (float(row["error_mean"] or "nan"), int(row["scored"]))
    shown, counted = [], 0
    for (dataset, recording, horizon), found in sorted(values.items()):
        mine, base = found.get(chosen), found.get("hold")
        if not mine or not base or mine[1] < LEAST_OF_RECORDING:
            continue
        counted += 1
        if mine[0] > LOST * base[0]:
            shown.append([dataset, recording, f"{float(horizon):g} ms", str(mine[1]), f"{mine[0]:.4g}", f"{base[0]:.4g}"])
    print(f"{len(shown)} of {counted} recordings with at least {LEAST_OF_RECORDING} targets.\n")
    table(["data set", "recording", "horizon", "targets", f"`{chosen}`", "`hold`"], shown)


def starts(chosen, runs):
    values = {}
    for row in rows_of(runs):
        if row["part"] == "age:1-10" and not (row["participant"] or row["task"] or row.get("recording")):
            key = (row["dataset"], row["unit"], float(row["horizon_ms"]), row["run"])
            values.setdefault(key, {})[named(row)] = row
    shown, above = [], {"error_mean": 0, "error_p99": 0}
    for (dataset, unit, horizon, run), found in sorted(values.items()):
        mine, base = found[chosen], found["hold"]
        ratios = {measure: float(mine[measure]) / float(base[measure]) for measure in above}
        for measure, ratio in ratios.items():
            above[measure] += ratio > 1
        shown.append([dataset, run.split("-")[1], unit, f"{horizon:g} ms", mine["scored"], *(f"{ratio:.3f}" for ratio in ratios.values())])
    print(f"Of {len(shown)} cases, the mean is above that of `hold` in {above['error_mean']}, the 99th percentile in {above['error_p99']}.\n")
    table(["data set", "fold", "unit", "horizon", "targets", "mean, relative to `hold`", "99th percentile"], shown)


def networks(row):
    """How many of the model's networks answer; 0 for all."""
    return next((int(part[9:]) for part in row["parameters"].split(",") if part.startswith("networks=")), 0)


def sizes(budgets, phone, runs):
    with open(budgets, encoding="utf-8", newline="") as file:
        costs = {row["predictor"]: int(row["instructions"]) for row in csv.DictReader(file, delimiter="\t")
                 if (row["asked"], row["clock"]) == ("predict", "steady")}
    errors = {}
    for row in rows_of([phone]):
        errors.setdefault(networks(row), {})[float(row["horizon_ms"])] = float(row["error_mean"])
    found = {}
    for row in rows_of(runs):
        if row["participant"] and not row["task"] and row["error_mean"] and int(row["scored"]) >= LEAST:
            cell = found.setdefault((row["dataset"], row["participant"], row["unit"], row["horizon_ms"]), {})
            cell[networks(row)] = math.log(float(row["error_mean"]))
    shown = []
    for count in sorted(errors, key=lambda count: count or 100):
        cost = costs[f"learned:networks={count}" if count else "learned"]
        ratio = math.exp(sum(cell[count] - cell[0] for cell in found.values()) / len(found))
        shown.append([str(count) if count else "all three", f"{cost:,}", f"{cost / BEFORE:.2f}",
                      *(f"{value:.3f}" for _, value in sorted(errors[count].items())), f"{100 * (ratio - 1):+.1f} %"])
    horizons = [f"phone, {horizon:g} ms" for horizon in sorted(errors[0])]
    table(["networks", "instructions", "ratio", *horizons, f"other devices ({len(found)} cells)"], shown)


if __name__ == "__main__":
    command, *given = sys.argv[1:]
    {"link": lambda: link(*given), "cells": lambda: cells(given[0], given[1], given[2:]),
     "starts": lambda: starts(given[0], given[1:]),
     "coverage": lambda: coverage(given[0], given[1], given[2:]), "hold": lambda: hold(given[0], given[1:]), "sizes": lambda: sizes(given[0], given[1], given[2:])}[command]()
