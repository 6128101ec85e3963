"""Data frames of samples: of recordings, and recordings of any data frame."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import arrays
from .arrays import Floats
from .errors import UsageError, warn
from .frames import from_any, pandas
from .recordings import Recording, Recordings, Stroke

if TYPE_CHECKING:
    import pandas as pd

CHANNELS = ("force", "altitude_rad", "azimuth_rad")
TRUTH = ("true_x", "true_y")
#: What rows of one recording agree in.
_KEYS = ("dataset", "recording", "participant", "task", "tool", "device", "unit", "rate_hz")
#: Other names of the participant.
_PEOPLE = ("participant", "participant_id", "subject", "subject_id", "user", "user_id", "person", "pid")
_UNITS = ("mm", "px", "pt", "device")
_FACTORS = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}
#: A share of steps back in time from which on rows are out of order, rather than several strokes.
_SHUFFLED = 0.2
#: By how much steadier a clock must be as the rows come than in order of time, where strokes overlap.
_UNEVEN = 0.05
#: The number of rows that a message names.
_NAMED = 5

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Columns:
    """The columns of a data frame that have a meaning."""

    time: str
    time_unit: str
    x: str
    y: str
    by: list[str]
    stroke: str


def columns(stroke: Stroke) -> dict[str, Floats | None]:
    """Return what was measured of a stroke, by column."""
    truth = stroke.true_xy
    return {
        "t_s": stroke.t,
        "x": stroke.xy[:, 0],
        "y": stroke.xy[:, 1],
        "force": stroke.force,
        "altitude_rad": stroke.altitude,
        "azimuth_rad": stroke.azimuth,
        "true_x": None if truth is None else truth[:, 0],
        "true_y": None if truth is None else truth[:, 1],
    }


def stroke(
    name: str, table: Mapping[str, Any], kind: str = "contact", labels: Any = None
) -> Stroke:
    """Return a stroke of its columns."""

    def given(column: str) -> Floats | None:
        values = table.get(column)
        if values is None:
            return None
        array = np.asarray(values, dtype=np.float64)
        return None if np.isnan(array).all() else array

    true_x, true_y = given("true_x"), given("true_y")
    return Stroke(
        name,
        np.asarray(table["t_s"], dtype=np.float64),
        np.column_stack([table["x"], table["y"]]).astype(np.float64),
        given("force"),
        given("altitude_rad"),
        given("azimuth_rad"),
        None if true_x is None or true_y is None else np.column_stack([true_x, true_y]),
        kind,
        labels=labels,
    )


def frame(recordings: Recordings) -> pd.DataFrame:
    """Return one data frame with a row per sample, as `Recordings.frame` describes it."""
    names = (
        "dataset", "recording", "participant", "task", "stroke", "stroke_index", "sample_index", "t_s", "x",
        "y", *CHANNELS, *TRUTH, "unit", "rate_hz", "units_per_mm", "tool", "device", "kind",
    )
    rows: dict[str, list[Any]] = {name: [] for name in names}
    numeric = ("recording", "stroke_index", "rate_hz", "units_per_mm")
    for number, recording in enumerate(recordings):
        for index, one in enumerate(recording):
            labels = {
                "dataset": recordings.name,
                "recording": number,
                "participant": recording.participant,
                "task": recording.task,
                "stroke": one.name,
                "stroke_index": index,
                "unit": recording.unit or recordings.unit,
                "rate_hz": float(recording.rate or recordings.rate),
                "units_per_mm": np.nan if recordings.units_per_mm is None else recordings.units_per_mm,
                "tool": recording.tool,
                "device": recording.device,
                "kind": one.kind,
            }
            for name, value in labels.items():
                rows[name].append(np.full(len(one), value, dtype=None if name in numeric else object))
            rows["sample_index"].append(np.arange(len(one)))
            for name, values in columns(one).items():
                rows[name].append(np.full(len(one), np.nan) if values is None else values)
    table = {name: np.concatenate(parts) if parts else np.empty(0) for name, parts in rows.items()}
    for name in (*CHANNELS, *TRUTH, "units_per_mm"):
        if np.isnan(table[name]).all():
            del table[name]
    for name, usual in (("tool", None), ("device", None), ("kind", "contact")):
        if all(value == usual for value in table[name]):
            del table[name]
    result: pd.DataFrame = pandas().DataFrame(table)
    unit = recordings.unit
    units = {
        "t_s": "s", "x": unit, "y": unit, "true_x": unit, "true_y": unit, "altitude_rad": "rad",
        "azimuth_rad": "rad", "rate_hz": "Hz",
    }
    result.attrs["units"] = {name: value for name, value in units.items() if name in table}
    result.attrs["dataset"] = {
        "name": recordings.name,
        "unit": unit,
        "rate": recordings.rate,
        "units_per_mm": recordings.units_per_mm,
        "splits": {part: list(names) for part, names in recordings.splits.items()},
    }
    return result


def recordings(
    given: Any,
    names: Columns,
    *,
    rate: float | str | None = None,
    unit: str | None = None,
    units_per_mm: float | None = None,
    name: str | None = None,
    splits: Mapping[str, Sequence[str]] | None = None,
) -> Recordings:
    """Return the recordings in a data frame, as `Recordings.from_frame` describes it."""
    if isinstance(rate, str) and rate != "infer":
        raise UsageError(f"rate is {rate!r}; give samples per second, or 'infer'")
    frame = from_any(given)
    about: dict[str, Any] = frame.attrs.get("dataset", {})
    labels = frame.index
    table = _with_levels(frame)
    is_clock = frame.index.nlevels == 1 and frame.index.name is None and frame.index.dtype.kind in "Mm"
    if names.time == "t_s" and "t_s" not in table and is_clock:
        table["t_s"] = frame.index.to_numpy()
    _need(table, names)
    values = {
        "t_s": _seconds(table[names.time], names),
        "x": numbers(table[names.x], names.x),
        "y": numbers(table[names.y], names.y),
        **{one: numbers(table[one], one) for one in (*CHANNELS, *TRUTH) if one in table},
    }
    kept = _usable(values, labels, names)
    keys = list(dict.fromkeys([
        *(key for key in _KEYS if key in table and key not in (names.time, names.x, names.y)),
        *(one for one in names.by if one != names.stroke)]))
    if unit is not None and "unit" in keys:
        keys.remove("unit")
    if rate is not None and "rate_hz" in keys:
        keys.remove("rate_hz")
    scale = _scale(table, units_per_mm, about)
    found: list[Recording] = []
    datasets: list[str | None] = []
    for rows in _groups(table, keys, kept):
        first = {key: _missing_to_none(table[key].iloc[rows[0]]) for key in keys}
        person = next((key for key in keys if key.lower() in _PEOPLE), None)
        datasets.append(_text(first.get("dataset")))
        found.append(Recording(
            list(_strokes(table, values, rows, names, labels)),
            participant=_text(first.get("participant", first.get(person or ""))),
            task=_text(first.get("task")),
            tool=_text(first.get("tool")),
            device=_text(first.get("device")),
            rate=None if first.get("rate_hz") is None else float(first["rate_hz"]),
            unit=_unit(first.get("unit")),
        ))
    _warn_of_namesakes(found, datasets)
    known = list(dict.fromkeys(one for one in datasets if one is not None))
    of_set = unit or _prevailing([one.unit for one in found], about.get("unit")) or "px"
    stated = None if rate == "infer" else rate
    rate_of_set = stated or (
        None if rate == "infer" else _prevailing([one.rate for one in found], about.get("rate")))
    strokes = [one for recording in found for one in recording]
    problem = arrays.doubtful_unit([one.t for one in strokes], rate_of_set)  # type: ignore[arg-type]
    if problem:
        raise UsageError(f"column {names.time}: {problem.sentence}; pass time_unit={problem.unit!r}")
    rate_of_set = rate_of_set or arrays.inferred_rate([one.t for one in strokes]) or 60.0
    for one in found:
        one.unit = None if one.unit == of_set else one.unit
        one.rate = None if one.rate == rate_of_set else one.rate
    return Recordings(
        found, name or (known[0] if len(known) == 1 else about.get("name")), of_set, float(rate_of_set),
        scale, about.get("splits") if splits is None else splits)


# MARK: - Columns


def _with_levels(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose named index levels are columns, numbered from 0."""
    result = frame.reset_index(drop=True)
    if result.columns.nlevels > 1:
        raise UsageError("the data frame has columns of several levels; give it plain columns")
    for level, name in enumerate(frame.index.names):
        if name is not None and name not in result:
            result[name] = frame.index.get_level_values(level)
    twice = result.columns[result.columns.duplicated()]
    if len(twice):
        raise UsageError(f"the data frame has two columns {twice[0]}; rename or drop one")
    return result


