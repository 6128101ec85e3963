"""Predictors of the catalogue, in this process."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import arrays, models, native
from .arrays import Floats
from .errors import NextpointError


@dataclass(frozen=True)
class Answers:
    """What a predictor says at ``h`` horizons; NaN where it does not say it.

    After each of ``n`` samples every shape has ``n`` before it.

    Attributes
    ----------
    position, velocity
        Of shape ``(h, 2)``; velocities per second.
    covariance
        Of the position, of shape ``(h, 2, 2)``, in squared units of length.
    radius
        How far the region of each level reaches, of shape ``(h, levels)``, where levels were asked
        for: the contact is expected, with that probability, where d' C⁻¹ d ≤ radius², with d the
        distance from the position as a vector and C the covariance.
    confidence, lift_probability
        Of shape ``(h,)``, from 0 to 1.
    force, altitude, azimuth
        Of a pen, of shape ``(h,)``; angles in radians.
    """

    position: Floats
    velocity: Floats
    covariance: Floats
    radius: Floats | None
    confidence: Floats
    force: Floats
    altitude: Floats
    azimuth: Floats
    lift_probability: Floats


@dataclass(frozen=True)
class _Block:
    """Samples that were observed together, as arrays that nothing changes any more."""

    t: Floats
    xy: Floats
    force: Floats | None
    altitude: Floats | None
    azimuth: Floats | None


class Predictor:
    """A predictor of the catalogue, and all that it has observed.

    Predicts where a contact will be. Times and horizons are seconds, positions any one unit of length.

    Parameters
    ----------
    spelling
        As on the command line, such as ``"rls:taps=4"`` or ``"regularise+kalman+speed-gate"``; a model
        file that it names, as in ``"learned:model=mine.npm"``, is read.
    rate
        Samples per second of the device.
    horizons
        The horizons that will be asked for, in seconds, by default 0.0333. Predictors that learn for a
        horizon learn for these, and `predict` answers these where it is given none.
    units_per_mm
        Units of the positions per millimeter, if known. Predictors with constants in pixels need it.
    refresh_rate
        Refreshes of the display per second, where a predictor depends on it.

    Raises
    ------
    nextpoint.UsageError
        If no predictor can be made from the spelling; the message says why.

    Notes
    -----
    Several threads may use one predictor: calls are taken one after another. Which comes first is up to
    the threads, so give each stream of samples its own predictor (`copy` is cheap).

    A predictor keeps its samples (24 bytes each) so that it can be pickled: as its spelling and its
    history, which is observed again when it is loaded. `reset` forgets both.
    """

    def __init__(
        self,
        spelling: str = "recommended",
        *,
        rate: float = 60.0,
        horizons: ArrayLike | None = None,
        units_per_mm: float | None = None,
        refresh_rate: float | None = None,
    ) -> None:
        self._spelling = str(spelling)
        self._horizons = arrays.horizons(horizons, arrays.STANDARD_HORIZONS)
        self._context = {
            "rate": _positive("rate", rate),
            "units_per_mm": None if units_per_mm is None else _positive("units_per_mm", units_per_mm),
            "refresh_rate": None if refresh_rate is None else _positive("refresh_rate", refresh_rate),
        }
        self._model = models.named(self._spelling)
        context = native.context(
            rate=_positive("rate", rate), units_per_mm=self._context["units_per_mm"],
            refresh_rate=self._context["refresh_rate"], horizons=self._horizons)
        self._own(native.create(self._spelling, context, self._model))
        self._history: list[_Block | float | None] = []
        self._in_stroke = False

    def _own(self, handle: int) -> None:
        self._handle = handle
        self._lock = threading.RLock()
        weakref.finalize(self, native.library.nextpoint_free, handle)

    @property
    def spelling(self) -> str:
        """The spelling that the predictor was made from."""
        return self._spelling

    @property
    def horizons(self) -> Floats:
        """The horizons that `predict` answers by default, in seconds; a copy."""
        return self._horizons.copy()

    @property
    def rate(self) -> float:
        """Samples per second of the device."""
        return float(self._context["rate"] or 0)

    def begin_stroke(self) -> None:
        """Begin a new contact: the history of positions goes, what was learned stays.

        The first sample of a contact begins it by itself; call this between contacts without
        `end_stroke`.
        """
        with self._lock:
            native.library.nextpoint_begin_stroke(self._handle)
            self._history.append(None)
            self._in_stroke = True

    def end_stroke(self, t: float) -> None:
        """Tell that the contact was lifted at a time in seconds; the next sample begins a new one."""
        with self._lock:
            native.library.nextpoint_end_stroke(self._handle, float(t))
            self._history.append(float(t))
            self._in_stroke = False

    def reset(self) -> None:
        """Forget everything, what was learned too."""
        with self._lock:
            native.library.nextpoint_reset(self._handle)
            self._history.clear()
            self._in_stroke = False

    def observe(
        self,
        t: ArrayLike,
        xy: ArrayLike,
        *,
        force: ArrayLike | None = None,
        altitude: ArrayLike | None = None,
        azimuth: ArrayLike | None = None,
    ) -> None:
        """Observe one sample, or several in order of arrival.

        A sample that is not finite is passed over.

        Parameters
        ----------
        t
            Seconds: a number, or an array of shape ``(n,)``.
        xy
            A pair, or an array of shape ``(n, 2)``.
        force, altitude, azimuth
            Of a pen, like `t`; angles in radians, NaN where not measured.
        """
        self._observe(_block(t, xy, force, altitude, azimuth))

    def predict(self, horizons: ArrayLike | None = None) -> Floats:
        """Return positions after the newest sample, of shape ``(h, 2)``; NaN where it abstains.

        Parameters
        ----------
        horizons
            In seconds, by default those of the predictor.
        """
        return self.answers(horizons).position

    def answers(self, horizons: ArrayLike | None = None) -> Answers:
        """Return all that the predictor says after the newest sample, at each horizon."""
        asked = arrays.horizons(horizons, self._horizons.tolist())
        rows = np.full((len(asked), 12), np.nan)
        with self._lock:
            for row, horizon in zip(rows, asked, strict=True):
                native.library.nextpoint_predict(self._handle, horizon, row.ctypes.data)
        return Answers(
            position=rows[:, 0:2].copy(),
            velocity=rows[:, 2:4].copy(),
            covariance=_matrices(rows[:, 4:7]),
            radius=None,
            confidence=rows[:, 7].copy(),
            force=rows[:, 8].copy(),
            altitude=rows[:, 9].copy(),
            azimuth=rows[:, 10].copy(),
            lift_probability=rows[:, 11].copy(),
        )

    def predict_stroke(
        self,
        t: ArrayLike,
        xy: ArrayLike,
        horizons: ArrayLike | None = None,
        *,
        force: ArrayLike | None = None,
        altitude: ArrayLike | None = None,
        azimuth: ArrayLike | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """Begin a stroke, observe its samples, and predict after each.

        The same as `begin_stroke`, then `observe` and `predict` for each sample, bit for bit, in one
        call of the library. What the predictor has learned from earlier strokes stays; on a new
        predictor this is the prediction of one stroke alone.

        Parameters
        ----------
        t
            Seconds, of shape ``(n,)``.
        xy
            Positions, of shape ``(n, 2)``.
        horizons
            In seconds, of shape ``(h,)``, by default those of the predictor.
        force, altitude, azimuth
            Of a pen, of shape ``(n,)``; angles in radians, NaN where not measured.
        out
            Where to write the result, contiguous float64 of its shape: new memory for long strokes costs
            as much as the fastest predictors do.

        Returns
        -------
        numpy.ndarray
            Positions of shape ``(n, h, 2)``: after sample i, at horizon j; NaN where the predictor abstains.
        """
        block = _block(t, xy, force, altitude, azimuth)
        asked = arrays.horizons(horizons, self._horizons.tolist())
        shape = (len(block.t), len(asked), 2)
        position = np.empty(shape) if out is None else out
        if position.shape != shape or position.dtype != np.float64 or not position.flags.carray:
            raise ValueError(
                f"out has the shape {position.shape} and type {position.dtype}; a contiguous array of "
                f"float64 of the shape {shape} is needed")
        with self._lock:
            self.begin_stroke()
            self._observe(block, asked, {"position": position})
        return position

    def answers_stroke(
        self,
        t: ArrayLike,
        xy: ArrayLike,
        horizons: ArrayLike | None = None,
        *,
        levels: ArrayLike = (0.5, 0.9, 0.95, 0.99),
        force: ArrayLike | None = None,
        altitude: ArrayLike | None = None,
        azimuth: ArrayLike | None = None,
    ) -> Answers:
        """Do what `predict_stroke` does, and return all that the predictor says after each sample.

        Parameters
        ----------
        levels
            The probabilities for which `Answers.radius` is computed, between 0 and 1.
        t, xy, horizons, force, altitude, azimuth
            As in `predict_stroke`.
        """
        block = _block(t, xy, force, altitude, azimuth)
        asked = arrays.horizons(horizons, self._horizons.tolist())
        shares = arrays.floats(levels, "levels").reshape(-1)
        shape = (len(block.t), len(asked))
        found = {
            "position": np.empty((*shape, 2)),
            "velocity": np.empty((*shape, 2)),
            "covariance": np.empty((*shape, 3)),
            "radius": np.empty((*shape, len(shares))),
            "confidence": np.empty(shape),
            "pen": np.empty((*shape, 3)),
            "lift_probability": np.empty(shape),
        }
        with self._lock:
            self.begin_stroke()
            self._observe(block, asked, found, shares)
        return Answers(
            position=found["position"],
            velocity=found["velocity"],
            covariance=_matrices(found["covariance"]),
            radius=found["radius"],
            confidence=found["confidence"],
            force=found["pen"][..., 0].copy(),
            altitude=found["pen"][..., 1].copy(),
            azimuth=found["pen"][..., 2].copy(),
            lift_probability=found["lift_probability"],
        )

    def copy(self) -> Predictor:
        """Return a predictor in the same state, independent from here on."""
        with self._lock:
            twin = Predictor.__new__(Predictor)
            twin._spelling, twin._horizons = self._spelling, self._horizons
            twin._context, twin._model = self._context, self._model
            twin._own(native.copied(self._handle))
            twin._history = list(self._history)
            twin._in_stroke = self._in_stroke
            return twin

    def __copy__(self) -> Predictor:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Predictor:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        with self._lock:
            state = (self._spelling, self._context, self._horizons, list(self._history))
        return _restored, state

    def __repr__(self) -> str:
        return f"Predictor({self._spelling!r}, rate={self.rate:g}, horizons={self._horizons.tolist()})"

    def _observe(
        self,
        block: _Block,
        horizons: Floats | None = None,
        answers: dict[str, Floats] | None = None,
        levels: Floats | None = None,
    ) -> None:
        """Observe samples of the stroke in progress, and write the answers into arrays."""
        columns = [
            native.Column(None if array is None else array.ctypes.data, 8)
            for array in (block.t, block.force, block.altitude, block.azimuth)
        ]
        start = block.xy.ctypes.data
        strokes = native.Strokes(
            ctypes.sizeof(native.Strokes),
            len(block.t),
            columns[0],
            native.Column(start, 16),
            native.Column(start + 8, 16),
            *columns[1:],
            flags=native.CONTINUE_FIRST_STROKE | native.LEAVE_LAST_STROKE_OPEN,
        )
        asked = native.Answers(size=ctypes.sizeof(native.Answers))
        if horizons is not None:
            asked.horizons_s, asked.horizon_count = horizons.ctypes.data, len(horizons)
        if levels is not None:
            asked.levels, asked.level_count = levels.ctypes.data, len(levels)
        for name, array in (answers or {}).items():
            setattr(asked, name, array.ctypes.data if array.size else None)
        message = ctypes.create_string_buffer(1000)
        with self._lock:
            if len(block.t) and not self._in_stroke:
                self.begin_stroke()
            if not native.library.nextpoint_predict_strokes(
                self._handle, ctypes.byref(strokes), ctypes.byref(asked), message, len(message)
            ):
                raise NextpointError(message.value.decode(errors="replace"))
            self._history.append(block)

    def _replay(self, history: Sequence[_Block | float | None]) -> None:
        for entry in history:
            if entry is None:
                self.begin_stroke()
            elif isinstance(entry, _Block):
                self._observe(entry)
            else:
                self.end_stroke(entry)


def _matrices(parts: Floats) -> Floats:
    """Return symmetric matrices of their xx, xy and yy."""
    return parts[..., [0, 1, 1, 2]].reshape(*parts.shape[:-1], 2, 2)


def _positive(name: str, value: float) -> float:
    number = float(value)
    if not (np.isfinite(number) and number > 0):
        raise ValueError(f"{name} is {number}, and must be above 0")
    return number


def _block(
    t: ArrayLike,
    xy: ArrayLike,
    force: ArrayLike | None,
    altitude: ArrayLike | None,
    azimuth: ArrayLike | None,
) -> _Block:
    times, positions = arrays.times_and_positions(t, xy)
    count = len(times)
    return _Block(
        times,
        positions,
        arrays.channel(force, count, "force"),
        arrays.channel(altitude, count, "altitude"),
        arrays.channel(azimuth, count, "azimuth"),
    )


def _restored(
    spelling: str,
    context: dict[str, float | None],
    horizons: Floats,
    history: list[_Block | float | None],
) -> Predictor:
    rate = context["rate"]
    assert rate is not None
    predictor = Predictor(
        spelling,
        rate=rate,
        horizons=horizons,
        units_per_mm=context["units_per_mm"],
        refresh_rate=context["refresh_rate"],
    )
    predictor._replay(history)
    return predictor
