"""Runs Python packages on the stream that StreamCost ran on, compares answers and times.

Usage: compare.py SAMPLES.csv HORIZON_S OURS LAPACK.csv RESULTS.csv
OURS holds costs.csv, what StreamCost printed, and the answers of each computation in NAME.csv.
LAPACK.csv is what HotPathBenchmark printed.
Writes RESULTS.csv and, to standard output, the table as Markdown. Ends with 1 where answers differ.
"""

import csv
import gc
import sys
import time
from pathlib import Path

import numpy as np

import computations as their

# Both sides compute in doubles, by other ways; positions are some hundreds of units at most.
TOLERANCE = 1e-9
ROUNDS = {"event": 5, "batch": 20}


def read_strokes(path):
    """The strokes of `nextpoint datasets samples`: t, x, y, an empty line between strokes."""
    strokes = [[]]
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            if line.strip():
                strokes[-1].append([float(field) for field in line.split(",")])
            else:
                strokes.append([])
    return [np.array(stroke) for stroke in strokes if stroke]


def cases(horizon):
    """Computation of ours, package, way, and theirs as a function of the strokes."""
    for degree in (1, 2, 3):
        name = f"polynomial-{degree}"
        for package, way, run in (
            ("NumPy polyfit", "event", their.per_event_fit(their.by_polyfit)),
            ("SciPy lstsq", "event", their.per_event_fit(their.by_lstsq)),
            ("NumPy, all windows at once", "batch", their.vectorized_polynomial),
        ):
            yield name, package, way, lambda s, run=run, d=degree: run(s, d, horizon)
    yield "kalman", "filterpy KalmanFilter", "event", lambda s: their.by_filterpy(s, horizon)
    yield "kalman", "filterpy batch_filter", "batch", lambda s: their.by_batch_filter(s, horizon)
    yield "one-euro", "OneEuroFilter", "event", their.by_one_euro_filter
    yield "savitzky-golay", "SciPy savgol_filter", "event", their.by_savgol_filter
    yield "savitzky-golay", "SciPy savgol_coeffs, a product", "event", their.by_savgol_coeffs
    yield "savitzky-golay", "SciPy savgol_filter", "batch", their.vectorized_savgol
    for name, make in (("rls", their.rls), ("nlms", their.nlms)):
        package = f"padasip Filter{name.upper()}"
        yield name, package, "event", their.per_event_padasip(make)
        yield name, f"{package}.run", "batch", their.batch_padasip(make)


def least_nanoseconds(run, strokes, rounds):
    """Nanoseconds an event, the least of some rounds, without the collector of garbage."""
    events = sum(len(stroke) for stroke in strokes)
    least = float("inf")
    gc.disable()
    for _ in range(rounds):
        start = time.perf_counter_ns()
        run(strokes)
        least = min(least, time.perf_counter_ns() - start)
    gc.enable()
    return least / events


def greatest_difference(ours, theirs):
    """The greatest difference, relative where numbers are above 1; infinite where one is silent."""
    if not np.array_equal(np.isnan(ours), np.isnan(theirs)):
        return float("inf")
    said = ~np.isnan(ours)
    scale = np.maximum(1, np.abs(ours[said]))
    return float(np.max(np.abs(ours[said] - theirs[said]) / scale))


def lapack_rows(path):
    """LAPACK on uneven clocks, with the time of ours in the same program."""
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            # The table of grids that follows has other columns, and no degree of 1 to 3.
            if row["clock"] == "uneven" and row["degree"] in ("1", "2", "3"):
                own, theirs = row["observe_position_ns"], row["dgelsy_work_ns"]
                yield f"polynomial-{row['degree']}", float(own), float(theirs)


def main():
    samples, horizon, folder, lapack, results = sys.argv[1:]
    strokes = read_strokes(samples)
    folder = Path(folder)
    with open(folder / "costs.csv", encoding="utf-8") as file:
        ours = {row["computation"]: float(row["nanoseconds"]) for row in csv.DictReader(file)}
    rows, differing = [], []
    for name, own, cost in lapack_rows(lapack):
        rows.append([name, "LAPACK dgelsy", "event", own, cost, ""])
    for name, package, way, run in cases(float(horizon)):
        answers = np.loadtxt(folder / f"{name}.csv", delimiter=",", ndmin=2)
        difference = greatest_difference(answers, run(strokes))
        if not difference <= TOLERANCE:
            differing.append(f"{name}: {package} ({way}) differs by {difference:.2g}")
        cost = least_nanoseconds(run, strokes, ROUNDS[way])
        rows.append([name, package, way, ours[name], cost, f"{difference:.1e}"])
    with open(results, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(
            ["computation", "package", "way", "ours_ns", "theirs_ns", "times", "greatest_difference"])
        for row in rows:
            writer.writerow(
                row[:3] + [f"{row[3]:.1f}", f"{row[4]:.1f}", f"{row[4] / row[3]:.1f}", row[5]])
    print("| computation | compared with | mode | time relative to nextpoint | largest difference |")
    print("|---|---|---|---|---|")
    for name, package, way, own, cost, difference in sorted(rows, key=lambda row: row[0]):
        print(f"| `{name}` | {package} | {way} | {cost / own:.2g} | {difference or '–'} |"
              if cost / own < 10 else
              f"| `{name}` | {package} | {way} | {cost / own:.0f} | {difference or '–'} |")
    for line in differing:
        print(line, file=sys.stderr)
    sys.exit(1 if differing else 0)


main()
