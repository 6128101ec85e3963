"""Predictors of one's own in every table: by name, of other libraries, and through the tool's commands."""

import sys

import numpy as np
import pytest

import nextpoint
from nextpoint import Predictor, Recording, Stroke
from nextpoint.own import OwnPredictor

pytest.importorskip("pandas")
SET = "synthetic-noisy-60hz"
QUIET = pytest.mark.filterwarnings("ignore::nextpoint.NextpointWarning")


def straight(t, xy, horizons):
    if len(t) < 2 or not t[-1] > t[-2]:
        return np.full((len(horizons), 2), np.nan)
    return xy[-1] + np.outer(horizons, (xy[-1] - xy[-2]) / (t[-1] - t[-2]))


class Learning:
    """Predicts the latest displacement times what fitted best so far, and counts its calls."""

    def __init__(self):
        self.gain, self.calls = 1.0, 0

    def begin_stroke(self):
        self.gain *= 0.5

    def predict(self, t, xy, horizons):
        self.calls += 1
        self.gain += 0.01
        return xy[-1] + self.gain * horizons[:, None] * np.array([1.0, self.calls])


@QUIET
def test_names_come_from_a_dictionary():
    table = nextpoint.evaluate(SET, {"a": straight, "b": Learning()}, horizons=[0.0333])
    assert set(table["predictor"]) == {"a", "b"}
    assert table["spelling"].tolist() == table["predictor"].tolist()
    linear = nextpoint.evaluate(SET, "linear", horizons=[0.0333])
    np.testing.assert_allclose(
        table[table["predictor"] == "a"]["error_mean"], linear["error_mean"], rtol=1e-12)
    mixed = nextpoint.evaluate(SET, ["hold", {"a": straight}], horizons=[0.0333])
    assert set(mixed["predictor"]) == {"hold", "a"}


def test_names_of_the_catalogue_and_wrong_names_are_refused():
    for name in ("linear", "recommended", "regularise", "external"):
        with pytest.raises(nextpoint.UsageError, match=f"is called {name}, as one of the catalogue is"):
            nextpoint.evaluate(SET, {name: straight})
        with pytest.raises(nextpoint.UsageError, match="as one of the catalogue is"):
            nextpoint.compare(SET, "hold", {name: straight})
    with pytest.raises(nextpoint.UsageError, match="cannot be called 'a=b'"):
        nextpoint.evaluate(SET, {"a=b": straight})
    with pytest.raises(nextpoint.UsageError, match="names the spelling 'linear'"):
        nextpoint.evaluate(SET, {"a": "linear"})
    with pytest.raises(nextpoint.UsageError, match="no predictor is given"):
        nextpoint.evaluate(SET, {})


@QUIET
def test_predictors_of_the_catalogue_are_scored():
    expected = nextpoint.evaluate(SET, "rls:taps=4", horizons=[0.0333])
    own = Predictor("rls:taps=4", rate=60, horizons=[0.0333], units_per_mm=1)
    by_spelling = nextpoint.evaluate(SET, own, horizons=[0.0333])
    np.testing.assert_array_equal(by_spelling["error_mean"], expected["error_mean"])
    assert set(by_spelling["spelling"]) == {"rls:taps=4"}
    named = nextpoint.evaluate(SET, {"mine": own}, horizons=[0.0333])
    np.testing.assert_allclose(named["error_mean"], expected["error_mean"], rtol=1e-9)


