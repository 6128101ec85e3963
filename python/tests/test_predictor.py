"""Predictors in this process: shapes, types, copies, pickles, threads."""

import copy
import pickle
import threading
import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import nextpoint

SPELLINGS = st.sampled_from(["hold", "linear", "rls", "kalman", "polynomial:degree=2,window=5",
                             "hedge", "one-euro+desp", "rls+speed-gate"])
WITHIN = {"min_value": -1e6, "max_value": 1e6}


def motion(count: int = 40) -> tuple[np.ndarray, np.ndarray]:
    t = np.arange(count) / 120
    return t, np.column_stack([300 * t, 200 * np.sin(3 * t)])


@settings(max_examples=60, deadline=None)
@given(
    spelling=SPELLINGS,
    data=st.data(),
    count=st.integers(0, 30),
    horizons=hnp.arrays(np.float64, st.integers(0, 4), elements=st.floats(0, 0.2)),
)
def test_a_stroke_is_its_samples_one_by_one(spelling, data, count, horizons):
    anything = st.floats(**WITHIN) | st.just(np.nan) | st.just(np.inf)
    t = np.cumsum(data.draw(hnp.arrays(np.float64, count, elements=st.floats(0, 0.05))))
    xy = data.draw(hnp.arrays(np.float64, (count, 2), elements=anything))
    whole = nextpoint.Predictor(spelling, horizons=[0.0333])
    single = whole.copy()
    found = whole.predict_stroke(t, xy, horizons)
    assert found.shape == (count, len(horizons), 2)
    assert found.dtype == np.float64
    assert found.flags.c_contiguous
    single.begin_stroke()
    for index in range(count):
        single.observe(t[index], xy[index])
        np.testing.assert_array_equal(single.predict(horizons), found[index])
    np.testing.assert_array_equal(single.predict(), whole.predict())


@settings(max_examples=60, deadline=None)
@given(data=st.data(), spelling=SPELLINGS)
def test_layout_and_type_of_arrays_change_nothing(data, spelling):
    t, xy = motion()
    dtype = data.draw(st.sampled_from([np.float64, np.float32, np.int32, np.int16, ">f8", "<i8"]))
    xy = xy.astype(dtype)
    padded = np.zeros((80, 6), dtype=dtype)
    layout = data.draw(st.sampled_from(["fortran", "strided", "reversed", "list", "read-only"]))
    if layout == "fortran":
        other = np.asfortranarray(xy)
    elif layout == "strided":
        padded[::2, 1:5:3] = xy
        other = padded[::2, 1:5:3]
    elif layout == "reversed":
        other = xy[::-1].copy()[::-1]
    elif layout == "list":
        other = xy.tolist()
    else:
        other = xy.copy()
        other.flags.writeable = False
    expected = nextpoint.Predictor(spelling).predict_stroke(t, np.array(xy, dtype=np.float64))
    np.testing.assert_array_equal(nextpoint.Predictor(spelling).predict_stroke(t, other), expected)


def test_arrays_handed_over_are_not_kept():
    t, xy = motion()
    predictor = nextpoint.Predictor("rls")
    predictor.predict_stroke(t, xy)
    before = predictor.predict()
    t[:], xy[:] = 0, 0
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(predictor)).predict(), before)


@pytest.mark.parametrize(
    ("t", "xy", "problem"),
    [
        ([0, 1], [[0, 0]], r"xy has the shape \(1, 2\), and \(2, 2\) is needed"),
        ([0], [[0, 0, 0]], r"xy has the shape"),
        ([[0]], [[0, 0]], r"t has the shape \(1, 1\)"),
    ],
)
def test_wrong_shapes_are_named(t, xy, problem):
    with pytest.raises(ValueError, match=problem):
        nextpoint.Predictor("hold").predict_stroke(t, xy)


def test_wrong_values_are_named():
    predictor = nextpoint.Predictor("hold")
    with pytest.raises(TypeError, match="real numbers"):
        predictor.observe(0, ["a", "b"])
    with pytest.raises(TypeError, match="complex"):
        predictor.observe(0, [1j, 0])
    with pytest.raises(ValueError, match="horizon is not finite"):
        predictor.predict([np.nan])
    with pytest.raises(ValueError, match="force has 1 values, and there are 2 samples"):
        predictor.observe([0, 1], [[0, 0], [1, 1]], force=[1])
    with pytest.raises(ValueError, match="rate is 0"):
        nextpoint.Predictor("hold", rate=0)


def test_an_unknown_spelling_is_refused_with_the_tool_s_words():
    with pytest.raises(nextpoint.UsageError, match="no predictor is called 'nope'; there are hold"):
        nextpoint.Predictor("nope")
    with pytest.raises(ValueError, match="window"):
        nextpoint.Predictor("polynomial:window=-3")


def test_nothing_is_predicted_before_the_first_sample():
    assert np.isnan(nextpoint.Predictor("linear", horizons=[0.01, 0.02]).predict()).all()
    assert nextpoint.Predictor("linear").predict_stroke([], []).shape == (0, 1, 2)


