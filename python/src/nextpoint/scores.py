"""Scores of predictors as data frames: evaluate, sweep, compare, tune, train."""

from __future__ import annotations

import contextlib
import tempfile
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from . import arrays, commands, frames
from .arrays import Floats
from .commands import Option
from .errors import UsageError
from .own import OwnPredictor
from .recordings import Recording, Recordings, Stroke, _read_plain, write

if TYPE_CHECKING:
    import pandas as pd

#: A data set's name, a path, or recordings at hand.
Data = Any
#: The frames ahead that `evaluate` scores by default.
_FRAMES_AHEAD = (1, 2, 4)


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
        One or several: spellings, which may have ranges (``"polynomial:window=2..12"``), and predictors
        of your own: functions, classes and objects as `nextpoint.predictor` describes them.
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
    spellings, own = _divided(predictors)
    arguments = _horizon_options(horizons, frames_ahead, frame_rate)
    if own:
        _refuse_for_own(options)
    with _located(data) as places:
        if not own:
            text = commands.run(
                ["evaluate", *places, *_repeated("predictor", spellings), *commands.options(arguments),
                 *commands.options(options), "--format=csv"], progress=progress)
            return frames.frame(text)
        asked = _seconds(horizons, frames_ahead, frame_rate)
        tables = []
        for place in places:
            with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
                files = _predictions(place, own, asked, options, Path(work))
                text = commands.run(
                    ["evaluate", place, *_repeated("predictor", spellings),
                     *_repeated("predictions", files), *commands.options(arguments),
                     *commands.options(options), "--format=csv"], progress=progress)
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
    spellings = _spellings(predictors, "sweep")
    with _located(data) as places, _folder(output) as run:
        commands.run(
            ["sweep", *_repeated("dataset", places), *_repeated("predictor", spellings),
             *commands.options(_horizon_options(horizons, frames_ahead, frame_rate)),
             *commands.options(options), f"--output={run}"], progress=progress)
        return frames.frame((run / "scores.csv").read_text(encoding="utf-8"))


