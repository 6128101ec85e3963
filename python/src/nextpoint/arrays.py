"""Checks of the arrays that callers hand over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import UsageError

Floats = NDArray[np.float64]

#: The horizon where none is named, in seconds: two frames at 60 Hz, as everywhere in nextpoint.
STANDARD_HORIZONS: tuple[float, ...] = (0.0333,)


#: A horizon of more seconds than this is one in another unit.
_LONGEST_HORIZON = 3.0
#: Units of time that are taken for seconds: name, argument, and how many are a second.
_UNITS = (("milliseconds", "ms", 1e3), ("microseconds", "us", 1e6), ("nanoseconds", "ns", 1e9))
#: How far a rate may be from the stated one, either way, if the times are in another unit.
_TOLERANCE = 5.0
#: Of how many intervals the unit of times is judged at least.
FEWEST_INTERVALS = 4


def floats(values: ArrayLike, name: str) -> Floats:
    """Return a new contiguous array of doubles, NaN where a value is masked or missing.

    Raises
    ------
    TypeError
        If the values are not real numbers.
    """
    array = _without_mask(values)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} has values of type {array.dtype}, and real numbers are needed")
    return np.array(array, dtype=np.float64, order="C", copy=True)


def _without_mask(values: Any) -> Any:
    if isinstance(values, np.ma.MaskedArray):
        if values.dtype.kind not in "fiub":
            return values.data
        return np.ma.filled(values.astype(np.float64), np.nan)
    if hasattr(values, "to_numpy") and getattr(values, "isna", None) is not None:
        # Of pandas, where a nullable column becomes an array of objects.
        array = np.asarray(values)
        if array.dtype == object:
            try:
                return values.to_numpy(dtype=np.float64, na_value=np.nan)
            except (TypeError, ValueError):
                return array
        return array
    return np.asarray(_masked_to_nan(values))


def _masked_to_nan(values: Any) -> Any:
    """Return a list of arrays without their masks."""
    if isinstance(values, (list, tuple)):
        return [_masked_to_nan(one) for one in values]
    if isinstance(values, np.ma.MaskedArray):
        return _without_mask(values)
    return values


@dataclass(frozen=True)
class DoubtfulUnit:
    """Times that are probably not seconds."""

    #: As `time_unit` names it.
    unit: str
    #: The evidence.
    sentence: str


def doubtful_unit(times: Iterable[Floats], rate: float | None) -> DoubtfulUnit | None:
    """Return the probable unit of times, if it is not the second.

    Parameters
    ----------
    times
        Of each stroke.
    rate
        The stated rate in samples per second; None if unknown.
    """
    median = _median_interval(times)
    if median is None:
        return None
    for name, unit, factor in _UNITS:
        if rate is None:
            is_meant = 1e-4 < median / factor <= 0.1 and median >= 0.5
            against = f"one sample in {median:.3g} s"
        else:
            is_meant = factor / _TOLERANCE <= median * rate <= factor * _TOLERANCE
            against = f"{median:.3g} s between samples, where the rate is {rate:g} per second"
        if is_meant:
            return DoubtfulUnit(unit, f"times look like {name}: {against}")
    return None


def check_unit(times: Iterable[Floats], rate: float, name: str = "t") -> None:
    """Refuse times that are probably not seconds.

    Raises
    ------
    nextpoint.UsageError
        With the probable unit.
    """
    problem = doubtful_unit(times, rate)
    if problem:
        factor = {"ms": "1e3", "us": "1e6", "ns": "1e9"}[problem.unit]
        raise UsageError(
            f"{name}: {problem.sentence}; give seconds ({name} / {factor}), or state the rate if it is so "
            "low")


def inferred_rate(times: Iterable[Floats]) -> float | None:
    """Return the rate of the usual interval, to four digits; None without intervals."""
    steps = _intervals(times)
    if not len(steps):
        return None
    # The median of whole milliseconds is off by up to half of one; the mean of what is near it is not.
    median = np.median(steps)
    near = steps[(steps > 0.5 * median) & (steps < 1.5 * median)]
    return float(f"{1 / near.mean():.4g}")


def _median_interval(times: Iterable[Floats]) -> float | None:
    steps = _intervals(times)
    return float(np.median(steps)) if len(steps) >= FEWEST_INTERVALS else None


def _intervals(times: Iterable[Floats]) -> Floats:
    steps = np.concatenate([np.empty(0), *(np.diff(one) for one in times)])
    return np.asarray(steps[np.isfinite(steps) & (steps > 0)])


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
    longest = float(array.max()) if array.size else 0.0
    if longest > _LONGEST_HORIZON:
        raise UsageError(
            f"horizons: {longest:g} s is probably meant as milliseconds; give seconds: {longest / 1e3:.4g}")
    return array


def nearest(computed: ArrayLike, asked: float) -> float:
    """Return the computed horizon that is nearest to the one asked, in seconds.

    Raises
    ------
    nextpoint.UsageError
        If it is more than 20 % away.
    """
    there = np.asarray(computed, dtype=np.float64)
    found = float(there[np.argmin(np.abs(there - asked))]) if there.size else np.nan
    if not abs(found - asked) <= 0.2 * abs(asked):
        known = ", ".join(f"{one:.4g}" for one in np.unique(there))
        raise UsageError(
            f"horizon: {asked:.4g} s is more than 20 % from each of {known}; choose one of these")
    return found
