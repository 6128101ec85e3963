"""Predictors of one's own: scored as the tool scores its own, and blind to the future."""

import sys

import numpy as np
import pytest

import nextpoint
from nextpoint import Recording, Recordings, Stroke
from nextpoint.own import OwnPredictor

HORIZONS = np.array([0.02, 0.04])


def linear(t, xy, horizons):
    """Constant velocity through the last two samples, as `linear` of the catalogue."""
    if len(t) < 2 or not t[-1] > t[-2]:
        return np.full((len(horizons), 2), np.nan)
    return xy[-1] + np.outer(horizons, (xy[-1] - xy[-2]) / (t[-1] - t[-2]))


@nextpoint.predictor(batch=True, window=2)
def linear_together(t, xy, horizons):
    return np.array([linear(a[~np.isnan(a)], b[~np.isnan(a)], horizons)
                     for a, b in zip(t, xy, strict=True)])


def recordings(count: int = 3, seed: int = 1) -> list[Recording]:
    random = np.random.default_rng(seed)
    return [
        Recording([
            Stroke(str(stroke), start + np.arange(length) / 100, random.normal(size=(length, 2)))
            for stroke, (start, length) in enumerate([(0, 7), (1, 1), (2, 5 + number)])
        ])
        for number in range(count)
    ]


def test_histories_are_the_stroke_so_far():
    seen = []

    def watch(t, xy, horizons):
        seen.append((t, xy))
        return np.zeros((len(horizons), 2))

    data = recordings(1)
    OwnPredictor(watch).replay(data, HORIZONS)
    expected = [(s.t[:n + 1], s.xy[:n + 1]) for s in data[0] for n in range(len(s))]
    assert len(seen) == len(expected)
    for found, due in zip(seen, expected, strict=True):
        np.testing.assert_array_equal(found[0], due[0])
        np.testing.assert_array_equal(found[1], due[1])


def test_a_batch_says_what_a_call_for_each_history_says():
    data = recordings(4)
    single = OwnPredictor(linear).replay(data, HORIZONS)
    together = OwnPredictor(linear_together).replay(data, HORIZONS)
    for one, other in zip(single, together, strict=True):
        for found, expected in zip(other, one, strict=True):
            np.testing.assert_array_equal(found, expected)


def test_a_row_does_not_depend_on_the_others():
    """A window is always as wide as it is asked for, so that padding says nothing of other rows."""
    widths = set()

    @nextpoint.predictor(batch=True, window=4)
    def wide(t, xy, horizons):
        widths.add(t.shape[1])
        return np.nansum(xy * np.arange(4)[None, :, None], axis=1)[:, None].repeat(len(horizons), 1)

    data = recordings(3)
    together = OwnPredictor(wide).replay(data, HORIZONS)
    for one, expected in zip(data, together, strict=True):
        for found, due in zip(OwnPredictor(wide).replay([one], HORIZONS)[0], expected, strict=True):
            np.testing.assert_array_equal(found, due)
    assert widths == {4}


class Spy:
    """Collects every number that it can reach from what it is given."""

    def __init__(self):
        self.known: set[float] = set()
        self.kept: list[np.ndarray] = []

    def look(self, *given: np.ndarray) -> None:
        for array in given:
            reached = array
            while reached is not None:
                assert isinstance(reached, np.ndarray)
                self.known.update(reached.ravel().tolist())
                reached = reached.base
            self.kept.append(array)
        # Earlier buffers may have been filled again.
        for array in self.kept:
            self.known.update(array.ravel().tolist())


