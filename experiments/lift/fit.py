"""Fits the constants of the stage `lift` on participants 1 to 4 of henze-2017, and scores participants 5 and 6.

    nextpoint datasets convert henze-2017 --output plain && python3 fit.py plain

Needs NumPy. Prints the constants as Sources/MotionPrediction/Stages/LiftHazard.swift has them, and for each
horizon the Brier score of the model, of the training participants' share of lifts, and how well it is
calibrated. `open` leaves out targets after the last sample of a stroke, at which a device has reported the
lift already. `--test` scores participants 7 and 8 in place of 5 and 6.
"""
import csv
import json
import math
import sys

import numpy

HORIZONS = [1 / 60, 2 / 60, 4 / 60, 6 / 60]
# The time in which hazards are counted, and what keeps the logarithm of a stroke's age finite, in seconds.
UNIT, YOUNGEST = 0.05, 0.05
# Times closer than this are taken to be this far apart, in seconds.
LEAST = 0.001
NAMES = ["constant", "slowness", "slownessSquared", "braking", "age", "ageSquared", "exponent"]


def strokes(folder):
    """Yields participant and samples (t, x, y) of each stroke."""
    for entry in json.load(open(f"{folder}/dataset.json"))["files"]:
        found = {}
        with open(f"{folder}/{entry['path']}") as lines:
            for row in csv.DictReader(lines):
                sample = float(row["t_s"]), float(row["x"]), float(row["y"])
                found.setdefault(row["stroke"], []).append(sample)
        for samples in found.values():
            yield int(entry["participant"]), samples


def features(samples):
    """Yields for each sample the features, and how long ago the contact moved."""
    moved, steps, greatest = [samples[0][0]], [], 0.0
    before = samples[0]
    for sample in samples:
        step = math.hypot(sample[1] - before[1], sample[2] - before[2])
        before = sample
        if step > 0:
            steps.append(step)
            moved.append(sample[0])
        span = min(len(steps), 3)
        slowness = braking = 0.0
        if span:
            speed = sum(steps[-span:]) / max(moved[-1] - moved[-1 - span], LEAST)
            newest = steps[-1] / max(moved[-1] - moved[-2], LEAST)
            greatest = max(greatest, speed)
            slowness = max(math.log(speed / greatest), -4)
            braking = min(max(math.log(newest / speed), -3), 3)
        age = math.log(sample[0] - samples[0][0] + YOUNGEST)
        yield (
            [1, slowness, slowness**2, braking, age, age**2],
            sample[0] - moved[-1],
        )


def table(folder):
    """Returns participants, whether each sample is the last, features, rests and times to the lift."""
    rows = []
    for participant, samples in strokes(folder):
        end = samples[-1][0]
        for index, (found, rest) in enumerate(features(samples)):
            rows.append((participant, index == len(samples) - 1, rest, end - samples[index][0], *found))
    rows = numpy.array(rows, float)
    return rows[:, 0], rows[:, 1] == 1, rows[:, 4:], rows[:, 2], rows[:, 3]


def lifted(left, horizon):
    return left < horizon - 1e-9


def probability(weights, x, rest, horizon):
    grown = ((horizon + rest) / UNIT) ** weights[-1] - (rest / UNIT) ** weights[-1]
    return -numpy.expm1(-numpy.exp(x @ weights[:-1]) * grown)


def fit(x, left):
    """Returns the weights of greatest likelihood, found by scoring, of samples that have just moved."""
    weights = numpy.zeros(x.shape[1] + 1)
    weights[0], weights[-1] = -3, 1
    for _ in range(50):
        gradient = numpy.zeros_like(weights)
        information = numpy.zeros((len(weights), len(weights)))
        for horizon in HORIZONS:
            z = numpy.column_stack([x, numpy.full(len(x), math.log(horizon / UNIT))])
            hazard = numpy.exp(z @ weights)
            chance = -numpy.expm1(-hazard)
            slope = numpy.where(lifted(left, horizon), hazard * numpy.exp(-hazard) / chance, -hazard)
            gradient += z.T @ slope
            information += (z * (hazard**2 * numpy.exp(-hazard) / chance)[:, None]).T @ z
        step = numpy.linalg.solve(information, gradient)
        weights += step
        if numpy.abs(step).max() < 1e-10:
            return weights
    raise SystemExit("did not converge")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--test"]
    scored = [7, 8] if "--test" in sys.argv else [5, 6]
    participant, last, x, rest, left = table(arguments[0])
    train = numpy.isin(participant, [1, 2, 3, 4])
    # In this set the last sample of a stroke reports the lift, where the contact was.
    weights = fit(x[train & ~last], left[train & ~last]).round(4)
    for name, weight in zip(NAMES, weights):
        print(f"{name} {weight:.4f}")
    print("horizon_ms,targets,count,lifts_percent,brier_base,brier_own,brier_model,expected_percent")
    for horizon in HORIZONS:
        y = lifted(left, horizon)
        p = probability(weights, x, rest, horizon)
        for name, chosen in ("all", ~numpy.zeros_like(last)), ("open", ~last):
            base = y[train & chosen].mean()
            m = numpy.isin(participant, scored) & chosen
            own = y[m].mean()
            print(
                f"{1000 * horizon:.1f},{name},{m.sum()},{100 * own:.2f},{((base - y[m]) ** 2).mean():.5f},"
                f"{own * (1 - own):.5f},{((p[m] - y[m]) ** 2).mean():.5f},{100 * p[m].mean():.2f}")
    print("calibration at 66.7 ms, open targets: tenth of probabilities,mean_percent,lifts_percent")
    m = numpy.isin(participant, scored) & ~last
    p, y = probability(weights, x, rest, HORIZONS[2])[m], lifted(left, HORIZONS[2])[m]
    for place, part in enumerate(numpy.array_split(numpy.argsort(p, kind="stable"), 10)):
        print(f"{place + 1},{100 * p[part].mean():.2f},{100 * y[part].mean():.2f}")


main()
