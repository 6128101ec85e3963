"""How long predictions take from Python, and what one would write or install instead takes.

Usage: python3 python/benchmarks/speed.py [SAMPLES]
       python3 python/benchmarks/speed.py --swift PROGRAM [SAMPLES]

The second compares with the loop of the Swift benchmark: PROGRAM is PredictionBenchmark, which
``swift build -c release --package-path Benchmarks --product PredictionBenchmark`` makes. Both play SAMPLES
samples (1,000,000 by default), in strokes of 10,000, on one thread, ask at four horizons after each, and must
get the same sum.

The first prints, for a stroke of SAMPLES samples (20,000 by default), the shortest processor time of several
rounds per sample, in one run: of whole strokes (predict_stroke), of streams (step, sample by sample), and of
the other way; and the largest difference of the answers. All are asked 33.3 ms ahead after each sample. Then
it prints the time of a step as a multiple of ten lines of ctypes that call the library with `linear`.
filterpy and pykalman are left out where they are not installed.
"""

from __future__ import annotations

import csv
import ctypes
import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import nextpoint
from nextpoint import native
from nextpoint.arrays import Floats

HORIZON = 0.0333
RATE = 120.0
#: The noise of acceleration and of position: filters need it, and `response` is (R/q)^(1/3).
ACCELERATION, NOISE = 1e4, 0.1
ROUNDS = 3
#: From this sample on filters have forgotten how they began, and answers are compared.
SETTLED = 1000

#: What is compared with Swift, and at which horizons, those of its benchmark.
SPELLINGS = ("linear", "rls", "recommended")
HORIZONS = (1 / 60, 1 / 30, 1 / 15, 0.1)
#: As PredictionBenchmark divides a stream.
STROKE = 10_000

Way = Callable[[Floats, Floats], Floats]


def stroke(count: int) -> tuple[Floats, Floats]:
    """Return a motion with noise on an even clock."""
    random = np.random.default_rng(1)
    t = np.arange(count) / RATE
    xy = np.column_stack([300 * np.cos(0.7 * t), 200 * np.sin(3 * t)])
    return t, xy + random.normal(scale=NOISE, size=xy.shape)


def ours(spelling: str) -> Way:
    """Return nextpoint's predictor of a whole stroke."""

    def way(t: Floats, xy: Floats) -> Floats:
        predictor = nextpoint.Predictor(spelling, rate=RATE, horizons=[HORIZON])
        return predictor.predict_stroke(t, xy)[:, 0]

    return way


def stream(spelling: str, *, history: bool = True) -> Way:
    """Return nextpoint's predictor of a stream, one sample at a time."""

    def way(t: Floats, xy: Floats) -> Floats:
        predictor = nextpoint.Predictor(spelling, rate=RATE, horizons=[HORIZON], history=history)
        found = np.empty_like(xy)
        for i, (time_s, position) in enumerate(zip(t.tolist(), xy.tolist(), strict=True)):
            found[i] = predictor.step(time_s, position)[0]
        return found

    return way


class Sample(ctypes.Structure):
    """``nextpoint_sample``."""

    _fields_ = tuple((name, ctypes.c_double) for name in ("t", "x", "y", "force", "altitude", "azimuth"))


def ctypes_loop(t: Floats, xy: Floats) -> Floats:
    """Predict with `linear` by ten lines of ctypes."""
    library, nan = ctypes.CDLL(str(native.find("libnextpoint-c.so", "NEXTPOINT_LIBRARY"))), float("nan")
    handle, double = ctypes.c_void_p, ctypes.c_double
    library.nextpoint_create.restype = handle
    library.nextpoint_position.argtypes = [handle, double, ctypes.POINTER(double), ctypes.POINTER(double)]
    predictor, x, y = handle(library.nextpoint_create(b"linear", None, None, 0)), double(), double()
    sample, found = Sample(0, 0, 0, nan, nan, nan), np.full_like(xy, np.nan)
    library.nextpoint_begin_stroke(predictor)
    for i, (time_s, position) in enumerate(zip(t.tolist(), xy.tolist(), strict=True)):
        sample.t, (sample.x, sample.y) = time_s, position
        library.nextpoint_observe(predictor, ctypes.byref(sample))
        if library.nextpoint_position(predictor, HORIZON, ctypes.byref(x), ctypes.byref(y)):
            found[i] = x.value, y.value
    return found