def compare(
    data: Data,
    reference: str,
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
        Spellings.
    metric
        The measure.
    horizon
        Compare at the horizon nearest to this, in seconds.
    options
        Options of ``nextpoint compare``, such as ``replicates=1000``, ``clusters="stroke"``.
    """
    spellings = _spellings(predictors, "compare")
    at = None if horizon is None else _milliseconds(horizon)
    with _located(data) as places:
        text = commands.run(
            ["compare", reference, *spellings, *_repeated("dataset", places), f"--metric={metric}",
             *commands.options({"horizon": at}),
             *commands.options(_horizon_options(horizons, frames_ahead, frame_rate)),
             *commands.options(options), "--format=csv"], progress=progress)
    return frames.frame(text, metric)


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
        Spellings with ranges, each tuned separately.
    output
        The run directory; without it none is kept.
    objective
        The measure to minimize.
    horizon
        Tune at the horizon nearest to this, in seconds, or for the mean over all: ``"mean"``.
    options
        Options of ``nextpoint tune``, such as ``leave_one_out=True``, ``search="random"``, ``trials=20``.

    Returns
    -------
    pandas.DataFrame
        ``comparisons.csv``: the chosen setting beside the untuned one and the references, on participants
        who had no part in the choice.
    """
    spellings = _spellings(predictors, "tune")
    at = horizon if horizon is None or isinstance(horizon, str) else _milliseconds(horizon)
    with _located(data) as places, _folder(output) as run:
        commands.run(
            ["tune", *spellings, *_repeated("dataset", places), f"--objective={objective}",
             *commands.options({"horizon": at}),
             *commands.options(_horizon_options(horizons, frames_ahead, frame_rate)),
             *commands.options(options), f"--output={run}"], progress=progress)
        return frames.frame((run / "comparisons.csv").read_text(encoding="utf-8"), objective)


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
    path = Path(output).resolve()
    named = [f"{name}={value}" for name, value in (settings or {}).items()]
    with _located(data) as places:
        commands.run(
            ["train", *places, *commands.options({"kind": kind}), *_repeated("set", named),
             *commands.options(_horizon_options(horizons, frames_ahead, frame_rate)),
             *commands.options(options), f"--output={path}"], progress=progress)
    return f"learned:model={path}"


def _divided(predictors: Any) -> tuple[list[str], list[OwnPredictor]]:
    single = isinstance(predictors, str) or not isinstance(predictors, Iterable)
    several = [predictors] if single else list(predictors)
    if not several:
        raise UsageError("no predictor is given; give a spelling such as 'linear'")
    spellings = [one for one in several if isinstance(one, str)]
    own = [OwnPredictor(one) for one in several if not isinstance(one, str)]
    names = [model.name for model in own]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise UsageError(f"two predictors are called {twice}; name them: @nextpoint.predictor(name=…)")
    return spellings, own


def _spellings(predictors: Any, command: str) -> list[str]:
    spellings, own = _divided(predictors)
    if own:
        raise UsageError(
            f"{command} takes spellings, and {own[0].name} is a predictor of your own: score it with "
            "evaluate, or name it by nextpoint.program")
    return spellings


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
def _located(data: Data) -> Iterator[list[str]]:
    """Give the names and paths of data sets; recordings at hand are written for as long."""
    several = data if isinstance(data, (list, tuple)) else [data]
    if several and all(isinstance(one, Recording) for one in several):
        several = [Recordings(list(several))]
    with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
        places: list[str] = []
        for number, one in enumerate(several):
            if isinstance(one, (str, Path)):
                places.append(str(one))
                continue
            recordings = one if isinstance(one, Recordings) else Recordings.from_frame(one)
            folder = Path(work) / str(number) / recordings.name
            places.append(str(write(folder, recordings, name=recordings.name)))
        yield places


@contextlib.contextmanager
def _folder(output: str | Path | None) -> Iterator[Path]:
    if output is not None:
        yield Path(output)
        return
    with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
        yield Path(work) / "run"


def _milliseconds(seconds: float) -> str:
    """Return a decimal that the tool reads as the very same time."""
    return format(Decimal(repr(float(seconds))).scaleb(3).normalize(), "f")


def _horizon_options(
    horizons: ArrayLike | None,
    frames_ahead: str | int | Sequence[int] | None,
    frame_rate: float | None,
) -> dict[str, Option]:
    if horizons is None:
        return {"frames_ahead": frames_ahead, "frame_rate": frame_rate}
    if frames_ahead is not None:
        raise UsageError("give horizons or frames_ahead, not both")
    asked = arrays.horizons(horizons, ())
    return {"horizon_ms": [_milliseconds(value) for value in asked], "frame_rate": frame_rate}


def _seconds(
    horizons: ArrayLike | None,
    frames_ahead: str | int | Sequence[int] | None,
    frame_rate: float | None,
) -> Floats:
    """Return the horizons that the command line will ask for."""
    if horizons is not None:
        return arrays.horizons(horizons, ())
    if frames_ahead is None:
        frames_ahead = _FRAMES_AHEAD
    if isinstance(frames_ahead, str):
        frames_ahead = [
            frame
            for part in frames_ahead.split(",")
            for first, _, last in [part.partition("..")]
            for frame in range(int(first), int(last or first) + 1)
        ]
    counts = [frames_ahead] if isinstance(frames_ahead, int) else list(frames_ahead)
    return np.array(counts, dtype=np.float64) / (frame_rate or 60.0)


def _predictions(
    place: str, own: list[OwnPredictor], horizons: Floats, options: dict[str, Option], work: Path
) -> list[str]:
    """Write what predictors of one's own say on a data set, and return ``name=file`` for each."""
    parts = commands.options({"split": options.get("split")})
    text = commands.run(["datasets", "samples", place, *parts], progress=False)
    commands.run(["datasets", "convert", place, f"--output={work / 'plain'}"], progress=False)
    lines = [stroke.splitlines() for stroke in text.partition("\n")[2].split("\n\n")]
    recordings, owners = _in_order(_read_plain(work / "plain").recordings, lines)
    files = []
    for number, model in enumerate(own):
        answers = model.replay(recordings, horizons, by_stroke=options.get("state") == "stroke")
        queues = [deque(strokes) for strokes in answers]
        path = work / f"{number}.csv"
        with path.open("w", encoding="utf-8") as file:
            file.write("t_s,x,y,ahead_s,predicted_x,predicted_y\n")
            for owner, stroke in zip(owners, lines, strict=True):
                for sample, row in zip(stroke, queues[owner].popleft().tolist(), strict=True):
                    for horizon, (x, y) in zip(horizons.tolist(), row, strict=True):
                        said = "," if x != x or y != y else f"{x!r},{y!r}"
                        file.write(f"{sample},{horizon!r},{said}\n")
        files.append(f"{model.name}={path}")
    return files


def _in_order(
    recordings: list[Recording], lines: list[list[str]]
) -> tuple[list[Recording], list[int]]:
    """Order recordings as the tool prints their samples.

    Parameters
    ----------
    recordings
        All of the data set.
    lines
        The samples printed, by stroke.

    Returns
    -------
    recordings
        Those whose samples are printed, each with its strokes in the order printed.
    owners
        The recording of each stroke printed.
    """
    known: defaultdict[bytes, deque[tuple[int, Stroke]]] = defaultdict(deque)
    for number, recording in enumerate(recordings):
        for stroke in recording:
            known[_key(stroke.t, stroke.xy)].append((number, stroke))
    places: dict[int, int] = {}
    ordered: list[Recording] = []
    owners: list[int] = []
    for stroke_lines in lines:
        values = np.array([line.split(",") for line in stroke_lines], dtype=np.float64)
        found = known[_key(values[:, 0], values[:, 1:3])]
        if not found:
            raise UsageError(
                "the recordings changed while they were read; run the call again")
        number, stroke = found.popleft()
        if number not in places:
            places[number] = len(ordered)
            ordered.append(Recording([]))
        owners.append(places[number])
        ordered[places[number]].strokes.append(stroke)
    return ordered, owners


def _key(t: Floats, xy: Floats) -> bytes:
    """Return what tells strokes apart; 0 and -0 are the same, since files do not keep the sign."""
    return (t + 0.0).tobytes() + (xy + 0.0).tobytes()
