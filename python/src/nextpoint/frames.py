"""Data frames of the tool's CSV, with units in their metadata."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import commands

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

#: Columns that hold names, even if a name is a number.
_NAMES = (
    "dataset", "participant", "task", "predictor", "parameters", "device", "part", "note", "pareto",
    "aggregation", "unit", "reference", "mean_over", "clusters", "searched", "role", "chosen",
    "improved", "best_parameters", "verdict", "task", "source", "stroke", "stage", "recording",
)
#: Units of columns that are no measure; "length" stands for the row's unit.
_UNITS = {
    "horizon_ms": "ms", "frames_ahead": "frames", "change_percent": "%", "reference_score": "measure",
    "score": "measure", "difference": "measure", "low": "measure", "high": "measure",
    "half_width": "measure", "score_low": "measure", "score_high": "measure",
    "difference_low": "measure", "difference_high": "measure", "objective": "measure",
    "t_s": "s", "x": "length", "y": "length", "predicted_x": "length", "predicted_y": "length",
    "true_x": "length", "true_y": "length", "best_setting": "length",
    "best_by_participant": "length", "best_by_stroke": "length", "seconds": "s",
    "nanoseconds_per_prediction": "ns",
}


def pandas() -> Any:
    """Return the module pandas.

    Raises
    ------
    ImportError
        With the command that installs it.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "data frames need pandas, which is missing; install it with: "
            "pip install 'nextpoint[frames]'") from None
    return pandas


def as_polars(frame: pd.DataFrame) -> pl.DataFrame:
    """Return a data frame of nextpoint as one of Polars.

    What is missing is null. Polars keeps no metadata; the units stay in ``frame.attrs["units"]``.

    Parameters
    ----------
    frame
        As `nextpoint.evaluate`, `Recordings.frame` and the others return it.

    Raises
    ------
    ImportError
        If Polars is missing, with the command that installs it.
    """
    try:
        import polars
    except ImportError:
        raise ImportError(
            "Polars is missing; install it with: pip install 'nextpoint[polars]'") from None
    columns = {
        str(name): [None if value is None or value != value else value for value in values.tolist()]
        if values.dtype == object else values
        for name in frame
        for values in [frame[name].to_numpy()]
    }
    return polars.DataFrame(columns, nan_to_null=True)


def from_any(frame: Any) -> pd.DataFrame:
    """Return a data frame of pandas, or of Polars, as one of pandas."""
    if hasattr(frame, "attrs"):
        return cast("pd.DataFrame", frame)
    # Column by column, which needs no Arrow.
    return cast("pd.DataFrame", pandas().DataFrame(
        {name: frame[name].to_list() for name in frame.columns}))


@functools.cache
def _measures() -> dict[str, dict[str, Any]]:
    rows = json.loads(commands.run(["metrics", "--format", "json"], progress=False))
    return {row["measure"]: row for row in rows}


def frame(text: str, measure: str | None = None) -> pd.DataFrame:
    """Return a data frame of CSV that the tool has written.

    Parameters
    ----------
    text
        The CSV.
    measure
        The measure that columns such as ``score`` and ``difference`` are in.

    Returns
    -------
    pandas.DataFrame
        ``attrs["units"]`` maps columns to units: of lengths, the rows' unit if they share one, else
        ``"unit"``, the name of the column that has it. ``attrs["titles"]`` has the measures' titles.
    """
    header, *rows = csv.reader(io.StringIO(text))
    columns = zip(*rows, strict=True) if rows else ((),) * len(header)
    result: pd.DataFrame = pandas().DataFrame(
        {name: _column(name, values) for name, values in zip(header, columns, strict=True)})
    if "predictor" in result and "spelling" not in result:
        result["spelling"] = spellings(result)
    shared: list[Any] = list(result["unit"].dropna().unique()) if "unit" in result else []
    length = str(shared[0]) if len(shared) == 1 else "unit"
    measures = _measures()
    about = measures.get(measure or "", {}).get("unit", "length")
    result.attrs["units"] = {
        name: _unit(about if unit == "measure" else unit, length)
        for name in result.columns
        if (unit := _UNITS.get(name) or measures.get(name, {}).get("unit"))
    }
    result.attrs["titles"] = {
        name: measures[name]["title"] for name in result.columns if name in measures
    }
    return result


def spellings(table: pd.DataFrame) -> list[str]:
    """Return the spelling of each row's predictor, such as ``rls:taps=4``."""
    kinds = [str(one) for one in table["predictor"]]
    if "parameters" not in table:
        return kinds
    return [
        f"{kind}:{parameters}" if isinstance(parameters, str) else kind
        for kind, parameters in zip(kinds, table["parameters"], strict=True)
    ]


def _column(name: str, values: Sequence[str]) -> Any:
    """Return the values of a column: whole numbers, numbers with NaN, or texts with None."""
    texts = np.array([value or None for value in values], dtype=object)
    if name in _NAMES:
        return texts
    with contextlib.suppress(ValueError):
        if all(value.lstrip("-").isdecimal() for value in values):
            return np.array([int(value) for value in values])
        return np.array([float(value or "nan") for value in values])
    if all(value in ("true", "false") for value in values):
        return np.array([value == "true" for value in values])
    return texts


def _unit(name: str, length: str) -> str:
    lengths = {"length": length, "length2": f"{length}^2", "length_s": f"{length} s"}
    return {**lengths, "milliseconds": "ms"}.get(name, name)


def table(arguments: list[str]) -> pd.DataFrame:
    """Return what a command lists with ``--format json`` as a data frame."""
    rows = json.loads(commands.run([*arguments, "--format", "json"], progress=False))
    result: pd.DataFrame = pandas().DataFrame(rows)
    return result