def _need(table: pd.DataFrame, names: Columns) -> None:
    wanted = [(names.time, "time"), (names.x, "x"), (names.y, "y"), *((one, "by") for one in names.by)]
    if names.stroke != "stroke":
        wanted.append((names.stroke, "stroke"))
    there = [str(one) for one in table.columns]
    for column, argument in wanted:
        if column in table:
            continue
        lower = {one.lower(): one for one in there}
        close = difflib.get_close_matches(column.lower(), lower, 1, 0.4)
        remedy = "" if not close else f"; {argument}={lower[close[0]]!r} may be meant"
        raise UsageError(
            f"the data frame has no column {column}, which {argument} names; it has "
            f"{', '.join(there)}{remedy}")
    if names.time_unit not in _FACTORS:
        raise UsageError(f"time_unit is {names.time_unit!r}; use 's', 'ms', 'us' or 'ns'")


def numbers(series: pd.Series[Any], name: str) -> Floats:
    """Return the numbers of a column, NaN where one is missing."""
    try:
        if series.dtype.kind in "Mm":
            raise TypeError
        return np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan), dtype=np.float64)
    except (TypeError, ValueError):
        example = next((one for one in series.tolist() if _missing_to_none(one) is not None), None)
        raise UsageError(
            f"column {name} has values such as {example!r}, and numbers are needed; convert it with "
            "pandas.to_numeric") from None