def linear_loop(t: Floats, xy: Floats) -> Floats:
    """Predict by constant velocity, sample by sample with NumPy."""
    found = np.full_like(xy, np.nan)
    for i in range(1, len(t)):
        found[i] = xy[i] + HORIZON * (xy[i] - xy[i - 1]) / (t[i] - t[i - 1])
    return found


def linear_whole(t: Floats, xy: Floats) -> Floats:
    """Predict by constant velocity, the whole stroke at once with NumPy."""
    found = np.full_like(xy, np.nan)
    found[1:] = xy[1:] + HORIZON * np.diff(xy, axis=0) / np.diff(t)[:, None]
    return found


def polynomial_loop(t: Floats, xy: Floats) -> Floats:
    """Predict by a line through the newest eight samples, fitted by `numpy.polyfit`."""
    found = np.full_like(xy, np.nan)
    for i in range(7, len(t)):
        slope, value = np.polyfit(t[i - 7 : i + 1] - t[i], xy[i - 7 : i + 1], 1)
        found[i] = value + HORIZON * slope
    return found


def model() -> tuple[Floats, Floats, Floats, Floats]:
    """Return the matrices of constant velocity in both axes: transition, noise, observation, its noise."""
    step = 1 / RATE
    transition = np.kron(np.eye(2), [[1, step], [0, 1]])
    noise = np.kron(np.eye(2), ACCELERATION * np.array([[step**3 / 3, step**2 / 2], [step**2 / 2, step]]))
    return transition, noise, np.kron(np.eye(2), [[1.0, 0.0]]), NOISE**2 * np.eye(2)


def filterpy_loop(t: Floats, xy: Floats) -> Floats:
    """Predict by a Kalman filter of filterpy, sample by sample."""
    from filterpy.kalman import KalmanFilter

    kalman = KalmanFilter(dim_x=4, dim_z=2)
    kalman.F, kalman.Q, kalman.H, kalman.R = model()
    kalman.x = np.array([xy[0, 0], 0, xy[0, 1], 0])
    kalman.P *= 1e6
    found = np.empty_like(xy)
    for i, position in enumerate(xy):
        kalman.predict()
        kalman.update(position)
        found[i] = kalman.x[[0, 2]] + HORIZON * kalman.x[[1, 3]]
    return found


def pykalman_whole(t: Floats, xy: Floats) -> Floats:
    """Predict by a Kalman filter of pykalman, the whole stroke at once."""
    from pykalman import KalmanFilter

    transition, noise, observation, observed = model()
    kalman = KalmanFilter(
        transition, observation, noise, observed,
        initial_state_mean=[xy[0, 0], 0, xy[0, 1], 0], initial_state_covariance=1e6 * np.eye(4))
    states, _ = kalman.filter(xy)
    return np.asarray(states[:, [0, 2]] + HORIZON * states[:, [1, 3]])


def seconds(way: Way, t: Floats, xy: Floats) -> tuple[float, Floats]:
    """Return the shortest time of several rounds, and the answers."""
    times, answers = [], np.empty(0)
    for _ in range(ROUNDS):
        begin = time.process_time()
        answers = way(t, xy)
        times.append(time.process_time() - begin)
    return min(times), answers


