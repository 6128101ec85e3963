"""Features, training examples, and networks of other libraries as model files."""

import itertools
import json
import pickle
import shutil
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

import nextpoint
from nextpoint import Layout, Predictor, Recording, Recordings, Stroke, commands, models

SET = "synthetic-noisy-60hz"
LAYOUTS = [
    Layout(), Layout(displacements=4, velocities=2, shape=True), Layout("lags", velocities=6),
    Layout("lags", lags=14, memory=0.3),
]


def rotated(stroke: Stroke, angle: float, factor: float) -> Stroke:
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return Stroke(stroke.name, stroke.t, factor * stroke.xy @ turn)


def relu_network(random: np.random.Generator, *widths: int) -> list[tuple[np.ndarray, np.ndarray]]:
    return [
        (random.normal(size=(a, b), scale=1 / np.sqrt(a)), random.normal(size=b, scale=0.1))
        for a, b in itertools.pairwise(widths)
    ]


@pytest.fixture(scope="module")
def small():
    """Two strokes of one participant, which a debug build fits in no time, and one to try on."""
    with pytest.MonkeyPatch.context() as patch:
        from conftest import BUNDLED

        patch.setenv("NEXTPOINT_DATASETS", str(BUNDLED))
        whole = nextpoint.read(SET)
    one = Recording(whole[0].strokes[:2], participant="p1", task="a")
    return Recordings([one], unit="mm", rate=60, name="small"), whole[1].strokes[0]


@pytest.fixture(scope="module")
def examples(small):
    return nextpoint.training_examples(small[0], Layout(displacements=6))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_features_do_not_change_when_the_plane_is_turned_and_scaled(layout, small):
    recording = small[0][0]
    found = nextpoint.features(recording, layout)
    assert found.values.shape == (sum(map(len, recording)), layout.count)
    assert found.values.dtype == np.float32
    turned = nextpoint.features([rotated(one, 0.7, 3) for one in recording], layout)
    np.testing.assert_allclose(turned.values, found.values, atol=2e-5)
    known = np.isfinite(found.frame[:, 0])
    assert 0.9 < known.mean() < 1
    assert np.isnan(found.values[~known]).all()
    scale = np.hypot(found.frame[:, 0], found.frame[:, 1])
    np.testing.assert_allclose(np.hypot(*turned.frame[:, 0:2].T)[known], 3 * scale[known])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_examples_have_the_features_of_the_strokes(layout, small):
    examples = nextpoint.training_examples(small[0], layout)
    computed = nextpoint.features(small[0][0], layout, rate=60, units_per_mm=1).values
    known = {row.tobytes() for row in computed}
    assert all(row.tobytes() in known for row in examples.features)
    assert examples.participants == ["small/p1"]


def test_targets_lead_to_where_the_contact_was(examples, small):
    """With the truth as the answer, the predicted positions are those of the recording."""
    stroke = small[0][0].strokes[0]
    found = nextpoint.features(stroke, examples.layout, units_per_mm=1)
    records = examples.records
    # The first stroke's samples come first, in order, without those that have no frame.
    first = np.flatnonzero(np.isfinite(found.frame[:, 0]))
    checked = 0
    for record in records[records["sample"] < len(first) - 12]:
        sample = first[record["sample"]]
        # A motion that has not turned yet has no side: what it does across is not predicted.
        if not found.frame[sample, 2:4].any():
            continue
        ahead = float(record["horizon_s"])
        answers = np.repeat([record["along"], record["across"]], 8)
        position = found.positions(np.tile(answers, (len(found), 1)), [ahead])[sample, 0]
        truth = [np.interp(stroke.t[sample] + ahead, stroke.t, stroke.xy[:, axis]) for axis in (0, 1)]
        np.testing.assert_allclose(position, truth, atol=2e-4)
        checked += 1
    assert checked > 200


