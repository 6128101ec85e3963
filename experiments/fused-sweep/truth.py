"""What is true of the strokes, and depends on no predictor: tracks, targets, landmarks, stretches.

Definitions: docs of nextpoint's `Sources/Evaluation` (MotionTrack, StrokePreparation, StrokeLandmarks,
ReversalWindow). All is worked out once a horizon, over all strokes at once.

Moments are compared as the recordings give them, since `t + h >= end` may turn on the last digit; one common
clock of all strokes, one after the other, serves only to find where to look.
"""

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np

RATE = 60.0
LONGEST_GAP = 4 / RATE
SAME = 1e-9
HALF_WINDOW = 0.2
LEAST_MOTION = 1.0
CUTOFF = 6.0


def read(folder, scale):
    """Times, positions in mm as (2, n), the first sample of each sample's stroke, and people's slices.

    The recordings of a participant lie beside each other, so that a participant is a slice.
    """
    manifest = json.loads(Path(folder, "dataset.json").read_text())
    files = sorted(manifest["files"], key=lambda file: (file["participant"], file["path"]))
    recordings, starts, people, count = [], [], {}, 0
    for file in files:
        rows = recording(Path(folder, file["path"]))
        is_first = np.append(True, rows["stroke"][1:] != rows["stroke"][:-1])
        firsts = np.flatnonzero(is_first)
        starts.append(count + firsts[np.cumsum(is_first) - 1])
        recordings.append(rows)
        begin = people.setdefault(file["participant"], slice(count, 0)).start
        count += len(rows)
        people[file["participant"]] = slice(begin, count)
    rows, starts = np.concatenate(recordings), np.concatenate(starts)
    times = np.ascontiguousarray(rows["t_s"])
    if np.any((np.diff(times) < 0) & (np.diff(starts) == 0)):
        raise SystemExit("times that go back are not provided for")
    points = np.stack([rows["x"], rows["y"]]) / scale
    return SimpleNamespace(times=times, points=points, starts=starts, people=list(people.values()))


def recording(path):
    """The rows of a file of plain CSV: the name of the stroke, the time in seconds and the position."""
    fields = {"stroke": "U32", "t_s": float, "x": float, "y": float}
    with open(path) as lines:
        names = lines.readline().strip().split(",")
        columns = [names.index(name) for name in fields]
        return np.loadtxt(lines, list(fields.items()), delimiter=",", usecols=columns, ndmin=1)


def length(vectors):
    return np.sqrt(vectors[0] ** 2 + vectors[1] ** 2)


def expand(counts):
    """Of groups of so many members: each member's group, and its number within it."""
    groups = np.repeat(np.arange(len(counts)), counts)
    return groups, np.arange(len(groups)) - np.repeat(np.cumsum(counts) - counts, counts)


class Track:
    """The recorded tracks, interpolated; of samples with one time the last counts."""

    def __init__(self, samples):
        times, points, starts = samples.times, samples.points, samples.starts
        keep = np.ones(len(times), bool)
        keep[:-1] = (starts[1:] != starts[:-1]) | (times[1:] > times[:-1])
        self.sample_stroke = np.unique(starts, return_inverse=True)[1]
        self.sample = np.flatnonzero(keep)
        self.t, self.p = times[keep], np.ascontiguousarray(points[:, keep])
        self.stroke = self.sample_stroke[keep]
        count = self.stroke[-1] + 1
        self.first = np.searchsorted(self.stroke, np.arange(count))
        self.last = np.searchsorted(self.stroke, np.arange(count), side="right") - 1
        self.begin, self.end = self.t[self.first], self.t[self.last]
        # A second between strokes: what lies within a stroke's reach is found within it.
        self.offset = np.concatenate([[0], np.cumsum(self.end - self.begin + 1)[:-1]]) - self.begin
        self.clock = self.t + self.offset[self.stroke]
        size = [np.maximum.reduceat(row, self.first) - np.minimum.reduceat(row, self.first) for row in self.p]
        self.resting = 1e-9 * length(size)

    def find(self, stroke, at):
        """The last sample of a stroke that is not after a moment; the first where there is none."""
        first, last = self.first[stroke], self.last[stroke]
        place = np.searchsorted(self.clock, at + self.offset[stroke], side="right") - 1
        place = np.clip(place, first, last)
        place += (place < last) & (self.t[np.minimum(place + 1, last)] <= at)
        return place - ((place > first) & (self.t[place] > at))

    def position(self, stroke, at):
        """Where the contact is at a moment, at an end before or after it; and the samples around it."""
        first, last = self.first[stroke], self.last[stroke]
        place = np.minimum(self.find(stroke, at), np.maximum(last - 1, first))
        after = np.minimum(place + 1, last)
        step = self.t[after] - self.t[place]
        share = np.clip((at - self.t[place]) / np.where(step > 0, step, 1), 0, 1)
        return self.p[:, place] + share * (self.p[:, after] - self.p[:, place]), place, after


