"""Recordings as sets: slices, lists, filters; and data frames of samples whatever their order."""

import pickle
import warnings

import numpy as np
import pytest

import nextpoint
from nextpoint import Recording, Recordings, Stroke

pd = pytest.importorskip("pandas")
SET = "synthetic-noisy-60hz"


@pytest.fixture(scope="module")
def original():
    with pytest.MonkeyPatch.context() as patch:
        from conftest import BUNDLED

        patch.setenv("NEXTPOINT_DATASETS", str(BUNDLED))
        return nextpoint.read(SET)


def about(recordings: Recordings) -> tuple[object, ...]:
    return (recordings.name, recordings.unit, recordings.rate, recordings.units_per_mm)


def small(unit: str = "mm", rate: float = 120, seed: int = 1) -> Recordings:
    """Two people, two tasks, two strokes each, of one clock."""
    random = np.random.default_rng(seed)
    recordings = [
        Recording(
            [
                Stroke(str(number), start + np.arange(9) / rate, random.normal(size=(9, 2)), kind=kind)
                for number, (start, kind) in enumerate([(0, "contact"), (3, "hover")])
            ],
            participant=person, task=task, tool="finger", device="touch-screen")
        for person in ("a", "b") for task in ("draw", "write")
    ]
    return Recordings(recordings, "small", unit, rate, 4.0, {"train": ["a"], "test": ["b"]})


@pytest.mark.parametrize("choose", [
    lambda all: all[:8], lambda all: all[[0, 3, 5]], lambda all: all[np.arange(36) < 4],
    lambda all: all.where(task="line"), lambda all: all[::-2], lambda all: all[np.array([1, 2])],
    lambda all: Recordings([one for one in all if one.participant == "p1"]),
    lambda all: Recordings(filter(lambda one: one.task == "line", all)),
    lambda all: Recordings([all[0], all[-1]]), lambda all: Recordings(all.recordings[3:5]),
    lambda all: Recordings(sorted(all, key=lambda one: one.task)),
    lambda all: pickle.loads(pickle.dumps(all[2:4])),
    lambda all: Recordings([pickle.loads(pickle.dumps(all[1]))]),
])
def test_a_part_of_a_set_means_the_same(original, choose):
    part = choose(original)
    assert isinstance(part, Recordings)
    assert 0 < len(part) <= len(original)
    assert about(part) == about(original)


def test_a_list_of_recordings_is_scored_in_the_unit_of_its_set(original):
    whole = nextpoint.evaluate(original, "linear", horizons=[0.0333], group_by="task")
    rows = whole[whole["task"] == "line"]
    line = [one for one in original if one.task == "line"]
    for part in (line, tuple(line), Recordings(line), original.where(task="line"), line[0:]):
        table = nextpoint.evaluate(part, "linear", horizons=[0.0333])
        assert set(table["unit"]) == {"mm"}
        np.testing.assert_array_equal(table["error_mean"], rows["error_mean"])


def test_parts_keep_splits_tools_and_other_attributes(tmp_path):
    data = small()
    part = data[1:3]
    assert part.splits == data.splits
    assert [one.tool for one in part] == ["finger", "finger"]
    assert data.participants == ["a", "b"]
    assert data.tasks == ["draw", "write"]
    assert data.where(participant="b", task=["draw", "write"]).participants == ["b"]
    # Parts name people who are not in the set any more.
    assert nextpoint.read(nextpoint.write(tmp_path / "part", data.where(participant="a"))).splits == {
        "train": ["a"]}


def test_recordings_of_different_sets_state_their_own_unit():
    data = Recordings([*small("mm", 120)[:2], *small("px", 60)[:1]])
    assert (data.unit, data.rate) == ("mm", 120)
    assert [(one.unit, one.rate) for one in data] == [(None, None), (None, None), ("px", 60)]
    with pytest.raises(nextpoint.UsageError, match="state no unit"):
        Recordings([*small()[:1], Recording([Stroke("1", [0, 1], [[0, 0], [1, 1]])])])
    with pytest.raises(nextpoint.UsageError, match=r"units_per_mm 4\.0 and 2"):
        Recordings([*small()[:1], *Recordings(small().recordings, units_per_mm=2.0)[:1]])
    assert Recordings(small().recordings, unit="px").unit == "px"


def test_wrong_choices_are_named():
    data = small()
    with pytest.raises(nextpoint.UsageError, match="no recording has the participant 'c'; there are 'a'"):
        data.where(participant="c")
    with pytest.raises(nextpoint.UsageError, match="recordings have no person"):
        data.where(person="a")
    with pytest.raises(IndexError, match="the mask has 3 values"):
        data[[True, False, True]]
    with pytest.raises(TypeError, match=r"choose by name with where"):
        data["a"]
    with pytest.raises(TypeError, match="is not a Recording"):
        Recordings([data[0].strokes[0]])


