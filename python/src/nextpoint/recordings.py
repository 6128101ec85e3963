"""Recordings as arrays: strokes, recordings, and data sets of them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from .arrays import Floats, channel, times_and_positions
from .errors import UsageError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

#: The kinds of strokes: a contact, a hover, or relative motion.
KINDS = ("contact", "hover", "motion")
#: The number of recordings that a notebook lists.
_LISTED = 12


@dataclass(eq=False, repr=False)
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
    kind
        ``"contact"``, ``"hover"`` or ``"motion"``.
    """

    name: str
    t: Floats
    xy: Floats
    force: Floats | None = None
    altitude: Floats | None = None
    azimuth: Floats | None = None
    true_xy: Floats | None = None
    kind: str = "contact"
    #: The labels of the samples' rows in the data frame that they come from, for messages.
    labels: Any = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        self.t, self.xy = times_and_positions(self.t, self.xy)
        for name in ("force", "altitude", "azimuth"):
            setattr(self, name, channel(getattr(self, name), len(self.t), name))
        if self.true_xy is not None:
            _, self.true_xy = times_and_positions(self.t, self.true_xy)
        if self.kind not in KINDS:
            raise UsageError(f"there is no kind {self.kind!r} of strokes; use one of {', '.join(KINDS)}")

    def __len__(self) -> int:
        return len(self.t)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stroke):
            return NotImplemented
        if (self.name, self.kind) != (other.name, other.kind):
            return False
        return all(
            _is_same(getattr(self, name), getattr(other, name))
            for name in ("t", "xy", "force", "altitude", "azimuth", "true_xy"))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lasting = f", {np.nanmax(self.t) - np.nanmin(self.t):.3g} s" if np.isfinite(self.t).any() else ""
        kind = "" if self.kind == "contact" else f", {self.kind}"
        return f"Stroke({_short(self.name)}, {_count(len(self), 'sample')}{lasting}{kind})"


@dataclass(frozen=True)
class _Origin:
    """The attributes of the data set that a recording was taken from."""

    name: str
    unit: str
    rate: float
    units_per_mm: float | None
    splits: Mapping[str, Sequence[str]]


@dataclass(repr=False)
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
    _origin: _Origin | None = field(default=None, repr=False, compare=False, kw_only=True)

    def __iter__(self) -> Iterator[Stroke]:
        return iter(self.strokes)

    def __len__(self) -> int:
        return len(self.strokes)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        named = [
            f"{name}={_short(value) if isinstance(value, str) else format(value, 'g')}"
            for name in ("participant", "task", "tool", "device", "rate", "unit")
            if (value := getattr(self, name)) is not None
        ]
        samples = sum(map(len, self.strokes))
        return f"Recording({', '.join([_count(len(self), 'stroke'), _count(samples, 'sample'), *named])})"


