"""The computations of StreamCost (in Benchmarks/Sources), made with published Python packages.

Each is a function of the strokes (arrays with the columns t, x, y) that gives an answer of two numbers
an event, NaN where nothing is said. Numbers such as windows and steps are those of StreamCost.
"""

from collections import deque

import numpy as np
import padasip
from filterpy.kalman import KalmanFilter
from OneEuroFilter import OneEuroFilter
from scipy.linalg import lstsq
from scipy.signal import savgol_coeffs, savgol_filter

WINDOW = 8
RATE = 120
RESPONSE, PRIOR = 0.02, 100
SILENT = (np.nan, np.nan)
# Seconds to a unit of time: near 1 for the width of a window, so that powers stay near 1.
UNIT = 1 / 60


def per_event_fit(fit):
    """A fit to the newest samples after each event; `fit` maps times, positions and degree to values."""

    def run(strokes, degree, horizon):
        answers = []
        for stroke in strokes:
            times, places = deque(maxlen=WINDOW), deque(maxlen=WINDOW)
            for t, x, y in stroke:
                times.append(t)
                places.append((x, y))
                if len(times) <= degree:
                    answers.append(SILENT)
                else:
                    ages = (np.array(times) - t) / UNIT
                    answers.append(fit(ages, np.array(places), degree, horizon / UNIT))
        return np.array(answers)

    return run


def by_polyfit(ages, places, degree, ahead):
    coefficients = np.polyfit(ages, places, degree)
    return ahead ** np.arange(degree, -1, -1) @ coefficients


def by_lstsq(ages, places, degree, ahead):
    """The fastest of SciPy's drivers for such sizes, without looking for NaN."""
    design = np.vander(ages, degree + 1)
    coefficients = lstsq(design, places, lapack_driver="gelsy", check_finite=False)[0]
    return ahead ** np.arange(degree, -1, -1) @ coefficients


def vectorized_polynomial(strokes, degree, horizon):
    """All windows of all strokes at once: normal equations on centered and scaled time.

    Windows that reach into the stroke before have weight 0 there.
    """
    stream = np.concatenate(strokes)
    index = np.concatenate([np.arange(len(stroke)) for stroke in strokes])
    padded = np.concatenate([np.zeros((WINDOW - 1, 3)), stream])
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW, axis=0)
    weights = np.arange(WINDOW)[::-1] <= index[:, None]
    ages = np.where(weights, windows[:, 0] - stream[:, :1], 0)
    half = np.maximum(-ages.min(axis=1), 1e-9) / 2
    scaled = ages / half[:, None] + 1
    powers = scaled[..., None] ** np.arange(degree + 1)
    weighted = powers * weights[..., None]
    places = (windows[:, 1:] - stream[:, 1:, None]).transpose(0, 2, 1)
    gram = weighted.transpose(0, 2, 1) @ powers
    silent = index < degree
    gram[silent] = np.eye(degree + 1)
    coefficients = np.linalg.solve(gram, weighted.transpose(0, 2, 1) @ places)
    ahead = (horizon / half + 1)[:, None] ** np.arange(degree + 1)
    answers = (ahead[:, None] @ coefficients)[:, 0] + stream[:, 1:]
    answers[silent] = np.nan
    return answers


def transition(step):
    block = np.array([[1, step], [0, 1]])
    return np.kron(np.eye(2), block)


def process_noise(step):
    block = np.array([[step**3 / 3, step**2 / 2], [step**2 / 2, step]]) / RESPONSE**3
    return np.kron(np.eye(2), block)


def kalman_filter(x, y):
    """A filter of the state x, ẋ, y, ẏ at its first position, in units of the measurement's noise."""
    kalman = KalmanFilter(dim_x=4, dim_z=2)
    kalman.x = np.array([x, 0, y, 0])
    kalman.P = np.diag([1, (PRIOR / RESPONSE) ** 2] * 2)
    kalman.H = np.array([[1.0, 0, 0, 0], [0, 0, 1.0, 0]])
    kalman.R = np.eye(2)
    return kalman


