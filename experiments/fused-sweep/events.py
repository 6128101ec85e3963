"""Measures of stops, of reversals and of runs: those that look at parts of strokes.

Each is made once a horizon and then measures several fits at once, whose positions and errors are (fits, 2, n).
"""

import numpy as np

from truth import HALF_WINDOW, length, low_waves, near, stretches


class Stops:
    """Overshoot at stops: greatest max(0, (p̂ − p)·d − max(0, (g − p)·d)) over the targets around each."""

    def __init__(self, track, targets, stops, directions, people):
        group, self.index = near(track, targets, stops)
        self.starts = np.flatnonzero(np.diff(group, prepend=-1))
        self.owner = people(track.sample[stops[group[self.starts]]])
        direction = directions[:, group]
        stop = track.p[:, stops[group]]
        past = ((targets.truth[:, self.index] - stop) * direction).sum(0)
        past[~targets.is_known[self.index]] = 0
        self.direction, self.limit = direction, np.maximum(past, 0) + (stop * direction).sum(0)

    def measure(self, predictions):
        past = np.take(predictions, self.index, axis=2, mode="clip")
        past *= self.direction
        past = np.add(past[:, 0], past[:, 1], out=past[:, 0])
        past -= self.limit
        return np.maximum(np.maximum.reduceat(past, self.starts, axis=1), 0)


class Runs:
    """Energy of the error at and above 6 Hz: N·E², what is left of resampled errors beside their low waves."""

    def __init__(self, targets, people):
        self.first, self.points, index, share = stretches(targets)
        self.owner = people(self.first)
        edges = np.flatnonzero(np.diff(self.points, prepend=0, append=0))
        ends = np.concatenate([[0], np.cumsum(self.points)])
        self.groups = []
        for first, last in zip(edges[:-1], edges[1:]):
            part = slice(ends[first], ends[last])
            count = int(self.points[first])
            around = index[part], index[part] + 1
            self.groups.append((slice(first, last), count, around, share[part], low_waves(count)))

    def measure(self, errors):
        """The energy of each run, (fits, runs)."""
        fits = len(errors)
        result = np.empty((fits, len(self.points)))
        for runs, count, around, share, waves in self.groups:
            signal, following = (np.take(errors, index, axis=2, mode="clip") for index in around)
            following -= signal
            following *= share
            signal += following
            signal = signal.reshape(-1, count)
            low = signal @ waves
            energy = np.vecdot(signal, signal) - np.vecdot(low, low)
            np.sum(energy.reshape(fits, 2, -1), axis=1, out=result[:, runs])
        return result


