"""What predictors of one's own say on a data set, as files that the tool scores."""

from __future__ import annotations

from collections import defaultdict, deque
from pathlib import Path

import numpy as np

from . import commands
from .arrays import Floats
from .commands import Option
from .errors import UsageError
from .located import Located
from .own import OwnPredictor
from .plain import _read_plain
from .recordings import Recording, Stroke


def predictions(
    place: str, own: list[OwnPredictor], horizons: Floats, options: dict[str, Option], work: Path,
    places: Located,
) -> list[str]:
    """Write what predictors of one's own say on a data set, and return ``name=file`` for each."""
    parts = commands.options({"split": options.get("split")})
    text = commands.run(["datasets", "samples", place, *parts], progress=False, translate=places.spoken)
    commands.run(
        ["datasets", "convert", place, f"--output={work / 'plain'}"], progress=False, translate=places.spoken)
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
