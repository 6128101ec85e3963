"""Predictors of your own, replayed causally."""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import numpy as np

from .adapters import adapted
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
    """A function, class or object as `evaluate` replays it.

    Parameters
    ----------
    target
        What predicts.
    name
        The name in tables, by default that of the target.
    """

    def __init__(self, target: Any, name: str | None = None) -> None:
        found = getattr(target, _SETTINGS, None)
        self._settings = found if isinstance(found, _Settings) else _Settings()
        if not inspect.isfunction(target) and not self._predicts(target):
            raise TypeError(
                f"{target!r} is no predictor: give a spelling such as 'linear', a function "
                "f(t, xy, horizons), or an object or class with a method predict(t, xy, horizons)")
        own = name or self._settings.name or getattr(target, "__name__", None) or type(target).__name__
        #: The name in tables.
        self.name = str(own)
        if not self.name.strip() or re.search(r"[=\x00-\x1f]", self.name):
            raise UsageError(
                f"a predictor cannot be called {self.name!r}; choose a name without = and control characters")
        self._target = target if self._settings.batch else adapted(target)

    @staticmethod
    def _predicts(target: Any) -> bool:
        return callable(getattr(target, "predict", None)) or (
            callable(target) and not inspect.isclass(target))

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
        if callable(getattr(target, "predict", None)) and not getattr(target, "is_stateless", False):
            return copy.deepcopy(target)
        return target

    def steps(self) -> Steps:
        """Return what answers the samples of one recording, one after another."""
        return Steps(self.name, self._fresh(), self._settings.window, self._settings.batch)

    def _replay_alone(
        self, recording: Recording, horizons: Floats, results: list[Floats], by_stroke: bool
    ) -> None:
        steps = self.steps()
        for index, (stroke, result) in enumerate(zip(recording, results, strict=True)):
            if by_stroke and index:
                steps = self.steps()
            for latest in range(len(stroke)):
                result[latest] = steps.advance(stroke.t[:latest + 1], stroke.xy[:latest + 1], horizons)

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
            latest = t[:, -1].copy()
            answer = predict(t, xy, horizons.copy(), *numbers)
            answer = _positions(answer, (len(rows), len(horizons), 2), self.name, latest, horizons)
            for row, (stroke, sample), positions in zip(rows, now, answer, strict=True):
                results[row][stroke][sample] = positions


class Steps:
    """A predictor in one recording.

    The arguments of its methods are the times and positions of the stroke so far; with one sample, a stroke
    begins. The predictor gets copies of the latest `window`.
    """

    def __init__(self, name: str, model: Any, window: int | None, batch: bool) -> None:
        self._name = name
        self._model = model
        self._window = window
        self._batch = batch
        #: The model before the latest sample.
        self._before: Any = None
        self._has_state = hasattr(model, "predict") and not getattr(model, "is_stateless", False)

    def advance(self, t: Floats, xy: Floats, horizons: Floats, *, keeps_state: bool = False) -> Floats:
        """Return the positions after the next sample, of shape ``(h, 2)``."""
        if keeps_state and self._has_state:
            self._before = copy.deepcopy(self._model)
        return self._answer(self._model, t, xy, horizons)

    def ask(self, t: Floats, xy: Floats, horizons: Floats) -> Floats:
        """Return the positions at other horizons after the latest sample, which changes nothing.

        What has a state is asked as it was before that sample, if `advance` was told to keep that.
        """
        model = self._model if self._before is None else copy.deepcopy(self._before)
        return self._answer(model, t, xy, horizons)

    def _answer(self, model: Any, t: Floats, xy: Floats, horizons: Floats) -> Floats:
        begin = getattr(model, "begin_stroke", None)
        if len(t) == 1 and callable(begin):
            begin()
        predict = getattr(model, "predict", model)
        first = max(0, len(t) - (self._window or len(t)))
        shape = (len(horizons), 2)
        if not self._batch:
            answer = predict(t[first:].copy(), xy[first:].copy(), horizons.copy())
            return _positions(answer, shape, self._name, t[-1:], horizons)
        missing = max(0, (self._window or 0) - len(t))
        times = np.concatenate([np.full(missing, np.nan), t[first:]])[None]
        positions = np.concatenate([np.full((missing, 2), np.nan), xy[first:]])[None]
        rows = (np.zeros(1, dtype=int),) if hasattr(model, "predict") else ()
        answer = predict(times, positions, horizons.copy(), *rows)
        found: Floats = _positions(answer, (1, *shape), self._name, t[-1:], horizons)[0]
        return found


def _positions(answer: Any, shape: tuple[int, ...], name: str, times: Floats, horizons: Floats) -> Floats:
    """Return an answer as a new array, whether it is an array, a list, or a tensor of PyTorch.

    Raises
    ------
    ValueError
        If it has another shape, or a position that is not finite and does not abstain.
    """
    if hasattr(answer, "detach"):
        answer = answer.detach().cpu().numpy()
    if isinstance(answer, np.ma.MaskedArray):
        answer = np.ma.filled(answer.astype(np.float64), np.nan)
    positions = np.array(answer, dtype=np.float64)
    if positions.shape != shape:
        raise ValueError(
            f"{name}, at {times[0]:.12g} s: the answer has the shape {positions.shape}, and {shape} is "
            "needed: x and y for each horizon")
    is_position = np.isfinite(positions).all(axis=-1)
    wrong = np.argwhere(~(is_position | np.isnan(positions).all(axis=-1)))
    if len(wrong):
        *row, horizon = wrong[0].tolist()
        raise ValueError(
            f"{name}, at {times[row[0] if row else 0]:.12g} s, {horizons[horizon]:g} s ahead: the answer is "
            f"{positions[tuple(wrong[0])].tolist()}, and two finite numbers are needed, or NaN for both to "
            "abstain")
    return positions
