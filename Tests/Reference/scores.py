"""The standard measures, those of the tail, of answers and of confidence, and the proper scores of stated distributions,
as docs/reference/scores-csv.md and docs/metrics/{tail,answers,confidence,uncertainty}.md define them.

Usage: scores.py PREDICTIONS STATED RATE RECORDING…

PREDICTIONS is the predictions.csv of `nextpoint sweep --raw` under the protocol `sample`, RATE the nominal rate in
hertz, each RECORDING a plain CSV in millimeters with the columns stroke, t_s, x, y. STATED has what the predictors said beside the
position, in the order of PREDICTIONS within a stroke: the columns source, stroke, predictor, parameters, frames_ahead, xx, xy, yy,
confidence, and r25 to r99, empty where nothing was said. Prints a row of measures, pooled, for each
predictor and horizon. Plain Python, written to be read beside the pages: slow on purpose, with no cleverness. Not covered:
all other sets of measures, the other measures of uncertainty, protocols and groups.
"""

import cmath
import csv
import functools
import math
import os
import sys

SAME = 1e-9  # Two moments closer than this are one, in seconds.
SHARE = 1e-6  # What follows from times, such as an angle, equals a limit within this share.
WINDOW = 0.2  # Targets so near a stop or a reversal belong to it, in seconds.
LEVELS = [0.25, 0.5, 0.75, 0.9, 0.95, 0.99]  # The shares that stated radii cover.


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
        return self.at(t) if near or self.times[i + 1] - self.times[i] <= self.gap + SAME else None

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
            if self.times[j] - self.times[i] >= 0.05 - SAME:
                return True
        return False

    def approach(self, i):
        """The direction from where the contact was: back by samples of the last 100 ms, until the path is 20 mm."""
        path, j = 0, i
        while j > 0 and self.times[i] - self.times[j - 1] <= 0.1 + SAME and path < 20:
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
            if cosine is not None and cosine < -SHARE:
                if best is None or cosine < best[0] - SHARE:
                    best = cosine, t
            elif best:
                found.append(best[1])
                best = None
        return found + [best[1]] if best else found

    def turn(self, i):
        """The cosine of the angle between the displacements over 50 ms before and after, each of at least 1 mm."""
        t = self.times[i]
        if t - 0.05 < self.begin - SAME or t + 0.05 > self.end + SAME:
            return None
        before = minus(self.places[i], self.at(t - 0.05))
        after = minus(self.at(t + 0.05), self.places[i])
        if min(length(before), length(after)) < 1 - SHARE:
            return None
        return dot(before, after) / (length(before) * length(after))

    def path(self, first, last):
        """The corners from the last sample at or before a moment to the first at or after another."""
        low = self.interval(first + SAME)
        high = low
        while high + 1 < len(self.times) and self.times[high] < last - SAME:
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

    def __init__(self, track, row, stated, horizon, rate):
        self.confidence = float(stated["confidence"]) if stated["confidence"] else None
        self.stated = Stated(stated) if stated["xx"] else None
        self.rounding = track.resting
        self.time = float(row["t_s"]) + horizon
        self.anchor = float(row["x"]), float(row["y"])
        self.said = float(row["predicted_x"]), float(row["predicted_y"])
        self.abstained = row["abstained"] == "true"
        self.truth = track.truth(self.time)
        self.tangent, self.velocity = track.motion(self.time, rate)
        self.next = track.onward(self.time)
        self.error = minus(self.said, self.truth) if self.truth else None