def test_predicting_nothing_has_a_loss_of_one(examples):
    lengths = np.hypot(examples.targets[:, 0], examples.targets[:, 1])
    assert np.mean(examples.weights * lengths) == pytest.approx(1, rel=1e-4)
    inputs = examples.inputs[examples.records["sample"]].astype(float)
    np.testing.assert_allclose(inputs.mean(axis=0), 0, atol=0.1)
    np.testing.assert_allclose(examples.basis.sum(axis=1), 1, rtol=1e-6)
    inputs, targets, weights = examples.at_knots()
    assert inputs.shape[1:] == (examples.layout.count,)
    assert targets.shape == (len(inputs), 16)
    assert 0.5 * len(examples.features) < len(inputs) == len(weights)
    # The two answers of a record at a knot stand where the model has that knot's.
    at = examples.records[(examples.records["sample"] == 0) & (np.abs(examples.records["share"]) < 1e-3)]
    np.testing.assert_array_equal(targets[0, at["knot"]], at["along"])
    np.testing.assert_array_equal(targets[0, 8 + at["knot"]], at["across"])


@pytest.mark.parametrize(("layout", "widths", "members", "has_skip"), [
    (Layout(displacements=6), (), 1, False),
    (Layout("lags", velocities=3), (24, 16), 3, False),
    (Layout(displacements=6), (8, 7, 6, 5), 1, True),
])
def test_a_file_predicts_what_the_network_says(tmp_path, small, layout, widths, members, has_skip):
    examples = nextpoint.training_examples(small[0], layout, horizons=[0.0333])
    random = np.random.default_rng(3)
    networks = [relu_network(random, layout.count, *widths, 16) for _ in range(members)]
    skip = relu_network(random, layout.count, 16) if has_skip else None
    spelling = examples.save_model(tmp_path / "mine.npm", *networks, skip=skip)
    worst = difference(small, spelling, examples, networks, skip)
    assert worst < 5e-6, "of the motion: the rounding of float32"
    with pytest.raises(nextpoint.UsageError, match="exists already"):
        examples.save_model(tmp_path / "mine.npm", *networks, skip=skip)


def difference(small, spelling, examples, networks, skip=None) -> float:
    """Return how far the library and the networks are apart, in multiples of the motion.

    The command line says what the library says, to the bit.
    """
    asked = np.array([0.0167, 0.0333, 0.07, 0.11, 0.25])
    stroke = small[1]
    features = nextpoint.features(stroke, examples.layout)
    inputs = np.nan_to_num(examples.standardized(features.values))
    said = sum(models.answers(one, inputs) for one in networks) / len(networks)
    expected = features.positions(said + (0 if skip is None else models.answers(skip, inputs)), asked)
    predictor = Predictor(f"{spelling},adapt=false", horizons=asked)
    found = predictor.predict_stroke(stroke.t, stroke.xy)
    lines = "\n".join(f"{t!r},{x!r},{y!r}" for t, (x, y) in zip(
        stroke.t.tolist(), stroke.xy.tolist(), strict=True))
    printed = subprocess.run(
        [commands.executable(), "predict", "--predictor", f"{spelling},adapt=false", "--horizon-ms",
         ",".join(f"{1000 * value:g}" for value in asked), "--rate", "60"],
        input=lines, capture_output=True, text=True, check=True).stdout
    rows = [line.split(",")[4:6] for line in printed.splitlines()[1:]]
    by_command = np.array([[float(field or "nan") for field in row] for row in rows])
    np.testing.assert_array_equal(by_command.reshape(found.shape), found)
    known = np.isfinite(features.frame[:, 0])
    reach = np.hypot(*features.frame[:, 0:2].T)[:, None] * asked * 60
    return float((np.hypot(*np.moveaxis(found - expected, -1, 0)) / reach)[known].max())


