"""The grid of the fused sweep by NumPy: polynomials over windows of samples, several horizons, all measures.

Usage: grid.py FOLDER UNITS_PER_MM FRAMES DEGREES WINDOWS [mean|headlines|all]

FOLDER holds plain CSV with its `dataset.json`; FRAMES, DEGREES and WINDOWS are first..last. Prints two rows a cell
to standard output, pooled and the mean over participants, and to standard error the seconds of each stage and of
all (`stage,seconds`), reading apart. The last argument says which measures: the mean error alone, the three
headline measures, or all (the default); of a lesser plan nothing is computed that it does not ask for.
"""

import ctypes
import os
import sys
import time

# NumPy sorts and selects by AVX-512 where there is any. On AMD's Zen 4 that takes five times as long as by AVX2.
os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_SKX AVX512_ICL AVX512_SPR")

import numpy as np  # After what it reads from the environment.

import events
import truth
from fits import GrowingFits
from measures import JITTER, OVERSHOOT, SUMS, Work, headlines, mean_and_p95, mean_error, measure, quantiles, upper

COUNTS = "scored,dropped,resting,short_strokes"
MEASURES = (
    COUNTS + ",error_mean,error_rmse,error_median,error_p95,error_p99,error_max,along_bias,along_deviation,"
    "cross_rmse,overshoot_mean,overshoot_p95,overshoot_share,undershoot_mean,terminal_overshoot_mean,"
    "terminal_overshoot_p95,reversal_overshoot_mean,reversal_overshoot_p95,jitter_mean,jitter_p95,roughness_ratio,"
    "high_frequency_error,residual_lag_ms,wrong_direction_share,abstention_share"
).split(",")
# The lesser plans, and what each of them reports.
FEW = {"mean": ["error_mean"], "headlines": ["error_mean", "overshoot_p95", "jitter_mean"]}
# How many windows are fitted before the horizons are gone through: more are more at once, fewer lie in the cache.
BLOCK = 4


class Stages:
    """The processor time of each stage."""

    def __init__(self):
        self.seconds, self.last = {}, time.process_time()

    def end(self, name):
        now = time.process_time()
        self.seconds[name] = self.seconds.get(name, 0) + now - self.last
        self.last = now


class Horizon:
    """All that is known of one horizon before anything is predicted."""

    def __init__(self, track, samples, marks, frames):
        self.frames, self.people = frames, samples.people
        self.targets = targets = truth.Targets(track, samples, frames / truth.RATE)
        edges = np.array([part.stop for part in samples.people])

        def owners(numbers):
            return np.searchsorted(edges, numbers, side="right")

        stops, directions, reversals = marks
        self.runs = events.Runs(targets, owners)
        self.stops = events.Stops(track, targets, stops, directions, owners)
        self.reversals = events.Reversals(track, targets, reversals, owners)
        self.of_person = [targets.part(part) for part in samples.people]
        self.run_owners = np.eye(len(edges))[self.runs.owner]
        count = len(samples.times)
        with_run = np.bincount(samples.starts[self.runs.first], minlength=count) > 0
        self.fixed = {
            "run_points": self.runs.points @ self.run_owners,
            "short_strokes": self._by_person((samples.starts == np.arange(count)) & ~with_run),
            "targets": self._by_person(np.ones(count)),
        }
        for name in "known directed pairs is_onward reach speed truth_bends truth_steps".split():
            self.fixed[name] = self._by_person(getattr(targets, name))

    def _by_person(self, values):
        return np.array([values[part].sum() for part in self.people], float)


class FewHorizon:
    """What a lesser plan needs of one horizon before anything is predicted."""

    def __init__(self, track, samples, frames):
        self.frames, self.people = frames, samples.people
        targets = truth.Targets(track, samples, frames / truth.RATE, few=True)
        self.of_person = [targets.part(part) for part in samples.people]
        self.known, self.pairs = (
            np.array([values[part].sum() for part in samples.people]) for values in (targets.known, targets.pairs)
        )


