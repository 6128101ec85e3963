"""What a learned model sees of a motion: features in the motion's own frame."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import arrays, native
from .arrays import Floats
from .errors import UsageError
from .recordings import Stroke

Singles = NDArray[np.float32]

#: The interval in which times are counted, in seconds.
_REFERENCE = 1 / 60
#: A horizon counts as at most so many intervals.
_LONGEST = 12.0
#: An answer is at most so long, and a predicted speed at most so many times the greatest recent one.
_ANSWER_LIMIT, _SPEED_LIMIT = 4.0, 3.0
_KNOTS = {
    "displacements": (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0),
    "lags": (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0),
}
_KINDS = {"displacements": 0, "lags": 2}


@dataclass(frozen=True)
class Layout:
    """Which features are computed, as ``nextpoint train --set`` calls them.

    Attributes
    ----------
    kind
        ``"displacements"`` from sample to sample, for devices like the one recorded, or velocities between
        ``"lags"``, for any sampling rate.
    displacements
        Of displacements, how many.
    lags
        Of lags, how many velocities: 14 reach back 167 ms, 20 reach back 400 ms.
    velocities
        Of how many displacements the velocity is a feature too; of lags, how many displacements from
        sample to sample are.
    shape
        Of displacements, whether five numbers describe the motion's shape.
    memory
        The share of weight that the displacement before has in the frame.
    """

    kind: Literal["displacements", "lags"] = "displacements"
    displacements: int = 10
    lags: int = 20
    velocities: int = 0
    shape: bool = False
    memory: float = 0.4

    @property
    def knots(self) -> Floats:
        """The eight horizons at which a model answers, in seconds."""
        return np.array(_KNOTS[self.kind]) * _REFERENCE

    @property
    def count(self) -> int:
        """The number of features.

        Raises
        ------
        nextpoint.UsageError
            If there is no such layout; the message says why.
        """
        return native.feature_count(self._native())

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of `nextpoint.train` that make a model of this layout."""
        return {
            "layout": self.kind,
            "displacements": self.displacements,
            "lags": self.lags,
            "velocities": self.velocities,
            "shape": int(self.shape),
            "memory": repr(self.memory),
        }

    def _native(self) -> native.FeatureLayout:
        if self.kind not in _KINDS:
            raise UsageError(f"there is no layout {self.kind!r}; use 'displacements' or 'lags'")
        return native.FeatureLayout(
            ctypes.sizeof(native.FeatureLayout),
            _KINDS[self.kind],
            self.displacements if self.kind == "displacements" else self.lags,
            self.velocities,
            int(self.shape),
            self.memory,
        )


#: The layout where none is named, that of `nextpoint.train`.
STANDARD_LAYOUT = Layout()


@dataclass(frozen=True)
class Features:
    """The features after each of ``n`` samples, with what turns a model's answer into positions.

    Attributes
    ----------
    layout
        What the ``f`` features are.
    values
        The features, not standardized, float32 of shape ``(n, f)``; NaN where there are none: before two
        samples of different times, and where the contact rests.
    xy
        The samples' positions, of shape ``(n, 2)``.
    frame
        The motion's own frame, of shape ``(n, 5)``: the vector u, the vector v, and the greatest recent
        speed per second. A model that answers (a, b) at the horizon h predicts the displacement
        min(60 h, 12)·(a u + b v).
    """

    layout: Layout
    values: Singles
    xy: Floats
    frame: Floats

    def __len__(self) -> int:
        return len(self.values)

    def positions(self, answers: ArrayLike, horizons: ArrayLike) -> Floats:
        """Return the positions that answers of a model stand for, of shape ``(n, h, 2)``.

        The same as a model file of the model predicts, with ``adapt=false``, up to the rounding of
        float32; NaN where there are no features.

        Parameters
        ----------
        answers
            Of shape ``(n, 16)``: along at each of the eight knots, then across at each.
        horizons
            In seconds, above 0, of shape ``(h,)``.
        """
        asked = arrays.horizons(horizons, ())
        found = np.asarray(answers, dtype=np.float32)
        if found.shape != (len(self), 16):
            raise ValueError(f"answers has the shape {found.shape}, and {(len(self), 16)} is needed")
        steps = np.minimum(asked / _REFERENCE, _LONGEST)
        mean = np.einsum("nck,hk->nhc", found.reshape(-1, 2, 8), basis(self.layout, asked))
        velocity = _limited(mean.astype(np.float64), _ANSWER_LIMIT) * steps[None, :, None]
        along, across = self.frame[:, None, 0:2], self.frame[:, None, 2:4]
        lead = velocity[..., 0:1] * along + velocity[..., 1:2] * across
        return self.xy[:, None] + _limited(lead, _SPEED_LIMIT * self.frame[:, 4:5] * asked)


def basis(layout: Layout, horizons: ArrayLike) -> Singles:
    """Return the share that each knot's answer has in the answer at horizons, of shape ``(h, 8)``."""
    knots = np.array(_KNOTS[layout.kind], dtype=np.float32)
    steps = np.minimum(arrays.horizons(horizons, ()) / _REFERENCE, _LONGEST).astype(np.float32)
    place = np.clip(np.searchsorted(knots, steps, side="right") - 1, 0, len(knots) - 2)
    share = np.clip((steps - knots[place]) / (knots[place + 1] - knots[place]), 0, 1)
    return spread(place, share)


def spread(knot: NDArray[Any], share: NDArray[Any]) -> Singles:
    """Return shares of the knots, of shape ``(m, 8)``: of one, and of the one after it."""
    result = np.zeros((len(knot), 8), dtype=np.float32)
    rows = np.arange(len(knot))
    result[rows, knot] = 1 - share
    result[rows, knot + 1] = share
    return result


def features(
    strokes: Stroke | Iterable[Stroke],
    layout: Layout = STANDARD_LAYOUT,
    *,
    rate: float = 60.0,
    units_per_mm: float | None = None,
) -> Features:
    """Return what a learned model sees after each sample of the strokes of one recording.

    Parameters
    ----------
    strokes
        A stroke or several, or a `Recording`. How fast contacts are usually is learned from stroke to
        stroke, so strokes of different recordings belong into different calls.
    layout
        Which features.
    rate
        Samples per second of the device.
    units_per_mm
        Units of the positions per millimeter, if known; of displacements, the speed is a feature.

    Returns
    -------
    Features
        Of all samples, one stroke after another.
    """
    several = [strokes] if isinstance(strokes, Stroke) else list(strokes)
    t = np.concatenate([np.empty(0), *(stroke.t for stroke in several)])
    xy = np.concatenate([np.empty((0, 2)), *(stroke.xy for stroke in several)])
    values = np.empty((len(t), layout.count), dtype=np.float32)
    frame = np.empty((len(t), 5))
    offsets = np.cumsum([0, *map(len, several)]).astype(np.uintp)
    native.motion_features(
        layout._native(), native.context(rate=rate, units_per_mm=units_per_mm), t, xy, offsets, values, frame)
    return Features(layout, values, xy, frame)


def _limited(vectors: Floats, most: Any) -> Floats:
    """Shorten vectors that are longer than something."""
    lengths = np.hypot(vectors[..., 0], vectors[..., 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.where(lengths > most, most / lengths, 1.0)
    return np.asarray(vectors * factor[..., None])
