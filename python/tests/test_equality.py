"""What Python says is what ``nextpoint predict`` says, to the last bit."""

import json
import subprocess

import numpy as np
import pytest
from conftest import is_full_size, real_datasets

import nextpoint
from nextpoint import commands

HORIZONS_MS = (8.3, 33.3, 50.0)
#: At least so many samples on an ordinary day, in whole strokes.
SAMPLES = 150


def spellings() -> list[str]:
    rows = json.loads(commands.run(["predictors", "list", "--format", "json"]))
    # The library starts no programs.
    whole = [
        row["spelling"]
        for row in rows
        if row["role"] in ("predictor", "bank") and row["predictor"] != "external"
    ]
    filters = [f"{row['spelling']}+linear" for row in rows if row["role"] == "filter"]
    modifiers = [f"rls+{row['spelling']}" for row in rows if row["role"] == "modifier"]
    return [*whole, *filters, *modifiers, "rls:solver=lapack", "arc:solver=lapack"]


def strokes(dataset: str) -> list[str]:
    """Return the strokes of a set as lines of samples, or the first of them."""
    text = commands.run(["datasets", "samples", dataset], progress=False)
    found, count = [], 0
    for stroke in text.partition("\n")[2].split("\n\n"):
        found.append(stroke.strip())
        count += stroke.count("\n")
        if count > SAMPLES and not is_full_size():
            break
    return found


def from_the_command(spelling: str, lines: list[str], *, rate: float) -> np.ndarray:
    horizons = ",".join(str(value) for value in HORIZONS_MS)
    result = subprocess.run(
        [commands.executable(), "predict", "--predictor", spelling, "--horizon-ms", horizons,
         "--rate", str(rate)],
        input="\n\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    rows = [line.split(",") for line in result.stdout.splitlines()[1:]]
    values = np.array([[float(field or "nan") for field in row[4:6]] for row in rows])
    return values.reshape(-1, len(HORIZONS_MS), 2)


def from_python(spelling: str, lines: list[str], *, rate: float) -> np.ndarray:
    horizons = [float(f"{value}e-3") for value in HORIZONS_MS]
    predictor = nextpoint.Predictor(spelling, rate=rate, horizons=horizons)
    answers = []
    for stroke in lines:
        samples = np.array([line.split(",") for line in stroke.splitlines()], dtype=float)
        answers.append(predictor.predict_stroke(samples[:, 0], samples[:, 1:3]))
    return np.concatenate(answers)


@pytest.mark.parametrize("dataset", ["synthetic-noisy-120hz", *real_datasets()])
@pytest.mark.filterwarnings("ignore::nextpoint.NextpointWarning")
def test_predictions_are_equal_to_the_bit(dataset):
    tried = spellings()
    if not is_full_size() and dataset in real_datasets():
        tried = ["linear", "rls", "recommended"]
    lines = strokes(dataset)
    answered = 0
    for spelling in tried:
        expected = from_the_command(spelling, lines, rate=120)
        found = from_python(spelling, lines, rate=120)
        np.testing.assert_array_equal(found, expected, err_msg=spelling)
        answered += np.isfinite(found).all(axis=-1).any()
    assert answered >= len(tried) - 2, "nearly all predict something"