class Targets:
    """The targets a horizon ahead of each sample, with all that measures need to know of them.

    Vectors are (2, n), zero where they do not count, so that sums need no mask; masks are numbers, so that a
    product masks.

    `few` leaves out what neither the mean error nor the headline measures need.
    """

    def __init__(self, track, samples, horizon, few=False):
        times, points, starts = samples.times, samples.points, samples.starts
        stroke = track.sample_stroke
        self.horizon, self.at, self.anchor = horizon, times + horizon, points
        begin, end = track.begin[stroke], track.end[stroke]
        truth, place, after = track.position(stroke, np.minimum(self.at, end))
        on_sample = (self.at - track.t[place] <= SAME) | (np.abs(track.t[after] - self.at) <= SAME)
        known = (self.at <= end + SAME) & (on_sample | (track.t[after] - track.t[place] <= LONGEST_GAP))
        self.is_known, self.known = known, known.astype(float)
        self.truth = np.where(known, truth, 0)
        self.reach = np.where(known, length(truth - points), 0)
        self.radius = np.where(known, self.reach, np.inf)
        if few:
            pairs = np.concatenate([[False], (starts[1:] == starts[:-1]) & known[1:] & known[:-1]])
            self.pairs = pairs.astype(float)
            return
        self._motion(track, stroke, np.clip(self.at - 1 / RATE, begin, end), np.clip(self.at + 1 / RATE, begin, end))
        # Successive targets: two, two before a further recorded point, and three.
        pairs = np.concatenate([[False], (starts[1:] == starts[:-1]) & known[1:] & known[:-1]])
        further = self.at + SAME < end
        bends = pairs & np.concatenate([[False], pairs[:-1]])
        self.is_pair, self.pairs, self.bends = pairs, pairs.astype(float), bends.astype(float)
        self.is_onward = pairs & further
        at_end = (after < track.last[stroke]) & (track.t[after] - self.at <= SAME)
        following = track.p[:, np.where(at_end, after + 1, after)]
        self.onward = np.where(self.is_onward, following - truth, 0)
        step = np.zeros_like(truth)
        step[:, 1:] = truth[:, 1:] - truth[:, :-1]
        bend = np.zeros_like(truth)
        bend[:, 1:] = step[:, 1:] - step[:, :-1]
        squares = (step**2).sum(0)
        self.truth_bends = (bend**2).sum(0) * bends
        self.truth_steps = (squares + np.roll(squares, 1)) * bends

    def part(self, samples):
        """What measuring needs, of a slice of samples."""
        names = "truth known directed tangent velocity onward anchor radius pairs bends".split()
        return SimpleNamespace(
            **{name: getattr(self, name)[..., samples] for name in names if hasattr(self, name)}
        )

    def _motion(self, track, stroke, before, beyond):
        step = track.position(stroke, beyond)[0] - track.position(stroke, before)[0]
        size = length(step)
        moving = self.is_known & (beyond > before) & (size > track.resting[stroke])
        self.directed = moving.astype(float)
        self.tangent = np.where(moving, step / np.where(moving, size, 1), 0)
        self.speed = (np.where(moving, size / np.where(moving, beyond - before, 1), 0)) ** 2
        self.velocity = np.where(moving, step / np.where(moving, beyond - before, 1), 0)


def stretches(targets):
    """Runs of scored targets without gap that last half a second, put in order of their resampled lengths.

    Gives the first sample of each run, how many points it has at the nominal rate, and for each point the sample
    before it and the share of the way to the next.
    """
    at, known = targets.at, targets.is_known
    joined = np.concatenate([[False], targets.is_pair[1:] & (np.diff(at) > 0) & (np.diff(at) <= LONGEST_GAP)])
    first = np.flatnonzero(known & ~joined)
    run = np.cumsum(known & ~joined) - 1
    last = np.zeros(len(first), int)
    last[run[known]] = np.flatnonzero(known)
    duration = at[last] - at[first]
    long = duration >= 0.5
    first, last, duration = first[long], last[long], duration[long]
    points = (duration * RATE + 1 + SAME).astype(int)
    order = np.argsort(points, kind="stable")
    first, last, points = first[order], last[order], points[order]
    owner, number = expand(points)
    moment = at[first][owner] + number / RATE
    # All runs one after another on one clock, as the strokes are; the last digit moves no point by more than that.
    begin = np.concatenate([[0], np.cumsum(duration[order] + 1)[:-1]])
    member, place = expand(last - first + 1)
    samples = first[member] + place
    clock = at[samples] - at[first][member] + begin[member]
    index = samples[np.searchsorted(clock, moment - at[first][owner] + begin[owner], side="right") - 1]
    index = np.minimum(index, last[owner] - 1)
    share = np.clip((moment - at[index]) / (at[index + 1] - at[index]), 0, 1)
    return first, points, index, share