def evaluate_few(horizon, fits, room, plan, stages):
    """The measures of a lesser plan at one horizon, by fit, and by participant and of all."""
    people = horizon.people
    norm, change = np.empty((2, len(fits), len(people)))
    over = np.empty((len(fits), len(people) + 1))
    for fit, (degree, coefficients, _) in enumerate(fits):
        powers = float(horizon.frames) ** np.arange(degree + 1)
        for person, part in enumerate(people):
            own = horizon.of_person[person]
            prediction, error, values = room.predictions[0][:, part], room.errors[0][:, part], room.values[:, part]
            np.matmul(powers, coefficients[:, :, part], out=prediction)
            stages.end("predictions")
            if plan == "mean":
                norm[fit, person] = mean_error(prediction, error, own, values)
                stages.end("sums over targets")
                continue
            norm[fit, person], change[fit, person] = headlines(prediction, error, own, room.work, values)
            stages.end("sums over targets")
            over[fit, person] = share95(values[OVERSHOOT], horizon.known[person])
            stages.end("quantiles by participant")
        if plan != "mean":
            over[fit, -1] = share95(room.values[OVERSHOOT], horizon.known.sum())
            stages.end("quantiles pooled")
    means = [with_all(norm) / with_all(horizon.known)]
    if plan != "mean":
        means += [over, with_all(change) / with_all(horizon.pairs)]
    return np.stack(means, -1)


def share95(values, count):
    """The 95 % quantile of those values that count, the others being 0."""
    return upper(values, len(values) - int(count), int(count), 0.95)[0]


def evaluate(horizon, fits, room, stages):
    """The sums of several fits at one horizon, by name (fits, people); `ranks`, `stops` and `reversals`, which are no
    sums, by people and of all."""
    count, people = len(fits), horizon.people
    predictions, errors = room.predictions[:count], room.errors[:count]
    sums = np.empty((count, len(people), len(SUMS)))
    ranks = np.empty((count, len(people) + 1, 6))
    valid = np.array([horizon.fixed[name] for name in ("known", "known", "pairs")], int)
    for fit, (degree, coefficients, silent) in enumerate(fits):
        powers = float(horizon.frames) ** np.arange(degree + 1)
        for person, part in enumerate(people):
            prediction, error, values = predictions[fit, :, part], errors[fit, :, part], room.values[:, part]
            np.matmul(powers, coefficients[:, :, part], out=prediction)
            stages.end("predictions")
            measured = measure(prediction, error, horizon.of_person[person], room.work, values)
            sums[fit, person] = *measured, silent[part] @ horizon.of_person[person].known
            stages.end("sums over targets")
            ranks[fit, person] = quantiles(values, valid[:, person])
            stages.end("quantiles by participant")
        ranks[fit, -1] = quantiles(room.values, valid.sum(1))
        stages.end("quantiles pooled")
    found = {name: sums[:, :, number] for number, name in enumerate(SUMS)}
    found["energy"] = horizon.runs.measure(errors) @ horizon.run_owners
    stages.end("spectra")
    found["ranks"] = ranks
    found["stops"] = mean_and_p95(horizon.stops.measure(predictions), horizon.stops.owner, len(people))
    stages.end("stops")
    lag = np.rint(-truth.RATE * found["late"].sum(1) / horizon.fixed["speed"].sum()).astype(int)
    farthest = horizon.reversals.measure(predictions, errors, lag)
    found["reversals"] = mean_and_p95(farthest, horizon.reversals.owner, len(people))
    stages.end("reversals")
    return found


def with_all(sums):
    """The sums by participant, and behind them that of all."""
    return np.concatenate([sums, sums.sum(-1, keepdims=True)], -1)


def table(horizon, found):
    """The measures by fit, and by participant and of all: (fits, people + 1, measures)."""
    fits = len(found["ranks"])
    s = {name: with_all(found[name]) for name in (*SUMS, "energy")}
    t = {name: np.broadcast_to(with_all(value), (fits, len(value) + 1)) for name, value in horizon.fixed.items()}
    scored, moving, pairs = t["known"], t["directed"], t["pairs"]
    bias = s["along"] / moving
    ranks, stops, reversals = found["ranks"], found["stops"], found["reversals"]
    late = np.where(t["speed"] > 0, -1000 * s["late"] / t["speed"], np.nan)
    rough = np.where(t["truth_bends"] > 1e-18 * t["truth_steps"], np.sqrt(s["bend"] / t["truth_bends"]), np.nan)
    columns = [
        scored, t["targets"] - scored, scored - moving, t["short_strokes"],
        s["norm"] / scored, np.sqrt(s["square"] / scored), *np.moveaxis(ranks[..., :4], -1, 0),
        bias, np.sqrt(np.maximum(s["along_square"] / moving - bias**2, 0)),
        np.sqrt(np.maximum(s["directed_square"] - s["along_square"], 0) / moving),
        s["over"] / scored, ranks[..., 4], s["noticed"] / scored, (s["over"] + t["reach"] - s["radius"]) / scored,
        stops[..., 0], stops[..., 1], reversals[..., 0], reversals[..., 1],
        s["change"] / pairs, ranks[..., 5], rough, np.sqrt(s["energy"] / t["run_points"]),
        late, s["wrong"] / t["is_onward"], s["silent"] / scored,
    ]  # fmt: skip
    return np.stack(columns, -1)


