"""Measures of stops, of reversals and of runs: those that look at parts of strokes.

Each is made once a horizon and then measures several fits at once, whose positions and errors are (fits, 2, n).
"""

import numpy as np

from truth import HALF_WINDOW, expand, low_waves, near, stretches


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
            self.groups.append((slice(first, last), count, index[part], share[part], low_waves(count)))

    def measure(self, errors):
        """The energy of each run, (fits, runs)."""
        fits = len(errors)
        result = np.empty((fits, len(self.points)))
        for runs, count, index, share, waves in self.groups:
            signal = np.take(errors, index, axis=2, mode="clip")
            following = np.take(errors, index + 1, axis=2, mode="clip")
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

    The truth lies on the path, so that no distance is greater than the error. The target of the greatest error
    comes first, with all corners of the path; another counts only while it is farther away than that, and its
    search begins where the contact then is.
    """

    def __init__(self, track, targets, reversals, people):
        group, index = near(track, targets, reversals)
        known = targets.is_known[index]
        group, index = group[known], index[known]
        kept, group, counts = np.unique(group, return_inverse=True, return_counts=True)
        number = expand(counts)[1]
        self.owner = people(track.sample[reversals[kept]])
        self.shape = len(kept), counts.max()
        self.index = np.zeros(self.shape, int)
        self.index[group, number] = index
        self.valid = np.arange(counts.max()) < counts[:, None]
        self._path(track, reversals[kept], HALF_WINDOW + targets.horizon)
        place = track.find(track.sample_stroke[index], targets.at[index])
        self.begin = np.zeros(self.shape, int)
        self.begin[group, number] = np.clip(place - self.first[group], 0, self.segments[group] - 1)

    def _path(self, track, at, margin):
        stroke, moment = track.stroke[at], track.t[at]
        first = np.minimum(track.find(stroke, moment - margin), track.last[stroke] - 1)
        last = track.find(stroke, moment + margin)
        last += (track.t[last] < moment + margin) & (last < track.last[stroke])
        self.first, self.segments = first, np.maximum(last - first, 1)
        corner = first[:, None] + np.minimum(np.arange(self.segments.max() + 1), self.segments[:, None])
        path = track.p[:, corner]
        along = path[:, :, 1:] - path[:, :, :-1]
        square = (along**2).sum(0)
        # Corner, way to the next, and way by its square, whose product with a vector is the share of the way.
        self.table = np.concatenate([path[:, :, :-1], along, along / np.where(square > 0, square, np.inf)])
        self.by_segment = np.ascontiguousarray(self.table.transpose(2, 0, 1))
        self.rows = np.ascontiguousarray(self.table.transpose(1, 2, 0))

    @staticmethod
    def _squares(x, y, segment):
        """Squared distances of points from segments, as six numbers each."""
        corner_x, corner_y, along_x, along_y, by_x, by_y = segment
        x, y = x - corner_x, y - corner_y
        share = x * by_x
        share += y * by_y
        np.minimum(np.maximum(share, 0, out=share), 1, out=share)
        x -= share * along_x
        y -= share * along_y
        x *= x
        y *= y
        x += y
        return x

    def measure(self, predictions, errors):
        """The greatest distance at each reversal, (fits, reversals)."""
        fits = len(predictions)
        error = np.take(errors, self.index.ravel(), axis=2, mode="clip")
        error *= error
        square = np.add(error[:, 0], error[:, 1]).reshape(fits, *self.shape)
        square[:, ~self.valid] = 0
        foremost = square.argmax(2)
        at = self.index[np.arange(self.shape[0]), foremost]
        x, y = (predictions[np.arange(fits)[:, None], axis, at] for axis in (0, 1))
        least = np.full(x.shape, np.inf)
        for segment in self.by_segment:
            np.minimum(least, self._squares(x, y, segment), out=least)
        self._search(predictions, square, least)
        return np.sqrt(least)

    def _search(self, predictions, square, greatest):
        """Raises `greatest` to the squared distances of those targets that are farther away."""
        fit, reversal, number = np.nonzero(square > greatest[:, :, None])
        at, begin = self.index[reversal, number], self.begin[reversal, number]
        x, y, bound = predictions[fit, 0, at], predictions[fit, 1, at], greatest[fit, reversal]
        least = np.full(len(x), np.inf)
        farthest = int(self.segments.max())
        for step in range(2 * farthest):
            place = begin + ((step + 1) // 2 if step % 2 else -step // 2)
            place = np.clip(place, 0, farthest - 1)
            np.minimum(least, self._squares(x, y, self.rows[reversal, place].T), out=least)
            far = np.flatnonzero(least > bound)
            if len(far) < len(least):
                fit, reversal, begin, x, y = fit[far], reversal[far], begin[far], x[far], y[far]
                bound, least = bound[far], least[far]
            if not len(least):
                break
        np.maximum.at(greatest, (fit, reversal), least)
