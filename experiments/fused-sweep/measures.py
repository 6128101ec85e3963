"""What `scores.csv` calls by these names, from predictions and truth; `Sources/Evaluation/Scores`.

Sums are kept by participant. All that is 0 where there is no truth adds nothing to a sum, and lies below all that
counts in an order, so that ranks move by how many there are of it.
"""

import numpy as np

SUMS = "norm square directed_square along along_square late radius over noticed wrong change bend silent".split()
ERROR, OVERSHOOT, JITTER = range(3)


class Work:
    """Numbers in work, allocated once."""

    def __init__(self, most):
        self.room = np.empty((2, 2 * most))

    def of(self, count):
        """Two pairs of rows of so many numbers, close together."""
        return (row[: 2 * count].reshape(2, count) for row in self.room)


def lengths(vectors, work, out):
    """‖v‖² to `out`; `work` may be the vectors."""
    np.multiply(vectors, vectors, out=work)
    return np.add(work[0], work[1], out=out)


def measure(prediction, error, truth, work, values):
    """The sums over the targets of one participant, and the values whose quantiles are asked for.

    `error` is given as room and filled; `values` are the rows of error, overshoot and jitter, to be filled.
    """
    step, pair = work.of(prediction.shape[1])
    norms, over, changes = values
    np.subtract(prediction, truth.truth, out=error)
    error *= truth.known
    square = lengths(error, pair, norms)
    directed_square, total_square = square @ truth.directed, square.sum()
    np.sqrt(square, out=norms)
    np.multiply(error, truth.tangent, out=pair)
    along = np.add(pair[0], pair[1], out=pair[0])
    along_sum, along_square = along.sum(), along @ along
    late = error[0] @ truth.velocity[0] + error[1] @ truth.velocity[1]
    # e_n - e_(n-1); the first of a slice has no pair.
    step[:, 0] = 0
    np.subtract(error[:, 1:], error[:, :-1], out=step[:, 1:])
    change = lengths(step, pair, changes)
    change *= truth.pairs
    np.sqrt(change, out=changes)
    np.subtract(prediction[:, 1:], prediction[:, :-1], out=step[:, 1:])
    np.multiply(step, truth.onward, out=pair)
    wrong = np.count_nonzero(np.add(pair[0], pair[1], out=pair[0]) < 0)
    bend = pair[:, 1:]
    np.subtract(step[:, 1:], step[:, :-1], out=bend)
    bend *= truth.bends[1:]
    bend_square = bend[0] @ bend[0] + bend[1] @ bend[1]
    np.subtract(prediction, truth.anchor, out=step)
    radius = np.sqrt(lengths(step, step, over), out=over)
    radius_sum = radius @ truth.known
    over -= truth.radius
    np.maximum(over, 0, out=over)
    noticed = np.count_nonzero(over > 0.5)
    return (
        norms.sum(), total_square, directed_square, along_sum, along_square, late, radius_sum, over.sum(), noticed,
        wrong, changes.sum(), bend_square,
    )  # fmt: skip


def mean_error(prediction, error, truth, values):
    """The sum of ‖e‖ over the targets of one participant; nothing else is measured."""
    np.subtract(prediction, truth.truth, out=error)
    norms = lengths(error, error, values[ERROR])
    return np.sqrt(norms, out=norms) @ truth.known


def headlines(prediction, error, truth, work, values):
    """The sums of ‖e‖ and of ‖e_n − e_(n−1)‖, and the overshoots, whose quantile is asked for."""
    step, pair = work.of(prediction.shape[1])
    np.subtract(prediction, truth.truth, out=error)
    norms = lengths(error, pair, values[ERROR])
    norm = np.sqrt(norms, out=norms) @ truth.known
    step = np.subtract(error[:, 1:], error[:, :-1], out=step[:, 1:])
    changes = lengths(step, step, values[JITTER][1:])
    change = np.sqrt(changes, out=changes) @ truth.pairs[1:]
    over = values[OVERSHOOT]
    np.sqrt(lengths(np.subtract(prediction, truth.anchor, out=pair), pair, over), out=over)
    over -= truth.radius
    np.maximum(over, 0, out=over)
    return norm, change


def upper(values, below, count, share):
    """A quantile of type 7 of the greatest `count` values, and its rank; `below` others lie under them.

    Source: Hyndman and Fan, The American Statistician 50(4), 1996. One rank alone is asked of `partition`, which is
    several times faster than two, and the next is a minimum.
    """
    place = (count - 1) * share
    rank = int(place)
    values.partition(below + rank)
    low = values[below + rank]
    high = values[below + rank + 1 :].min() if place > rank else low
    return low + (place - rank) * (high - low), rank


def sorted_quantile(ordered, count, share):
    """A quantile of type 7 of ascending values, of which the last are the greatest of `count`."""
    place = (count - 1) * share
    rank = int(place)
    first = rank - count + ordered.shape[-1]
    low, high = ordered[..., first], ordered[..., min(first + 1, ordered.shape[-1] - 1)]
    return low + (place - rank) * (high - low)


def error_quantiles(values, below, count):
    """Median, 95 %, 99 % and greatest: the tail sorted, the median from what is before it."""
    if count < 64:
        ordered = np.sort(values)[below:]
        return [sorted_quantile(ordered, count, share) for share in (0.5, 0.95, 0.99, 1)]
    p95, rank = upper(values, below, count, 0.95)
    tail = values[below + rank :]
    tail.sort()
    median, _ = upper(values[: below + rank], below, count, 0.5)
    return [median, p95, sorted_quantile(tail, count, 0.99), tail[-1]]


def quantiles(values, counts):
    """Those of error, overshoot and jitter; of each how many values count."""
    below = [values.shape[1] - count for count in counts]
    return [
        *error_quantiles(values[ERROR], below[0], counts[0]),
        upper(values[OVERSHOOT], below[1], counts[1], 0.95)[0],
        upper(values[JITTER], below[2], counts[2], 0.95)[0],
    ]


def mean_and_p95(values, owners, count):
    """Of rows of values, a column an event: mean and 95 % quantile by owner and of all, (rows, owners + 1, 2)."""
    result = np.full((len(values), count + 1, 2), np.nan)
    for owner in range(count + 1):
        own = values if owner == count else values[:, owners == owner]
        if own.shape[1]:
            result[:, owner, 0] = own.mean(1)
            result[:, owner, 1] = sorted_quantile(np.sort(own, 1), own.shape[1], 0.95)
    return result
