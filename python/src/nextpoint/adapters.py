"""Catalogue predictors, modules of PyTorch and estimators of scikit-learn as predictors of one's own."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

from .arrays import Floats
from .predictors import Predictor


def adapted(target: Any) -> Any:
    """Return an object with ``predict(t, xy, horizons)``: the target itself if it has that interface."""
    if inspect.isclass(target):
        return target
    if isinstance(target, Predictor):
        return CataloguePredictor(target)
    if _is_module(target):
        count = _arguments(target.forward)
        return Module(target) if count != 1 else Displacements(target, _first_inputs(target), _asked(target))
    if callable(getattr(target, "predict", None)) and _arguments(target.predict) == 1:
        return Displacements(target, getattr(target, "n_features_in_", None), target.predict)
    return target


class CataloguePredictor:
    """A `Predictor` and all that it has learned, asked after each sample; each recording gets a copy."""

    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor

    def begin_stroke(self) -> None:
        """Begin a new contact."""
        self._predictor.begin_stroke()

    def predict(self, t: Floats, xy: Floats, horizons: Floats) -> Floats:
        """Observe the latest sample, and predict."""
        self._predictor.observe(t[-1], xy[-1])
        return self._predictor.predict(horizons)


class Module:
    """A module of PyTorch whose ``forward(t, xy, horizons)`` takes tensors."""

    #: Whether answers leave the target as it is, so that no recording needs a copy.
    is_stateless = True

    def __init__(self, module: Any) -> None:
        self._module = module

    def predict(self, *given: Floats) -> Any:
        """Return the module's answer, without gradients and as in evaluation."""
        like = next(iter(self._module.parameters()), None)
        with evaluating(self._module):
            return self._module(*(tensor(one, like) for one in given))


class Displacements:
    """An estimator or module of one argument, from displacements to displacements.

    The argument is a row with the latest displacements from sample to sample, x and y of each, the latest
    last: half as many as the estimator has inputs. The answer has x and y for each horizon, from the latest
    sample.
    """

    is_stateless = True

    def __init__(self, target: Any, inputs: int | None, ask: Any) -> None:
        if not inputs or inputs % 2:
            raise TypeError(
                f"{type(target).__name__} takes one argument and {inputs or 'an unknown number of'} inputs; "
                "fit it to rows of displacements, x and y of each, or wrap it in a function "
                "f(t, xy, horizons)")
        self._count = inputs // 2
        self._ask = ask

    def predict(self, t: Floats, xy: Floats, horizons: Floats) -> Floats:
        """Return positions; NaN before there are enough samples."""
        if len(t) <= self._count:
            return np.full((len(horizons), 2), np.nan)
        steps = np.diff(xy[-self._count - 1:], axis=0)
        answer = np.asarray(self._ask(steps.reshape(1, -1)), dtype=np.float64).reshape(-1)
        if answer.size != 2 * len(horizons):
            raise ValueError(
                f"the answer has {answer.size} numbers, and {2 * len(horizons)} are needed: x and y for each "
                f"of {len(horizons)} horizons")
        return np.asarray(xy[-1] + answer.reshape(-1, 2), dtype=np.float64)


def _is_module(target: Any) -> bool:
    return callable(target) and all(
        callable(getattr(target, name, None)) for name in ("forward", "parameters", "eval", "train")
    ) and not callable(getattr(target, "predict", None))


def _arguments(function: Any) -> int | None:
    """Return how many arguments a call needs; None if that cannot be seen."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return None
    return sum(
        one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
        for one in parameters)


def _first_inputs(module: Any) -> int | None:
    """Return how many inputs the first layer of a module has."""
    sizes = (getattr(one, name, None) for one in module.modules() for name in ("in_features", "input_size"))
    return next((int(size) for size in sizes if size), None)


def _asked(module: Any) -> Any:
    def ask(rows: Floats) -> Any:
        with evaluating(module):
            return module(tensor(rows, next(iter(module.parameters()), None))).cpu().numpy()

    return ask


def tensor(values: Any, like: Any) -> Any:
    """Return values as a tensor of the type and on the device of another."""
    import torch

    if like is None:
        return torch.as_tensor(values)
    return torch.as_tensor(values, dtype=like.dtype, device=like.device)


@contextlib.contextmanager
def evaluating(module: Any) -> Iterator[None]:
    """Ask a module of PyTorch without gradients, as in evaluation."""
    import torch

    was_training = bool(module.training)
    module.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        module.train(was_training)
