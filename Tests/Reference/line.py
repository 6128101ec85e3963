"""How far the drawn line is from the contact's path, as docs/metrics/line.md and docs/protocols.md#display define it.

Usage: line.py REFRESH_RATE INPUT_LATENCY_MS DELIVERY RECORDING…

DELIVERY is `coalesced` or `newest`; each RECORDING a plain CSV with the columns stroke, t_s, x, y. Prints the mean, the 95 % quantile
and the maximum over all recordings. Not covered: the phase of the refreshes, other clocks, exact paths.
"""

import csv
import math
import sys

from scores import SAME, Track, dot, length, mean, minus, quantile


def strokes(path):
    result = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            result.setdefault(row["stroke"], []).append((float(row["t_s"]), float(row["x"]), float(row["y"])))
    return list(result.values())


def newest(samples, origin, rate, latency):
    """The newest sample of each tick. A sample is delivered at the first tick at or after its time plus the latency; what came
    before a sample of an earlier time is delivered with it."""
    due, last, result = math.inf, None, []
    for sample in reversed(samples):
        due = min(due, sample[0])
        tick = math.ceil((due + latency - origin - SAME) * rate)
        if tick != last:
            result.insert(0, sample)
        last = tick
    return result


def distance(point, start, end):
    along = minus(end, start)
    share = dot(minus(point, start), along) / dot(along, along) if start != end else 0
    share = min(max(share, 0), 1)
    return length(minus(point, (start[0] + share * along[0], start[1] + share * along[1])))


def main(rate, latency, delivery, recordings):
    distances = []
    for path in recordings:
        drawn = strokes(path)
        origin = drawn[0][0][0]
        for samples in drawn:
            delivered = newest(samples, origin, rate, latency) if delivery == "newest" else samples
            corners = [(x, y) for _, x, y in delivered]
            segments = list(zip(corners, corners[1:])) or [(corners[0], corners[0])]
            for point in Track(samples, rate).places:
                distances.append(min(distance(point, start, end) for start, end in segments))
    print(mean(distances), quantile(distances, 0.95), max(distances))


main(float(sys.argv[1]), float(sys.argv[2]) / 1000, sys.argv[3], sys.argv[4:])