class Stated:
    """A distribution that was stated: a covariance, and radii where they are not those of a normal distribution."""

    def __init__(self, row):
        self.xx, self.xy, self.yy = (float(row[name]) for name in ("xx", "xy", "yy"))
        self.radii = [float(row[f"r{round(100 * level)}"]) for level in LEVELS] if row["r25"] else None
        self.determinant = self.xx * self.yy - self.xy**2
        # The eigenvalues of the covariance, and the angle of the axis of the greater.
        middle, half = (self.xx + self.yy) / 2, math.hypot((self.xx - self.yy) / 2, self.xy)
        self.greater = middle + half
        self.lesser = self.determinant / self.greater if self.greater > 0 else 0
        self.angle = math.atan2(self.xy, (self.xx - self.yy) / 2) / 2

    def usable(self, rounding):
        numbers = (self.xx, self.xy, self.yy, self.determinant)
        if not all(map(math.isfinite, numbers)) or self.greater <= 0:
            return False
        return self.lesser > rounding**2 and self.lesser > 1e-12 * self.greater

    def normalized(self, error):
        """2u, u = -ln(1 - p) of the region whose border goes through the truth: eᵀΣ⁻¹e of a normal distribution."""
        x, y = error
        square = (self.yy * x * x - 2 * self.xy * x * y + self.xx * y * y) / self.determinant
        return 2 * self.line(math.sqrt(square), lambda radius, depth: radius)[0] if self.radii else square

    def line(self, place, along):
        """u at a radius, or the radius at a u: along the line, in their logarithms, that the place is on."""
        depths = [-math.log(1 - level) for level in LEVELS]
        points = list(zip(self.radii, depths))
        slopes = [math.log(v / u) / math.log(s / r) for (r, u), (s, v) in zip(points, points[1:])]
        at = sum(place > along(*point) for point in points)
        slope = 2 if at == 0 else slopes[at - 1] if at < len(points) else min(slopes[-1], 2)
        radius, depth = points[max(at - 1, 0)]
        if along(radius, depth) == radius:
            return depth * (place / radius) ** slope, place
        return place, radius * (place / depth) ** (1 / slope)

    @functools.cached_property
    def rings(self):
        """The radii of the ellipses that stand for a distribution with radii, and their weights."""
        near, far = (math.sqrt(5 + sign * 2 * math.sqrt(10 / 7)) / 3 for sign in (-1, 1))
        heavy, light = ((322 + sign * 13 * math.sqrt(70)) / 900 for sign in (1, -1))
        legendre = [(-far, light), (-near, heavy), (0, 128 / 225), (near, heavy), (far, light)]
        laguerre = [
            (0.4157745567834791, 0.7110930099291730),
            (2.294280360279042, 0.2785177335692408),
            (6.289945082937479, 0.01038925650158613),
        ]
        depths, weights = [], []
        for low, high in zip([0] + LEVELS, LEVELS):
            a, b = (math.sqrt(-2 * math.log(1 - level)) for level in (low, high))
            nodes = [(a + b) / 2 + (b - a) / 2 * place for place, _ in legendre]
            masses = [weight * s * math.exp(-s * s / 2) for s, (_, weight) in zip(nodes, legendre)]
            depths += [s * s / 2 for s in nodes]
            weights += [(high - low) * mass / sum(masses) for mass in masses]
        depths += [math.log(100) + node for node, _ in laguerre]
        weights += [0.01 * weight for _, weight in laguerre]
        return [(self.line(u, lambda radius, depth: depth)[1], w) for u, w in zip(depths, weights)]

    @functools.cached_property
    def separation(self):
        """D, the mean distance of two independent draws from the distribution without its shape."""

        def apart(r, s):
            low, high = min(r, s), max(r, s)
            q = low / high
            return 4 / math.pi * r if r == s else high * (1 + 3 * q * q / (10 + math.sqrt(4 - 3 * q * q)))

        rings = self.rings
        return math.fsum(v * w * apart(r, s) for r, v in rings for s, w in rings)

    def crps(self, error, axis):
        x, y = axis
        sigma = math.sqrt(self.xx * x * x + 2 * self.xy * x * y + self.yy * y * y)
        z = abs(dot(error, axis)) / sigma
        if not self.radii:
            bell = math.sqrt(2 / math.pi) * math.exp(-z * z / 2)
            return sigma * (z * math.erf(z / math.sqrt(2)) + bell - 1 / math.sqrt(math.pi))
        away = math.fsum(
            w * (z if r <= z else 2 / math.pi * (math.sqrt(r * r - z * z) + z * math.asin(z / r)))
            for r, w in self.rings
        )
        return sigma * (away - self.separation / math.pi)

    def energy(self, error):
        a, b = math.sqrt(self.greater), math.sqrt(self.lesser)
        c, s = math.cos(self.angle), math.sin(self.angle)
        e = (error[0] * c + error[1] * s, error[1] * c - error[0] * s)
        if self.radii:
            start = math.atan2(e[1] / b, e[0] / a)
            turns = [start + (k + 0.5) * math.pi / 16 for k in range(32)]
            away = math.fsum(
                w * length((r * a * math.cos(turn) - e[0], r * b * math.sin(turn) - e[1])) / 32
                for r, w in self.rings
                for turn in turns
            )
            return away - self.separation * circumference(a, b) / 2
        m = a * a + b * b + dot(e, e)
        total = 0
        for k in range(-16, 25):
            t = math.exp(0.75 * k)
            p, q = 1 + 2 * t * a * a / m, 1 + 2 * t * b * b / m
            transform = math.exp(-t / m * (e[0] ** 2 / p + e[1] ** 2 / q)) / math.sqrt(p * q)
            total += 0.75 * (1 / (1 + t) - transform) * math.exp(-0.75 * k / 2)
        away = math.sqrt(m) * (math.pi + total) / (2 * math.sqrt(math.pi))
        return away - math.sqrt(math.pi) * circumference(a, b) / 2


def circumference(a, b):
    """That of an ellipse with these half axes, over 2π: the mean distance of a·cos and b·sin of any angle from 0.

    The trapezoidal rule over the whole angle converges exponentially.
    """
    count = 64
    while b > 0 and count < 1 << 16 and count * b < 40 * a:
        count *= 2
    turns = [2 * math.pi * (k + 0.5) / count for k in range(count)]
    return math.fsum(math.hypot(a * math.cos(turn), b * math.sin(turn)) for turn in turns) / count


