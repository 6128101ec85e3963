"""Data sets for the tool: names and paths, and recordings at hand in temporary folders."""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .arrays import check_unit
from .plain import described, file_name, is_usable, write_folder
from .recordings import Recording, Recordings


class Located(list[str]):
    """The names and paths of data sets, and which of them stand for recordings at hand."""

    def __init__(self) -> None:
        super().__init__()
        self._at_hand: list[tuple[str, Recordings]] = []

    def add(self, folder: Path, recordings: Recordings) -> None:
        """Write recordings at hand into a folder."""
        write_folder(folder, recordings, recordings.name)
        self.append(str(folder))
        self._at_hand.append((str(folder), recordings))

    def spoken(self, text: str) -> str:
        """Return a message of the tool with what is at hand in place of temporary files."""
        for folder, recordings in self._at_hand:
            text = _spoken(text, folder, recordings)
        return text


def _spoken(text: str, folder: str, recordings: Recordings) -> str:
    known = {file_name(number): number for number in range(len(recordings))}
    folders = [folder, str(Path(folder).resolve()), str(Path(folder).name)]
    place = "|".join(re.escape(one) for one in dict.fromkeys(folders))

    def named(found: re.Match[str]) -> str:
        number = known.get(found["file"])
        if number is None:
            return found[0]
        return _sample(recordings, number, None if found["line"] is None else int(found["line"]) - 2)

    text = re.sub(
        rf"(?:(?:{place})/|(?<![\w/.-]))(?P<file>\d{{4,}}\.csv)(?::(?P<line>\d+))?", named, text)
    text = re.sub(rf"(?:{place})/dataset\.json", recordings.name, text)
    for path in folders[:2]:
        text = text.replace(path, recordings.name)
    for word, meaning in (
        (": its dataset.json has no splits", ": the recordings have no splits"),
        ('add to it "splits": {', 'give them splits={'),
        ("its dataset.json", "its attributes"), ("the dataset.json", "the recordings"),
        ("dataset.json", "the recordings"),
        ("nominalRateHz", "rate"), ("pixelsPerMillimetre", "units_per_mm"), ("deviceClass", "device"),
    ):
        text = text.replace(word, meaning)
    return text


def _sample(recordings: Recordings, number: int, row: int | None) -> str:
    """Return the name of a recording, or of the sample in a row of its file."""
    recording = recordings.recordings[number]
    named = f"recording {number}" + ("" if recording.participant is None else f" of {recording.participant}")
    if row is None or row < 0:
        return named
    for stroke in recording:
        kept = np.flatnonzero(is_usable(stroke))
        if row < len(kept):
            label = stroke.labels
            where = f"sample {kept[row]}" if label is None else f"row {label[kept[row]]}"
            return f"{named}, stroke {stroke.name}, {where}"
        row -= len(kept)
    return named


@contextlib.contextmanager
def located(data: Any) -> Iterator[Located]:
    """Give the names and paths of data sets; recordings at hand are written for as long.

    Raises
    ------
    nextpoint.UsageError
        If the times of recordings at hand are probably not seconds.
    """
    several = list(data) if isinstance(data, (list, tuple)) else [data]
    if not several:
        raise ValueError("no data is given; give a data set's name, recordings or a data frame")
    if all(isinstance(one, Recording) for one in several):
        several = [Recordings(several)]
    with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
        found = Located()
        for number, one in enumerate(several):
            if isinstance(one, (str, Path)):
                found.append(str(one))
                continue
            recordings = described(one, {})
            for recording in recordings:
                check_unit([stroke.t for stroke in recording], recording.rate or recordings.rate)
            found.add(Path(work) / str(number) / _folder_name(recordings.name), recordings)
        yield found


def _folder_name(name: str) -> str:
    return re.sub(r"[^\w.+ -]", "_", name)[:80].strip(". ") or "recordings"