@cache
def low_waves(count):
    """The orthonormal waves of so many points below 6 Hz, the constant too, as columns (count, waves).

    Source: the real discrete Fourier basis. By Parseval what is left of a signal is its part from 6 Hz on.
    """
    bins = np.arange(1, count // 2 + 1)
    bins = bins[bins < CUTOFF * count / RATE * (1 - SAME)]
    turn = np.outer(np.arange(count), bins) % count
    angle = 2 * np.pi / count * np.arange(count)
    waves = [(np.sqrt(2 / count) * wave(angle))[turn] for wave in (np.cos, np.sin)]
    return np.hstack([np.full((count, 1), 1 / np.sqrt(count)), *waves])


def stops(track):
    """Pauses and ends of motion: sample of the track and direction; `Landmarks.stops`."""
    count = len(track.t)
    here = np.arange(count)
    last, first = track.last[track.stroke], track.first[track.stroke]
    still = np.zeros(count, bool)
    active = here[here < last]
    step = 1
    while len(active):
        later = active + step
        near = length(track.p[:, later] - track.p[:, active]) <= 5.0 * 0.05
        active, later = active[near], later[near]
        done = track.t[later] - track.t[active] >= 0.05
        still[active[done]] = True
        step += 1
        active = active[~done & (later < last[active])]
    back, path = here.copy(), np.zeros(count)
    active = here[here > first]
    while len(active):
        start = back[active]
        goes = (track.t[active] - track.t[start - 1] <= 0.1) & (path[active] < 20.0)
        active, start = active[goes], start[goes]
        path[active] += length(track.p[:, start] - track.p[:, start - 1])
        back[active] -= 1
        active = active[start - 1 > first[active]]
    motion = track.p - track.p[:, back]
    size = length(motion)
    candidates = np.flatnonzero((still | (here == last)) & (size >= LEAST_MOTION))
    found, free = [], 0
    for index in candidates.tolist():
        if index < free:
            continue
        found.append(index)
        rest = slice(index, last[index] + 1)
        left = length(track.p[:, rest] - track.p[:, index, None]) > LEAST_MOTION
        free = index + int(left.argmax()) if left.any() else last[index] + 1
    found = np.array(found, int)
    return found, motion[:, found] / size[found]


def reversals(track):
    """The sharpest samples of turns by more than a right angle within 100 ms; `Landmarks.reversals`."""
    reach = 0.05
    inside = (track.t - reach >= track.begin[track.stroke]) & (track.t + reach <= track.end[track.stroke])
    before = track.p - track.position(track.stroke, track.t - reach)[0]
    after = track.position(track.stroke, track.t + reach)[0] - track.p
    sizes = length(before), length(after)
    inside &= (sizes[0] >= LEAST_MOTION) & (sizes[1] >= LEAST_MOTION)
    cosine = np.where(inside, (before * after).sum(0) / np.where(inside, sizes[0] * sizes[1], 1), 1)
    turning = np.flatnonzero(cosine < 0)
    new = np.concatenate([[True], (np.diff(turning) > 1) | (np.diff(track.stroke[turning]) > 0)])
    starts = np.flatnonzero(new)
    least = np.minimum.reduceat(cosine[turning], starts)
    best = np.flatnonzero(cosine[turning] == np.repeat(least, np.diff(np.append(starts, len(turning)))))
    # Of equal ones in one turn the first.
    return turning[best[np.unique(np.cumsum(new)[best], return_index=True)[1]]]


def near(track, targets, landmarks):
    """The targets within 200 ms of landmarks: the landmark's number and the target, in order."""
    stroke = track.stroke[landmarks]
    owner = track.sample_stroke
    # The clock of all strokes rises within a stroke and from stroke to stroke.
    clock = targets.at - targets.horizon + track.offset[owner]
    moment = track.t[landmarks] - targets.horizon + track.offset[stroke]
    low = np.searchsorted(clock, moment - HALF_WINDOW - SAME)
    high = np.searchsorted(clock, moment + HALF_WINDOW + SAME, side="right")
    first, last = np.searchsorted(owner, stroke), np.searchsorted(owner, stroke, side="right")
    low, high = np.clip(low, first, last), np.clip(high, first, last)
    group, number = expand(high - low)
    return group, low[group] + number