class Recordings(Sequence[Recording]):
    """A data set: recordings with one unit and one nominal rate.

    Slices, lists of indices, masks and `where` return `Recordings` with the same attributes. A recording
    remembers the attributes of the set that it is taken from, so that a list of them means the same.

    Parameters
    ----------
    recordings
        In order.
    name
        The data set's name.
    unit
        Of positions: ``"mm"``, ``"m"``, ``"px"``, ``"pt"`` or ``"device"``. This and the following are, by default,
        those of the set that the recordings were taken from; for new recordings ``"px"``, 60 and unknown.
    rate
        The nominal rate in samples per second.
    units_per_mm
        Units of positions per millimeter, if known.
    splits
        The participants in each part, such as ``{"train": ["1", "2"], "test": ["3"]}``.

    Raises
    ------
    nextpoint.UsageError
        If the recordings were taken from sets that contradict each other and nothing is given.
    """

    def __init__(
        self,
        recordings: Iterable[Recording],
        name: str | None = None,
        unit: str | None = None,
        rate: float | None = None,
        units_per_mm: float | None = None,
        splits: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        several = list(recordings)
        for one in several:
            if not isinstance(one, Recording):
                raise TypeError(
                    f"a {type(one).__name__} is not a Recording; give a list of Recording, or a data frame "
                    "to Recordings.from_frame")
        origins = [one._origin for one in several]
        names = {origin.name for origin in origins if origin is not None}
        self.name: str = name or (names.pop() if len(names) == 1 else "recordings")
        self.unit: str = unit or _common(several, "unit", "px")
        self.rate: float = float(rate or _common(several, "rate", 60.0))
        self.units_per_mm: float | None = (
            _common(several, "units_per_mm", None) if units_per_mm is None else float(units_per_mm))
        self.splits: dict[str, list[str]] = (
            _merged([origin.splits for origin in origins if origin is not None]) if splits is None
            else {str(part): [str(who) for who in named] for part, named in splits.items()})
        #: The recordings, in order.
        self.recordings: list[Recording] = [
            self._taken(_stated(one, self, unit is None, rate is None)) for one in several]

    def _about(self) -> _Origin:
        return _Origin(self.name, self.unit, self.rate, self.units_per_mm, self.splits)

    def _taken(self, recording: Recording) -> Recording:
        recording._origin = self._about()
        return recording

    def _with(self, recordings: Iterable[Recording], **about: Any) -> Recordings:
        """Return recordings with the attributes of this set, or others."""
        own = self._about()
        kept = {name: getattr(own, name) for name in ("name", "unit", "rate", "units_per_mm", "splits")}
        return Recordings(recordings, **{**kept, **about})

    @overload
    def __getitem__(self, index: int) -> Recording: ...
    @overload
    def __getitem__(self, index: Any) -> Any: ...
    def __getitem__(self, index: Any) -> Any:
        """Return a recording by its number; `Recordings` for a slice, a list of numbers, or a mask."""
        if isinstance(index, slice):
            return self._with(self.recordings[index])
        if isinstance(index, (int, np.integer)) and not isinstance(index, (bool, np.bool_)):
            return self._taken(self.recordings[index])
        chosen = np.asarray(index)
        if chosen.ndim != 1 or (chosen.dtype.kind not in "biu" and chosen.size):
            raise TypeError(
                f"recordings are taken by a number, a slice, a list of numbers or a mask, not by {index!r}; "
                "choose by name with where(participant=…)")
        if chosen.dtype.kind == "b":
            if len(chosen) != len(self):
                raise IndexError(f"the mask has {len(chosen)} values, and there are {len(self)} recordings")
            chosen = np.flatnonzero(chosen)
        return self._with([self.recordings[number] for number in chosen.astype(int).tolist()])

    def __iter__(self) -> Iterator[Recording]:
        return (self._taken(recording) for recording in self.recordings)

    def __len__(self) -> int:
        return len(self.recordings)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recordings):
            return NotImplemented
        return self._about() == other._about() and self.recordings == other.recordings

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Iterable[Recording]) -> Recordings:
        return Recordings([*self, *other])

    def where(self, **wanted: Any) -> Recordings:
        """Return the recordings with these attributes.

        Parameters
        ----------
        wanted
            ``participant``, ``task``, ``tool``, ``device``, ``rate`` or ``unit``: a value, a collection of
            values, or None for those that state none.

        Raises
        ------
        nextpoint.UsageError
            If there is no such attribute, or no recording with such a value; the message names those there
            are.
        """
        found = list(self)
        for name, value in wanted.items():
            if name not in ("participant", "task", "tool", "device", "rate", "unit"):
                raise UsageError(
                    f"recordings have no {name}; choose by participant, task, tool, device, rate or unit")
            numeric = name == "rate"
            several = (
                [value] if value is None or isinstance(value, (str, int, float, np.generic)) else list(value))
            values = {None if one is None else float(one) if numeric else str(one) for one in several}
            there = {self._effective(one, name) for one in self}
            missing = [one for one in values if one not in there]
            if missing and not there & values:
                known = ", ".join(sorted(repr(one) for one in there)) or "none"
                raise UsageError(f"no recording has the {name} {missing[0]!r}; there are {known}")
            found = [one for one in found if self._effective(one, name) in values]
        return self._with(found)

    def _effective(self, recording: Recording, name: str) -> Any:
        value = getattr(recording, name)
        return getattr(self, name) if value is None and name in ("rate", "unit") else value

    @property
    def participants(self) -> list[str]:
        """The names of the participants, in order of their first recording."""
        return list(dict.fromkeys(one.participant for one in self if one.participant is not None))

    @property
    def tasks(self) -> list[str]:
        """The names of the tasks, in order of their first recording."""
        return list(dict.fromkeys(one.task for one in self if one.task is not None))

    def __repr__(self) -> str:
        return f"Recordings({_short(self.name)}, {self._summary()})"

    def _summary(self) -> str:
        strokes = sum(map(len, self.recordings))
        samples = sum(len(stroke) for one in self.recordings for stroke in one)
        scale = "" if self.units_per_mm is None else f", units_per_mm={self.units_per_mm:g}"
        return ", ".join([
            _count(len(self), "recording"), _count(strokes, "stroke"), _count(samples, "sample"),
            f"unit={self.unit!r}", f"rate={self.rate:g}"]) + scale

    def _repr_html_(self) -> str:
        rows = [
            (number, one.participant, one.task, one.tool, len(one), sum(map(len, one.strokes)))
            for number, one in enumerate(self.recordings[:_LISTED])
        ]
        cells = "".join(
            "<tr>" + "".join(f"<td>{html.escape('' if v is None else _clipped(str(v)))}</td>" for v in row)
            + "</tr>"
            for row in rows)
        more = len(self) - len(rows)
        rest = f"<p>and {more} more</p>" if more > 0 else ""
        heads = "".join(
            f"<th>{name}</th>" for name in ("", "participant", "task", "tool", "strokes", "samples"))
        title = f"{html.escape(_clipped(self.name))}: {html.escape(self._summary())}"
        return f"<div><p>{title}</p><table><tr>{heads}</tr>{cells}</table>{rest}</div>"

    def frame(self) -> pd.DataFrame:
        """Return one data frame with a row per sample.

        The columns are ``dataset``, ``recording`` (from 0), ``participant``, ``task``, ``stroke``,
        ``stroke_index`` and ``sample_index`` (from 0), ``t_s``, ``x``, ``y``, ``unit``, ``rate_hz``; where
        known, ``units_per_mm``, ``tool``, ``device``, ``kind``; and where measured, ``force``,
        ``altitude_rad``, ``azimuth_rad``, ``true_x``, ``true_y``. ``attrs["units"]`` names their units.
        """
        from .samples import frame

        return frame(self)

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame | pl.DataFrame,
        *,
        time: str | None = None,
        time_unit: str = "s",
        x: str = "x",
        y: str = "y",
        by: str | Sequence[str] = (),
        stroke: str | None = None,
        rate: float | str | None = None,
        unit: str | None = None,
        units_per_mm: float | None = None,
        name: str | None = None,
        splits: Mapping[str, Sequence[str]] | None = None,
    ) -> Recordings:
        """Return the recordings in a data frame of pandas or Polars, whatever the order of its rows.

        Rows that agree in the columns ``dataset``, ``recording``, ``participant``, ``task``, ``tool``,
        ``device``, ``unit``, ``rate_hz`` and those of `by` are one recording; in it, rows that agree in
        ``stroke`` are one stroke. Index levels with names count as columns. Columns as `frame` returns them
        are used if they are there.

        Parameters
        ----------
        frame
            A row per sample.
        time, x, y
            The columns of times and positions, by default ``t_s``, ``x`` and ``y``.
        time_unit
            ``"s"``, ``"ms"``, ``"us"`` or ``"ns"``; dates and time differences need none.
        by
            Further columns that tell recordings apart. A column such as ``subject`` or ``user`` is the
            participant.
        stroke
            The column that tells strokes apart, by default ``stroke``.
        rate
            Samples per second, or ``"infer"`` for that of the median interval, which is also used if the
            frame states none.
        unit, units_per_mm, name, splits
            Attributes of the result, by default those that the frame states.

        Raises
        ------
        nextpoint.UsageError
            If a column is missing, or its values are not what they must be; rows are named by their labels.

        Warns
        -----
        nextpoint.NextpointWarning
            For rows without a time or a position, which are left out.
        """
        from .samples import Columns, recordings

        several = [by] if isinstance(by, str) else list(by)
        return recordings(
            frame, Columns(time or "t_s", time_unit, x, y, several, stroke or "stroke"), rate=rate,
            unit=unit, units_per_mm=units_per_mm, name=name, splits=splits)


