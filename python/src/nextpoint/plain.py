"""Data sets in folders: reading every format of nextpoint, and writing plain CSV."""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from . import commands
from .errors import UsageError, warn
from .recordings import Recording, Recordings, Stroke
from .samples import CHANNELS, TRUTH, columns, stroke

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


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
    recordings = [
        Recording(
            strokes,
            participant=participant or file.get("participant"),
            task=task or file.get("task"),
            tool=file.get("tool") or about.get("tool"),
            device=file.get("deviceClass"),
            rate=file.get("nominalRateHz"),
            unit=file.get("unit"),
        )
        for file in about["files"]
        for participant, task, strokes in _plain_file(folder / file["path"])
    ]
    return Recordings(
        recordings,
        name=about["name"],
        unit=about["unit"],
        rate=about["nominalRateHz"],
        units_per_mm=about.get("pixelsPerMillimetre"),
        splits=about.get("splits") or {},
    )


def _plain_file(path: Path) -> list[tuple[str | None, str | None, list[Stroke]]]:
    """Read plain CSV as the tool writes it: participant, task and strokes of each recording."""
    found: list[tuple[str | None, str | None, list[Stroke]]] = []
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        names = next(reader)
        index = {name: number for number, name in enumerate(names)}
        numbers = [name for name in names if name not in ("stroke", "participant", "task")]
        labels = [index.get(name) for name in ("participant", "task", "stroke")]
        current: tuple[str | None, ...] | None = None
        rows: list[list[str]] = []

        def finish() -> None:
            if current is None:
                return
            participant, task, name = current
            table = {
                column: np.array([float(row[index[column]] or "nan") for row in rows])
                for column in numbers
            }
            if not found or found[-1][:2] != (participant, task):
                found.append((participant, task, []))
            found[-1][2].append(stroke(name or "", table, _kind(name or "")))

        for row in reader:
            key = tuple(None if at is None else row[at] for at in labels)
            if key != current:
                finish()
                current, rows = key, []
            rows.append(row)
        finish()
    return found


def _kind(name: str) -> str:
    """Return the kind of a stroke by its name: plain CSV has no column for it."""
    return next((kind for kind in ("hover", "motion") if name.startswith(f"{kind}-")), "contact")


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

    Warns
    -----
    nextpoint.NextpointWarning
        For samples without a time or a position, which are left out.
    """
    dataset = described(recordings, about)
    path = Path(path)
    if path.exists():
        if not replace:
            raise UsageError(f"{path}: exists already; choose another name, or pass replace=True")
        if not (path / "dataset.json").is_file():
            raise UsageError(f"{path}: exists and is not a data set; choose another name")
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".nextpoint-") as work:
        folder = Path(work) / "dataset"
        write_folder(folder, dataset, about.get("name") or path.name)
        if path.exists():
            shutil.rmtree(path)
        folder.rename(path)
    return path


def write_folder(folder: Path, dataset: Recordings, name: str) -> None:
    """Write a data set into a new folder."""
    if not any(np.isfinite(one.t).any() for recording in dataset for one in recording):
        raise UsageError("there is no sample to write")
    folder.mkdir(parents=True)
    files: list[dict[str, Any]] = []
    for number, recording in enumerate(dataset):
        file = file_name(number)
        _write_plain(folder / file, recording, number)
        entry = {
            "path": file,
            "format": "plain-csv",
            "participant": recording.participant,
            "task": recording.task,
            "tool": recording.tool,
            "deviceClass": recording.device,
            "nominalRateHz": None if recording.rate is None else float(recording.rate),
            "unit": recording.unit,
        }
        files.append({key: value for key, value in entry.items() if value is not None})
    description = {
        "schema": 1,
        "name": name,
        "unit": dataset.unit,
        "nominalRateHz": float(dataset.rate),
        "pixelsPerMillimetre": None if dataset.units_per_mm is None else float(dataset.units_per_mm),
        "files": files,
    }
    splits = _present(dataset)
    if splits:
        description["splits"] = splits
    text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
    (folder / "dataset.json").write_text(text, encoding="utf-8")


def file_name(number: int) -> str:
    """Return the name of the file of a recording, numbered from 0."""
    return f"{number + 1:04}.csv"


def _present(dataset: Recordings) -> dict[str, list[str]]:
    """Return the parts with the participants that the data set has."""
    there = set(dataset.participants)
    parts = {part: [who for who in names if who in there] for part, names in dataset.splits.items()}
    return {part: names for part, names in parts.items() if names}


def described(
    recordings: Recordings | pd.DataFrame | pl.DataFrame | Iterable[Recording], about: dict[str, Any]
) -> Recordings:
    """Return recordings at hand as a data set with these attributes."""
    if hasattr(recordings, "columns"):
        return Recordings.from_frame(cast("pd.DataFrame", recordings), **about)
    if isinstance(recordings, Recordings):
        return recordings._with(recordings, **about)
    if isinstance(recordings, Stroke):
        raise TypeError("a stroke has no unit and no participant; give a Recording of it")
    several = [recordings] if isinstance(recordings, Recording) else list(recordings)
    return Recordings(several, **about)


def is_usable(one: Stroke) -> NDArray[np.bool_]:
    """Return which samples have a time and a position."""
    return np.asarray(np.isfinite(one.t) & np.isfinite(one.xy).all(axis=1))


def _write_plain(path: Path, recording: Recording, number: int) -> None:
    tables = [columns(one) for one in recording]
    names = ["t_s", "x", "y"] + [
        name
        for name in (*CHANNELS, *TRUTH)
        if any(table[name] is not None for table in tables)
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["stroke", *names])
        for one, table in zip(recording, tables, strict=True):
            kept = is_usable(one)
            if not kept.all():
                lost = np.flatnonzero(~kept)
                warn(
                    f"recording {number}, stroke {one.name!r}: {len(lost)} of {len(one)} samples have no "
                    f"finite time or position, the first at index {lost[0]}; left out")
            values = [
                np.full(len(one), np.nan) if table[name] is None else table[name] for name in names
            ]
            for row in zip(*(array[kept].tolist() for array in values if array is not None), strict=True):
                writer.writerow([one.name, *("" if v != v else repr(v) for v in row)])