@pytest.mark.parametrize("spelling", ["rls", "kalman", "hedge", "recommended"])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, nextpoint.Predictor.copy,
                                       lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_and_pickles_go_on_the_same_and_apart(spelling, duplicate):
    t, xy = motion()
    original = nextpoint.Predictor(spelling, rate=120, horizons=[0.02, 0.04], units_per_mm=4)
    original.predict_stroke(t, xy)
    original.end_stroke(t[-1])
    original.predict_stroke(t + 1, xy[::-1])
    twin = duplicate(original)
    assert twin.spelling == spelling
    assert twin.rate == 120
    np.testing.assert_array_equal(twin.horizons, [0.02, 0.04])
    before = original.predict()
    np.testing.assert_array_equal(twin.predict(), before)
    twin.observe(2.5, (1000, -1000))
    np.testing.assert_array_equal(original.predict(), before)
    original.observe(2.5, (1000, -1000))
    np.testing.assert_array_equal(twin.predict(), original.predict())


def test_reset_forgets():
    t, xy = motion()
    predictor = nextpoint.Predictor("rls")
    first = predictor.predict_stroke(t, xy)
    assert not np.array_equal(predictor.predict_stroke(t, xy), first, equal_nan=True)
    predictor.reset()
    np.testing.assert_array_equal(predictor.predict_stroke(t, xy), first)


def test_answers_agree_with_those_after_each_sample():
    t, xy = motion()
    whole = nextpoint.Predictor("kalman").answers_stroke(t, xy, [0.02, 0.04], levels=[0.5, 0.95])
    assert whole.position.shape == whole.velocity.shape == (40, 2, 2)
    assert whole.covariance.shape == (40, 2, 2, 2)
    assert whole.radius.shape == (40, 2, 2)
    single = nextpoint.Predictor("kalman")
    single.observe(t, xy)
    last = single.answers([0.02, 0.04])
    for name in ("position", "velocity", "covariance", "confidence", "force", "lift_probability"):
        np.testing.assert_array_equal(getattr(whole, name)[-1], getattr(last, name))
    assert (whole.radius[-1, :, 0] < whole.radius[-1, :, 1]).all()


def test_one_predictor_in_several_threads_takes_calls_one_after_another():
    t, xy = motion(400)
    predictor = nextpoint.Predictor("rls")
    problems = []

    def work(start):
        try:
            for _ in range(20):
                predictor.predict_stroke(t + start, xy)
                predictor.predict()
                predictor.copy()
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    # 80 whole strokes in some order, which are all the same but for their times.
    assert np.isfinite(predictor.predict()).all()


def test_predictors_in_threads_are_independent():
    t, xy = motion(300)
    expected = nextpoint.Predictor("hedge").predict_stroke(t, xy)
    found = [None] * 4

    def work(index):
        found[index] = nextpoint.Predictor("hedge").predict_stroke(t, xy)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answers in found:
        np.testing.assert_array_equal(answers, expected)


def test_canonical_spellings():
    assert nextpoint.canonical("polynomial") == "polynomial:degree=1,window=3"
    with pytest.raises(nextpoint.UsageError):
        nextpoint.canonical("polynomial:window=no")


def test_answers_are_written_where_they_are_wanted():
    t, xy = np.arange(9) / 60, np.random.default_rng(1).normal(size=(9, 2))
    out = np.empty((9, 2, 2))
    found = nextpoint.Predictor("rls", horizons=[0.01, 0.05]).predict_stroke(t, xy, out=out)
    assert found is out
    np.testing.assert_array_equal(
        out, nextpoint.Predictor("rls", horizons=[0.01, 0.05]).predict_stroke(t, xy))
    for wrong in (np.empty((9, 2, 3)), np.empty((9, 2, 2), np.float32), np.empty((9, 2, 4))[:, :, ::2]):
        with pytest.raises(ValueError, match=r"of the shape \(9, 2, 2\) is needed"):
            nextpoint.Predictor("rls", horizons=[0.01, 0.05]).predict_stroke(t, xy, out=wrong)


@pytest.mark.parametrize("spelling", ["linear", "rls", "recommended", "hedge", "regularise+kalman"])
def test_a_step_is_observe_and_predict(spelling):
    t, xy = motion()
    settings = {"rate": 120, "horizons": [0.02, 0.04]}
    one, other = nextpoint.Predictor(spelling, **settings), nextpoint.Predictor(spelling, **settings)
    for stroke in range(2):
        for moment, position in zip(t + stroke, xy, strict=True):
            found = one.step(moment, position)
            other.observe(moment, position)
            np.testing.assert_array_equal(found, other.predict())
            assert found.shape == (2, 2)
            found[:] = 0  # It is the caller's own.
        one.end_stroke(t[-1] + stroke)
        other.end_stroke(t[-1] + stroke)
    whole = nextpoint.Predictor(spelling, **settings)
    whole.predict_stroke(t, xy)
    whole.end_stroke(t[-1])
    expected = whole.predict_stroke(t + 1, xy)[-1]
    np.testing.assert_array_equal(one.predict(), expected)