def test_what_is_shown_is_short_and_equality_answers(original):
    for shown in (repr(original), repr(original[0]), repr(original[0].strokes[0])):
        assert len(shown) < 200
    assert "36 recordings" in repr(original)
    assert "unit='mm'" in repr(original)
    page = original._repr_html_()
    assert len(page) < 4000
    assert "and 24 more" in page
    assert "<b>" not in Recordings([Recording([], participant="<b>")])._repr_html_()
    assert original == nextpoint.read(SET)
    assert original[:3] != original[:4]
    assert original[0] == original[:1][0]
    assert original[0] != original[1]
    assert original[0].strokes[0] == original[0].strokes[0]
    assert original != "another"
    changed = small()
    changed[0].strokes[0].xy[3, 1] += 1
    assert changed != small()


def orders(frame):
    """Return the frame with its rows in other orders, and its keys in other places."""
    shuffled = frame.sample(frac=1, random_state=3)
    return {
        "as it is": frame,
        "shuffled": shuffled,
        "shuffled and numbered anew": shuffled.reset_index(drop=True),
        "by time": frame.sort_values("t_s", kind="stable"),
        "by place": frame.sort_values("x", ignore_index=True),
        "backward": frame.iloc[::-1],
        "by task": frame.sort_values(["task", "t_s"]),
        "levels": shuffled.set_index(["participant", "task", "stroke"]),
        "grouped": pd.concat([part for _, part in frame.groupby("stroke")]),
        "a time index": shuffled.set_index("t_s"),
        "without attributes": pd.DataFrame({name: shuffled[name].tolist() for name in shuffled}),
        "through CSV": shuffled,
    }


@pytest.mark.parametrize("order", list(orders(small().frame())))
def test_the_order_of_rows_and_the_place_of_keys_change_nothing(order, tmp_path):
    data = small()
    frame = orders(data.frame())[order]
    if order == "through CSV":
        frame.to_csv(tmp_path / "a.csv", index=False)
        frame = pd.read_csv(tmp_path / "a.csv")
    found = Recordings.from_frame(frame, splits=data.splits)
    assert found == data
    if order not in ("through CSV", "without attributes"):
        assert Recordings.from_frame(frame).splits == data.splits


@pytest.mark.parametrize("seed", range(5))
def test_frames_without_numbers_are_grouped_by_their_keys(seed):
    data = small(seed=seed)
    frame = data.frame().drop(columns=["recording", "stroke_index", "sample_index", "dataset"])
    found = Recordings.from_frame(frame.sample(frac=1, random_state=seed))
    assert found == data, f"seed {seed}"


def test_a_set_survives_its_frame(original):
    assert Recordings.from_frame(original.frame()) == original
    polars = pytest.importorskip("polars")
    table = nextpoint.as_polars(original.frame())
    assert isinstance(table, polars.DataFrame)
    found = Recordings.from_frame(table)
    assert found == original
    other = Recordings([*small("mm", 120)[:2], *small("px", 60)[:1]])
    again = Recordings.from_frame(pd.DataFrame(other.frame().to_dict("list")))
    assert [(one.unit, one.rate, one.tool, one.device) for one in again] == [
        (one.unit, one.rate, one.tool, one.device) for one in other]
    assert [stroke.kind for stroke in again[0]] == ["contact", "hover"]


def test_frames_of_several_sets_stay_apart():
    one, other = small(seed=1), Recordings(small(seed=2).recordings, name="other")
    with pytest.warns(nextpoint.NextpointWarning, match="participant a is in several data sets"):
        found = Recordings.from_frame(pd.concat([one.frame(), other.frame()]))
    assert found.recordings == [*other.recordings, *one.recordings]


def plain(data: Recordings, factor: float = 1) -> "pd.DataFrame":
    frame = data.frame()
    return pd.DataFrame({
        "t": frame["t_s"].to_numpy() * factor, "px": frame["x"].to_numpy(), "py": frame["y"].to_numpy(),
        "subject": frame["participant"].tolist(), "trial": frame["task"].tolist(),
        "gesture": frame["stroke"].tolist(),
    })


CHOICES = {"time": "t", "x": "px", "y": "py", "by": ["subject", "trial"], "stroke": "gesture", "unit": "mm"}


