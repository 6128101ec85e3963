"""Predictors in this process: shapes, types, copies, pickles, threads."""

import copy
import pickle
import threading

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
