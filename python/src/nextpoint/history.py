"""What a predictor has observed, so that it can be observed again."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np

from .arrays import Floats

#: Numbers of a sample: time and position, and with a pen's values.
PLAIN, PEN = 3, 6
_NAN = float("nan")


class History:
    """Samples and the ends of strokes in order of arrival, 24 bytes a sample, 48 with a pen's values.

    A fork shares what is past with the original, whatever its length. Samples without a time are not kept,
    since predictors pass over them; NaN in place of a time marks the begin (0) and the end (1) of a stroke.
    """

    __slots__ = ("_past", "rows", "width")

    def __init__(self, past: Any = None) -> None:
        #: Earlier rows, as (what was before, width, rows); nothing changes them any more.
        self._past: Any = past
        #: How many numbers a row has.
        self.width = PLAIN
        #: The latest rows, one number after another; times and positions may be appended while its width is
        #: `PLAIN`.
        self.rows = array("d")

    def fork(self) -> History:
        """Return a history with the same past, in constant time."""
        self._seal()
        return History(self._past)

    def clear(self) -> None:
        """Forget everything."""
        self._past = None
        self.width = PLAIN
        self.rows = array("d")

    def begin(self) -> None:
        """Keep that a stroke begins."""
        self.rows.extend((_NAN, 0.0, 0.0, _NAN, _NAN, _NAN)[:self.width])

    def end(self, t: float) -> None:
        """Keep that the contact was lifted."""
        self.rows.extend((_NAN, 1.0, t, _NAN, _NAN, _NAN)[:self.width])

    def extend(self, t: Floats, xy: Floats, pen: list[Floats | None]) -> None:
        """Keep samples."""
        measured = any(one is not None for one in pen)
        columns = [t, xy[:, 0], xy[:, 1]]
        if measured:
            columns += [np.full(len(t), np.nan) if one is None else one for one in pen]
        self.use(PEN if measured else PLAIN)
        rows = np.column_stack(columns)
        self.rows.frombytes(rows[~np.isnan(t)].tobytes())

    def use(self, width: int) -> None:
        """Change how many numbers a sample has."""
        if width != self.width:
            self._seal()
            self.width = width

    def _seal(self) -> None:
        if self.rows:
            self._past = (self._past, self.width, self.rows)
            self.rows = array("d")

    def blocks(self) -> list[Floats]:
        """Return all rows, in order."""
        found = [np.array(self.rows).reshape(-1, self.width)] if self.rows else []
        past = self._past
        while past is not None:
            past, width, rows = past
            found.append(np.array(rows).reshape(-1, width))
        return found[::-1]


def events(blocks: list[Floats]) -> Iterator[tuple[str, Any]]:
    """Return ``("begin", None)``, ``("end", t)`` and ``("samples", rows)`` in order."""
    for rows in blocks:
        marks = np.flatnonzero(np.isnan(rows[:, 0])).tolist()
        start = 0
        for mark in [*marks, len(rows)]:
            if mark > start:
                yield "samples", rows[start:mark]
            if mark < len(rows):
                yield ("end", float(rows[mark, 2])) if rows[mark, 1] else ("begin", None)
            start = mark + 1