def test_scikit_learn_becomes_a_model_file(tmp_path, small, examples):
    pytest.importorskip("sklearn")
    from sklearn.linear_model import Ridge
    from sklearn.neural_network import MLPRegressor

    inputs, targets, weights = examples.at_knots()
    network = MLPRegressor(hidden_layer_sizes=(12, 8), max_iter=5, random_state=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        network.fit(inputs, targets)
        tanh = MLPRegressor(hidden_layer_sizes=(3,), activation="tanh", max_iter=1).fit(inputs, targets)
    assert difference(small, examples.save_model(tmp_path / "a.npm", network), examples, [network]) < 1e-5
    ridge = Ridge().fit(inputs, targets, sample_weight=weights)
    spelling = examples.save_model(tmp_path / "b.npm", ridge)
    assert difference(small, spelling, examples, [ridge]) < 1e-5
    pytest.importorskip("pandas")
    with pytest.warns(nextpoint.NextpointWarning, match="was trained on participants p1 of small"):
        table = nextpoint.evaluate(small[0], [spelling, "hold", "linear"], horizons=[0.0667])
    error = table.groupby("predictor")["error_mean"].first()
    assert error["learned"] < error["linear"] < error["hold"]
    with pytest.raises(TypeError, match="activation='relu'"):
        examples.save_model(tmp_path / "c.npm", tanh)


def test_pytorch_becomes_a_model_file(tmp_path, small, examples):
    torch = pytest.importorskip("torch")
    from torch import nn

    torch.manual_seed(1)
    # Threads that wait for each other cost most where other processes run.
    torch.set_num_threads(1)
    count = examples.layout.count
    network = nn.Sequential(nn.Linear(count, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 16))
    past = nn.Linear(count, 16)
    optimizer = torch.optim.Adam([*network.parameters(), *past.parameters()], lr=0.01)
    inputs, basis, targets, weights = (
        torch.tensor(one)
        for one in (examples.inputs, examples.basis, examples.targets, examples.weights))
    rows = torch.tensor(examples.records["sample"].astype(int))
    losses = []
    for _ in range(60):
        outputs = (network(inputs) + past(inputs))[rows].reshape(-1, 2, 8)
        error = ((outputs * basis[:, None]).sum(-1) - targets).norm(dim=1)
        loss = (weights * error).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.8 * losses[0]
    spelling = examples.save_model(tmp_path / "mine.npm", network, skip=past)
    assert network.training
    network.eval()
    assert difference(small, spelling, examples, [network], past) < 1e-5
    for wrong, why in [
        (nn.Sequential(nn.Linear(count, 16), nn.Tanh(), nn.Linear(16, 16)), "has no Tanh"),
        (nn.Sequential(nn.Linear(count, 16), nn.ReLU()), "must be Linear"),
        (nn.Sequential(nn.Linear(count, 16), nn.Linear(16, 16)), "put a ReLU between"),
        (nn.GRU(count, 16), "GRU may compute anything"),
    ]:
        with pytest.raises(TypeError, match=why):
            examples.save_model(tmp_path / "other.npm", wrong)

    class Doubled(nn.Sequential):
        def forward(self, x):
            return 2 * super().forward(x)

    doubled = Doubled(nn.Linear(count, 16), nn.ReLU(), nn.Linear(16, 16))
    doubled.__class__.__name__ = "Sequential"
    with pytest.raises(nextpoint.NextpointError, match="differs from the network"):
        examples.save_model(tmp_path / "other.npm", doubled)


def test_wrong_shapes_are_named(tmp_path, examples):
    random = np.random.default_rng(1)
    count = examples.layout.count
    for networks, skip, why in [
        ([relu_network(random, count, 4, 15)], None, "it must take 19 inputs and answer 16"),
        ([relu_network(random, count - 1, 4, 16)], None, "it must take 19 inputs"),
        ([relu_network(random, count, 4, 16), relu_network(random, count, 5, 16)], None, "of one shape"),
        ([relu_network(random, count, 16)] * 2, None, "without hidden layers"),
        ([relu_network(random, count, 4, 16)], relu_network(random, 4, 16), "skip has the shape"),
        ([], None, "no network"),
        ([relu_network(random, count, 300, 16)], None, "width of a layer must be from 1 to 240, not 300"),
    ]:
        with pytest.raises(nextpoint.UsageError, match=why):
            examples.save_model(tmp_path / "mine.npm", *networks, skip=skip)
    with pytest.raises(TypeError, match="is no dense network"):
        examples.save_model(tmp_path / "mine.npm", "linear")
    assert not list(tmp_path.iterdir())


def test_a_predictor_reads_the_model_that_it_names(tmp_path, examples):
    random = np.random.default_rng(1)
    spelling = examples.save_model(tmp_path / "mine.npm", relu_network(random, examples.layout.count, 16))
    predictor = Predictor(f"one-euro+{spelling},adapt=false")
    predictor.observe([0, 0.01, 0.03], [[0, 0], [1, 0], [3, 1]])
    loaded = pickle.loads(pickle.dumps(predictor))
    np.testing.assert_array_equal(loaded.predict(), predictor.predict())
    np.testing.assert_array_equal(predictor.copy().predict(), predictor.predict())
    assert (predictor.predict() != Predictor("learned").predict()).any()
    with pytest.raises(nextpoint.NoDataError, match="the model cannot be read"):
        Predictor("learned:model=nowhere.npm")
    for no_file in ("kalman:model=acceleration", "learned:model=standard",
                    "hedge:[learned:adapt=false;kalman:model=velocity]"):
        assert np.isfinite(Predictor(no_file).predict_stroke([0, 0.01, 0.02], np.eye(3, 2))[2]).all()
    quoted = tmp_path / "my model, at last.npm"
    quoted.write_bytes((tmp_path / "mine.npm").read_bytes())
    named = Predictor(f'learned:adapt=false,model="{quoted}"')
    named.observe([0, 0.01, 0.03], [[0, 0], [1, 0], [3, 1]])
    unnamed = Predictor(f"{spelling},adapt=false")
    unnamed.observe([0, 0.01, 0.03], [[0, 0], [1, 0], [3, 1]])
    np.testing.assert_array_equal(named.predict(), unnamed.predict())
    with pytest.raises(nextpoint.UsageError, match="names 2 model files"):
        Predictor("hedge:[learned:model=a;learned:model=b]")
    (tmp_path / "mine.npm").write_bytes(b"no model")
    with pytest.raises(nextpoint.UsageError, match="does not begin with 'NPMODEL'"):
        Predictor(spelling)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_of_examples_becomes_a_model_file(tmp_path, small, layout):
    examples = nextpoint.training_examples(small[0], layout, horizons=[0.0333])
    network = relu_network(np.random.default_rng(1), layout.count, 16)
    spelling = examples.save_model(tmp_path / "mine.npm", network)
    assert difference(small, spelling, examples, [network]) < 1e-5
    assert [path.name for path in tmp_path.iterdir()] == ["mine.npm"]


def sampled(rate: float, seconds: float = 0.6) -> Stroke:
    t = np.arange(round(seconds * rate)) / rate
    return Stroke("1", t, np.column_stack([300 * np.cos(3 * t), 200 * np.sin(5 * t)]))


def jumping() -> Stroke:
    """A motion that jumps to another place, and whose first position is reported late."""
    stroke = sampled(60, 1.5)
    stroke.xy[40:] += 3000
    stroke.xy[0] -= 500
    return stroke


@pytest.mark.parametrize("layout", [Layout(displacements=8), Layout("lags", velocities=2)])
@pytest.mark.parametrize("stated", [30, 60, 240])
@pytest.mark.parametrize("stroke", [sampled(60), sampled(240), sampled(1000), jumping()],
                         ids=["60 Hz", "240 Hz", "1 kHz", "jumps"])
def test_features_are_what_the_predictor_sees(tmp_path, small, layout, stated, stroke):
    examples = nextpoint.training_examples(small[0], layout, horizons=[0.0333])
    network = relu_network(np.random.default_rng(2), layout.count, 16)
    spelling = examples.save_model(tmp_path / "mine.npm", network)
    features = nextpoint.features(stroke, layout, rate=stated)
    inputs = np.nan_to_num(examples.standardized(features.values))
    expected = features.positions(models.answers(network, inputs), [0.03, 0.1])
    found = Predictor(f"{spelling},adapt=false", rate=stated, horizons=[0.03, 0.1]).predict_stroke(
        stroke.t, stroke.xy)
    known = np.isfinite(features.frame[:, 0])
    assert known.mean() > 0.9
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-4, atol=0.02)