def _common(recordings: list[Recording], name: str, standard: Any) -> Any:
    """Return the attribute that recordings have in common by the sets that they were taken from."""
    origins = [one._origin for one in recordings]
    found = list(dict.fromkeys(getattr(origin, name) for origin in origins if origin is not None))
    if not found:
        return standard
    new = any(
        origin is None and getattr(one, name, None) is None
        for origin, one in zip(origins, recordings, strict=True))
    if new and found != [standard]:
        raise UsageError(
            f"some of the recordings state no {name}, and others have {found[0]!r}; state it: {name}=…")
    if len(found) > 1 and name == "units_per_mm":
        raise UsageError(
            f"the recordings were taken from sets with units_per_mm {found[0]} and {found[1]}; pass the sets "
            "as a list to score them, or convert their positions")
    return found[0]


def _stated(one: Recording, of: Recordings, by_unit: bool, by_rate: bool) -> Recording:
    """Return a recording that states its unit and rate where the set has others."""
    origin = one._origin
    if origin is None:
        return one
    changes: dict[str, Any] = {}
    if by_unit and one.unit is None and origin.unit != of.unit:
        changes["unit"] = origin.unit
    if by_rate and one.rate is None and origin.rate != of.rate:
        changes["rate"] = origin.rate
    # A recording of another set stays as it is there.
    return replace(one, **changes)


def _merged(several: list[Mapping[str, Sequence[str]]]) -> dict[str, list[str]]:
    """Return the parts of several sets together."""
    parts: dict[str, list[str]] = {}
    for splits in several:
        for part, names in splits.items():
            known = parts.setdefault(part, [])
            known.extend(name for name in names if name not in known)
    return parts


def _is_same(one: Floats | None, other: Floats | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other, equal_nan=True)


def _clipped(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _short(text: str) -> str:
    return repr(_clipped(str(text)))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
