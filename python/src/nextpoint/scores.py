"""Scores of predictors as data frames: evaluate, sweep, compare, tune, train."""

from __future__ import annotations

import contextlib
import functools
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from . import commands, frames, replays
from .bridge import Bridge, bridged, named
from .commands import Option
from .errors import UsageError
from .horizons import ChosenHorizon, chosen, seconds
from .horizons import options as horizon_options
from .located import Located, located
from .own import OwnPredictor
from .predictors import Predictor

if TYPE_CHECKING:
    import pandas as pd

#: A data set's name, a path, or recordings at hand.
Data = Any


def evaluate(
    data: Data,
    predictors: Any = ("hold", "linear", "polynomial"),
    *,
    horizons: ArrayLike | None = None,
    frames_ahead: str | int | Sequence[int] | None = None,
    frame_rate: float | None = None,
    progress: bool | None = None,
    **options: Option,
) -> pd.DataFrame:
    """Score predictors on recordings.

    Parameters
    ----------
    data
        A data set's name, a path, `Recordings`, a data frame as `Recordings.frame` returns it, or a list
        of these.
    predictors
        One or several: spellings, which may have ranges (``"polynomial:window=2..12"``), a `Predictor`,
        which stands for its spelling, and predictors of your own: functions, classes and objects as
        `nextpoint.predictor` describes them, or a dictionary of these by name.
    horizons
        In seconds.
    frames_ahead, frame_rate
        Horizons in frames instead, by default 1, 2 and 4 at 60 frames per second.
    progress
        Whether to show a progress bar; by default in a notebook and on a terminal.
    options
        Options of ``nextpoint evaluate`` with underscores, such as ``group_by="task"``,
        ``metrics="all"``, ``unit="px"``, ``split="test"``, ``protocol="display"``, ``max_gap=8``, ``jobs=1``.

    Returns
    -------
    pandas.DataFrame
        The columns of scores.csv, a row for each predictor, horizon and group; ``attrs["units"]`` maps
        columns to units, ``attrs["titles"]`` measures to what they are.

    Raises
    ------
    nextpoint.UsageError
        If an option or spelling is not understood. Predictors of your own are scored by the protocol
        ``sample``; for others, see `program`.
    """
    commands.check_options("evaluate", options)
    spellings, own = _divided(predictors)
    arguments = [
        *commands.options(horizon_options(horizons, frames_ahead, frame_rate)), *commands.options(options)]
    if own:
        _refuse_for_own(options)
    with located(data) as places:
        if not own:
            text = commands.run(
                ["evaluate", *places, *_repeated("predictor", spellings), *arguments, "--format=csv"],
                progress=progress, translate=places.spoken)
            return frames.frame(text)
        asked = seconds(horizons, frames_ahead, frame_rate)
        tables = []
        for place in places:
            with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
                files = replays.predictions(place, own, asked, options, Path(work), places)
                text = commands.run(
                    ["evaluate", place, *_repeated("predictor", spellings), *_repeated("predictions", files),
                     *arguments, "--format=csv"], progress=progress,
                    translate=_spoken(places, dict(zip(files, own, strict=True))))
            tables.append(frames.frame(text))
    result = frames.pandas().concat(tables, ignore_index=True) if len(tables) > 1 else tables[0]
    if not spellings:
        # A file alone is scored beside the command's own choice of predictors.
        names = {model.name for model in own}
        result = result[result["predictor"].isin(names)].reset_index(drop=True)
    result.attrs = tables[0].attrs
    return result


def sweep(
    data: Data,
    predictors: Any,
    *,
    output: str | Path | None = None,
    horizons: ArrayLike | None = None,
    frames_ahead: str | int | Sequence[int] | None = None,
    frame_rate: float | None = None,
    progress: bool | None = None,
    **options: Option,
) -> pd.DataFrame:
    """Score many settings of predictors, into a run directory.

    Finished work is kept in the directory. If a sweep is interrupted, the same call resumes it, and the
    result is the same.

    Parameters
    ----------
    data, predictors, horizons, frames_ahead, frame_rate, progress
        As in `evaluate`; predictors are spellings.
    output
        The run directory, which `nextpoint.Run` reads; without it none is kept.
    options
        Options of ``nextpoint sweep``, such as ``raw=True``, ``force=True``, ``shard="1/4"``.
    """
    commands.check_options("sweep", options)
    spellings = _spellings(predictors, "sweep")
    with located(data) as places, _folder(output) as run:
        commands.run(
            ["sweep", *_repeated("dataset", places), *_repeated("predictor", spellings),
             *commands.options(horizon_options(horizons, frames_ahead, frame_rate)),
             *commands.options(options), f"--output={run}"], progress=progress, translate=places.spoken)
        return frames.frame((run / "scores.csv").read_text(encoding="utf-8"))