def test_a_pickled_predictor_carries_its_model(tmp_path, examples):
    network = relu_network(np.random.default_rng(1), examples.layout.count, 16)
    predictor = Predictor(examples.save_model(tmp_path / "mine.npm", network))
    predictor.observe([0, 0.01, 0.03], [[0, 0], [1, 0], [3, 1]])
    pickled, expected = pickle.dumps(predictor), predictor.predict()
    (tmp_path / "mine.npm").write_bytes(b"another")
    np.testing.assert_array_equal(pickle.loads(pickled).predict(), expected)
    (tmp_path / "mine.npm").unlink()
    again = pickle.loads(pickle.dumps(pickle.loads(pickled)))
    np.testing.assert_array_equal(again.predict(), expected)
    np.testing.assert_array_equal(again.copy().predict(), expected)


def test_a_refused_file_is_not_left_behind(tmp_path, examples, monkeypatch):
    network = relu_network(np.random.default_rng(1), examples.layout.count, 16)
    monkeypatch.setattr(models, "answers", lambda network, inputs: np.ones((len(inputs), 16), np.float32))
    for force in (False, True):
        with pytest.raises(nextpoint.NextpointError, match=r"mine\.npm: differs from the network"):
            examples.save_model(tmp_path / "mine.npm", network, force=force)
        assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    examples.save_model(tmp_path / "mine.npm", network)
    before = (tmp_path / "mine.npm").read_bytes()
    monkeypatch.setattr(models, "answers", lambda network, inputs: np.ones((len(inputs), 16), np.float32))
    with pytest.raises(nextpoint.NextpointError, match="differs from the network"):
        examples.save_model(tmp_path / "mine.npm", network, force=True)
    assert (tmp_path / "mine.npm").read_bytes() == before
    with pytest.raises(nextpoint.NoDataError, match="there is no such folder"):
        examples.save_model(tmp_path / "nowhere" / "mine.npm", network)