@pytest.mark.parametrize("window", [None, 1, 3])
def test_nothing_that_a_function_can_reach_is_the_future(window):
    data = recordings(3)
    spy = Spy()
    future = {t + 1000 * number for number, one in enumerate(data) for s in one for t in s.t}

    @nextpoint.predictor(batch=True, window=window)
    def curious(t, xy, horizons):
        spy.look(t, xy)
        newest = t[:, -1]
        for row, time in enumerate(newest):
            recording = int(time // 1000)
            # Later in this recording, in other rows, below the array, or from before.
            later = {moment for moment in future
                     if moment > time and int(moment // 1000) == recording}
            assert not later & spy.known, f"row {row} sees the future"
        return np.zeros((len(t), len(horizons), 2))

    for number, one in enumerate(data):
        for stroke in one:
            stroke.t += 1000 * number
    OwnPredictor(curious).replay(data, HORIZONS)
    assert len(spy.known & future) == len(future), "in the end everything was seen"


def test_nothing_that_a_class_can_reach_is_the_future():
    data = recordings(2)
    spy = Spy()
    times = sorted(t for one in data[:1] for s in one for t in s.t)

    class Curious:
        def predict(self, t, xy, horizons):
            spy.look(t, xy)
            assert not {moment for moment in times if moment > t[-1]} & spy.known
            return np.zeros((len(horizons), 2))

    OwnPredictor(Curious).replay(data[:1], HORIZONS)
    assert set(times) <= spy.known


def test_nothing_that_a_class_can_reach_in_a_batch_is_the_future():
    data = recordings(3)
    spy = Spy()
    future = {t + 1000 * number for number, one in enumerate(data) for s in one for t in s.t}

    @nextpoint.predictor(batch=True)
    class Curious:
        def predict(self, t, xy, horizons, rows):
            spy.look(t, xy)
            assert len(set(rows)) == len(rows), "no recording has two rows"
            for row, time in zip(rows, t[:, -1], strict=True):
                assert int(time // 1000) == row
                own = {moment for moment in future if int(moment // 1000) == row}
                assert not {moment for moment in own if moment > time} & spy.known
            return np.zeros((len(t), len(horizons), 2))

    for number, one in enumerate(data):
        for stroke in one:
            stroke.t += 1000 * number
    OwnPredictor(Curious).replay(data, HORIZONS)
    assert future <= spy.known


def test_a_cheat_gains_nothing():
    """Who looks up the newest sample in all that it has seen does not find what comes next."""
    seen: dict[float, float] = {}

    @nextpoint.predictor(batch=True)
    def cheat(t, xy, horizons):
        for times, positions in zip(t, xy, strict=True):
            seen.update(zip(times.tolist(), positions[:, 0].tolist(), strict=True))
        answer = np.repeat(xy[:, -1:], len(horizons), axis=1)
        for row, time in enumerate(t[:, -1]):
            for place, horizon in enumerate(horizons):
                close = [known for known in seen if abs(known - time - horizon) < 1e-9]
                if close:
                    answer[row, place, 0] = seen[close[0]]
        return answer

    data = recordings(3)
    for number, one in enumerate(data):
        for stroke in one:
            stroke.t += 1000 * number
    found = OwnPredictor(cheat).replay(data, HORIZONS)
    for one, answers in zip(data, found, strict=True):
        for stroke, positions in zip(one, answers, strict=True):
            np.testing.assert_array_equal(positions[:, 0], stroke.xy)


def test_changing_an_array_changes_nothing():
    data = recordings(2)

    def vandal(t, xy, horizons):
        answer = linear(t, xy, horizons)
        t[:], xy[:], horizons[:] = -1, -1, -1
        return answer

    expected = OwnPredictor(linear).replay(data, HORIZONS)
    found = OwnPredictor(vandal).replay(data, HORIZONS)
    for one, other in zip(found, expected, strict=True):
        for answers, due in zip(one, other, strict=True):
            np.testing.assert_array_equal(answers, due)


class Counting:
    """Predicts how many samples, and strokes, it has seen."""

    def __init__(self):
        self.strokes, self.samples = 0, 0

    def begin_stroke(self):
        self.strokes += 1

    def predict(self, t, xy, horizons):
        self.samples += 1
        return np.tile([self.strokes, self.samples], (len(horizons), 1))


@pytest.mark.parametrize("target", [Counting, Counting()])
def test_a_state_lasts_for_one_recording(target):
    data = recordings(2)
    for answers in OwnPredictor(target).replay(data, HORIZONS):
        found = np.concatenate(answers)[:, 0]
        np.testing.assert_array_equal(found[:, 1], np.arange(1, len(found) + 1))
        np.testing.assert_array_equal(np.unique(found[:, 0]), [1, 2, 3])
    by_stroke = OwnPredictor(target).replay(data, HORIZONS, by_stroke=True)
    assert {answers[-1, 0, 1] for answers in by_stroke[0]} == {7, 1, 5}


def test_a_class_may_keep_a_state_for_each_row():
    @nextpoint.predictor(batch=True)
    class Together:
        def __init__(self):
            self.counts = {}

        def predict(self, t, xy, horizons, rows):
            for row in rows:
                self.counts[row] = self.counts.get(row, 0) + 1
            return np.tile([[[self.counts[row], row]] for row in rows], (1, len(horizons), 1))

    data = recordings(3)
    for row, answers in enumerate(OwnPredictor(Together).replay(data, HORIZONS)):
        found = np.concatenate(answers)[:, 0]
        np.testing.assert_array_equal(found[:, 0], np.arange(1, len(found) + 1))
        assert set(found[:, 1]) == {row}


def test_wrong_answers_are_named():
    with pytest.raises(ValueError, match=r"short, at .* s: the answer has the shape \(2,\)"):
        OwnPredictor(nextpoint.predictor(name="short")(lambda t, xy, h: [0, 0])).replay(
            recordings(1), HORIZONS)
    with pytest.raises(TypeError, match="is no predictor"):
        OwnPredictor(3)
    with pytest.raises(ValueError, match="window is 0"):
        nextpoint.predictor(window=0)


def test_only_one_s_own_are_in_the_table_where_no_other_was_asked_for():
    pytest.importorskip("pandas")
    table = nextpoint.evaluate("synthetic-noisy-60hz", linear_together, frames_ahead="1..2")
    assert set(table["predictor"]) == {"linear_together"}
    catalogue = nextpoint.evaluate("synthetic-noisy-60hz", "linear", frames_ahead="1..2")
    np.testing.assert_allclose(table["error_mean"], catalogue["error_mean"], rtol=1e-12)
    assert table["scored"].tolist() == catalogue["scored"].tolist()


def test_recordings_at_hand_and_parts_and_several_sets():
    pytest.importorskip("pandas")
    recordings = nextpoint.read("synthetic-noisy-60hz")
    recordings.splits = {"test": ["p2"]}
    own = nextpoint.predictor(name="mine")(linear)
    table = nextpoint.evaluate(
        [recordings, "synthetic-noisy-120hz"], [own, "hold"], horizons=[0.0333])
    assert set(table["dataset"]) == {"synthetic-noisy-60hz", "synthetic-noisy-120hz"}
    part = nextpoint.evaluate(recordings, ["linear", own], horizons=[0.0333], split="test")
    pooled = part[part["aggregation"] == "pooled"].set_index("predictor")
    assert pooled.loc["mine", "scored"] == pooled.loc["linear", "scored"]
    np.testing.assert_allclose(
        pooled.loc["mine", "error_mean"], pooled.loc["linear", "error_mean"], rtol=1e-12)


def test_a_negative_zero_is_a_zero():
    pytest.importorskip("pandas")
    one = Recording([Stroke("1", np.arange(9) / 60, np.full((9, 2), -0.0))])
    table = nextpoint.evaluate(Recordings([one], unit="mm"), linear_together, frames_ahead=1)
    assert set(table["error_mean"]) == {0}


def test_what_a_file_cannot_say_is_refused():
    pytest.importorskip("pandas")
    with pytest.raises(nextpoint.UsageError, match="protocol='display' does not go with"):
        nextpoint.evaluate("synthetic-noisy-60hz", linear_together, protocol="display")
    with pytest.raises(nextpoint.UsageError, match="two predictors are called"):
        nextpoint.evaluate("synthetic-noisy-60hz", [linear, linear])
    with pytest.raises(nextpoint.UsageError, match="sweep takes spellings"):
        nextpoint.sweep("synthetic-noisy-60hz", [linear])


def test_a_program_is_scored_the_same(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    (tmp_path / "mine.py").write_text(
        "import numpy as np\n\n\ndef straight(t, xy, horizons):\n"
        "    if len(t) < 2:\n        return np.full((len(horizons), 2), np.nan)\n"
        "    v = (xy[-1] - xy[-2]) / (t[-1] - t[-2])\n"
        "    return xy[-1] + np.outer(horizons, v)\n")
    monkeypatch.syspath_prepend(tmp_path)
    import mine

    data = Recordings(nextpoint.read("synthetic-noisy-60hz").recordings[:2], unit="mm", name="two")
    monkeypatch.setenv("PYTHONPATH", ":".join([p for p in sys.path if p]))
    named = nextpoint.program("mine:straight")
    table = nextpoint.evaluate(data, [named, mine.straight], horizons=[0.0333])
    rows = table[table["aggregation"] == "pooled"].set_index("predictor")
    assert rows.loc["external", "error_mean"] == rows.loc["straight", "error_mean"]
    shown = nextpoint.evaluate(data, named, horizons=[0.0333], protocol="display")
    assert (shown["scored"] > 0).all()