def by_filterpy(strokes, horizon):
    answers = []
    for stroke in strokes:
        kalman = kalman_filter(*stroke[0, 1:])
        answers.append(SILENT)
        for (before, _, _), (t, x, y) in zip(stroke, stroke[1:]):
            kalman.predict(F=transition(t - before), Q=process_noise(t - before))
            kalman.update(np.array([x, y]))
            state = kalman.x
            answers.append((state[0] + horizon * state[1], state[2] + horizon * state[3]))
    return np.array(answers)


def by_batch_filter(strokes, horizon):
    """filterpy's own batch: its matrices for all steps are made first, vectorized."""
    answers = []
    for stroke in strokes:
        steps = np.diff(stroke[:, 0])
        fs = np.tile(np.eye(4), (len(steps), 1, 1))
        fs[:, 0, 1] = fs[:, 2, 3] = steps
        qs = np.zeros_like(fs)
        for row in (0, 2):
            qs[:, row, row] = steps**3 / 3
            qs[:, row, row + 1] = qs[:, row + 1, row] = steps**2 / 2
            qs[:, row + 1, row + 1] = steps
        answers.append(np.array([SILENT]))
        if len(steps) == 0:
            continue
        kalman = kalman_filter(*stroke[0, 1:])
        means = kalman.batch_filter(stroke[1:, 1:], Fs=fs, Qs=qs / RESPONSE**3)[0]
        answers.append(means[:, ::2] + horizon * means[:, 1::2])
    return np.concatenate(answers)


def by_one_euro_filter(strokes):
    """The package takes a time of 0 for none, so that times begin at 1."""
    answers = []
    for stroke in strokes:
        start = stroke[0, 0] - 1
        filters = [OneEuroFilter(freq=RATE, mincutoff=1.0, beta=0.007, dcutoff=1.0) for _ in "xy"]
        for t, x, y in stroke:
            answers.append((filters[0](x, t - start), filters[1](y, t - start)))
    return np.array(answers)


def per_event_savgol(smooth):
    """The point that becomes final with each event, the middle one of the newest five."""

    def run(strokes):
        answers = []
        for stroke in strokes:
            places = deque(maxlen=5)
            for _, x, y in stroke:
                places.append((x, y))
                answers.append(smooth(np.array(places)) if len(places) == 5 else SILENT)
        return np.array(answers)

    return run


COEFFICIENTS = savgol_coeffs(5, 3)
by_savgol_filter = per_event_savgol(lambda places: savgol_filter(places, 5, 3, axis=0)[2])
by_savgol_coeffs = per_event_savgol(lambda places: COEFFICIENTS @ places)


def vectorized_savgol(strokes):
    """SciPy's filter on whole strokes; the points at an end are left out."""
    answers = []
    for stroke in strokes:
        result = np.full((len(stroke), 2), np.nan)
        if len(stroke) >= 5:
            result[4:] = savgol_filter(stroke[:, 1:], 5, 3, axis=0)[2:-2]
        answers.append(result)
    return np.concatenate(answers)


START = [1.0, 0, 0, 0]


def rls():
    return padasip.filters.FilterRLS(n=4, mu=0.99, eps=0.1, w=START)


def nlms():
    return padasip.filters.FilterNLMS(n=4, mu=0.1, eps=0.001, w=START)


def per_event_padasip(make):
    """The next displacement along x, from the newest four."""

    def run(strokes):
        answers = []
        for stroke in strokes:
            adaptive = make()
            newest = np.zeros(4)
            answers.append(SILENT)
            for before, x in zip(stroke[:, 1], stroke[1:, 1]):
                output = adaptive.predict(newest)
                adaptive.adapt(x - before, newest)
                newest = np.concatenate(([x - before], newest[:-1]))
                answers.append((output, adaptive.w[0]))
        return np.array(answers)

    return run


def batch_padasip(make):
    """padasip's own batch."""

    def run(strokes):
        answers = []
        for stroke in strokes:
            result = np.full((len(stroke), 2), np.nan)
            if len(stroke) > 1:
                adaptive = make()
                displacements = np.diff(stroke[:, 1])
                padded = np.concatenate([np.zeros(4), displacements[:-1]])
                regressors = np.lib.stride_tricks.sliding_window_view(padded, 4)[:, ::-1]
                outputs, _, weights = adaptive.run(displacements, regressors)
                result[1:, 0] = outputs
                result[1:, 1] = np.append(weights[1:, 0], adaptive.w[0])
            answers.append(result)
        return np.concatenate(answers)

    return run
