"""The standard measures and those of the tail, as docs/reference/scores-csv.md and docs/metrics/tail.md define them.

Usage: scores.py PREDICTIONS RATE RECORDING…

PREDICTIONS is the predictions.csv of `nextpoint sweep --raw` under the protocol `sample`, RATE the nominal rate in
hertz, each RECORDING a plain CSV in millimeters with the columns stroke, t_s, x, y. Prints a row of measures, pooled, for each
predictor and horizon. Plain Python, written to be read beside the pages: slow on purpose, with no cleverness. Not covered:
all other sets of measures, protocols and groups.
"""

import cmath
import csv
import math
import os
import sys

SAME = 1e-9  # Two moments closer than this are one, in seconds.
WINDOW = 0.2  # Targets so near a stop or a reversal belong to it, in seconds.


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def length(a):
    return math.sqrt(dot(a, a))


def quantile(values, share):
    """Type 7 of Hyndman and Fan."""
    if not values:
        return None
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values) if values else None


class Track:
    """Where the contact truly was: the samples of a stroke, joined by straight lines."""

    def __init__(self, samples, rate):
        self.points = []
        for t, x, y in samples:
            # A sample with the time of one before, or an earlier time, takes the place of those from then on.
            while self.points and self.points[-1][0] >= t:
                self.points.pop()
            self.points.append((t, (x, y)))
        self.times = [t for t, _ in self.points]
        self.places = [p for _, p in self.points]
        self.begin, self.end = self.times[0], self.times[-1]
        self.gap = 4 / rate
        xs, ys = zip(*self.places)
        self.resting = 1e-9 * length((max(xs) - min(xs), max(ys) - min(ys)))

    def interval(self, t):
        """The number of the sample at or before t, of those that have another after them."""
        return max(0, min(sum(1 for time in self.times if time <= t) - 1, len(self.times) - 2))

    def at(self, t):
        """The position at t; before and after the track that of its end."""
        if t < self.begin or len(self.times) == 1:
            return self.places[0]
        if t >= self.end:
            return self.places[-1]
        i = self.interval(t)
        share = (t - self.times[i]) / (self.times[i + 1] - self.times[i])
        step = minus(self.places[i + 1], self.places[i])
        return self.places[i][0] + share * step[0], self.places[i][1] + share * step[1]

    def truth(self, t):
        """The position at t; None after the last sample and inside a gap."""
        if abs(t - self.end) <= SAME:
            return self.places[-1]
        if t > self.end or t < self.begin - SAME:
            return None
        i = self.interval(t)
        near = t - self.times[i] <= SAME or self.times[i + 1] - t <= SAME
        return self.at(t) if near or self.times[i + 1] - self.times[i] <= self.gap else None

    def motion(self, t, rate):
        """Unit tangent (None at rest) and velocity, by the displacement over one interval to either side."""
        before, after = (min(max(moment, self.begin), self.end) for moment in (t - 1 / rate, t + 1 / rate))
        step = minus(self.at(after), self.at(before))
        size = length(step)
        if after <= before or size <= self.resting:
            return None, (0, 0)
        return (step[0] / size, step[1] / size), (step[0] / (after - before), step[1] / (after - before))

    def onward(self, t):
        """The first recorded position after t."""
        return next((p for time, p in self.points if time > t + SAME), None)

    def stops(self):
        """Time, place and direction of each pause, and of the end of contact."""
        found, i = [], 0
        while i < len(self.times):
            direction = self.approach(i)
            if direction is None or not (i == len(self.times) - 1 or self.pauses(i)):
                i += 1
                continue
            found.append((self.times[i], self.places[i], direction))
            # The next can begin only where the contact is more than 1 mm away.
            here = self.places[i]
            while i < len(self.times) and length(minus(self.places[i], here)) <= 1:
                i += 1
        return found

    def pauses(self, i):
        """Whether the contact stays within 0.25 mm for 50 ms."""
        for j in range(i + 1, len(self.times)):
            if length(minus(self.places[j], self.places[i])) > 0.25:
                return False
            if self.times[j] - self.times[i] >= 0.05:
                return True
        return False

    def approach(self, i):
        """The direction from where the contact was: back by samples of the last 100 ms, until the path is 20 mm."""
        path, j = 0, i
        while j > 0 and self.times[i] - self.times[j - 1] <= 0.1 and path < 20:
            path += length(minus(self.places[j], self.places[j - 1]))
            j -= 1
        step = minus(self.places[i], self.places[j])
        size = length(step)
        return (step[0] / size, step[1] / size) if size >= 1 else None

    def reversals(self):
        """The times of turns by more than 90°; of neighboring samples in one turn the sharpest, of equal ones the first."""
        found, best = [], None
        for i, t in enumerate(self.times):
            cosine = self.turn(i)
            if cosine is not None and cosine < 0:
                if best is None or cosine < best[0]:
                    best = cosine, t
            elif best:
                found.append(best[1])
                best = None
        return found + [best[1]] if best else found

    def turn(self, i):
        """The cosine of the angle between the displacements over 50 ms before and after, each of at least 1 mm."""
        t = self.times[i]
        if t - 0.05 < self.begin or t + 0.05 > self.end:
            return None
        before = minus(self.places[i], self.at(t - 0.05))
        after = minus(self.at(t + 0.05), self.places[i])
        if min(length(before), length(after)) < 1:
            return None
        return dot(before, after) / (length(before) * length(after))

    def path(self, first, last):
        """The corners from the last sample at or before a moment to the first at or after another."""
        low = self.interval(first)
        high = low
        while high + 1 < len(self.times) and self.times[high] < last:
            high += 1
        return self.places[low : high + 1]


