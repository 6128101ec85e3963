"""Recordings as arrays and data frames: reading every format of nextpoint, writing data sets."""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import commands
from .arrays import Floats, channel, times_and_positions
from .errors import UsageError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

_CHANNELS = ("force", "altitude_rad", "azimuth_rad")
_TRUTH = ("true_x", "true_y")


@dataclass
class Stroke:
    """A contact from down to up.

    Attributes
    ----------
    name
        Its name in the recording.
    t
        Seconds, of shape ``(n,)``.
    xy
        Positions in the recording's unit, of shape ``(n, 2)``.
    force, altitude, azimuth
        Of a pen, of shape ``(n,)``, angles in radians, NaN where not measured; None if never measured.
    true_xy
        The exact positions at the same times, of shape ``(n, 2)``, if known.
    """

    name: str
    t: Floats
    xy: Floats
    force: Floats | None = None
    altitude: Floats | None = None
    azimuth: Floats | None = None
    true_xy: Floats | None = None

    def __post_init__(self) -> None:
        self.t, self.xy = times_and_positions(self.t, self.xy)
        for name in ("force", "altitude", "azimuth"):
            setattr(self, name, channel(getattr(self, name), len(self.t), name))
        if self.true_xy is not None:
            _, self.true_xy = times_and_positions(self.t, self.true_xy)

    def __len__(self) -> int:
        return len(self.t)


@dataclass
class Recording:
    """What one participant did in one task with one tool.

    Attributes
    ----------
    strokes
        In order.
    participant, task, tool, device
        Names, None if unknown: `tool` as ``"finger"``, `device` as ``"touch-screen"``.
    rate
        The nominal rate in samples per second; None for that of the recordings around it.
    unit
        Of positions: ``"mm"``, ``"m"``, ``"px"``, ``"pt"`` or ``"device"``; None for that of the recordings around it.
    """

    strokes: list[Stroke]
    participant: str | None = None
    task: str | None = None
    tool: str | None = None
    device: str | None = None
    rate: float | None = None
    unit: str | None = None

    def __iter__(self) -> Iterator[Stroke]:
        return iter(self.strokes)

    def __len__(self) -> int:
        return len(self.strokes)


@dataclass
class Recordings(Sequence[Recording]):
    """A data set: recordings with one unit and one nominal rate.

    Attributes
    ----------
    recordings
        In order.
    name
        The data set's name.
    unit
        Of positions: ``"mm"``, ``"m"``, ``"px"``, ``"pt"`` or ``"device"``.
    rate
        The nominal rate in samples per second.
    units_per_mm
        Units of positions per millimeter, if known.
    splits
        The participants in each part, such as ``{"train": ["1", "2"], "test": ["3"]}``.
    """

    recordings: list[Recording]
    name: str = "recordings"
    unit: str = "px"
    rate: float = 60.0
    units_per_mm: float | None = None
    splits: dict[str, list[str]] = field(default_factory=dict)

    def __getitem__(self, index: Any) -> Any:
        return self.recordings[index]

    def __len__(self) -> int:
        return len(self.recordings)

    def frame(self) -> pd.DataFrame:
        """Return one data frame with a row per sample.

        The columns are ``recording`` (from 0), ``participant``, ``task``, ``stroke``, ``t_s``, ``x``,
        ``y`` and, where measured, ``force``, ``altitude_rad``, ``azimuth_rad``, ``true_x``, ``true_y``;
        ``attrs["units"]`` names their units.
        """
        from .frames import pandas

        rows: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
        for number, recording in enumerate(self.recordings):
            for stroke in recording:
                count = len(stroke)
                rows["recording"].append(np.full(count, number))
                for name, value in (
                    ("participant", recording.participant),
                    ("task", recording.task),
                    ("stroke", stroke.name),
                ):
                    rows[name].append(np.full(count, value, dtype=object))
                for name, values in _columns(stroke).items():
                    rows[name].append(np.full(count, np.nan) if values is None else values)
        table = {
            name: np.concatenate(parts) if parts else np.empty(0) for name, parts in rows.items()
        }
        for name in (*_CHANNELS, *_TRUTH):
            if np.isnan(table[name]).all():
                del table[name]
        frame: pd.DataFrame = pandas().DataFrame(table)
        frame.attrs["units"] = {"t_s": "s", "x": self.unit, "y": self.unit} | {
            name: unit
            for name, unit in (
                ("altitude_rad", "rad"),
                ("azimuth_rad", "rad"),
                ("true_x", self.unit),
                ("true_y", self.unit),
            )
            if name in frame
        }
        frame.attrs["dataset"] = {
            "name": self.name,
            "unit": self.unit,
            "rate": self.rate,
            "units_per_mm": self.units_per_mm,
        }
        return frame

    @classmethod
    def from_frame(cls, frame: pd.DataFrame | pl.DataFrame, **about: Any) -> Recordings:
        """Return the recordings in a data frame of pandas or Polars with the columns of `frame`.

        Only ``t_s``, ``x`` and ``y`` must be there. Rows of one stroke are consecutive.

        Parameters
        ----------
        frame
            A row per sample.
        about
            Attributes of the result, such as ``unit="mm"``; else those that the frame remembers.
        """
        from .frames import from_any

        frame = from_any(frame)
        absent = [name for name in ("t_s", "x", "y") if name not in frame]
        if absent:
            raise UsageError(
                f"the data frame has no column {absent[0]}; it needs t_s in seconds, x and y")
        about = {**frame.attrs.get("dataset", {}), **about}
        keys = [k for k in ("recording", "participant", "task") if k in frame]
        recordings: list[Recording] = []
        for labels, part in _runs(frame, keys):
            named = dict(zip(keys, labels, strict=True))
            strokes = [
                _stroke(str(label[0]) if label else "1", {str(c): rows[c].to_numpy() for c in rows})
                for label, rows in _runs(part, ["stroke"] if "stroke" in frame else [])
            ]
            recordings.append(
                Recording(
                    strokes,
                    participant=_text(named.get("participant")),
                    task=_text(named.get("task")),
                ))
        return cls(recordings, **about)


