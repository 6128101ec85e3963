"""Horizons as the tool's commands take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import ArrayLike

from . import arrays, commands
from .arrays import Floats
from .commands import Option
from .errors import UsageError

#: The frames ahead that `evaluate` scores by default.
_FRAMES_AHEAD = (1, 2, 4)


def milliseconds(seconds: float) -> str:
    """Return a decimal that the tool reads as the very same time."""
    return format(Decimal(repr(float(seconds))).scaleb(3).normalize(), "f")


@dataclass(frozen=True)
class ChosenHorizon:
    """The horizon at which predictors are compared."""

    #: In seconds; None for the mean over all.
    seconds: float | None
    arguments: list[str]


def chosen(
    horizon: float | str | None,
    horizons: ArrayLike | None,
    frames_ahead: str | int | Sequence[int] | None,
    frame_rate: float | None,
) -> ChosenHorizon:
    """Return the computed horizon that is nearest to the one asked.

    Raises
    ------
    nextpoint.UsageError
        If it is more than 20 % away.
    """
    given = commands.options(options(horizons, frames_ahead, frame_rate))
    is_given = horizons is not None or frames_ahead is not None
    if isinstance(horizon, str):
        if horizon != "mean":
            raise UsageError(f"horizon is {horizon!r}; give seconds, or 'mean'")
        return ChosenHorizon(None, [*given, "--horizon=mean"])
    given_horizons = [] if horizon is None else arrays.horizons(horizon, ()).tolist()
    if len(given_horizons) > 1:
        raise UsageError(
            f"horizon has {len(given_horizons)} values, and one is needed; the others go to horizons")
    asked = given_horizons[0] if given_horizons else None
    if not is_given:
        if asked is None:
            return ChosenHorizon(2 / (frame_rate or 60.0), given)
        return ChosenHorizon(
            asked, [*given, f"--horizon-ms={milliseconds(asked)}", f"--horizon={milliseconds(asked)}"])
    computed = seconds(horizons, frames_ahead, frame_rate)
    if asked is None:
        asked = float(computed[0]) if len(computed) == 1 else arrays.STANDARD_HORIZONS[0]
    nearest = arrays.nearest(computed, asked)
    return ChosenHorizon(nearest, [*given, f"--horizon={milliseconds(nearest)}"])


def options(
    horizons: ArrayLike | None,
    frames_ahead: str | int | Sequence[int] | None,
    frame_rate: float | None,
) -> dict[str, Option]:
    """Return the options of the tool for horizons in seconds or in frames."""
    frame_rate = None if frame_rate is None else float(frame_rate)
    if horizons is None:
        return {"frames_ahead": frames_ahead, "frame_rate": frame_rate}
    if frames_ahead is not None:
        raise UsageError("give horizons or frames_ahead, not both")
    asked = arrays.horizons(horizons, ())
    return {"horizon_ms": [milliseconds(value) for value in asked], "frame_rate": frame_rate}


def seconds(
    horizons: ArrayLike | None,
    frames_ahead: str | int | Sequence[int] | None,
    frame_rate: float | None,
) -> Floats:
    """Return the horizons that the command line will ask for."""
    if horizons is not None:
        return arrays.horizons(horizons, ())
    counts = _FRAMES_AHEAD if frames_ahead is None else commands.plain(frames_ahead)
    if isinstance(counts, str):
        try:
            counts = [
                frame
                for part in counts.split(",")
                for first, _, last in [part.partition("..")]
                for frame in range(int(first), int(last or first) + 1)
            ]
        except ValueError:
            raise UsageError(
                f"frames_ahead is {frames_ahead!r}; write for example '1..6' or '2,4,6'") from None
    return np.atleast_1d(np.array(counts, dtype=np.float64)) / (frame_rate or 60.0)
