"""What goes wrong is told with the names of Python: arguments, rows, recordings."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import nextpoint
from nextpoint import Recording, Recordings, Stroke, commands
from nextpoint.located import Located

pd = pytest.importorskip("pandas")
SET = "synthetic-noisy-60hz"
#: What belongs to the command line and to files that are nobody's.
FOREIGN = re.compile(r"/tmp|nextpoint-\w|dataset\.json|(?<!\w)--[a-z]|\d{4}\.csv|nominalRateHz|pixelsPerMill")


def data(count: int = 2) -> Recordings:
    random = np.random.default_rng(1)
    return Recordings([
        Recording([Stroke("s", np.arange(20) / 60, random.normal(size=(20, 2)))], participant=f"p{number}")
        for number in range(count)
    ], unit="mm")


CALLS = {
    "evaluate": lambda **options: nextpoint.evaluate(SET, "linear", **options),
    "sweep": lambda **options: nextpoint.sweep(SET, "linear", **options),
    "compare": lambda **options: nextpoint.compare(SET, "hold", "linear", **options),
    "tune": lambda **options: nextpoint.tune(SET, "desp:smoothing=0.3..0.4/0.1", **options),
    "train": lambda **options: nextpoint.train(SET, "mine.npm", **options),
    "training_examples": lambda **options: nextpoint.training_examples(SET, **options),
}


@pytest.mark.parametrize("command", list(CALLS))
@pytest.mark.parametrize(("option", "meant"), [
    ("unti", "unit"), ("job", "jobs"), ("horizon_s", "horizons"), ("frame_ahead", "frames_ahead"),
])
def test_an_unknown_option_raises_with_the_one_that_is_meant(command, option, meant):
    problem = f"has no option '{option}'; did you mean {meant}"
    with pytest.raises(nextpoint.UsageError, match=problem) as raised:
        CALLS[command](**{option: 1})
    assert isinstance(raised.value, TypeError)
    assert not Path("mine.npm").exists()


@pytest.mark.parametrize("option", ["format", "help", "version", "predictions", "dataset"])
def test_options_that_the_functions_set_are_unknown(option):
    with pytest.raises(nextpoint.UsageError, match=f"evaluate has no option '{option}'"):
        nextpoint.evaluate(SET, "linear", **{option: "json"})


@pytest.mark.parametrize(("options", "named"), [
    ({"group_by": "taks"}, "group_by = taks"),
    ({"metrics": "foo"}, "metrics: 'foo'"),
    ({"max_gap": "foo"}, "'foo' is invalid for 'max_gap"),
    ({"split": "test"}, r"the recordings have no splits; .*splits="),
    ({"frames_ahead": "x"}, "frames_ahead"),
    ({"protocol": "henze"}, "protocol"),
    ({"truth": "nothing"}, "truth"),
])
def test_arguments_are_named_as_they_are_given(options, named):
    with pytest.raises(nextpoint.NextpointError, match=named) as raised:
        nextpoint.evaluate(data(), "linear", **options)
    assert not FOREIGN.search(str(raised.value)), raised.value


def test_outputs_that_exist_are_named(tmp_path):
    nextpoint.sweep(SET, "linear", output=tmp_path / "run", horizons=[0.0333])
    with pytest.raises(nextpoint.UsageError, match=r"force=True") as raised:
        nextpoint.sweep(SET, "hold", output=tmp_path / "run", horizons=[0.0333])
    assert "--" not in str(raised.value)
    (tmp_path / "mine.npm").write_bytes(b"here")
    with pytest.raises(nextpoint.UsageError, match=r"force=True") as raised:
        nextpoint.train(data(), tmp_path / "mine.npm", kind="linear", horizons=[0.0333])
    assert "--" not in str(raised.value)


def test_temporary_files_are_rows_and_recordings(tmp_path):
    frame = data().frame().drop(columns=["recording", "stroke_index", "sample_index", "dataset"])
    frame.index = [f"row-{number}" for number in range(len(frame))]
    located = Located()
    folder = tmp_path / "0" / "recordings"
    located.add(folder, Recordings.from_frame(frame))
    arrays = tmp_path / "1" / "arrays"
    located.add(arrays, Recordings(data().recordings, name="arrays"))
    for text, spoken in [
        (f"{folder}/0001.csv:4: x is odd", "recording 0 of p0, stroke s, row row-2: x is odd"),
        (f"{folder}/0002.csv:2: x is odd", "recording 1 of p1, stroke s, row row-20: x is odd"),
        (f"{arrays}/0002.csv:3: x is odd", "recording 1 of p1, stroke s, sample 1: x is odd"),
        (f"{arrays}/0002.csv: is empty", "recording 1 of p1: is empty"),
        (f"{folder}/dataset.json: nominalRateHz is 0", "recordings: rate is 0"),
        (f"{arrays}: no recording", "arrays: no recording"),
        ("0001.csv:4: x is odd", "recording 0 of p0, stroke s, row row-2: x is odd"),
        ("own/0009.csv:4: x is odd", "own/0009.csv:4: x is odd"),
    ]:
        assert located.spoken(text) == spoken


def test_warnings_of_the_tool_about_data_at_hand_are_in_words_of_python(recwarn):
    one = Stroke("s", np.r_[np.arange(20), np.arange(20)] / 60, np.random.default_rng(1).normal(size=(40, 2)))
    short, far = Stroke("1", [0.0], [[1.0, 2.0]]), Stroke("2", [1, 1.02], [[1e9, 2], [3, 4]])
    told = []
    for given in (
        Recordings([Recording([one])]), Recordings([Recording([one, one])], unit="pt"),
        Recordings([Recording([short, far])]),
    ):
        for call in (
            lambda given: nextpoint.evaluate(given, ["linear", "kalman"]),
            lambda given: nextpoint.compare(given, "hold", "linear", replicates=100),
            lambda given: nextpoint.training_examples(given),
        ):
            try:
                call(given)
            except nextpoint.NextpointError as error:
                told.append(str(error))
    for text in [*told, *(str(warning.message) for warning in recwarn)]:
        assert not FOREIGN.search(text), text


def test_messages_keep_commands_that_they_quote():
    assert commands.spoken("--group-by x: bad; see 'nextpoint metrics --format json'") == (
        "group_by = x: bad; see 'nextpoint metrics --format json'")
    assert commands.spoken("use --force to replace it") == "pass force=True to replace it"
    assert commands.spoken("a -- b, x--y") == "a -- b, x--y"


def test_numbers_and_arrays_of_numpy_work_as_those_of_python(tmp_path):
    recordings = Recordings(
        data().recordings, rate=np.int64(60), units_per_mm=np.float32(1), splits={"test": np.array(["p1"])})
    expected = nextpoint.evaluate(
        data(), ["hold", "linear"], frames_ahead=[1, 2], metrics=["chromium", "line"])
    for table in (
        nextpoint.evaluate(
            recordings, np.array(["hold", "linear"]), frames_ahead=np.array([1, 2]),
            metrics=np.array(["chromium", "line"]), frame_rate=np.int64(60), max_gap=np.int32(4)),
        nextpoint.evaluate(
            recordings, pd.Series(["hold", "linear"]), frames_ahead=range(1, 3), metrics=("chromium", "line"),
            jobs=np.int64(1)),
        nextpoint.evaluate(
            recordings, ("hold", "linear"), horizons=np.array([1, 2]) / 60, metrics="chromium,line"),
    ):
        np.testing.assert_array_equal(table["error_mean"], expected["error_mean"])
    one = nextpoint.evaluate(recordings, "linear", horizons=np.float32(0.03125), split=np.str_("test"))
    assert len(one) > 0
    folder = nextpoint.write(tmp_path / "a", data(), rate=np.int64(90), units_per_mm=np.int64(4))
    found = nextpoint.read(folder)
    assert (found.rate, found.units_per_mm) == (90, 4)
    recording = Recording(data()[0].strokes, rate=np.int64(30))
    assert nextpoint.read(nextpoint.write(tmp_path / "b", [recording]))[0].rate == 30
    for flag in (True, np.bool_(True)):
        assert commands.options({"raw": flag}) == ["--raw"]


def test_the_package_has_its_version_and_its_plots():
    text = "import nextpoint; print(nextpoint.__version__, nextpoint.plots.heat_map.__name__)"
    printed = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
    project = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"$', project, re.MULTILINE)[1]
    assert printed.split() == [version, "heat_map"]