def aggregated(measures, counts=0):
    """The rows of scores.csv: pooled, and the mean over those participants that have a measure; the first so many are counts, which are summed."""
    people = measures[:, :-1]
    given = np.isfinite(people)
    total = np.where(given, people, 0).sum(1)
    counted = given.sum(1)
    mean = np.where(counted > 0, total / np.maximum(counted, 1), np.nan)
    mean[:, :counts] = total[:, :counts]
    return {"pooled": measures[:, -1], "participant_mean": mean}


class Room:
    """Numbers in work for all samples, allocated once and written over by each horizon."""

    def __init__(self, fits, people):
        count = people[-1].stop
        self.predictions, self.errors = np.empty((fits, 2, count)), np.empty((fits, 2, count))
        self.values = np.empty((3, count))
        self.work = Work(count)


def fitted(growing, samples, degrees, windows):
    """The fits of some windows in a row: degree, window, coefficients (2, degree + 1, n), and where there is none."""
    count = len(samples.times)
    cells = [(degree, window) for window in windows for degree in degrees if degree < window]
    fits = [(d, w, np.empty((2, d + 1, count)), np.empty(count)) for d, w in cells]
    for part, own in zip(samples.people, growing):
        for window in windows:
            while own.window < window:
                own.grow()
            usable = own.usable()
            for degree, its_window, coefficients, silent in fits:
                if its_window == window:
                    own.coefficients(degree, usable[degree], coefficients[:, :, part])
                    silent[part] = ~usable[degree]
    return fits


def span(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def show(cells, horizon, values, counts):
    for aggregation, rows in aggregated(values, counts).items():
        for (degree, window), row in zip(cells, rows):
            texts = ["" if np.isnan(value) else repr(float(value)) for value in row]
            print(f"{degree},{window},{horizon.frames},{aggregation}," + ",".join(texts))


def keep_memory():
    """Has glibc keep what is let go of: pages new from the system took a tenth of the time. Elsewhere nothing."""
    try:
        for option, value in ((-1, 1 << 30), (-2, 1 << 28), (-3, 1 << 25)):  # Trim, top pad, mmap threshold.
            ctypes.CDLL(None).mallopt(option, value)
    except (AttributeError, OSError):
        pass


def main():
    keep_memory()
    folder, scale = sys.argv[1], float(sys.argv[2])
    frames, degrees, windows = (span(text) for text in sys.argv[3:6])
    plan = sys.argv[6] if len(sys.argv) > 6 else "all"
    measures, counts = (FEW[plan], 0) if plan in FEW else (MEASURES, len(COUNTS.split(",")))
    samples = truth.read(folder, scale)
    started, stages = time.process_time(), Stages()
    track = truth.Track(samples)
    if plan in FEW:
        horizons = [FewHorizon(track, samples, frame) for frame in frames]
    else:
        marks = *truth.stops(track), truth.reversals(track)
        horizons = [Horizon(track, samples, marks, frame) for frame in frames]
    growing = [
        GrowingFits(samples.times[part], samples.points[:, part], samples.starts[part], degrees[-1])
        for part in samples.people
    ]
    room = Room(BLOCK * len(degrees), samples.people)
    stages.end("truth")
    print("degree,window,frames_ahead,aggregation," + ",".join(measures))
    for first in range(0, len(windows), BLOCK):
        fits = fitted(growing, samples, degrees, windows[first : first + BLOCK])
        stages.end("fits")
        for horizon in horizons:
            unnamed = [(d, c, silent) for d, _, c, silent in fits]
            if plan in FEW:
                values = evaluate_few(horizon, unnamed, room, plan, stages)
            else:
                values = table(horizon, evaluate(horizon, unnamed, room, stages))
            show([fit[:2] for fit in fits], horizon, values, counts)
            stages.end("rows")
    total = time.process_time() - started
    for name, seconds in [*stages.seconds.items(), ("total", total)]:
        print(f"{name},{seconds:.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