class Reversals:
    """Overshoot at reversals: greatest distance of p̂ from the true path around each.

    The truth lies on the path, so that no distance is greater than the error, nor than that from any one segment.
    The target of the greatest error gives a first bound, by all segments. The others are held against the segments
    near the place where a prediction so late is expected, and only those that stay beyond the bound against more.
    Now and then the bound is raised by the one that then seems farthest.
    """

    # After so many segments the bound is raised.
    RAISES = (3, 6, 12, 24)

    def __init__(self, track, targets, reversals, people):
        group, index = near(track, targets, reversals)
        known = targets.is_known[index]
        group, index = group[known], index[known]
        kept, group, counts = np.unique(group, return_inverse=True, return_counts=True)
        self.group, self.index = group, index
        self.starts = np.cumsum(counts) - counts
        self.owner = people(track.sample[reversals[kept]])
        first, segments = self._path(track, reversals[kept], HALF_WINDOW + targets.horizon)
        place = track.find(track.sample_stroke[index], targets.at[index])
        self.begin = np.clip(place - first[group], 0, segments[group] - 1)

    def _path(self, track, at, margin):
        """The segments of each reversal's path, to the same number; the last is repeated as a point."""
        stroke, moment = track.stroke[at], track.t[at]
        first = np.minimum(track.find(stroke, moment - margin), track.last[stroke] - 1)
        last = track.find(stroke, moment + margin)
        last += (track.t[last] < moment + margin) & (last < track.last[stroke])
        segments = np.maximum(last - first, 1)
        self.most = int(segments.max())
        corner = first[:, None] + np.minimum(np.arange(self.most + 1), segments[:, None])
        path = track.p[:, corner]
        along = path[:, :, 1:] - path[:, :, :-1]
        size = length(along)
        unit = along / np.where(size > 0, size, 1)
        unit[0][size == 0] = 1
        # Direction, length, and the corner along and across it.
        x, y = path[:, :, :-1]
        table = np.stack([*unit, size, x * unit[0] + y * unit[1], x * unit[1] - y * unit[0]])
        self.by_segment = np.ascontiguousarray(table.transpose(2, 0, 1))
        self.table = table.reshape(5, -1)
        return first, segments

    @staticmethod
    def _squares(x, y, segment):
        """Squared distances of points from segments."""
        unit_x, unit_y, size, corner_along, corner_across = segment
        along = x * unit_x
        along += y * unit_y
        along -= corner_along
        across = x * unit_y
        across -= y * unit_x
        across -= corner_across
        along -= np.minimum(np.maximum(along, 0), size)
        along *= along
        across *= across
        along += across
        return along

    def measure(self, predictions, errors, lag):
        """The greatest distance at each reversal, (fits, reversals); `lag` is how late each fit is, in frames."""
        fits, targets = len(predictions), len(self.index)
        error = np.take(errors, self.index, axis=2, mode="clip")
        error *= error
        square = np.add(error[:, 0], error[:, 1], out=error[:, 0])
        points = np.take(predictions, self.index, axis=2, mode="clip")
        foremost = greatest_of(square, self.starts)
        row = np.arange(fits)[:, None]
        x, y = points[row, 0, foremost], points[row, 1, foremost]
        bound = np.full(x.shape, np.inf)
        for segment in self.by_segment:
            np.minimum(bound, self._squares(x, y, segment), out=bound)
        candidates = np.flatnonzero(square > np.take(bound, self.group, axis=1))
        fit, target = np.divmod(candidates, targets)
        begin = np.clip(self.begin[target] - lag[fit], 0, self.most - 1)
        reversal = self.group[target]
        search = [points[fit, 0, target], points[fit, 1, target], reversal, begin, fit * x.shape[1] + reversal]
        self._search(search, bound.reshape(-1))
        return np.sqrt(bound)

    def _search(self, search, bound):
        """Raises bounds to the squared distances of those points that are farther away."""
        least = np.full(len(search[0]), np.inf)
        for step in range(2 * self.most):
            x, y, reversal, begin, place = search
            shift = -(step + 1) // 2 if step % 2 else step // 2
            segment = np.minimum(np.maximum(begin + shift, 0), self.most - 1)
            segment += reversal * self.most
            np.minimum(least, self._squares(x, y, np.take(self.table, segment, axis=1, mode="clip")), out=least)
            if step + 1 in self.RAISES:
                self._raise(search, least, bound)
            far = np.flatnonzero(least > bound[place])
            if len(far) < 0.8 * len(least):  # For fewer than these the copies cost more than they save.
                search, least = [values[far] for values in search], least[far]
            if not len(least):
                return
        np.maximum.at(bound, search[-1], least)

    def _raise(self, search, least, bound):
        """Raises bounds by the point of each that seems farthest, held against all segments."""
        x, y, reversal, _, place = search
        starts = np.flatnonzero(np.diff(place, prepend=-1))
        seems = greatest_of(least[None], starts)[0]
        x, y, reversal, place = x[seems], y[seems], reversal[seems], place[seems]
        found = least[seems]
        for segment in self.by_segment:
            np.minimum(found, self._squares(x, y, np.take(segment, reversal, axis=1, mode="clip")), out=found)
        bound[place] = np.maximum(bound[place], found)
        least[seems] = found


def greatest_of(values, starts):
    """The place of the greatest value of each group in a row; groups lie one after another."""
    most = np.maximum.reduceat(values, starts, axis=1)
    counts = np.diff(np.append(starts, values.shape[1]))
    row, place = np.nonzero(values == np.repeat(most, counts, axis=1))
    group = row * len(starts) + np.searchsorted(starts, place, side="right") - 1
    result = np.empty(len(values) * len(starts), int)
    # Of equal ones any will do.
    result[group] = place
    return result.reshape(len(values), -1)