def distance(point, corners):
    """The distance of a point from a polyline."""
    least = length(minus(point, corners[0]))
    for a, b in zip(corners, corners[1:]):
        along = minus(b, a)
        square = dot(along, along)
        share = min(max(dot(minus(point, a), along) / square, 0), 1) if square > 0 else 0
        least = min(least, length(minus(point, (a[0] + share * along[0], a[1] + share * along[1]))))
    return least


class Target:
    """One prediction and the truth that belongs to it."""

    def __init__(self, track, row, horizon, rate):
        self.time = float(row["t_s"]) + horizon
        self.anchor = float(row["x"]), float(row["y"])
        self.said = float(row["predicted_x"]), float(row["predicted_y"])
        self.abstained = row["abstained"] == "true"
        self.truth = track.truth(self.time)
        self.tangent, self.velocity = track.motion(self.time, rate)
        self.next = track.onward(self.time)
        self.error = minus(self.said, self.truth) if self.truth else None


def high_energy(run, rate):
    """N·E² and N of a run of targets: its errors at the nominal rate, above 6 Hz."""
    first, last = run[0].time, run[-1].time
    count = int((last - first) * rate + 1 + SAME)
    errors, i = [], 0
    for k in range(count):
        t = first + k / rate
        while i + 2 < len(run) and run[i + 1].time <= t:
            i += 1
        share = min(max((t - run[i].time) / (run[i + 1].time - run[i].time), 0), 1)
        step = minus(run[i + 1].error, run[i].error)
        errors.append((run[i].error[0] + share * step[0], run[i].error[1] + share * step[1]))
    energy = 0
    for axis in (0, 1):
        middle = mean(e[axis] for e in errors)
        for k in range(1, count):
            if min(k, count - k) * rate / count >= 6 * (1 - SAME):
                wave = sum((e[axis] - middle) * cmath.exp(-2j * cmath.pi * k * n / count) for n, e in enumerate(errors))
                energy += abs(wave) ** 2
    return energy / count, count


def runs_of(targets, rate):
    """Runs of successive scored targets, at most four intervals apart, that last half a second."""
    runs, run = [], []
    for target in targets + [None]:
        joined = run and target and target.error and 0 < target.time - run[-1].time <= 4 / rate
        if not joined:
            if run and run[-1].time - run[0].time >= 0.5:
                runs.append(run)
            run = []
        if target and target.error:
            run.append(target)
    return runs


