"""Predictors of your own, replayed causally."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import numpy as np

from .arrays import Floats
from .errors import UsageError
from .recordings import Recording

Target = TypeVar("Target", bound=Callable[..., Any])

#: Where `predictor` keeps its settings on what it decorates.
_SETTINGS = "__nextpoint__"


@dataclass(frozen=True)
class _Settings:
    name: str | None = None
    window: int | None = None
    batch: bool = False


@overload
def predictor(target: Target) -> Target: ...
@overload
def predictor(
    *, name: str | None = None, window: int | None = None, batch: bool = False
) -> Callable[[Target], Target]: ...
def predictor(
    target: Target | None = None,
    *,
    name: str | None = None,
    window: int | None = None,
    batch: bool = False,
) -> Target | Callable[[Target], Target]:
    """Make a function or a class a predictor that `evaluate` scores beside those of the catalogue.

    A **function** ``f(t, xy, horizons)`` is stateless. It gets the samples of the stroke so far, ``t`` of
    shape ``(n,)`` in seconds and ``xy`` of shape ``(n, 2)``, the newest last, and ``horizons`` of shape
    ``(h,)`` in seconds after the newest sample. It returns positions of shape ``(h, 2)``, with NaN where
    it abstains.

    A **class** has a method ``predict`` with the same arguments, and may have ``begin_stroke(self)``. Each
    recording gets a new instance, which sees the recording in order and may learn from it.

    With ``batch=True`` one call answers many histories, one of each recording, in lockstep: ``t`` has the
    shape ``(b, n)``, ``xy`` ``(b, n, 2)``, and the result ``(b, h, 2)``. Shorter histories are preceded by
    NaN, up to `window` where it is given, else to the longest; the newest sample is always ``t[:, -1]``.
    The ``predict`` of a class with ``batch=True`` has a fourth argument ``rows``, of shape ``(b,)``: the
    number of the recording of each row, so that it can keep a state for each. A new stroke has begun in a
    row where all but the newest sample are NaN.

    Parameters
    ----------
    target
        The function or class.
    name
        Its name in tables, by default that of the function or class.
    window
        The largest number of samples to hand over, by default all of the stroke.
    batch
        Whether it answers many histories at once.

    Notes
    -----
    Arrays are copies made for one call, and end at the newest sample known. A recording's samples are
    asked for in the order in which they arrived, and a batch never has two rows of one recording, so
    neither an array's ``base`` nor other rows nor arrays of earlier calls contain anything that comes
    later in the same recording. All of this happens in one process, so it protects from mistakes, not
    from malice: code could still open the file.
    """
    settings = _Settings(name, window, batch)
    if window is not None and window < 1:
        raise ValueError(f"window is {window}, and must be at least 1")

    def mark(target: Target) -> Target:
        setattr(target, _SETTINGS, settings)
        return target

    return mark if target is None else mark(target)


class OwnPredictor:
    """A function, class or object as `evaluate` replays it."""

    def __init__(self, target: Any) -> None:
        found = getattr(target, _SETTINGS, None)
        self._settings = found if isinstance(found, _Settings) else _Settings()
        self._target = target
        if not inspect.isfunction(target) and not self._predicts(target):
            raise TypeError(
                f"{target!r} is no predictor: give a spelling such as 'linear', a function "
                "f(t, xy, horizons), or an object or class with a method predict(t, xy, horizons)")

    @staticmethod
    def _predicts(target: Any) -> bool:
        return callable(getattr(target, "predict", None)) or (
            callable(target) and not inspect.isclass(target))

    @property
    def name(self) -> str:
        """The name in tables."""
        named = self._settings.name or getattr(self._target, "__name__", None)
        return str(named or type(self._target).__name__)

    def replay(
        self, recordings: Sequence[Recording], horizons: Floats, *, by_stroke: bool = False
    ) -> list[list[Floats]]:
        """Return the predictions after each sample, of shape ``(n, h, 2)``, by recording and stroke.

        Parameters
        ----------
        recordings
            What to replay.
        horizons
            In seconds, of shape ``(h,)``.
        by_stroke
            Whether to make a new predictor for each stroke.
        """
        results = [
            [np.full((len(stroke), len(horizons), 2), np.nan) for stroke in recording]
            for recording in recordings
        ]
        if self._settings.batch:
            self._replay_together(recordings, horizons, results, by_stroke)
        else:
            for recording, found in zip(recordings, results, strict=True):
                self._replay_alone(recording, horizons, found, by_stroke)
        return results

    def _fresh(self) -> Any:
        target = self._target
        if inspect.isclass(target):
            return target()
        if callable(getattr(target, "predict", None)):
            return copy.deepcopy(target)
        return target

    def steps(self, horizons: Floats) -> Callable[[Floats, Floats], Floats]:
        """Return what answers the samples of one recording, one after another.

        Its arguments are the times and positions of the stroke so far, of which it hands the newest
        `window` to the predictor, as copies; with one sample, a stroke begins.
        """
        if self._settings.batch:
            raise UsageError(
                f"{self.name} answers batches, which are for nextpoint.evaluate; a program is asked for "
                "one history at a time: leave batch=True out")
        window = self._settings.window or sys.maxsize
        model = self._fresh()
        predict = getattr(model, "predict", model)
        begin = getattr(model, "begin_stroke", None)

        def step(t: Floats, xy: Floats) -> Floats:
            if len(t) == 1 and callable(begin):
                begin()
            first = max(0, len(t) - window)
            answer = predict(t[first:].copy(), xy[first:].copy(), horizons.copy())
            return _positions(answer, (len(horizons), 2), f"{self.name}, at {t[-1]} s")

        return step

    def _replay_alone(
        self, recording: Recording, horizons: Floats, results: list[Floats], by_stroke: bool
    ) -> None:
        step = self.steps(horizons)
        for index, (stroke, result) in enumerate(zip(recording, results, strict=True)):
            if by_stroke and index:
                step = self.steps(horizons)
            for newest in range(len(stroke)):
                result[newest] = step(stroke.t[:newest + 1], stroke.xy[:newest + 1])

    def _replay_together(
        self, recordings: Sequence[Recording], horizons: Floats, results: list[list[Floats]],
        by_stroke: bool,
    ) -> None:
        model = self._fresh()
        has_state = hasattr(model, "predict")
        if by_stroke and has_state:
            raise UsageError(
                f"state='stroke': {self.name} keeps a state over a batch of recordings; leave "
                "batch=True out")
        predict = getattr(model, "predict", model)
        places = [
            [(stroke, sample) for stroke, one in enumerate(recording) for sample in range(len(one))]
            for recording in recordings
        ]
        for step in range(max(map(len, places), default=0)):
            rows = [row for row, there in enumerate(places) if step < len(there)]
            now = [places[row][step] for row in rows]
            width = self._settings.window or 1 + max(sample for _, sample in now)
            t = np.full((len(rows), width), np.nan)
            xy = np.full((len(rows), width, 2), np.nan)
            for place, (row, (stroke, sample)) in enumerate(zip(rows, now, strict=True)):
                count = min(width, sample + 1)
                source = recordings[row].strokes[stroke]
                t[place, width - count:] = source.t[sample + 1 - count:sample + 1]
                xy[place, width - count:] = source.xy[sample + 1 - count:sample + 1]
            numbers = (np.array(rows),) if has_state else ()
            answer = _positions(
                predict(t, xy, horizons.copy(), *numbers), (len(rows), len(horizons), 2),
                f"{self.name}, batch {step}")
            for row, (stroke, sample), positions in zip(rows, now, answer, strict=True):
                results[row][stroke][sample] = positions


def _positions(answer: Any, shape: tuple[int, ...], where: str) -> Floats:
    """Return an answer as a new array, whether it is an array, a list, or a tensor of PyTorch."""
    if hasattr(answer, "detach"):
        answer = answer.detach().cpu().numpy()
    positions = np.array(answer, dtype=np.float64)
    if positions.shape != shape:
        raise ValueError(
            f"{where}: the answer has the shape {positions.shape}, and {shape} is needed: "
            "x and y for each horizon")
    return positions
