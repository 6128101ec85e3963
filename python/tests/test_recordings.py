"""Reading and writing recordings."""

import shutil

import numpy as np
import pytest
from conftest import BUNDLED
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import nextpoint
from nextpoint import Recording, Recordings, Stroke

FINITE = st.floats(-1e6, 1e6)


@st.composite
def strokes(draw) -> Stroke:
    count = draw(st.integers(1, 8))
    t = np.cumsum(draw(hnp.arrays(np.float64, count, elements=st.floats(0.001, 1))))
    xy = draw(hnp.arrays(np.float64, (count, 2), elements=FINITE))
    force = draw(st.none() | hnp.arrays(np.float64, count, elements=st.floats(0, 1)))
    truth = draw(st.none() | hnp.arrays(np.float64, (count, 2), elements=FINITE))
    return Stroke(draw(st.from_regex(r"[a-z]{1,6}", fullmatch=True)), t, xy, force, true_xy=truth)


def expect_same(found: Recordings, expected: Recordings) -> None:
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert (one.participant, one.task) == (other.participant, other.task)
        assert len(one) == len(other)
        for stroke, same in zip(one, other, strict=True):
            np.testing.assert_array_equal(stroke.t, same.t)
            np.testing.assert_array_equal(stroke.xy, same.xy)
            if same.force is not None:
                np.testing.assert_array_equal(stroke.force, same.force)


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_what_is_written_reads_back_to_the_bit(data, tmp_path_factory):
    recordings = []
    for participant in ("1", "2, and quoted \"names\""):
        several = data.draw(st.lists(strokes(), min_size=1, max_size=3))
        for index, stroke in enumerate(several):
            stroke.name = f"{index}-{stroke.name}"
        recordings.append(Recording(several, participant=participant, task="draw"))
    folder = tmp_path_factory.mktemp("data") / "mine"
    dataset = Recordings(recordings, name="mine", unit="mm", rate=120)
    nextpoint.write(folder, dataset)
    found = nextpoint.read(folder)
    expect_same(found, dataset)
    assert (found.unit, found.rate, found.name) == ("mm", 120, "mine")


def test_a_bundled_set_survives_writing_and_reading(tmp_path):
    original = nextpoint.read("synthetic-noisy-60hz")
    assert len(original) == 36
    assert original.unit == "mm"
    again = nextpoint.read(nextpoint.write(tmp_path / "again", original))
    expect_same(again, original)
    np.testing.assert_array_equal(
        again[0].strokes[0].true_xy, original[0].strokes[0].true_xy)


def test_other_formats_are_read(tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_text(
        '{"type": "pointerdown", "pointerId": 1, "timeStamp": 1000, "clientX": 1, "clientY": 2}\n'
        '{"type": "pointerup", "pointerId": 1, "timeStamp": 1010, "clientX": 3, "clientY": 4}\n')
    (stroke,) = nextpoint.read(file)[0].strokes
    np.testing.assert_array_equal(stroke.xy, [[1, 2], [3, 4]])
    np.testing.assert_allclose(stroke.t, [1, 1.01])


def test_a_bad_line_is_a_warning(tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text("stroke,t_s,x,y\n1,0,1,2\n1,oops,3,4\n1,0.02,5,6\n")
    with pytest.warns(nextpoint.NextpointWarning, match=r"bad\.csv:3: .*oops"):
        found = nextpoint.read(file)
    assert len(found[0].strokes[0]) == 2


def test_what_is_not_there_is_an_error_with_a_remedy():
    with pytest.raises(nextpoint.NoDataError, match=r"named 'nowhere'.*known datasets"):
        nextpoint.read("nowhere")
    with pytest.raises(FileNotFoundError):
        nextpoint.read("nowhere")


def test_nothing_is_overwritten_unasked(tmp_path):
    dataset = Recordings([Recording([Stroke("1", [0, 1], [[0, 0], [1, 1]])])])
    folder = nextpoint.write(tmp_path / "mine", dataset)
    with pytest.raises(nextpoint.UsageError, match="exists already"):
        nextpoint.write(folder, dataset)
    nextpoint.write(folder, dataset, replace=True)
    (tmp_path / "other").mkdir()
    with pytest.raises(nextpoint.UsageError, match="is not a data set"):
        nextpoint.write(tmp_path / "other", dataset, replace=True)
    with pytest.raises(nextpoint.UsageError, match="no sample"):
        nextpoint.write(tmp_path / "empty", Recordings([]))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "other"]


def test_frames_and_back():
    pytest.importorskip("pandas")
    original = nextpoint.read("synthetic-noisy-60hz")
    frame = original.frame()
    assert len(frame) == sum(len(stroke) for one in original for stroke in one)
    assert frame.attrs["units"]["x"] == "mm"
    again = Recordings.from_frame(frame)
    expect_same(again, original)
    assert (again.rate, again.unit, again.name) == (60, "mm", original.name)
    plain = Recordings.from_frame(frame[["t_s", "x", "y"]].iloc[:10], unit="px", name="part")
    assert (len(plain), len(plain[0].strokes[0]), plain.unit) == (1, 10, "px")
    with pytest.raises(nextpoint.UsageError, match="no column t_s"):
        Recordings.from_frame(frame.drop(columns="t_s"))


def test_a_copied_set_keeps_its_parts(tmp_path):
    shutil.copytree(BUNDLED / "synthetic" / "noisy-60hz", tmp_path / "set")
    text = (tmp_path / "set" / "dataset.json").read_text()
    (tmp_path / "set" / "dataset.json").write_text(
        text.rstrip().removesuffix("}") + ', "splits": {"train": ["p1"], "test": ["p2"]}}')
    assert nextpoint.read(tmp_path / "set").splits == {"train": ["p1"], "test": ["p2"]}


def test_polars_gets_and_gives_data_frames():
    pl = pytest.importorskip("polars")
    pytest.importorskip("pandas")
    recordings = nextpoint.read("synthetic-noisy-60hz")
    table = nextpoint.as_polars(recordings.frame())
    assert table.columns == list(recordings.frame().columns)
    assert table["t_s"].dtype == pl.Float64
    again = nextpoint.Recordings.from_frame(table, unit="mm", rate=60, units_per_mm=1)
    assert [one.participant for one in again] == [one.participant for one in recordings]
    for one, other in zip(again, recordings, strict=True):
        for found, expected in zip(one, other, strict=True):
            np.testing.assert_array_equal(found.xy, expected.xy)
            np.testing.assert_array_equal(found.t, expected.t)
    scores = nextpoint.evaluate(table.head(400), "linear", horizons=[0.0333])
    converted = nextpoint.as_polars(scores)
    assert converted["error_mean"].to_list() == scores["error_mean"].tolist()
    assert converted["scored"].dtype.is_integer()
    assert converted["task"].null_count() == scores["task"].isna().sum()
    empty = nextpoint.as_polars(scores.head(0))
    assert empty.shape == (0, scores.shape[1])