_COLUMNS = ("recording", "participant", "task", "stroke", "t_s", "x", "y", *_CHANNELS, *_TRUTH)


def _columns(stroke: Stroke) -> dict[str, Floats | None]:
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


def _text(value: Any) -> str | None:
    return None if value is None or value != value else str(value)


def _runs(frame: pd.DataFrame, keys: list[str]) -> Iterator[tuple[tuple[Any, ...], pd.DataFrame]]:
    """Divide a frame where the values of columns change."""
    if not keys:
        yield (), frame
        return
    if not len(frame):
        return
    values = frame[keys].astype(object).where(frame[keys].notna(), None)
    changed = (values != values.shift()).to_numpy()
    both_absent = (values.isna() & values.shift().isna()).to_numpy()
    starts = np.flatnonzero((changed & ~both_absent).any(axis=1))
    starts = np.union1d(starts, [0])
    for start, end in zip(starts, [*starts[1:], len(frame)], strict=True):
        yield tuple(values.iloc[start]), frame.iloc[start:end]


def read(path: str | Path) -> Recordings:
    """Read the recordings of a data set, a folder or a file, in any format that nextpoint reads.

    Parameters
    ----------
    path
        The name of a data set, as on the command line, or a path.

    Raises
    ------
    nextpoint.NoDataError
        If there is no such data set, or nothing in it can be read.

    Warns
    -----
    nextpoint.NextpointWarning
        For each line or file that could not be read and is left out.
    """
    with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
        folder = Path(work) / "plain"
        commands.run(
            ["datasets", "convert", str(path), "--output", str(folder)], progress=False)
        result = _read_plain(folder)
    result.name = Path(str(path)).stem
    return result


def _read_plain(folder: Path) -> Recordings:
    about = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))
    result = Recordings(
        [],
        name=about["name"],
        unit=about["unit"],
        rate=about["nominalRateHz"],
        units_per_mm=about.get("pixelsPerMillimetre"),
        splits=about.get("splits") or {},
    )
    for file in about["files"]:
        for participant, task, strokes in _plain_file(folder / file["path"]):
            result.recordings.append(
                Recording(
                    strokes,
                    participant=participant or file.get("participant"),
                    task=task or file.get("task"),
                    tool=file.get("tool") or about.get("tool"),
                    device=file.get("deviceClass"),
                    rate=file.get("nominalRateHz"),
                    unit=file.get("unit"),
                ))
    return result