@pytest.mark.parametrize(("unit", "factor"), [("s", 1), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)])
def test_units_of_time_are_converted(unit, factor):
    data = small()
    frame = plain(data, factor).sample(frac=1, random_state=1)
    found = Recordings.from_frame(frame, time_unit=unit, rate="infer", **CHOICES)
    assert (found.unit, found.rate) == ("mm", 120)
    assert found.participants == ["a", "b"]
    for one, other in zip(found, data, strict=True):
        for stroke, same in zip(one, other, strict=True):
            np.testing.assert_allclose(stroke.t, same.t, rtol=1e-12)
            np.testing.assert_array_equal(stroke.xy, same.xy)
    if unit != "s":
        with pytest.raises(nextpoint.UsageError, match=f"pass time_unit='{unit}'"):
            Recordings.from_frame(frame, **CHOICES)
        with pytest.raises(nextpoint.UsageError, match=f"pass time_unit='{unit}'"):
            Recordings.from_frame(frame, rate=120, **CHOICES)


@pytest.mark.parametrize("convert", [
    lambda t: pd.Timestamp("2026-03-01 10:00", tz="Europe/Berlin") + pd.to_timedelta(t, unit="s"),
    lambda t: pd.to_timedelta(t, unit="s"),
    lambda t: np.datetime64("2026-03-01") + (t * 1e9).astype("timedelta64[ns]"),
    lambda t: [one.to_pytimedelta() for one in pd.to_timedelta(t, unit="s")],
])
def test_dates_and_time_differences_are_seconds(convert):
    data = small(rate=125)
    frame = plain(data)
    frame["t"] = convert(frame["t"].to_numpy())
    found = Recordings.from_frame(frame, **CHOICES)
    assert found.rate == 125
    for one, other in zip(found, data, strict=True):
        for stroke, same in zip(one, other, strict=True):
            np.testing.assert_allclose(stroke.t, same.t, atol=1e-9)
    indexed = Recordings.from_frame(frame.set_index("t"), **CHOICES)
    assert indexed == found


def test_whole_milliseconds_do_not_bias_the_rate():
    t = np.round(np.arange(200) * 1000 / 60)
    frame = pd.DataFrame({"t_s": t, "x": 0.0, "y": 0.0})
    assert Recordings.from_frame(frame, time_unit="ms").rate == pytest.approx(60, rel=2e-3)


def test_masked_and_missing_values_are_missing():
    xy = np.ma.masked_array(np.arange(20.0).reshape(10, 2), mask=np.zeros((10, 2)))
    xy[4] = np.ma.masked
    t = np.arange(10) / 60
    stroke = Stroke("1", t, xy)
    assert np.isnan(stroke.xy[4]).all()
    assert np.isfinite(stroke.xy[5]).all()
    given = nextpoint.Predictor("linear").predict_stroke(t, xy)
    holed = np.array(xy.filled(np.nan))
    np.testing.assert_array_equal(given, nextpoint.Predictor("linear").predict_stroke(t, holed))
    force = pd.array([0.5] * 9 + [None], dtype="Float64")
    assert np.isnan(Stroke("1", t, xy, force=pd.Series(force)).force[9])
    frame = pd.DataFrame(
        {"t_s": t, "x": xy[:, 0].filled(np.nan), "y": pd.array([1] * 9 + [None], dtype="Int64")},
        index=[f"r{number}" for number in range(10)])
    with pytest.warns(nextpoint.NextpointWarning, match="rows r4, r9: no finite t_s, x or y; left out"):
        found = Recordings.from_frame(frame)
    assert len(found[0].strokes[0]) == 8
    with pytest.warns(nextpoint.NextpointWarning, match="1 of 10 samples have no finite time") as caught:
        nextpoint.evaluate(Recordings([Recording([stroke])], unit="mm"), "linear", horizons=[0.0333])
    assert caught[0].filename == __file__


def test_several_strokes_in_one_are_refused():
    t = np.tile(np.arange(20) / 60, 3)
    frame = pd.DataFrame({"t_s": t, "x": t, "y": t}, index=range(100, 160))
    with pytest.raises(nextpoint.UsageError, match="row 120: t_s goes back"):
        Recordings.from_frame(frame)
    frame["trial"] = np.repeat([1, 2, 3], 20)
    assert len(Recordings.from_frame(frame, by="trial")) == 3
    assert len(Recordings.from_frame(frame, stroke="trial")[0]) == 3
    short = pd.concat([frame.iloc[:20], frame.iloc[20:24]]).drop(columns="trial")
    with pytest.raises(nextpoint.UsageError, match="row 120: t_s goes back"):
        Recordings.from_frame(short)
    halves = frame.iloc[:20].iloc[np.r_[10:20, 0:10]]
    np.testing.assert_array_equal(Recordings.from_frame(halves)[0].strokes[0].t, t[:20])


