"""Predictors of the catalogue, in this process."""

from __future__ import annotations

import ctypes
import struct
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
from .history import PEN, PLAIN, History, events


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
    """Samples that are observed together."""

    t: Floats
    xy: Floats
    force: Floats | None
    altitude: Floats | None
    azimuth: Floats | None


#: Observes a sample and predicts; without declared types, since its arguments are prepared.
_native_step = native.library["nextpoint_step"]
_native_step.restype = None
#: A sample, and the bytes of its time and position.
_Sample = ctypes.c_double * 6
_PLACED = struct.Struct("3d")


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
    history
        Whether to keep the samples, which pickling needs.

    Raises
    ------
    nextpoint.UsageError
        If no predictor can be made from the spelling; the message says why.

    Notes
    -----
    Several threads may use one predictor: calls are taken one after another. Which comes first is up to
    the threads, so give each stream of samples its own predictor (`copy` is cheap).

    A predictor keeps its samples, 24 bytes each and 48 with a pen's values, so that it can be pickled: as its
    spelling, the bytes of its model file, and its history, which is observed again when it is loaded. `reset`
    forgets the history, and with ``history=False`` there is none.
    """

    def __init__(
        self,
        spelling: str = "recommended",
        *,
        rate: float = 60.0,
        horizons: ArrayLike | None = None,
        units_per_mm: float | None = None,
        refresh_rate: float | None = None,
        history: bool = True,
    ) -> None:
        self._spelling = str(spelling)
        self._horizons = arrays.horizons(horizons, arrays.STANDARD_HORIZONS)
        self._context = {
            "rate": _positive("rate", rate),
            "units_per_mm": None if units_per_mm is None else _positive("units_per_mm", units_per_mm),
            "refresh_rate": None if refresh_rate is None else _positive("refresh_rate", refresh_rate),
        }
        self._model = models.named(self._spelling)
        self._history = History() if history else None
        self._create()

    def _create(self) -> None:
        context = native.context(
            rate=float(self._context["rate"] or 0), units_per_mm=self._context["units_per_mm"],
            refresh_rate=self._context["refresh_rate"], horizons=self._horizons)
        self._own(native.create(self._spelling, context, self._model))
        self._in_stroke = False
        #: The first times of a stroke, until their unit is judged.
        self._first: list[float] | None = []

    def _own(self, handle: int) -> None:
        self._handle = handle
        self._lock = threading.RLock()
        weakref.finalize(self, native.library.nextpoint_free, handle)
        self._sample = _Sample(*[np.nan] * 6)
        self._row = memoryview(self._sample).cast("B")[:_PLACED.size]
        self._out = np.empty((len(self._horizons), 2))
        # As ctypes passes them, so that a step converts nothing.
        self._step = (
            ctypes.c_void_p(handle), ctypes.c_void_p(ctypes.addressof(self._sample)),
            ctypes.c_void_p(self._horizons.ctypes.data), ctypes.c_size_t(len(self._horizons)),
            ctypes.c_void_p(self._out.ctypes.data))

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
            if self._history is not None:
                self._history.begin()
            if self._first:
                self._first = []
            self._in_stroke = True

    def end_stroke(self, t: float) -> None:
        """Tell that the contact was lifted at a time in seconds; the next sample begins a new one."""
        with self._lock:
            native.library.nextpoint_end_stroke(self._handle, float(t))
            if self._history is not None:
                self._history.end(float(t))
            self._in_stroke = False

    def reset(self) -> None:
        """Forget everything, what was learned too."""
        with self._lock:
            native.library.nextpoint_reset(self._handle)
            if self._history is not None:
                self._history.clear()
            self._first = []
            self._in_stroke = False

    def step(self, t: float, xy: Sequence[float] | Floats) -> Floats:
        """Observe one sample, and return positions at the predictor's horizons, of shape ``(h, 2)``.

        The same as `observe` and `predict`, in one call of the library.

        Parameters
        ----------
        t
            Seconds.
        xy
            A pair.
        """
        with self._lock:
            if not self._in_stroke:
                self.begin_stroke()
            try:
                x, y = xy
                _PLACED.pack_into(self._sample, 0, t, x, y)
            except (struct.error, TypeError, ValueError):
                raise TypeError(
                    f"a step takes a time and a pair, not {t!r} and {xy!r}; observe takes several") from None
            if self._first is not None:
                self._judge(t)
            _native_step(*self._step)
            history = self._history
            if history is not None and t == t:
                if history.width != PLAIN:
                    history.use(PLAIN)
                history.rows.frombytes(self._row)
            return self._out.copy()

    def _judge(self, *times: float) -> None:
        """Refuse the first times of a stroke if they are probably not seconds."""
        first = self._first
        if first is None:
            return
        first.extend(times)
        if len(first) > arrays.FEWEST_INTERVALS:
            self._first = None
            arrays.check_unit([np.array(first)], self.rate)

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
        arrays.check_unit([block.t], self.rate)
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
        arrays.check_unit([block.t], self.rate)
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
        """Return a predictor in the same state, independent from here on.

        The time does not depend on how much was observed: the history is shared. What the predictor holds,
        such as a window of samples, is duplicated when one of the two observes the next sample.
        """
        with self._lock:
            twin = Predictor.__new__(Predictor)
            twin._spelling, twin._horizons = self._spelling, self._horizons
            twin._context, twin._model = self._context, self._model
            twin._own(native.copied(self._handle))
            twin._history = None if self._history is None else self._history.fork()
            twin._in_stroke = self._in_stroke
            twin._first = None if self._first is None else list(self._first)
            return twin

    def __copy__(self) -> Predictor:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Predictor:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        with self._lock:
            if self._history is None:
                raise TypeError(
                    f"{self!r} keeps no history, so that it cannot be pickled; create it with history=True")
            blocks = self._history.blocks()
            return _restored, (self._spelling, self._context, self._horizons, self._model, blocks)

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
            if self._first is not None:
                self._judge(*block.t[:arrays.FEWEST_INTERVALS + 1].tolist())
            if not native.library.nextpoint_predict_strokes(
                self._handle, ctypes.byref(strokes), ctypes.byref(asked), message, len(message)
            ):
                raise NextpointError(message.value.decode(errors="replace"))
            if self._history is not None:
                self._history.extend(block.t, block.xy, [block.force, block.altitude, block.azimuth])

    def _replay(self, blocks: list[Floats]) -> None:
        self._first = None
        for event, what in events(blocks):
            if event == "begin":
                self.begin_stroke()
            elif event == "end":
                self.end_stroke(what)
            else:
                pen = what[:, 3:].T if what.shape[1] == PEN else (None, None, None)
                self.observe(what[:, 0], what[:, 1:3], force=pen[0], altitude=pen[1], azimuth=pen[2])


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
    model: bytes | None,
    blocks: list[Floats],
) -> Predictor:
    predictor = Predictor.__new__(Predictor)
    predictor._spelling, predictor._context = spelling, context
    predictor._horizons, predictor._model = horizons, model
    predictor._history = History()
    predictor._create()
    predictor._replay(blocks)
    return predictor