def _plain_file(path: Path) -> list[tuple[str | None, str | None, list[Stroke]]]:
    """Read plain CSV as the tool writes it: participant, task and strokes of each recording."""
    found: list[tuple[str | None, str | None, list[Stroke]]] = []
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        names = next(reader)
        place = {name: index for index, name in enumerate(names)}
        numbers = [name for name in names if name not in ("stroke", "participant", "task")]
        labels = [place.get(name) for name in ("participant", "task", "stroke")]
        current: tuple[str | None, ...] | None = None
        rows: list[list[str]] = []

        def finish() -> None:
            if current is None:
                return
            participant, task, name = current
            table = {
                column: np.array([float(row[place[column]] or "nan") for row in rows])
                for column in numbers
            }
            if not found or found[-1][:2] != (participant, task):
                found.append((participant, task, []))
            found[-1][2].append(_stroke(name or "", table))

        for row in reader:
            key = tuple(None if at is None else row[at] for at in labels)
            if key != current:
                finish()
                current, rows = key, []
            rows.append(row)
        finish()
    return found


def _stroke(name: str, table: dict[str, Any]) -> Stroke:
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
    )


def write(
    path: str | Path,
    recordings: Recordings | pd.DataFrame | pl.DataFrame | Iterable[Recording],
    *,
    replace: bool = False,
    **about: Any,
) -> Path:
    """Write a data set that every command of nextpoint reads: a folder with a ``dataset.json``.

    Reading it back gives the same recordings, to the bit. The folder appears whole or not at all.

    Parameters
    ----------
    path
        The folder, which must not exist.
    recordings
        What to write; a data frame is read as by `Recordings.from_frame`.
    replace
        Replace a data set that is there already.
    about
        Attributes of the data set beside those that `recordings` has, such as ``unit="mm"``,
        ``rate=120``, ``units_per_mm=12.7``.
    """
    dataset = _dataset(recordings, about)
    path = Path(path)
    if path.exists():
        if not replace:
            raise UsageError(f"{path}: exists already; choose another name, or pass replace=True")
        if not (path / "dataset.json").is_file():
            raise UsageError(f"{path}: exists and is not a data set; choose another name")
    if not any(len(stroke) for recording in dataset for stroke in recording):
        raise UsageError("there is no sample to write")
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".nextpoint-") as work:
        folder = Path(work) / "dataset"
        folder.mkdir()
        files: list[dict[str, Any]] = []
        for number, recording in enumerate(dataset, start=1):
            name = f"{number:04}.csv"
            _write_plain(folder / name, recording)
            entry = {
                "path": name,
                "format": "plain-csv",
                "participant": recording.participant,
                "task": recording.task,
                "tool": recording.tool,
                "deviceClass": recording.device,
                "nominalRateHz": recording.rate,
                "unit": recording.unit,
            }
            files.append({key: value for key, value in entry.items() if value is not None})
        description = {
            "schema": 1,
            "name": about.get("name") or path.name,
            "unit": dataset.unit,
            "nominalRateHz": dataset.rate,
            "pixelsPerMillimetre": dataset.units_per_mm,
            "files": files,
        }
        if dataset.splits:
            description["splits"] = dataset.splits
        text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
        (folder / "dataset.json").write_text(text, encoding="utf-8")
        if path.exists():
            shutil.rmtree(path)
        folder.rename(path)
    return path


def _dataset(
    recordings: Recordings | pd.DataFrame | pl.DataFrame | Iterable[Recording], about: dict[str, Any]
) -> Recordings:
    if isinstance(recordings, Recordings):
        named = {name: getattr(recordings, name) for name in recordings.__dataclass_fields__}
        return Recordings(**{**named, **about})
    if hasattr(recordings, "columns"):
        return Recordings.from_frame(cast("pd.DataFrame", recordings), **about)
    kept: list[Any] = list(recordings)
    return Recordings(kept, **about)


def _write_plain(path: Path, recording: Recording) -> None:
    tables = [_columns(stroke) for stroke in recording]
    columns = ["t_s", "x", "y"] + [
        name
        for name in (*_CHANNELS, *_TRUTH)
        if any(table[name] is not None for table in tables)
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["stroke", *columns])
        for stroke, table in zip(recording, tables, strict=True):
            values = [
                np.full(len(stroke), np.nan) if table[name] is None else table[name]
                for name in columns
            ]
            for row in zip(*(array.tolist() for array in values if array is not None), strict=True):
                writer.writerow([stroke.name, *("" if v != v else repr(v) for v in row)])