def compare(
    data: Data,
    reference: Any,
    predictors: Any,
    *,
    metric: str = "error_mean",
    horizon: float | None = None,
    horizons: ArrayLike | None = None,
    frames_ahead: str | int | Sequence[int] | None = None,
    frame_rate: float | None = None,
    progress: bool | None = None,
    **options: Option,
) -> pd.DataFrame:
    """Compare predictors with a reference on the same targets, with confidence intervals.

    A difference is the predictor's score minus the reference's: below 0 the predictor is better.

    Parameters
    ----------
    data, horizons, frames_ahead, frame_rate, progress
        As in `evaluate`.
    reference, predictors
        Spellings and predictors of your own.
    metric
        The measure.
    horizon
        Compare at this horizon, in seconds; of `horizons`, at the nearest. By default the only one, or
        0.0333.
    options
        Options of ``nextpoint compare``, such as ``replicates=1000``, ``clusters="stroke"``.

    Returns
    -------
    pandas.DataFrame
        A row for each predictor and mean; the columns ``measure`` and ``horizon_ms`` say of what.

    Raises
    ------
    nextpoint.UsageError
        If the horizon is more than 20 % from each of `horizons`.
    """
    commands.check_options("compare", options)
    single = [reference] if isinstance(reference, str) or not isinstance(reference, dict) else reference
    first, others = _predictors(single), _predictors(predictors)
    if len(first) != 1:
        raise UsageError(f"{len(first)} references are given, and one is needed")
    own = _named_once([one for one in [*first, *others] if isinstance(one, OwnPredictor)])
    at = chosen(horizon, horizons, frames_ahead, frame_rate)
    with located(data) as places, bridged(own) as bridge:
        spellings = _spelled([*first, *others], bridge)
        text = commands.run(
            ["compare", *spellings, *_repeated("dataset", places), f"--metric={metric}", *at.arguments,
             *commands.options(options), "--format=csv"], progress=progress,
            translate=_bridged_words(places, bridge), environment=bridge.environment if bridge else None)
    return _of_measure(named(bridge, frames.frame(text, metric)), metric, at)


def tune(
    data: Data,
    predictors: Any,
    *,
    output: str | Path | None = None,
    objective: str = "error_mean",
    horizon: float | str | None = None,
    horizons: ArrayLike | None = None,
    frames_ahead: str | int | Sequence[int] | None = None,
    frame_rate: float | None = None,
    progress: bool | None = None,
    **options: Option,
) -> pd.DataFrame:
    """Choose settings on some participants, and report on others.

    Parameters
    ----------
    data, horizons, frames_ahead, frame_rate, progress
        As in `evaluate`.
    predictors
        Spellings with ranges, each tuned separately, and predictors of your own, which are references.
    output
        The run directory; without it none is kept.
    objective
        The measure to minimize.
    horizon
        Tune at this horizon, in seconds, or for the mean over all: ``"mean"``. Of `horizons`, the nearest is
        taken. By default the only one, or 0.0333.
    options
        Options of ``nextpoint tune``, such as ``leave_one_out=True``, ``search="random"``, ``trials=20``.

    Returns
    -------
    pandas.DataFrame
        ``comparisons.csv``: the chosen setting beside the untuned one and the references, on participants
        who had no part in the choice; the columns ``measure`` and ``horizon_ms`` say by what.

    Raises
    ------
    nextpoint.UsageError
        If the horizon is more than 20 % from each of `horizons`.
    """
    commands.check_options("tune", options)
    given = _predictors(predictors)
    own = _named_once([one for one in given if isinstance(one, OwnPredictor)])
    tuned = [one for one in given if isinstance(one, str)]
    if not tuned:
        raise UsageError("tune needs a spelling with a range, such as 'rls:taps=2..6'")
    at = chosen(horizon, horizons, frames_ahead, frame_rate)
    with located(data) as places, _folder(output) as run, bridged(own) as bridge:
        standard = [] if "predictor" in options else ["hold", "linear"]
        references = [*standard, *bridge.spellings] if bridge else []
        commands.run(
            ["tune", *tuned, *_repeated("dataset", places), *_repeated("predictor", references),
             f"--objective={objective}", *at.arguments, *commands.options(options), f"--output={run}"],
            progress=progress, translate=_bridged_words(places, bridge),
            environment=bridge.environment if bridge else None)
        table = frames.frame((run / "comparisons.csv").read_text(encoding="utf-8"), objective)
    return _of_measure(named(bridge, table), objective, at)


def train(
    data: Data,
    output: str | Path,
    *,
    kind: str | None = None,
    settings: dict[str, Any] | None = None,
    horizons: ArrayLike | None = None,
    frames_ahead: str | int | Sequence[int] | None = None,
    frame_rate: float | None = None,
    progress: bool | None = None,
    **options: Option,
) -> str:
    """Fit a learned predictor to recordings, and return its spelling: ``learned:model=FILE``.

    Parameters
    ----------
    data, horizons, frames_ahead, frame_rate, progress
        As in `evaluate`.
    output
        The model file. An interrupted training resumes from ``output.checkpoint``.
    kind
        ``"network"``, ``"fourier"`` or ``"linear"``.
    settings
        Settings of the training, such as ``{"epochs": 5, "hidden": "32x16"}``.
    options
        Options of ``nextpoint train``, such as ``split="train"``, ``validate="validation"``, ``force=True``.
    """
    commands.check_options("train", options)
    path = Path(output).resolve()
    chosen = [f"{name}={commands.plain(value)}" for name, value in (settings or {}).items()]
    with located(data) as places:
        commands.run(
            ["train", *places, *commands.options({"kind": kind}), *_repeated("set", chosen),
             *commands.options(horizon_options(horizons, frames_ahead, frame_rate)),
             *commands.options(options), f"--output={path}"], progress=progress, translate=places.spoken)
    return f"learned:model={path}"


