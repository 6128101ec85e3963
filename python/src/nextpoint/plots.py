"""The figures of the report page, on axes of matplotlib: of a run, or of any data frame of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import frames
from .arrays import STANDARD_HORIZONS, nearest
from .errors import UsageError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from .runs import Run

#: The colors of the report's lines.
COLORS = (
    "#2582b2", "#c43247", "#b6762e", "#4b49ba", "#384700", "#641b68", "#222222", "#7a7a7a",
)
_LEVELS = (10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99)


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError(
            "figures need matplotlib, which is missing; install it with: "
            "pip install 'nextpoint[plots]'") from None
    return plt.subplots()[1]


def whole(scores: pd.DataFrame, dataset: str | None = None) -> pd.DataFrame:
    """Return the rows that the report draws: of all participants together, on one data set.

    These are means over participants, or pooled scores where there are none, without groups; a column
    ``spelling`` names the predictor and its settings.
    """
    names = scores["dataset"].unique().tolist()
    if dataset is None:
        if len(names) != 1:
            raise UsageError(f"there are several data sets; choose one: dataset={names[0]!r}")
        dataset = names[0]
    rows = scores[scores["dataset"] == dataset]
    for column in rows.columns.intersection(["participant", "task", "recording", "device", "part"]):
        rows = rows[rows[column].isna()]
    if (rows["aggregation"] == "participant_mean").any():
        rows = rows[rows["aggregation"] == "participant_mean"]
    if rows.empty:
        raise UsageError(f"there are no scores of {dataset}; there are {names}")
    named: pd.DataFrame = rows.copy()
    named["spelling"] = frames.spellings(rows)
    return named


def _title(scores: pd.DataFrame, metric: str, rows: pd.DataFrame) -> str:
    if metric not in rows:
        raise UsageError(f"there is no measure {metric} in the scores; see 'nextpoint metrics'")
    unit = scores.attrs.get("units", {}).get(metric, "")
    unit = str(rows["unit"].iloc[0]) if unit == "unit" else unit
    title = scores.attrs.get("titles", {}).get(metric, metric)
    return f"{title} ({unit})" if unit not in ("", "count", "ratio") else title


def _nearest(rows: pd.DataFrame, horizon: float) -> pd.DataFrame:
    computed = rows["horizon_ms"].unique()
    chosen = float(computed[0]) if len(computed) == 1 and horizon == STANDARD_HORIZONS[0] else (
        1000 * nearest(computed / 1000, horizon))
    distance = (rows["horizon_ms"] - chosen).abs()
    found: pd.DataFrame = rows[distance == distance.min()]
    return found


def error_by_horizon(
    scores: pd.DataFrame,
    ax: Axes | None = None,
    *,
    metric: str = "error_mean",
    predictors: list[str] | None = None,
    dataset: str | None = None,
) -> Axes:
    """Draw a measure against the horizon, a line for each predictor, and return the axes.

    Parameters
    ----------
    scores
        As `evaluate` and `sweep` return them.
    ax
        Where to draw, by default a new figure.
    metric
        The measure.
    predictors
        The spellings to draw, by default the eight that are best on average.
    dataset
        Which data set, if there are several.
    """
    ax = _axes(ax)
    rows = whole(scores, dataset)
    title = _title(scores, metric, rows)
    if predictors is None:
        means = rows.groupby("spelling", sort=False)[metric].mean().sort_values(kind="stable")
        predictors = means.index[: len(COLORS)].tolist()
    for name, color in zip(predictors, COLORS * (len(predictors) // len(COLORS) + 1), strict=False):
        line = rows[rows["spelling"] == name].sort_values("horizon_ms")
        if line.empty:
            there = ", ".join(rows["spelling"].unique())
            raise UsageError(f"{name} is not in the scores; there are {there}")
        ax.plot(line["horizon_ms"], line[metric], marker="o", markersize=3, color=color, label=name)
    ax.set_xlabel("horizon (ms)")
    ax.set_ylabel(title)
    ax.legend()
    return ax


def heat_map(
    scores: pd.DataFrame,
    ax: Axes | None = None,
    *,
    parameter: str = "window",
    metric: str = "error_mean",
    predictor: str | None = None,
    dataset: str | None = None,
    **fixed: Any,
) -> Axes:
    """Draw a measure over a swept parameter and the horizon, the best of each horizon outlined.

    Parameters
    ----------
    scores, ax, metric, dataset
        As in `error_by_horizon`.
    parameter
        The swept parameter.
    predictor
        The kind, such as ``"polynomial"``, if several were swept over the parameter.
    fixed
        Values of other swept parameters, such as ``degree=2``.
    """
    ax = _axes(ax)
    rows = whole(scores, dataset)
    title = _title(scores, metric, rows)
    if parameter not in rows:
        raise UsageError(f"{parameter} was not swept")
    rows = rows[rows[parameter].notna()]
    if predictor is not None:
        rows = rows[rows["predictor"] == predictor]
    for name, value in fixed.items():
        rows = rows[rows[name] == value]
    table = rows[["spelling", parameter, "horizon_ms", metric]]
    if table.duplicated([parameter, "horizon_ms"]).any():
        raise UsageError("several settings have the same " + parameter
                         + "; choose: " + ", ".join(rows["spelling"].unique()[:6]) + " …")
    if table.empty:
        raise UsageError(f"no scores are left to draw over {parameter}")
    grid = table.pivot(index=parameter, columns="horizon_ms", values=metric)
    image = ax.imshow(grid.to_numpy(), origin="lower", aspect="auto", cmap="viridis")
    ax.set_xticks(range(grid.shape[1]), [f"{value:.3g}" for value in grid.columns])
    ax.set_yticks(range(grid.shape[0]), [f"{value:g}" for value in grid.index])
    for column, row in enumerate(np.nanargmin(grid.to_numpy(), axis=0)):
        ax.add_patch(_outline(column, int(row)))
    ax.set_xlabel("horizon (ms)")
    ax.set_ylabel(parameter)
    ax.figure.colorbar(image, ax=ax, label=title)
    return ax


def _outline(column: int, row: int) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, edgecolor="white", linewidth=1.5)


def trade_off(
    scores: pd.DataFrame,
    ax: Axes | None = None,
    *,
    x: str = "jitter_mean",
    y: str = "error_mean",
    horizon: float = 0.0333,
    dataset: str | None = None,
) -> Axes:
    """Draw one measure against another, a dot for each setting; the Pareto front is filled and named.

    Parameters
    ----------
    scores, ax, dataset
        As in `error_by_horizon`.
    x, y
        Measures.
    horizon
        Draw at the horizon nearest to this, in seconds.
    """
    ax = _axes(ax)
    rows = _nearest(whole(scores, dataset), horizon)
    across, up = _title(scores, x, rows), _title(scores, y, rows)
    front = rows["pareto"].isin(["front", "knee"])
    ax.scatter(rows[x][~front], rows[y][~front], facecolors="none", edgecolors=COLORS[-1], s=18)
    ax.scatter(rows[x][front], rows[y][front], color=COLORS[0], s=24)
    for _, row in rows[front].iterrows():
        ax.annotate(row["spelling"], (row[x], row[y]), xytext=(4, 4), textcoords="offset points",
                    fontsize="small")
    ax.set_xlabel(across)
    ax.set_ylabel(up)
    return ax


def calibration(
    scores: pd.DataFrame,
    ax: Axes | None = None,
    *,
    horizon: float = 0.0333,
    dataset: str | None = None,
) -> Axes:
    """Draw how often the contact was inside a predictor's regions, against the stated share.

    The scores need the measures ``coverage_10`` to ``coverage_99``: score with ``metrics="uncertainty"``.

    Parameters
    ----------
    scores, ax, dataset
        As in `error_by_horizon`.
    horizon
        Draw at the horizon nearest to this, in seconds.
    """
    ax = _axes(ax)
    rows = _nearest(whole(scores, dataset), horizon)
    columns = [f"coverage_{level}" for level in _LEVELS]
    if columns[0] not in rows:
        raise UsageError("the scores have no coverage; score with metrics='uncertainty'")
    stating = rows[rows[columns].notna().any(axis=1)]
    if stating.empty:
        raise UsageError("no predictor in the scores states its uncertainty; kalman, imm and rls do")
    ax.plot([0, 100], [0, 100], linestyle=":", color=COLORS[-1])
    for color, (_, row) in zip(COLORS, stating.iterrows(), strict=False):
        ax.plot(_LEVELS, 100 * row[columns].to_numpy(dtype=float), marker="o", markersize=3,
                color=color, label=row["spelling"])
    ax.set_xlabel("stated share (%)")
    ax.set_ylabel("observed share (%)")
    ax.legend()
    return ax


def worst_strokes(
    predictions: pd.DataFrame,
    ax: Axes | None = None,
    *,
    predictor: str | None = None,
    horizon: float = 0.0333,
    count: int = 1,
) -> Axes:
    """Draw the strokes with the largest mean error: where the contact was, and where it was predicted.

    Parameters
    ----------
    predictions
        As `Run.predictions` returns them.
    ax
        Where to draw, by default a new figure.
    predictor
        The spelling, if there are several.
    horizon
        Draw at the horizon nearest to this, in seconds.
    count
        How many strokes.
    """
    ax = _axes(ax)
    rows = _nearest(predictions, horizon)
    names = rows["predictor"] + rows["parameters"].map(
        lambda text: f":{text}" if isinstance(text, str) else "")
    there = names.unique().tolist()
    if predictor is None and len(there) == 1:
        predictor = there[0]
    if predictor not in there:
        raise UsageError(f"choose one of the predictors: {', '.join(map(str, there))}")
    rows = rows[names == predictor]
    keys = ["dataset", "participant", "task", "source", "stroke"]
    error = np.hypot(
        rows["predicted_x"] - rows["true_x"], rows["predicted_y"] - rows["true_y"])
    means = rows.assign(error=error).groupby(keys, sort=False, dropna=False)["error"].mean()
    unit = rows["unit"].iloc[0]
    worst = means.sort_values(ascending=False).head(count)
    for color, key, mean in zip(COLORS, worst.index.to_list(), worst, strict=False):
        part = rows
        for name, value in zip(keys, key, strict=True):
            part = part[part[name].isna()] if value is None or value != value else (
                part[part[name] == value])
        ax.plot(part["true_x"], part["true_y"], color=COLORS[-2], linewidth=1)
        ax.plot(part["predicted_x"], part["predicted_y"], ".", markersize=3, color=color,
                label=f"{key[1]}, {key[2]}, stroke {key[4]}: {mean:.3g} {unit}")
    ax.set_aspect("equal")
    ax.invert_yaxis()
    ax.set_xlabel(f"x ({unit})")
    ax.set_ylabel(f"y ({unit})")
    ax.legend(title=predictor)
    return ax


class RunPlots:
    """The figures of one run; each method takes the arguments of the function of its name."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def error_by_horizon(self, ax: Axes | None = None, **choices: Any) -> Axes:
        """Draw a measure against the horizon: `error_by_horizon`."""
        return error_by_horizon(self._run.scores, ax, **choices)

    def heat_map(self, ax: Axes | None = None, **choices: Any) -> Axes:
        """Draw a measure over a swept parameter and the horizon: `heat_map`."""
        return heat_map(self._run.scores, ax, **choices)

    def trade_off(self, ax: Axes | None = None, **choices: Any) -> Axes:
        """Draw one measure against another: `trade_off`."""
        return trade_off(self._run.scores, ax, **choices)

    def calibration(self, ax: Axes | None = None, **choices: Any) -> Axes:
        """Draw observed against stated shares: `calibration`."""
        return calibration(self._run.scores, ax, **choices)

    def worst_strokes(self, ax: Axes | None = None, **choices: Any) -> Axes:
        """Draw the strokes with the largest error: `worst_strokes`."""
        return worst_strokes(self._run.predictions, ax, **choices)