def beside_swift(program: str, count: int) -> None:
    """Print the processor time of samples here and in Swift, the shortest of rounds that take turns."""
    t, xy = stroke(count)
    room = np.zeros((STROKE, len(HORIZONS), 2))
    print("| nextpoint | µs a sample in Swift | from Python | ratio |\n|---|---|---|---|")
    with tempfile.NamedTemporaryFile() as file:
        np.column_stack([t, xy]).astype("<f8").tofile(file.name)
        for spelling in SPELLINGS:
            own, other, expected, found = [], [], 0.0, 0.0
            for _ in range(ROUNDS if spelling == "recommended" else 4 * ROUNDS):
                predictor = nextpoint.Predictor(spelling, rate=RATE, horizons=HORIZONS)
                seconds, found = 0.0, 0.0
                for first in range(0, count, STROKE):
                    part = slice(first, min(first + STROKE, count))
                    out = room[: part.stop - first]
                    begin = time.process_time()
                    predictor.predict_stroke(t[part], xy[part], out=out)
                    seconds += time.process_time() - begin
                    found += float(np.nansum(out))
                own.append(1e6 * seconds / count)
                printed = subprocess.run(
                    [program, "--stream", file.name, spelling], capture_output=True, text=True, check=True)
                row = next(csv.DictReader(printed.stdout.splitlines()))
                other.append(float(row["microseconds"]))
                expected = float(row["sum"])
            if not np.isclose(found, expected, rtol=1e-9):
                sys.exit(f"{spelling}: the answers add up to {found} here, and to {expected} in Swift")
            swift, here = min(other), min(own)
            print(f"| `{spelling}` | {swift:.3f} | {here:.3f} | {here / swift:.2f} |")


def main() -> None:
    """Print a table."""
    if sys.argv[1:2] == ["--swift"]:
        beside_swift(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000)
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    t, xy = stroke(count)
    kalman = "kalman:model=velocity,adaptive=false,anchor=state,response=" + (
        f"{(NOISE**2 / ACCELERATION) ** (1 / 3):.15g}")
    rows: list[tuple[str, str, Way, str | None]] = [
        ("linear", "NumPy, sample by sample", linear_loop, None),
        ("linear", "NumPy, whole stroke", linear_whole, None),
        ("polynomial:degree=1,window=8", "numpy.polyfit, sample by sample", polynomial_loop, None),
        (kalman, "filterpy, sample by sample", filterpy_loop, "filterpy"),
        (kalman, "pykalman, whole stroke", pykalman_whole, "pykalman"),
    ]
    print("| nextpoint | µs a sample, whole stroke | stream | instead | its µs a sample | difference |")
    print("|---|---|---|---|---|---|")
    for spelling, name, way, package in rows:
        if package and importlib.util.find_spec(package) is None:
            continue
        own, expected = seconds(ours(spelling), t, xy)
        streamed, same = seconds(stream(spelling), t, xy)
        other, found = seconds(way, t, xy)
        if not np.array_equal(same, expected, equal_nan=True):
            sys.exit(f"{spelling}: a stream and a whole stroke differ")
        difference = np.max(np.abs(found[SETTLED:] - expected[SETTLED:]))
        whole, single, theirs = (1e6 * value / count for value in (own, streamed, other))
        print(f"| `{spelling}` | {whole:.3g} | {single:.3g} | {name} | {theirs:.3g} | {difference:.0e} |")
    beside_ctypes(t, xy)


def beside_ctypes(t: Floats, xy: Floats) -> None:
    """Print the time of a step as a multiple of that of ten lines of ctypes with `linear`."""
    ways: dict[str, Way] = {
        "`linear`, ten lines of ctypes": ctypes_loop,
        "`linear`": stream("linear"),
        "`linear`, `history=False`": stream("linear", history=False),
        "`rls`": stream("rls"),
        "`recommended`": stream("recommended"),
    }
    shortest = dict.fromkeys(ways, float("inf"))
    for _ in range(4 * ROUNDS):
        for name, way in ways.items():
            begin = time.process_time()
            way(t, xy)
            shortest[name] = min(shortest[name], time.process_time() - begin)
    base = shortest["`linear`, ten lines of ctypes"]
    print("\n| a stream | µs a sample | ratio |\n|---|---|---|")
    for name, value in shortest.items():
        print(f"| {name} | {1e6 * value / len(t):.2f} | {value / base:.2f} |")


if __name__ == "__main__":
    main()
