"""Fits the constants of the stage `lift` on participants 1 to 6 of henze-2017, and scores it on people left out.

    nextpoint datasets convert henze-2017 --output plain && python3 fit.py plain .

Needs NumPy. Writes results.csv, calibration.csv and the tables of README.md (*.md) into the second folder:

- `left out`: each of participants 1 to 6, scored with constants fitted to the other five;
- `fitted`: the six together, scored with the constants that are fitted to all of them and that
  Sources/MotionPrediction/Stages/LiftHazard.swift has;
- `test`, with `--test`: participants 7 and 8, with the same constants. Without it their files are not opened.

`plain` is the same model without its rate of lifts. `open` leaves out targets after the last sample of a stroke, at which
a device has already reported the lift; `all` does not.
"""
import csv
import json
import math
import sys

import numpy

HORIZONS = [1 / 60, 2 / 60, 4 / 60, 6 / 60]
# The unit of hazards, and what keeps the logarithm of a stroke's age finite, in seconds.
UNIT, YOUNGEST = 0.05, 0.05
# Shorter times count as this long, in seconds.
LEAST = 0.001
# A longer time between two samples counts as this long in the expected number of lifts, in seconds.
LONGEST_GAP = 0.1
NAMES = ["constant", "slowness", "slownessSquared", "braking", "age", "ageSquared", "exponent"]
# The candidates for the prior, infinity being the plain model, and the one chosen.
PRIORS, PRIOR = [1, 2, 5, 10, 20, math.inf], 5
FITTED, TESTED = [1, 2, 3, 4, 5, 6], [7, 8]


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
        yield [1, slowness, slowness**2, braking, age, age**2], sample[0] - moved[-1]


class Samples:
    """What is known at each sample of one participant, and how long the contact then stays down."""

    def __init__(self, folder, participant):
        rows, self.strokes, recordings = [], 0, []
        for entry in json.load(open(f"{folder}/dataset.json"))["files"]:
            if entry["participant"] != str(participant):
                continue
            found = {}
            with open(f"{folder}/{entry['path']}") as lines:
                for row in csv.DictReader(lines):
                    sample = float(row["t_s"]), float(row["x"]), float(row["y"])
                    found.setdefault(row["stroke"], []).append(sample)
            recordings.append(len(found))
            for samples in found.values():
                for index, (x, rest) in enumerate(features(samples)):
                    after = samples[min(index + 1, len(samples) - 1)][0] - samples[index][0]
                    rows.append((self.strokes, index == len(samples) - 1, rest, samples[-1][0] - samples[index][0], after, *x))
                self.strokes += 1
        rows = numpy.array(rows, float)
        self.stroke, self.last = rows[:, 0].astype(int), rows[:, 1] == 1
        self.rest, self.left, self.after, self.x = rows[:, 2], rows[:, 3], rows[:, 4], rows[:, 5:]
        # The place of each stroke in its recording: a predictor starts anew with each recording.
        self.place = numpy.concatenate([numpy.arange(count) for count in recordings])


def hazards(weights, samples, ahead):
    """Returns the cumulated hazards of the times ahead, and the derivatives of their logarithms by the weights."""
    then, now = (ahead + samples.rest) / UNIT, samples.rest / UNIT
    logarithms = numpy.log(numpy.maximum(then, 1e-300)), numpy.log(numpy.maximum(now, 1e-300))
    powers = then ** weights[-1], now ** weights[-1]
    grown = numpy.maximum(powers[0] - powers[1], 1e-300)
    slopes = (powers[0] * logarithms[0] - numpy.where(now > 0, powers[1] * logarithms[1], 0)) / grown
    return numpy.exp(samples.x @ weights[:-1]) * grown, numpy.column_stack([samples.x, slopes])


def rates(weights, samples, prior):
    """Returns the logarithm of the rate of lifts known at each sample, and its derivatives.

    It is (prior + lifts) / (prior + expected lifts) over the strokes before it in the recording, where the expected
    number is the sum of the hazards from each sample to the next.
    """
    if prior == math.inf:
        return 0.0, 0.0
    own, slopes = hazards(weights, samples, numpy.minimum(samples.after, LONGEST_GAP))
    own = numpy.where(samples.after > 0, own, 0)
    expected = numpy.zeros(samples.strokes)
    numpy.add.at(expected, samples.stroke, own)
    changes = numpy.zeros((samples.strokes, len(weights)))
    numpy.add.at(changes, samples.stroke, own[:, None] * slopes)
    for stroke in range(1, samples.strokes):  # Sums over the recording so far, this stroke included.
        if samples.place[stroke]:
            expected[stroke] += expected[stroke - 1]
            changes[stroke] += changes[stroke - 1]
    first = samples.place == 0
    before = numpy.where(first, 0, numpy.roll(expected, 1))
    change = numpy.where(first[:, None], 0, numpy.roll(changes, 1, axis=0))
    logarithm = numpy.log((prior + samples.place) / (prior + before))
    return logarithm[samples.stroke], (-change / (prior + before)[:, None])[samples.stroke]


def fit(people, prior):
    """Returns the weights of greatest likelihood, found by scoring, over all samples but each stroke's last."""
    weights = numpy.array([-2.6, 0.5, 0.2, -0.1, -0.5, -0.1, 1.0])
    for _ in range(200):
        gradient, information = numpy.zeros(len(weights)), numpy.zeros((len(weights), len(weights)))
        for samples in people:
            rate, changes = rates(weights, samples, prior)
            for horizon in HORIZONS:
                hazard, slopes = hazards(weights, samples, horizon)
                hazard, z = (hazard * numpy.exp(rate))[~samples.last], (slopes + changes)[~samples.last]
                chance = -numpy.expm1(-hazard)
                rest = hazard * numpy.exp(-hazard) / chance
                gradient += z.T @ numpy.where(lifted(samples, horizon)[~samples.last], rest, -hazard)
                information += (z * (hazard * rest)[:, None]).T @ z
        step = numpy.linalg.solve(information, gradient)
        weights += step
        if numpy.abs(step).max() < 1e-9:
            return weights
    raise SystemExit("did not converge")


