"""Checks of the arrays that callers hand over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

#: The horizon where none is named, in seconds: two frames at 60 Hz, as everywhere in nextpoint.
STANDARD_HORIZONS: tuple[float, ...] = (0.0333,)


def floats(values: ArrayLike, name: str) -> Floats:
    """Return a new contiguous array of doubles.

    Raises
    ------
    TypeError
        If the values are not real numbers.
    """
    array = np.asarray(values)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} has values of type {array.dtype}, and real numbers are needed")
    return np.array(array, dtype=np.float64, order="C", copy=True)


def times_and_positions(t: ArrayLike, xy: ArrayLike) -> tuple[Floats, Floats]:
    """Return copies of the times, of shape ``(n,)``, and the positions, of shape ``(n, 2)``.

    One sample may be given as a number and a pair.
    """
    times, positions = floats(t, "t"), floats(xy, "xy")
    if times.ndim == 0:
        times, positions = times.reshape(1), positions[np.newaxis]
    if times.ndim != 1:
        raise ValueError(f"t has the shape {times.shape}, and (n,) is needed")
    if positions.shape != (len(times), 2):
        if positions.size == 0 and len(times) == 0:
            return times, np.empty((0, 2))
        raise ValueError(
            f"xy has the shape {positions.shape}, and {(len(times), 2)} is needed: a row for each t")
    return times, positions


def channel(values: ArrayLike | None, count: int, name: str) -> Floats | None:
    """Return a copy of a channel such as force, of shape ``(n,)``; None where there is none."""
    if values is None:
        return None
    array = floats(values, name).reshape(-1)
    if len(array) != count:
        raise ValueError(f"{name} has {len(array)} values, and there are {count} samples")
    return array


def horizons(values: ArrayLike | None, standard: Sequence[float]) -> Floats:
    """Return the horizons in seconds, of shape ``(h,)``."""
    array = floats(list(standard) if values is None else values, "horizons")
    if array.ndim == 0:
        array = array.reshape(1)
    if array.ndim != 1:
        raise ValueError(f"horizons has the shape {array.shape}, and (h,) is needed")
    if not np.isfinite(array).all():
        raise ValueError("a horizon is not finite; give seconds, such as 0.0333")
    return array
