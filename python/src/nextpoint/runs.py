"""Run directories: what `sweep`, `tune` and `train` have written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import commands, frames
from .errors import NoDataError

if TYPE_CHECKING:
    import pandas as pd

    from .plots import RunPlots


class Run:
    """An existing run directory.

    Parameters
    ----------
    path
        The directory, as given to ``sweep --output``.

    Raises
    ------
    nextpoint.NoDataError
        If there is no finished run; the message says what to do.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        manifest = self.path / "manifest.json"
        if not manifest.is_file():
            remedy = "name one that sweep wrote"
            if self.path.is_dir():
                remedy = "run the same sweep again to finish it"
            raise NoDataError(f"{self.path}: is no finished run, it has no manifest.json; {remedy}")
        self.manifest: dict[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))

    @property
    def scores(self) -> pd.DataFrame:
        """``scores.csv``: a row for each predictor, horizon and group."""
        return self.frame("scores")

    @property
    def predictions(self) -> pd.DataFrame:
        """``predictions.csv``: every single prediction, where the sweep had ``raw=True``."""
        return self.frame("predictions")

    def frame(self, name: str) -> pd.DataFrame:
        """Return a table of the run, such as ``"scores"``, ``"floors"``, ``"timings"``, ``"trials"``."""
        file = self.path / f"{name}.csv"
        if not file.is_file():
            there = ", ".join(sorted(path.stem for path in self.path.glob("*.csv")))
            remedy = "; sweep with raw=True to keep them" if name == "predictions" else ""
            raise NoDataError(f"{self.path}: has no table {name}, only {there}{remedy}")
        return frames.frame(file.read_text(encoding="utf-8"))

    def report(self, *, force: bool = False) -> Path:
        """Make the HTML page and figures of the run, and return the page's path.

        Parameters
        ----------
        force
            Replace a report that was made before.
        """
        commands.run(["report", str(self.path), *commands.options({"force": force})])
        return self.path / "report.html"

    @property
    def plot(self) -> RunPlots:
        """The figures of the report, on axes of matplotlib."""
        from .plots import RunPlots

        return RunPlots(self)

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r})"