@pytest.mark.parametrize("xy", [(1, 2), [1.0, 2.0], np.array([1, 2]), np.array([1, 2], np.float32),
                                np.ma.masked_array([1.0, 2.0])])
def test_a_step_takes_any_pair(xy):
    predictor = nextpoint.Predictor("hold")
    np.testing.assert_array_equal(predictor.step(np.float32(0.5), xy), [[1, 2]])


@pytest.mark.parametrize(("t", "xy"), [
    (0, 1), (0, (1, 2, 3)), (0, ("a", "b")), ("now", (1, 2)), ([0, 1], (1, 2)),
])
def test_a_step_of_something_else_is_refused(t, xy):
    predictor = nextpoint.Predictor("hold")
    predictor.step(0, (5, 6))
    with pytest.raises(TypeError, match="a step takes a time and a pair"):
        predictor.step(t, xy)
    np.testing.assert_array_equal(predictor.predict(), [[5, 6]])


def test_a_history_takes_24_bytes_a_sample_or_none():
    t, xy = motion(20_000)
    for kept in (True, False):
        predictor = nextpoint.Predictor("linear", history=kept)
        predictor.step(t[0], xy[0])
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for moment, position in zip(t[1:].tolist(), xy[1:].tolist(), strict=True):
            predictor.step(moment, position)
        grown = (tracemalloc.get_traced_memory()[0] - before) / len(t)
        tracemalloc.stop()
        assert grown < (24 * 1.15 if kept else 0.5)
    with pytest.raises(TypeError, match="keeps no history, so that it cannot be pickled"):
        pickle.dumps(predictor)
    twin = predictor.copy()
    np.testing.assert_array_equal(twin.predict(), predictor.predict())


def test_copying_takes_the_same_time_after_many_samples():
    def seconds(count: int) -> float:
        t, xy = motion(count)
        predictor = nextpoint.Predictor("linear")
        predictor.observe(t, xy)
        times = []
        for _ in range(30):
            begin = time.perf_counter()
            predictor.copy()
            times.append(time.perf_counter() - begin)
        return min(times)

    assert seconds(400_000) < 5 * seconds(400) + 20e-6


def test_histories_of_copies_are_their_own():
    t, xy = motion(60)
    one = nextpoint.Predictor("rls", rate=120)
    copies = []
    for index in range(60):
        one.step(t[index], xy[index])
        if index % 20 == 10:
            copies.append((one.copy(), index))
    for twin, index in copies:
        for later in range(index + 1, 60):
            twin.observe(t[later], xy[later], force=0.5)
        restored = pickle.loads(pickle.dumps(twin))
        np.testing.assert_array_equal(restored.predict(), twin.predict())
        np.testing.assert_array_equal(twin.predict(), one.predict())
    one.reset()
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(one)).predict(), one.predict())
    np.testing.assert_array_equal(copies[0][0].predict(), copies[1][0].predict())


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_pickle_replays_whatever_was_done(data):
    predictor = nextpoint.Predictor("hedge", horizons=[0.02])
    clock = 0.0
    for _ in range(data.draw(st.integers(0, 12))):
        act = data.draw(st.sampled_from(["step", "observe", "pen", "begin", "end", "nan", "copy"]))
        clock += data.draw(st.floats(0.001, 0.02))
        xy = data.draw(hnp.arrays(np.float64, 2, elements=st.floats(-1e3, 1e3)))
        if act == "step":
            predictor.step(clock, xy)
        elif act == "observe":
            predictor.observe([clock, clock + 0.001], [xy, xy + 1])
        elif act == "pen":
            predictor.observe(clock, xy, force=0.3, azimuth=np.nan)
        elif act == "begin":
            predictor.begin_stroke()
        elif act == "end":
            predictor.end_stroke(clock)
        elif act == "nan":
            predictor.step(np.nan, xy)
            predictor.step(clock, (np.nan, 1))
            predictor.step(np.nan, (0.0, 0.0))
        else:
            predictor = predictor.copy()
    restored = pickle.loads(pickle.dumps(predictor))
    np.testing.assert_array_equal(restored.answers().force, predictor.answers().force)
    np.testing.assert_array_equal(restored.predict(), predictor.predict())
    restored.step(clock + 0.01, (3, 4))
    predictor.step(clock + 0.01, (3, 4))
    np.testing.assert_array_equal(restored.predict(), predictor.predict())


@pytest.mark.parametrize("rate", [np.int64(120), np.float32(120), np.array(120), 120])
def test_numbers_of_numpy_are_numbers(rate):
    predictor = nextpoint.Predictor("rls", rate=rate, units_per_mm=np.int32(4), horizons=np.float32(0.02))
    assert predictor.rate == 120
    assert "rate=120" in repr(pickle.loads(pickle.dumps(predictor)))