@pytest.mark.parametrize(("change", "settings", "problem"), [
    (lambda f: f, {}, "no column t_s"),
    (lambda f: f, {"time": "T", "x": "px", "y": "py"}, "no column T, which time.*time='t' may be meant"),
    (lambda f: f, {**CHOICES, "by": ["subjekt"]}, "by='subject' may be meant"),
    (lambda f: f, {**CHOICES, "time_unit": "min"}, "time_unit is 'min'"),
    (lambda f: f, {**CHOICES, "rate": "guess"}, "rate is 'guess'"),
    (lambda f: f.assign(t=f["t"].astype(str)), CHOICES, "pandas.to_datetime"),
    (lambda f: f.assign(px="left"), CHOICES, "column px has values such as 'left'"),
    (lambda f: pd.concat([f, f["px"]], axis=1), CHOICES, "two columns px"),
    (lambda f: f.assign(unit="inch"), {**CHOICES, "unit": None}, "value 'inch'"),
])
def test_columns_that_cannot_be_used_are_named(change, settings, problem):
    with pytest.raises(nextpoint.UsageError, match=problem):
        Recordings.from_frame(change(plain(small())), **settings)


@pytest.mark.parametrize("keys", [["x"], ["x", "y"], ["y"], ["true_x"]])
def test_a_stroke_in_the_order_of_its_positions_is_not_several(original, keys):
    frame = original.frame().drop(columns=["sample_index", "stroke_index", "recording"])
    found = Recordings.from_frame(frame.sort_values(keys, ignore_index=True))
    expected = Recordings.from_frame(frame)
    assert found == expected


def test_an_index_of_times_is_the_time():
    times = pd.to_datetime(np.arange(10) * 8, unit="ms")
    frame = pd.DataFrame({"x": 1.0, "y": np.arange(10.0)}, index=times)
    for indexed in (frame, frame.set_axis(times - times[0])):
        found = Recordings.from_frame(indexed.iloc[::-1])
        assert found.rate == 125
        np.testing.assert_allclose(found[0].strokes[0].xy[:, 1], np.arange(10))


def test_sets_are_added():
    both = small("mm")[:1] + small("px")
    assert [one.unit for one in both] == [None, "px", "px", "px", "px"]
    with pytest.raises(TypeError, match="a stroke has no unit"):
        nextpoint.evaluate(small()[0].strokes, "linear")


def test_an_unknown_argument_is_refused():
    with pytest.raises(TypeError, match="tyme"):
        Recordings.from_frame(plain(small()), tyme="t")


@pytest.mark.parametrize("factor", [1e3, 1e6, 1e9])
def test_times_that_are_not_seconds_are_refused_everywhere(factor):
    t, xy = np.arange(30) / 60 * factor, np.random.default_rng(1).normal(size=(30, 2))
    named = {1e3: "milliseconds", 1e6: "microseconds", 1e9: "nanoseconds"}[factor]
    one = Recordings([Recording([Stroke("1", t, xy)])], unit="mm")
    with pytest.raises(nextpoint.UsageError, match=f"look like {named}"):
        nextpoint.evaluate(one, "linear")
    with pytest.raises(nextpoint.UsageError, match=f"look like {named}"):
        nextpoint.Predictor("linear").predict_stroke(t, xy)
    with pytest.raises(nextpoint.UsageError, match=f"look like {named}"):
        nextpoint.Predictor("linear").observe(t, xy)
    predictor = nextpoint.Predictor("linear")
    with pytest.raises(nextpoint.UsageError, match=f"look like {named}"):
        [predictor.step(time, position) for time, position in zip(t, xy, strict=True)]
    with pytest.raises(nextpoint.UsageError, match=r"horizons: 33.3 s.*give seconds: 0.0333"):
        nextpoint.Predictor("linear", horizons=[33.3])
    with pytest.raises(nextpoint.UsageError, match=r"give seconds: 0.0333"):
        nextpoint.evaluate("synthetic-noisy-60hz", "linear", horizons=33.3)


def test_slow_data_with_its_rate_stated_are_taken():
    t = np.arange(30) * 20.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(
            nextpoint.Predictor("linear", rate=0.05).predict_stroke(t, np.eye(30, 2))[2]).all()
        # Pauses between strokes are not intervals.
        predictor = nextpoint.Predictor("hold")
        for number in range(12):
            predictor.begin_stroke()
            predictor.step(17.0 * number, (0, 0))