@QUIET
def test_modules_of_pytorch_are_scored():
    torch = pytest.importorskip("torch")

    class Straight(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.gain = torch.nn.Parameter(torch.ones(1, dtype=torch.float64))

        def forward(self, t, xy, horizons):
            assert not self.training
            if len(t) < 2 or t[-1] <= t[-2]:
                return torch.full((len(horizons), 2), torch.nan)
            return xy[-1] + self.gain * horizons[:, None] * (xy[-1] - xy[-2]) / (t[-1] - t[-2])

    module = Straight()
    table = nextpoint.evaluate(SET, {"net": module}, horizons=[0.0333])
    linear = nextpoint.evaluate(SET, "linear", horizons=[0.0333])
    np.testing.assert_allclose(table["error_mean"], linear["error_mean"], rtol=1e-12)
    assert module.training
    layer = torch.nn.Linear(2, 2, bias=False)
    with torch.no_grad():
        layer.weight[:] = 2 * torch.eye(2)
    found = OwnPredictor(layer).replay([recording()], np.array([0.0333]))[0][0]
    xy = recording().strokes[0].xy
    np.testing.assert_allclose(found[5, 0], 3 * xy[5] - 2 * xy[4], rtol=1e-6)


def recording() -> Recording:
    random = np.random.default_rng(1)
    return Recording([Stroke("1", np.arange(12) / 60, random.normal(size=(12, 2)))])


def test_estimators_of_displacements_are_scored():
    linear_model = pytest.importorskip("sklearn.linear_model")
    stroke = recording().strokes[0]
    steps = np.diff(stroke.xy, axis=0)
    model = linear_model.LinearRegression().fit(
        np.concatenate([steps[:-2], steps[1:-1]], axis=1), 2 * steps[1:-1])
    found = OwnPredictor(model).replay([recording()], np.array([0.0333]))[0][0]
    assert np.isnan(found[:2]).all()
    np.testing.assert_allclose(found[2:, 0], stroke.xy[2:] + 2 * steps[1:], rtol=1e-9)
    with pytest.raises(ValueError, match="the answer has 2 numbers, and 4 are needed"):
        OwnPredictor(model).replay([recording()], np.array([0.02, 0.04]))
    with pytest.raises(TypeError, match="takes one argument and 3 inputs"):
        OwnPredictor(linear_model.LinearRegression().fit(np.eye(3), np.eye(3)))


@pytest.mark.parametrize("answer", [[np.inf, 0], [0, -np.inf], [np.nan, 0], [np.inf, np.nan]])
def test_an_answer_that_is_not_finite_is_named(answer):
    def wrong(t, xy, horizons):
        found = np.zeros((len(horizons), 2))
        if len(t) == 4:
            found[-1] = answer
        return found

    problem = r"wrong, at 0.05 s, 0.04 s ahead: the answer is \["
    with pytest.raises(ValueError, match=problem):
        OwnPredictor(wrong).replay([recording()], np.array([0.02, 0.04]))

    @nextpoint.predictor(batch=True)
    def wrong_together(t, xy, horizons):
        found = np.zeros((len(t), len(horizons), 2))
        if t.shape[1] == 4:
            found[1, 1] = answer
        return found

    with pytest.raises(ValueError, match=problem.replace("wrong", "wrong_together")):
        OwnPredictor(wrong_together).replay([recording(), recording()], np.array([0.02, 0.04]))
    with pytest.raises(ValueError, match=r"wrong, at .* s, 0.0333 s ahead"):
        nextpoint.compare(SET, "hold", wrong, horizons=[0.0333], replicates=100)


@QUIET
def test_compare_takes_predictors_of_one_s_own():
    expected = nextpoint.compare(SET, "linear", ["hold", "rls"], horizons=[0.0333], replicates=100)
    found = nextpoint.compare(
        SET, {"mine": straight}, ["hold", "rls", straight], horizons=[0.0333], replicates=100)
    assert set(found["reference"]) == {"mine"}
    assert list(dict.fromkeys(found["spelling"])) == ["hold", "rls", "straight"]
    rows = found[found["predictor"] != "straight"].reset_index(drop=True)
    for column in ("reference_score", "score", "difference", "low", "high"):
        np.testing.assert_allclose(rows[column], expected[column], rtol=1e-9)
    np.testing.assert_allclose(found[found["predictor"] == "straight"]["difference"], 0, atol=1e-12)


@QUIET
def test_tune_takes_predictors_of_one_s_own_as_references():
    found = nextpoint.tune(
        SET, ["desp:smoothing=0.4..0.5/0.1", straight], horizon=0.0333, leave_one_out=True, replicates=100)
    references = found[found["role"] == "reference"]
    assert references["spelling"].tolist() == ["hold", "linear", "straight"]
    scores = references.set_index("spelling")["score"]
    assert scores["straight"] == pytest.approx(scores["linear"], rel=1e-9)


@QUIET
def test_a_batch_predictor_answers_one_at_a_time_too():
    @nextpoint.predictor(batch=True, window=2)
    def together(t, xy, horizons):
        assert t.shape == (1, 2)
        return np.array([straight(a[~np.isnan(a)], b[~np.isnan(a)], horizons)
                         for a, b in zip(t, xy, strict=True)])

    found = nextpoint.compare(SET, "linear", together, horizons=[0.0333], replicates=100)
    np.testing.assert_allclose(found["difference"], 0, atol=1e-12)


@QUIET
def test_tune_takes_other_references():
    found = nextpoint.tune(
        SET, ["desp:smoothing=0.4..0.5/0.1", straight], predictor="rls", leave_one_out=True, replicates=100)
    assert sorted(found[found["role"] == "reference"]["spelling"]) == ["rls", "straight"]
    with pytest.raises(nextpoint.UsageError, match="tune needs a spelling with a range"):
        nextpoint.tune(SET, straight)
    with pytest.raises(nextpoint.UsageError, match="horizon has 2 values"):
        nextpoint.compare(SET, "hold", "linear", horizon=[0.0333, 0.05])


def test_what_a_predictor_raises_is_raised_here():
    def failing(t, xy, horizons):
        raise KeyError("no such thing")

    with pytest.raises(KeyError, match="no such thing"):
        nextpoint.compare(SET, "hold", failing, replicates=100)


@QUIET
def test_a_table_says_of_which_measure_and_horizon_it_is():
    table = nextpoint.compare(SET, "hold", "rls:taps=4", metric="error_p95", horizon=0.05, replicates=100)
    assert set(table["measure"]) == {"error_p95"}
    assert table["horizon_ms"].tolist() == pytest.approx([50] * len(table))
    assert set(table["spelling"]) == {"rls:taps=4"}
    assert table.attrs["units"]["horizon_ms"] == "ms"
    # The horizon that was asked is the one that is computed.
    exact = nextpoint.evaluate(SET, "rls:taps=4", horizons=[0.05])
    mean = exact[exact["aggregation"] == "participant_mean"]["error_p95"].item()
    assert table["score"][0] == pytest.approx(mean, rel=1e-12)
    nearest = nextpoint.compare(
        SET, "hold", "linear", horizons=[0.0167, 0.05], horizon=0.048, replicates=100)
    assert nearest["horizon_ms"][0] == pytest.approx(50)
    only = nextpoint.compare(SET, "hold", "linear", frames_ahead=6, replicates=100)
    assert only["horizon_ms"][0] == pytest.approx(100)
    tuned = nextpoint.tune(
        SET, "desp:smoothing=0.4..0.5/0.1", horizons=[0.0167, 0.05], horizon="mean", leave_one_out=True,
        replicates=100)
    assert tuned["horizon_ms"].isna().all()
    assert set(tuned["measure"]) == {"error_mean"}
    assert tuned["spelling"][0] == "desp:smoothing=0.4..0.5/0.1"


@pytest.mark.parametrize(("command", "first"), [(nextpoint.compare, "hold"), (nextpoint.tune, None)])
@pytest.mark.parametrize(("given", "asked"), [
    ({"horizons": [0.0167, 0.1]}, 0.05), ({"frames_ahead": "1,6"}, None), ({"horizons": [0.05]}, 0.0333),
])
def test_a_horizon_far_from_any_computed_one_is_refused(command, first, given, asked):
    predictors = ["linear"] if first else ["desp:smoothing=0.4..0.5/0.1"]
    with pytest.raises(nextpoint.UsageError, match=r"horizon: .* s is more than 20 % from each of"):
        command(SET, *([first] if first else []), predictors, horizon=asked, **given)


@QUIET
def test_every_table_has_spellings(tmp_path):
    table = nextpoint.sweep(
        SET, "polynomial:window=3..4", output=tmp_path / "run", horizons=[0.0333], raw=True)
    expected = {"polynomial:degree=1,window=3", "polynomial:degree=1,window=4"}
    spelled = {nextpoint.canonical(one) for one in table["spelling"]}
    assert spelled == expected
    run = nextpoint.Run(tmp_path / "run")
    for name in ("scores", "predictions", "floors"):
        assert "spelling" in run.frame(name), name


@QUIET
@pytest.mark.parametrize("settings", [
    {"refresh_rate": 60}, {"refresh_rate": 75, "input_latency_ms": 3},
    {"refresh_rate": 144, "delivery": "newest"},
    {"refresh_rate": 90, "refresh_phase_ms": 2.5, "dropped_frames": 0.1},
])
def test_a_program_answers_the_horizons_of_a_display(settings, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "import numpy as np\n\n\ndef straight(t, xy, horizons):\n"
        "    if len(t) < 2:\n        return np.full((len(horizons), 2), np.nan)\n"
        "    return xy[-1] + np.outer(horizons, (xy[-1] - xy[-2]) / (t[-1] - t[-2]))\n\n\n"
        "class Learning:\n    def __init__(self):\n        self.calls = 0\n\n"
        "    def predict(self, t, xy, horizons):\n        self.calls += 1\n"
        "        return xy[-1] + horizons[:, None] * self.calls\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", ":".join([p for p in sys.path if p]))
    data = nextpoint.read(SET)[:4]
    options = {"protocol": "display", "horizons": [0.0333, 0.05], **settings}
    named = nextpoint.program("mine:straight")
    table = nextpoint.evaluate(data, [named, "linear"], **options)
    rows = table.set_index("predictor")
    assert (rows.loc["external", "abstention_share"].to_numpy() < 0.2).all()
    for column in ("scored", "error_mean", "error_max", "abstention_share"):
        np.testing.assert_allclose(
            rows.loc["external", column].to_numpy(), rows.loc["linear", column].to_numpy(), rtol=1e-9)
    # What has a state is asked as often as there are samples, whatever is asked of it.
    learning = nextpoint.evaluate(data, nextpoint.program("mine:Learning"), **options)
    assert (learning["abstention_share"] == 0).all()


def test_a_question_changes_no_state():
    model = Learning()
    steps = OwnPredictor(model).steps()
    stroke = recording().strokes[0]
    other = OwnPredictor(Learning()).steps()
    for count in range(1, 12):
        t, xy = stroke.t[:count], stroke.xy[:count]
        found = steps.advance(t, xy, np.array([0.02]), keeps_state=True)
        for horizon in (0.02, 0.05):
            asked = steps.ask(t, xy, np.array([horizon]))
        np.testing.assert_array_equal(found, other.advance(t, xy, np.array([0.02])))
        fresh = OwnPredictor(Learning()).steps()
        for number in range(1, count + 1):
            due = fresh.advance(stroke.t[:number], stroke.xy[:number], np.array([0.05]))
        np.testing.assert_array_equal(asked, due)