def test_a_layout_that_is_not_is_refused():
    with pytest.raises(nextpoint.UsageError, match="displacements is 33; give a number from 1 to 32"):
        nextpoint.features([], Layout(displacements=33))
    with pytest.raises(nextpoint.UsageError, match="there is no layout 'laps'"):
        nextpoint.features([], Layout("laps"))
    empty = nextpoint.features([], Layout())
    assert empty.values.shape == (0, Layout().count)
    assert empty.positions(np.empty((0, 16)), [0.03]).shape == (0, 1, 2)
    with pytest.raises(ValueError, match=r"answers has the shape \(3,\)"):
        empty.positions([1, 2, 3], [0.03])


MODULE = Path(__file__).resolve().parents[2] / "Sources/nextpoint/Live/live.wasm"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.skipif(
    b"nextpoint_create_with_model" not in MODULE.read_bytes(), reason="live.wasm is older than the library")
def test_a_browser_predicts_the_same(tmp_path, small, examples):
    random = np.random.default_rng(1)
    network = relu_network(random, examples.layout.count, 12, 16)
    spelling = examples.save_model(tmp_path / "mine.npm", network)
    stroke = small[1]
    (tmp_path / "run.mjs").write_text(f"""
import {{ readFileSync }} from "node:fs";
import {{ create, load }} from "{MODULE.parents[3]}/scripts/embedded/module.mjs";
const page = load("{MODULE}"), model = readFileSync("{tmp_path}/mine.npm");
const predictor = create(page, "learned:model=mine,adapt=false", 60, [0.0333], model);
if (predictor === 0) throw new Error("the model was refused");
const [sample, answer] = [page.malloc(48), page.malloc(16)], found = [];
page.nextpoint_begin_stroke(predictor);
for (const values of {json.dumps(np.column_stack([stroke.t, stroke.xy]).tolist())}) {{
  new Float64Array(page.memory.buffer, sample, 6).set([...values, NaN, NaN, NaN]);
  page.nextpoint_observe(predictor, sample);
  const isKnown = page.nextpoint_position(predictor, 0.0333, answer, answer + 8);
  found.push(isKnown ? [...new Float64Array(page.memory.buffer, answer, 2)] : [null, null]);
}}
console.log(JSON.stringify(found));
""")
    printed = subprocess.run(
        ["node", tmp_path / "run.mjs"], capture_output=True, text=True, check=True).stdout
    found = np.array(json.loads(printed), dtype=float)
    expected = Predictor(f"{spelling},adapt=false", horizons=[0.0333]).predict_stroke(stroke.t, stroke.xy)
    np.testing.assert_allclose(found, expected[:, 0], rtol=1e-9)