def _seconds(series: pd.Series[Any], names: Columns) -> Floats:
    """Return the times of a column in seconds; dates from the earliest on."""
    if series.dtype.kind not in "Mm" and str(series.dtype) in ("object", "str", "string"):
        example = next((one for one in series.tolist() if _missing_to_none(one) is not None), None)
        if isinstance(example, str):
            raise UsageError(
                f"column {names.time} has texts such as {example!r}; convert it with pandas.to_datetime, "
                "pandas.to_timedelta or pandas.to_numeric")
        if hasattr(example, "total_seconds") or isinstance(example, np.timedelta64):
            series = pandas().to_timedelta(series)
        elif hasattr(example, "isoformat") or isinstance(example, np.datetime64):
            series = pandas().to_datetime(series)
    if series.dtype.kind == "M":
        series = series - series.min()
    if series.dtype.kind == "m":
        return np.asarray(series.dt.total_seconds().to_numpy(dtype=np.float64), dtype=np.float64)
    values = numbers(series, names.time)
    return values if names.time_unit == "s" else values / _FACTORS[names.time_unit]


def _usable(values: dict[str, Floats], labels: Any, names: Columns) -> Indices:
    """Return the rows that have a time and a position, and warn of others."""
    is_whole = np.isfinite(values["t_s"]) & np.isfinite(values["x"]) & np.isfinite(values["y"])
    lost = np.flatnonzero(~is_whole)
    if len(lost):
        warn(
            f"{_rows(lost, labels)}: no finite {names.time}, {names.x} or {names.y}; left out")
    return np.flatnonzero(is_whole)


def _rows(rows: Indices, labels: Any) -> str:
    named = ", ".join(str(labels[row]) for row in rows[:_NAMED])
    more = "" if len(rows) <= _NAMED else f" and {len(rows) - _NAMED} more"
    return f"{'row' if len(rows) == 1 else 'rows'} {named}{more}"


def _scale(table: pd.DataFrame, given: float | None, about: dict[str, Any]) -> float | None:
    if given is not None:
        return given
    if "units_per_mm" not in table:
        known = about.get("units_per_mm")
        return None if known is None else float(known)
    values = np.unique(numbers(table["units_per_mm"], "units_per_mm"))
    if len(values) > 1:
        raise UsageError(
            f"units_per_mm is {values[0]:g} in some rows and {values[1]:g} in others; score them as a list "
            "of frames, or state one: units_per_mm=…")
    return float(values[0]) if len(values) and np.isfinite(values[0]) else None


# MARK: - Groups


