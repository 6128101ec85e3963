"""The grid of the fused sweep by NumPy: polynomials over windows of samples, several horizons.

Usage: grid.py FOLDER UNITS_PER_MM FRAMES DEGREES WINDOWS [LIMIT]

FOLDER holds plain CSV; FRAMES, DEGREES and WINDOWS are first..last. Prints the seconds of the grid
(reading apart) to standard error and one row a cell to standard output.

Vectorised over all samples of all strokes: the polynomials orthogonal on each sample's own window are
built by Gram and Schmidt once for all degrees, and a fit serves all horizons. Only the loops over
windows, degrees, horizons and the places of a window are Python's.
"""

import csv
import glob
import sys
import time

import numpy as np

RATE = 60.0
LONGEST_GAP = 4 / RATE
SAME = 1e-9
MEASURES = (
    "scored,error_mean,error_rmse,error_median,error_p95,error_p99,error_max,along_bias,"
    "along_deviation,cross_rmse,overshoot_mean,overshoot_p95,undershoot_mean,jitter_mean,jitter_p95"
)


def span(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def read(folder, scale):
    """Times, positions in mm, and the first sample of each sample's stroke."""
    times, points, starts = [], [], []
    for path in sorted(glob.glob(f"{folder}/**/*.csv", recursive=True)):
        with open(path, newline="") as file:
            rows = csv.DictReader(file)
            last = None
            for row in rows:
                key = (path, row.get("participant"), row.get("task"), row["stroke"])
                if key != last:
                    first, last = len(times), key
                starts.append(first)
                times.append(float(row["t_s"]))
                points.append((float(row["x"]), float(row["y"])))
    return np.array(times), np.array(points) / scale, np.array(starts)


class Truth:
    """The recorded tracks, interpolated; of samples with one time the last counts."""

    def __init__(self, times, points, starts):
        keep = np.ones(len(times), bool)
        keep[:-1] = ~((starts[1:] == starts[:-1]) & (times[1:] <= times[:-1]))
        self.stroke = np.unique(starts, return_inverse=True)[1]
        # Strokes one after another on one clock, so that one search serves all of them.
        begins = np.unique(starts)
        spans = np.maximum.reduceat(times, begins) - np.minimum.reduceat(times, begins) + 1
        offsets = np.concatenate([[0.0], np.cumsum(spans)[:-1]]) - np.minimum.reduceat(times, begins)
        self.clock = times + offsets[self.stroke]
        self.t = self.clock[keep]
        self.p = points[keep]
        owner = self.stroke[keep]
        count = owner[-1] + 1
        self.first = np.searchsorted(owner, np.arange(count))
        self.last = np.searchsorted(owner, np.arange(count), side="right") - 1
        low = np.minimum.reduceat(self.p, self.first)
        high = np.maximum.reduceat(self.p, self.first)
        self.resting = 1e-9 * np.hypot(*(high - low).T)

    def position(self, at):
        first, last = self.first[self.stroke], self.last[self.stroke]
        place = np.clip(np.searchsorted(self.t, at, side="right") - 1, first, np.maximum(last - 1, first))
        after = np.minimum(place + 1, last)
        step = self.t[after] - self.t[place]
        share = np.clip((at - self.t[place]) / np.where(step > 0, step, 1), 0, 1)
        return self.p[place] + share[:, None] * (self.p[after] - self.p[place]), place, after

    def at(self, horizon):
        at = self.clock + horizon
        first, last = self.t[self.first[self.stroke]], self.t[self.last[self.stroke]]
        truth, place, after = self.position(np.minimum(at, last))
        on_sample = (at - self.t[place] <= SAME) | (np.abs(self.t[after] - at) <= SAME)
        known = (at <= last + SAME) & (on_sample | (self.t[after] - self.t[place] <= LONGEST_GAP))
        before, beyond = np.clip(at - 1 / RATE, first, last), np.clip(at + 1 / RATE, first, last)
        step = self.position(beyond)[0] - self.position(before)[0]
        size = np.hypot(*step.T)
        directed = (beyond > before) & (size > self.resting[self.stroke])
        tangent = step / np.where(directed, size, 1)[:, None]
        return truth, known, tangent, directed


def fits(times, points, starts, window, highest, horizons):
    """For each degree: where each sample's window points to at each horizon; NaN where it cannot."""
    index = np.arange(len(times))
    places = index[:, None] - np.arange(window)[None, :]
    inside = places >= starts[:, None]
    places = np.maximum(places, 0)
    tau = np.where(inside, times[places] - times[:, None], 0.0) * RATE
    values = np.where(inside[..., None], points[places] - points[:, None, :], 0.0)
    count = inside.sum(1)
    ahead = np.broadcast_to(np.array(horizons) * RATE, (len(times), len(horizons)))
    basis, read_basis = [inside.astype(float)], [np.ones_like(ahead)]
    total = np.zeros((len(times), len(horizons), 2))
    result = {}
    for degree in range(highest + 1):
        if degree:
            p, r = tau * basis[-1], ahead * read_basis[-1]
            for _ in range(2):  # Twice is enough for orthogonality to rounding.
                for q, s in zip(basis, read_basis):
                    square = np.einsum("ij,ij->i", q, q)
                    share = np.einsum("ij,ij->i", p, q) / np.where(square > 0, square, 1)
                    p, r = p - share[:, None] * q, r - share[:, None] * s
            basis.append(p)
            read_basis.append(r)
        p = basis[-1]
        square = np.einsum("ij,ij->i", p, p)
        usable = (count > degree) & (square > 1e-12)
        weights = np.einsum("ij,ijk->ik", p, values) / np.where(usable, square, 1)[:, None]
        total = total + read_basis[-1][:, :, None] * np.where(usable[:, None], weights, np.nan)[:, None, :]
        result[degree] = points[:, None, :] + total
    return result


def measures(predicted, points, truth, pairs):
    """What `scores.csv` calls by these names, pooled."""
    g, known, tangent, directed = truth
    predicted = np.where(np.isnan(predicted[:, :1]), points, predicted)
    e = predicted - g
    size = np.hypot(e[:, 0], e[:, 1])
    norms = size[known]
    d = known & directed
    along = np.einsum("ij,ij->i", e[d], tangent[d])
    cross = tangent[d, 0] * e[d, 1] - tangent[d, 1] * e[d, 0]
    excess = (np.hypot(*(predicted - points).T) - np.hypot(*(g - points).T))[known]
    over = np.maximum(excess, 0)
    both = pairs & known[1:] & known[:-1]
    change = (e[1:] - e[:-1])[both]
    jitter = np.hypot(change[:, 0], change[:, 1])
    bias = along.mean()
    return [
        len(norms), norms.mean(), np.sqrt((norms**2).mean()), *np.quantile(norms, [0.5, 0.95, 0.99, 1]),
        bias, np.sqrt(max((along**2).mean() - bias**2, 0)), np.sqrt((cross**2).mean()),
        over.mean(), np.quantile(over, 0.95), np.maximum(-excess, 0).mean(),
        jitter.mean(), np.quantile(jitter, 0.95),
    ]  # fmt: skip


def main():
    folder, scale = sys.argv[1], float(sys.argv[2])
    frames, degrees, windows = (span(text) for text in sys.argv[3:6])
    times, points, starts = read(folder, scale)
    started = time.process_time()
    tracks = Truth(times, points, starts)
    horizons = [frame / RATE for frame in frames]
    truths = [tracks.at(horizon) for horizon in horizons]
    pairs = starts[1:] == starts[:-1]
    print("degree,window,frames_ahead," + MEASURES)
    for window in windows:
        found = fits(times, points, starts, window, min(degrees[-1], window - 1), horizons)
        for degree in degrees:
            if degree not in found:
                continue
            for slot, frame in enumerate(frames):
                row = measures(found[degree][:, slot], points, truths[slot], pairs)
                print(f"{degree},{window},{frame}," + ",".join(repr(float(value)) for value in row))
    print(f"{time.process_time() - started:.2f}", file=sys.stderr)


main()