def measures(strokes, rate, horizon):
    """All measures of one predictor at one horizon; `strokes` are (recording, track, targets)."""
    everything = [target for _, _, targets in strokes for target in targets]
    scored = [target for target in everything if target.error]
    norms = [length(target.error) for target in scored]
    directed = [(t.error, t.tangent) for t in scored if t.tangent]
    along = [dot(e, u) for e, u in directed]
    across = [e[0] * u[1] - e[1] * u[0] for e, u in directed]
    excess = [length(minus(t.said, t.anchor)) - length(minus(t.truth, t.anchor)) for t in scored]
    pairs = [
        (a, b) for _, _, targets in strokes for a, b in zip(targets, targets[1:]) if a.error and b.error
    ]
    changes = [length(minus(b.error, a.error)) for a, b in pairs]
    steps = [dot(minus(b.next, b.truth), minus(b.said, a.said)) < 0 for a, b in pairs if b.next]
    said_bends = truth_bends = truth_steps = 0
    short, energies, terminal, reversal = 0, [], [], []
    for _, track, targets in strokes:
        for a, b, c in zip(targets, targets[1:], targets[2:]):
            if a.error and b.error and c.error:
                said = [c.said[k] - 2 * b.said[k] + a.said[k] for k in (0, 1)]
                true = [(c.truth[k] - b.truth[k]) - (b.truth[k] - a.truth[k]) for k in (0, 1)]
                said_bends, truth_bends = said_bends + dot(said, said), truth_bends + dot(true, true)
                for first, second in ((a, b), (b, c)):
                    step = minus(second.truth, first.truth)
                    truth_steps += dot(step, step)
        runs = runs_of(targets, rate)
        short += not runs
        energies += [high_energy(run, rate) for run in runs]
        for moment, place, direction in track.stops():
            past = [
                max(0, dot(minus(t.said, place), direction) - max(0, dot(minus(t.truth or place, place), direction)))
                for t in targets
                if abs(t.time - moment) <= WINDOW + SAME
            ]
            terminal += [max(past)] if past else []
        for moment in track.reversals():
            near = [t for t in targets if t.truth and abs(t.time - moment) <= WINDOW + SAME]
            if near:
                reach = WINDOW + abs(horizon)
                corners = track.path(moment - reach, moment + reach)
                reversal.append(max(distance(t.said, corners) for t in near))
    squares = [dot(t.velocity, t.velocity) for t in scored]
    bias = mean(along)
    points = sum(count for _, count in energies)
    contests = {"stroke": {}, "recording": {}}
    for number, (recording, _, targets) in enumerate(strokes):
        for kind, key in (("stroke", number), ("recording", recording)):
            contests[kind].setdefault(key, []).extend(
                (length(t.error), length(minus(t.anchor, t.truth))) for t in targets if t.error
            )

    def judged(kind, least):
        return [
            mean(e for e, _ in pairs) > 1.01 * mean(h for _, h in pairs)
            for pairs in contests[kind].values()
            if len(pairs) >= least and any(h > 0 for _, h in pairs)
        ]

    worse_recordings, worse_strokes = judged("recording", 50), judged("stroke", 10)
    return {
        "scored": len(scored),
        "dropped": len(everything) - len(scored),
        "resting": len(scored) - len(directed),
        "short_strokes": short,
        "error_mean": mean(norms),
        "error_rmse": math.sqrt(mean(n * n for n in norms)),
        "error_median": quantile(norms, 0.5),
        "error_p95": quantile(norms, 0.95),
        "error_p99": quantile(norms, 0.99),
        "error_max": max(norms),
        "along_bias": bias,
        "along_deviation": math.sqrt(max(mean(a * a for a in along) - bias**2, 0)),
        "cross_rmse": math.sqrt(mean(c * c for c in across)),
        "overshoot_mean": mean(max(0, x) for x in excess),
        "overshoot_p95": quantile([max(0, x) for x in excess], 0.95),
        "overshoot_share": mean(x > 0.5 for x in excess),
        "undershoot_mean": mean(max(0, -x) for x in excess),
        "terminal_overshoot_mean": mean(terminal),
        "terminal_overshoot_p95": quantile(terminal, 0.95),
        "reversal_overshoot_mean": mean(reversal),
        "reversal_overshoot_p95": quantile(reversal, 0.95),
        "jitter_mean": mean(changes),
        "jitter_p95": quantile(changes, 0.95),
        "roughness_ratio": math.sqrt(said_bends / truth_bends) if truth_bends > 1e-18 * truth_steps else None,
        "high_frequency_error": math.sqrt(sum(e for e, _ in energies) / points) if points else None,
        "residual_lag_ms": -1000 * math.fsum(dot(t.error, t.velocity) for t in scored) / math.fsum(squares),
        "wrong_direction_share": mean(steps),
        "abstention_share": mean(t.abstained for t in scored),
        "error_p999": quantile(norms, 0.999),
        "worse_recordings_share": mean(worse_recordings),
        "worse_strokes_share": mean(worse_strokes),
        "judged_recordings": len(worse_recordings),
        "judged_strokes": len(worse_strokes),
    }


def main():
    predictions, rate = sys.argv[1], float(sys.argv[2])
    samples = {}
    for path in sys.argv[3:]:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                key = os.path.basename(path), row["stroke"]
                samples.setdefault(key, []).append((float(row["t_s"]), float(row["x"]), float(row["y"])))
    tracks = {key: Track(points, rate) for key, points in samples.items()}
    groups = {}
    with open(predictions, newline="") as file:
        for row in csv.DictReader(file):
            stroke = os.path.basename(row["source"]), row["stroke"]
            predictor = row["predictor"], row["parameters"], row["horizon_ms"]
            groups.setdefault(predictor, {}).setdefault(stroke, []).append(row)
    writer = None
    for (predictor, parameters, milliseconds), strokes in groups.items():
        # The horizon in frames of 60 Hz, as it was asked for.
        horizon = float(next(iter(strokes.values()))[0]["frames_ahead"]) / 60
        found = measures(
            [
                (key[0], tracks[key], [Target(tracks[key], row, horizon, rate) for row in rows])
                for key, rows in strokes.items()
            ],
            rate,
            horizon,
        )
        row = {"predictor": predictor, "parameters": parameters, "horizon_ms": milliseconds} | found
        if writer is None:
            writer = csv.DictWriter(sys.stdout, row.keys(), lineterminator="\n")
            writer.writeheader()
        writer.writerow({name: "" if value is None else value for name, value in row.items()})


if __name__ == "__main__":
    main()