def _groups(table: pd.DataFrame, keys: list[str], kept: Indices) -> list[Indices]:
    """Return the rows of each combination of values, in order of the values."""
    if not len(kept):
        return []
    if not keys:
        return [kept]
    codes = np.column_stack([_ranks(table[key].iloc[kept].tolist()) for key in keys])
    _, group = np.unique(codes, axis=0, return_inverse=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    ends = np.flatnonzero(np.diff(group.reshape(-1)[order])) + 1
    return [kept[part] for part in np.split(order, ends)]


def _ranks(values: list[Any]) -> Indices:
    """Return the rank of each value among the different ones: numbers by size, then texts, then none."""
    present = dict.fromkeys(_missing_to_none(one) for one in values)
    ranks = {one: rank for rank, one in enumerate(sorted(present, key=_rank_key))}
    return np.array([ranks[_missing_to_none(one)] for one in values], dtype=np.intp)


def _rank_key(value: Any) -> tuple[int, float, str]:
    if value is None:
        return (2, 0.0, "")
    try:
        return (0, float(value), str(value))
    except (TypeError, ValueError):
        return (1, 0.0, str(value))


def _strokes(
    table: pd.DataFrame, values: dict[str, Floats], rows: Indices, names: Columns, labels: Any
) -> Iterator[Stroke]:
    """Return the strokes in the rows of one recording, in order."""
    keys = [key for key in ("stroke_index", names.stroke) if key in table]
    index = table["sample_index"].to_numpy() if "sample_index" in table else None
    several = [
        _in_time(values["t_s"], part, index, names, labels)
        for part in _groups(table, keys, rows)
    ]
    if "stroke_index" not in keys:
        several.sort(key=lambda part: values["t_s"][part[0]])
    for number, part in enumerate(several, start=1):
        name = _text(table[names.stroke].iloc[part[0]]) if names.stroke in table else None
        kinds = table["kind"].iloc[part].unique().tolist() if "kind" in table else ["contact"]
        if len(kinds) > 1:
            raise UsageError(
                f"{_rows(part, labels)}: kind is {kinds[0]!r} and {kinds[1]!r} in one stroke; number the "
                f"strokes in the column {names.stroke}")
        yield stroke(
            name if name is not None else str(number), {key: array[part] for key, array in values.items()},
            _text(kinds[0]) or "contact", labels[part])


def _in_time(t: Floats, rows: Indices, index: Any, names: Columns, labels: Any) -> Indices:
    """Return the rows of a stroke in their order: by index if there is one, else by time."""
    if index is not None:
        return rows[np.argsort(index[rows], kind="stable")]
    steps = np.diff(t[rows])
    back = np.flatnonzero(steps < 0)
    if not len(back):
        return rows
    ordered = rows[np.argsort(t[rows], kind="stable")]
    # Strokes that lie over each other have an uneven clock together; one stroke in another order has its own.
    uneven = _steadiness(steps[steps >= 0]) - _steadiness(np.diff(t[ordered]))
    if len(back) < _SHUFFLED * len(rows) and uneven > _UNEVEN:
        at = rows[back[:1] + 1]
        raise UsageError(
            f"{_rows(at, labels)}: {names.time} goes back, and the rows from there on overlap with those "
            f"before, as several strokes in one do; name the column that tells them apart: stroke= or by=[…]")
    return ordered


def _steadiness(steps: Floats) -> float:
    """Return the share of intervals near the median."""
    median = float(np.median(steps)) if len(steps) else 0.0
    return float(np.mean(np.abs(steps - median) <= 0.3 * median)) if median > 0 else 0.0


# MARK: - Attributes


def _missing_to_none(value: Any) -> Any:
    try:
        return None if value is None or value != value else value
    except TypeError:  # Comparing pandas.NA gives no answer.
        return None


def _text(value: Any) -> str | None:
    if value is None or _missing_to_none(value) is None:
        return None
    # A column of whole numbers with gaps has become one of floating-point numbers.
    return str(int(value)) if isinstance(value, (float, np.floating)) and value == int(value) else str(value)


def _unit(value: Any) -> str | None:
    text = _text(value)
    if text is not None and text not in _UNITS:
        raise UsageError(
            f"the column unit has the value {text!r}, and 'mm', 'px', 'pt' or 'device' is needed; state it: "
            "unit=…")
    return text


def _prevailing(values: list[Any], standard: Any) -> Any:
    """Return the most frequent value that is stated."""
    stated = [one for one in values if one is not None]
    if standard in stated or not stated:
        return standard
    return max(dict.fromkeys(stated), key=stated.count)


def _warn_of_namesakes(found: list[Recording], datasets: list[str | None]) -> None:
    homes: dict[str, set[str | None]] = {}
    for one, dataset in zip(found, datasets, strict=True):
        if one.participant is not None:
            homes.setdefault(one.participant, set()).add(dataset)
    for person, sets in homes.items():
        if len(sets) > 1:
            warn(
                f"participant {person} is in several data sets ({', '.join(sorted(map(str, sets)))}) and "
                "counts as one person; rename participants that are different people")
            return
