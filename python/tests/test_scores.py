"""Tables, runs and figures against what the command line writes."""

import subprocess

import numpy as np
import pytest

import nextpoint
from nextpoint import Run, commands, frames, plots

pd = pytest.importorskip("pandas")
SET = "synthetic-noisy-60hz"


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("runs") / "run"
    with pytest.MonkeyPatch.context() as patch:
        from conftest import BUNDLED

        patch.setenv("NEXTPOINT_DATASETS", str(BUNDLED))
        nextpoint.sweep(
            SET, ["polynomial:degree=1..2,window=3..5", "kalman", "linear"], output=folder,
            frames_ahead="1..3", metrics="uncertainty", raw=True)
    return Run(folder)


def test_evaluate_returns_what_the_command_prints():
    table = nextpoint.evaluate(SET, ["linear", "rls:taps=4"], horizons=[0.0333], group_by="task")
    text = subprocess.run(
        [commands.executable(), "evaluate", SET, "--predictor", "linear", "--predictor",
         "rls:taps=4", "--horizon-ms", "33.3", "--group-by", "task", "--format", "csv"],
        capture_output=True, text=True, check=True).stdout
    header, *rows = (line.split(",") for line in text.splitlines())
    assert list(table.columns) == [*header, "spelling"]
    assert len(table) == len(rows)
    place = header.index("error_mean")
    found = [repr(float(value)) for value in table["error_mean"]]
    # Spellings with commas are quoted, so that columns after them are counted from the end.
    assert found == [row[place - len(header)] for row in rows]
    assert table["scored"].dtype.kind == "i"
    assert table.attrs["units"]["error_mean"] == "mm"
    assert table.attrs["units"]["residual_lag_ms"] == "ms"
    assert table.attrs["titles"]["error_mean"] == "mean error"


def test_names_that_look_like_numbers_stay_names():
    table = frames.frame("dataset,participant,unit,error_mean\n1,007,px,\n1,,px,2.5\n")
    assert table["participant"][0] == "007"
    assert pd.isna(table["participant"][1])
    assert np.isnan(table["error_mean"][0])
    assert frames.frame("dataset,participant,unit,error_mean\n").shape == (0, 4)


def test_a_run_is_read_back(run):
    assert len(run.scores) == run.scores["error_mean"].notna().sum()
    assert run.manifest["identity"]["plan"]["datasets"] == [SET]
    assert set(run.frame("floors")["predictor"]) == {"polynomial", "kalman", "linear"}
    assert run.predictions["abstained"].dtype == bool
    with pytest.raises(nextpoint.NoDataError, match=r"has no table cells, only floors, pred"):
        run.frame("cells")
    with pytest.raises(nextpoint.NoDataError, match="is no finished run"):
        Run(run.path / "nowhere")


def test_compare_and_tune():
    compared = nextpoint.compare(SET, "hold", ["linear"], horizon=0.0333, replicates=200)
    mean = compared[compared["mean_over"] == "participants"].iloc[0]
    assert mean["difference"] == pytest.approx(mean["score"] - mean["reference_score"])
    assert mean["high"] < 0
    assert compared.attrs["units"]["difference"] == "mm"
    assert compared.attrs["units"]["change_percent"] == "%"
    tuned = nextpoint.tune(SET, "desp:smoothing=0.3..0.5/0.1", leave_one_out=True, replicates=100)
    assert set(tuned["role"]) == {"chosen", "untuned", "reference"}


@pytest.mark.filterwarnings("ignore::nextpoint.NextpointWarning")
def test_a_trained_model_is_scored(tmp_path):
    spelling = nextpoint.train(SET, tmp_path / "mine.npm", kind="linear", horizons=[0.0333])
    assert spelling == f"learned:model={tmp_path / 'mine.npm'}"
    table = nextpoint.evaluate(SET, [spelling, "hold"], horizons=[0.0333])
    error = table.groupby("predictor")["error_mean"].first()
    assert error["learned"] < error["hold"]


def test_figures_show_the_scores(run):
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("agg")
    _, ax = plt.subplots()
    assert run.plot.error_by_horizon(ax, predictors=["linear", "kalman"]) is ax
    rows = plots.whole(run.scores)
    assert set(rows["aggregation"]) == {"participant_mean"}
    expected = rows[rows["spelling"] == "linear"].sort_values("horizon_ms")["error_mean"]
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), expected)
    assert ax.get_ylabel() == "mean error (mm)"

    ax = run.plot.heat_map(degree=1)
    grid = np.asarray(ax.images[0].get_array())
    assert grid.shape == (3, 3)
    cell = rows[(rows["window"] == 4) & (rows["degree"] == 1) & (rows["frames_ahead"] == 2)]
    assert grid[1, 1] == cell["error_mean"].item()
    assert len(ax.patches) == 3

    ax = run.plot.trade_off(horizon=0.05)
    at = rows[rows["frames_ahead"] == 3]
    shown = sum(len(collection.get_offsets()) for collection in ax.collections)
    assert shown == len(at)
    named = {text.get_text() for text in ax.texts}
    assert named == set(at["spelling"][at["pareto"].isin(["front", "knee"])])

    ax = run.plot.calibration()
    kalman = rows[(rows["spelling"] == "kalman:model=velocity") | (rows["predictor"] == "kalman")]
    share = kalman[kalman["frames_ahead"] == 2]["coverage_50"].item()
    line = next(line for line in ax.lines if line.get_label().startswith("kalman"))
    assert line.get_ydata()[4] == pytest.approx(100 * share)

    ax = run.plot.worst_strokes(predictor="linear", count=2)
    assert len(ax.lines) == 4
    plt.close("all")


def test_a_wrong_choice_is_named(run):
    pytest.importorskip("matplotlib.pyplot").switch_backend("agg")
    with pytest.raises(nextpoint.UsageError, match="nope is not in the scores; there are"):
        run.plot.error_by_horizon(predictors=["nope"])
    with pytest.raises(nextpoint.UsageError, match="no measure nope"):
        run.plot.error_by_horizon(metric="nope")
    with pytest.raises(nextpoint.UsageError, match="several settings have the same window"):
        run.plot.heat_map()
    with pytest.raises(nextpoint.UsageError, match="choose one of the predictors: "):
        run.plot.worst_strokes()