def lifted(samples, horizon):
    return samples.left < horizon - 1e-9


def probability(weights, samples, prior, horizon):
    return -numpy.expm1(-hazards(weights, samples, horizon)[0] * numpy.exp(rates(weights, samples, prior)[0]))


def row(part, targets, people, others, plain, fitted, horizon):
    """Scores some people: the share of lifts, Brier scores and mean probabilities, in the columns of results.csv."""
    def pooled(value, samples):
        return numpy.concatenate([value(s)[~s.last if targets == "open" else slice(None)] for s in samples])
    y = pooled(lambda s: lifted(s, horizon), people)
    base = pooled(lambda s: lifted(s, horizon), others).mean()
    models = (lambda s: probability(plain, s, math.inf, horizon)), (lambda s: probability(fitted, s, PRIOR, horizon))
    p = [pooled(model, people) for model in models]
    return [part, targets, f"{1000 * horizon:.1f}", len(y), f"{100 * y.mean():.2f}", f"{((base - y) ** 2).mean():.5f}",
            *(f"{((q - y) ** 2).mean():.5f}" for q in p), *(f"{100 * q.mean():.2f}" for q in p)]


def tenths(part, people, weights):
    """Mean probabilities and shares of lifts by tenths of the probabilities, 66.7 ms ahead, open targets."""
    p, y = (numpy.concatenate([v[~s.last] for v, s in zip(values, people)]) for values in (
        [probability(w, s, PRIOR, HORIZONS[2]) for w, s in zip(weights, people)], [lifted(s, HORIZONS[2]) for s in people]))
    return [[part, place + 1, f"{100 * p[chosen].mean():.2f}", f"{100 * y[chosen].mean():.2f}"]
            for place, chosen in enumerate(numpy.array_split(numpy.argsort(p, kind="stable"), 10))]


def write(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def table(path, rows):
    with open(path, "w") as file:
        for place, cells in enumerate(rows):
            file.write("| " + " | ".join(map(str, cells)) + " |\n" + ("|---" * len(cells) + "|\n") * (place == 0))


def main():
    folder, output = [a for a in sys.argv[1:] if a != "--test"]
    people = {p: Samples(folder, p) for p in FITTED}
    everyone = list(people.values())
    others = {p: [s for q, s in people.items() if q != p] for p in FITTED}

    # The prior, by leaving out one person at a time: open targets, four horizons.
    chosen, table_of_priors, scores = {}, [["prior", "Brier, relative to the base rate", "stated / lifts, each of the six, 66.7 ms ahead"]], []
    for prior in PRIORS:
        chosen[prior] = {p: fit(others[p], prior) for p in FITTED}
        ratios, levels = [], []
        for p, s in people.items():
            for horizon in HORIZONS:
                y, q = lifted(s, horizon)[~s.last], probability(chosen[prior][p], s, prior, horizon)[~s.last]
                base = numpy.concatenate([lifted(o, horizon)[~o.last] for o in others[p]]).mean()
                ratios.append(((q - y) ** 2).mean() / ((base - y) ** 2).mean())
                levels += [f"{q.mean() / y.mean():.2f}"] if horizon == HORIZONS[2] else []
        table_of_priors.append([prior if prior < math.inf else "plain", f"{numpy.mean(ratios):.4f}", " ".join(levels)])
    table(f"{output}/priors.md", table_of_priors)

    plain, weights = fit(everyone, math.inf).round(4), fit(everyone, PRIOR).round(4)
    table(f"{output}/constants.md", [["constant", ""]] + [[n, f"{w:.4f}"] for n, w in zip(NAMES, weights)])
    for p, s in people.items():
        scores += [row(f"left out {p}", "open", [s], others[p], chosen[math.inf][p], chosen[PRIOR][p], h) for h in HORIZONS]
    parts = {"fitted": everyone}
    calibration = tenths("left out", everyone, [chosen[PRIOR][p] for p in FITTED])
    if "--test" in sys.argv:
        parts["test"] = [Samples(folder, p) for p in TESTED]
        calibration += tenths("test", parts["test"], [weights] * len(TESTED))
    for part, samples in parts.items():
        scores += [row(part, t, samples, everyone, plain, weights, h) for h in HORIZONS for t in ("all", "open")]
    write(f"{output}/results.csv", [["part", "targets", "horizon_ms", "count", "lifts_percent", "brier_base", "brier_plain",
                                     "brier_model", "stated_plain_percent", "stated_percent"]] + scores)
    write(f"{output}/calibration.csv", [["part", "tenth", "stated_percent", "lifts_percent"]] + calibration)
    table(f"{output}/scores.md", [["part", "targets", "horizon (ms)", "count", "lifts (%)", "Brier, base rate", "Brier, plain",
                                   "Brier, `lift`", "stated, plain (%)", "stated, `lift` (%)"]] + scores)
    by_tenth = [[str(n + 1)] + [cell for part in range(0, len(calibration), 10) for cell in calibration[part + n][2:]] for n in range(10)]
    heads = ["tenth", "stated, left out (%)", "lifted (%)", "stated, 7 and 8 (%)", "lifted (%)"]
    table(f"{output}/calibration.md", [heads[:len(by_tenth[0])]] + by_tenth)


main()