def risks(answers):
    """Mean error and mean error of hold of the most confident tenths of (confidence, error, hold)."""
    found = []
    for tenth in range(1, 11):
        wanted = left = tenth * len(answers) / 10
        error = hold = 0
        for confidence in sorted({a[0] for a in answers}, reverse=True):
            alike = [a for a in answers if a[0] == confidence]
            taken = min(left, len(alike))
            error += taken * mean(a[1] for a in alike)
            hold += taken * mean(a[2] for a in alike)
            left -= taken
        found.append((error / wanted, hold / wanted) if answers else (None, None))
    return found


def high_energy(run, rate):
    """N·E² and N of a run of targets: its errors at the nominal rate, above 6 Hz."""
    first, last = run[0].time, run[-1].time
    count = int((last - first + SAME) * rate + 1)
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


def goes_back(target, step, rounding):
    """Whether a step goes against the contact's motion after a target, by more than rounding."""
    onward = minus(target.next, target.truth)
    size = length(onward)
    return size > rounding and dot(onward, step) / size < -rounding


def runs_of(targets, rate):
    """Runs of successive scored targets, at most four intervals apart, that last half a second."""
    runs, run = [], []
    for target in targets + [None]:
        joined = run and target and target.error and 0 < target.time - run[-1].time <= 4 / rate + SAME
        if not joined:
            if run and run[-1].time - run[0].time >= 0.5 - SAME:
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
        (a, b, track)
        for _, track, targets in strokes
        for a, b in zip(targets, targets[1:])
        if a.error and b.error
    ]
    changes = [length(minus(b.error, a.error)) for a, b, _ in pairs]
    steps = [goes_back(b, minus(b.said, a.said), track.resting) for a, b, track in pairs if b.next]
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
    held = [length(minus(t.anchor, t.truth)) for t in scored]
    answered = [(norm, hold) for t, norm, hold in zip(scored, norms, held) if not t.abstained]
    held_answered, held_silent = (
        mean(hold for t, hold in zip(scored, held) if t.abstained == silent) for silent in (False, True)
    )
    confident = [(t.confidence, n, h) for t, n, h in zip(scored, norms, held) if t.confidence is not None]
    curve = risks(confident)
    usable = [t for t in scored if t.stated and t.stated.usable(t.rounding)]
    normalized = [t.stated.normalized(t.error) for t in usable]
    moving = [t for t in usable if t.tangent]
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
        "overshoot_share": mean(x > 0.5 * (1 + SHARE) for x in excess),
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
        "answered_share": len(answered) / len(scored),
        "answered_error_mean": mean(n for n, _ in answered),
        "answered_error_p95": quantile([n for n, _ in answered], 0.95),
        "answered_hold_mean": held_answered,
        "answered_ratio": mean(n for n, _ in answered) / held_answered if held_answered else None,
        "silent_hold_mean": held_silent,
        "with_confidence_share": len(confident) / len(answered) if answered else None,
        **{f"risk_{10 * k + 10}": risk for k, (risk, _) in enumerate(curve)},
        **{f"risk_ratio_{10 * k + 10}": risk / hold if hold else None for k, (risk, hold) in enumerate(curve)},
        "risk_mean": mean(risk for risk, _ in curve) if confident else None,
        "nis_p25": quantile(normalized, 0.25),
        "nis_median": quantile(normalized, 0.5),
        "nis_p75": quantile(normalized, 0.75),
        "nis_p95": quantile(normalized, 0.95),
        "crps_x": mean(t.stated.crps(t.error, (1, 0)) for t in usable),
        "crps_y": mean(t.stated.crps(t.error, (0, 1)) for t in usable),
        "crps_along": mean(t.stated.crps(t.error, t.tangent) for t in moving),
        "crps_across": mean(t.stated.crps(t.error, (-t.tangent[1], t.tangent[0])) for t in moving),
        "energy_score": mean(t.stated.energy(t.error) for t in usable),
    }


def main():
    predictions, said, rate = sys.argv[1], sys.argv[2], float(sys.argv[3])
    samples = {}
    for path in sys.argv[4:]:
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
    stated = {}
    with open(said, newline="") as file:
        for row in csv.DictReader(file):
            key = row["predictor"], row["parameters"], row["frames_ahead"], row["source"], row["stroke"]
            stated.setdefault(key, []).append(row)
    writer = None
    for (predictor, parameters, milliseconds), strokes in groups.items():
        # The horizon in frames of 60 Hz, as it was asked for.
        frames = next(iter(strokes.values()))[0]["frames_ahead"]
        horizon = float(frames) / 60
        found = measures(
            [
                (
                    key[0],
                    tracks[key],
                    [
                        Target(tracks[key], row, beside, horizon, rate)
                        for row, beside in zip(rows, stated[predictor, parameters, frames, *key], strict=True)
                    ],
                )
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