def _predictors(given: Any) -> list[str | OwnPredictor]:
    """Return spellings, and what else predicts, in order; of a dictionary, each by its name."""
    if isinstance(given, dict) and given:
        for name, one in given.items():
            if isinstance(one, str):
                raise UsageError(
                    f"{name!r} names the spelling {one!r}, which keeps its own name; give spellings in a "
                    "list")
        return [OwnPredictor(one, str(name)) for name, one in given.items()]
    single = isinstance(given, (str, Predictor)) or not isinstance(given, Iterable) or _predicts(given)
    several = [given] if single else list(given)
    if not several:
        raise UsageError("no predictor is given; give a spelling such as 'linear'")
    found: list[str | OwnPredictor] = []
    for one in several:
        if isinstance(one, dict):
            found.extend(_predictors(one))
        elif isinstance(one, (str, np.str_)):
            found.append(str(one))
        else:
            found.append(one.spelling if isinstance(one, Predictor) else OwnPredictor(one))
    return found


def _predicts(given: Any) -> bool:
    """Return whether something that can be iterated, such as a module of PyTorch, is one predictor."""
    return callable(getattr(given, "predict", None)) or callable(getattr(given, "forward", None))


def _divided(predictors: Any) -> tuple[list[str], list[OwnPredictor]]:
    given = _predictors(predictors)
    own = _named_once([one for one in given if isinstance(one, OwnPredictor)])
    return [one for one in given if isinstance(one, str)], own


def _named_once(own: list[OwnPredictor]) -> list[OwnPredictor]:
    """Refuse names that a table could not tell apart."""
    names = [model.name for model in own]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise UsageError(
            f"two predictors are called {twice}; name them: {{'{twice}-2': …}} or "
            "@nextpoint.predictor(name=…)")
    taken = next((name for name in names if name in _catalogue()), None) if own else None
    if taken:
        raise UsageError(
            f"a predictor of your own is called {taken}, as one of the catalogue is; name it: "
            f"{{'my-{taken}': …}} or @nextpoint.predictor(name=…)")
    return own


@functools.cache
def _catalogue() -> frozenset[str]:
    rows = json.loads(commands.run(["predictors", "list", "--format", "json"], progress=False))
    return frozenset(str(row["predictor"]) for row in rows)


def _spellings(predictors: Any, command: str) -> list[str]:
    given = _predictors(predictors)
    own = [one for one in given if isinstance(one, OwnPredictor)]
    if own:
        raise UsageError(
            f"{command} takes spellings, and {own[0].name} is a predictor of your own: score it with "
            "evaluate, or name it by nextpoint.program")
    return [one for one in given if isinstance(one, str)]


def _spelled(given: list[str | OwnPredictor], bridge: Bridge | None) -> list[str]:
    bridged = iter(bridge.spellings if bridge else [])
    return [one if isinstance(one, str) else next(bridged) for one in given]


def _bridged_words(places: Located, bridge: Bridge | None) -> Callable[[str], str]:
    def spoken(text: str) -> str:
        return places.spoken(text if bridge is None else bridge.named(text))

    return spoken


def _spoken(places: Located, files: dict[str, OwnPredictor]) -> Callable[[str], str]:
    def spoken(text: str) -> str:
        for file, model in files.items():
            path = file.partition("=")[2]
            text = text.replace(f"--predictions {file}", model.name)
            text = text.replace(path, f"predictions of {model.name}")
        return places.spoken(text)

    return spoken


def _refuse_for_own(options: dict[str, Option]) -> None:
    for name, allowed in (
        ("protocol", ("sample",)),
        ("clock", ("recorded",)),
        ("targets", ("all",)),
    ):
        value = options.get(name)
        if value is not None and value not in allowed:
            raise UsageError(
                f"{name}={value!r} does not go with predictors of your own, which are asked after each "
                f"sample; use {name}={allowed[0]!r}, or name the predictor by nextpoint.program")


def _repeated(option: str, values: Iterable[object]) -> list[str]:
    return [f"--{option}={value}" for value in values]


@contextlib.contextmanager
def _folder(output: str | Path | None) -> Iterator[Path]:
    if output is not None:
        yield Path(output)
        return
    with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
        yield Path(work) / "run"


def _of_measure(table: pd.DataFrame, measure: str, at: ChosenHorizon) -> pd.DataFrame:
    """Return a table that says of which measure and horizon it is."""
    table["measure"] = measure
    table["horizon_ms"] = np.nan if at.seconds is None else 1000 * at.seconds
    table.attrs["units"]["horizon_ms"] = "ms"
    return table
