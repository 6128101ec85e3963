"""Where the tests find data sets: the bundled ones, and real ones that NEXTPOINT_DATASETS names."""

import os
from pathlib import Path

import pytest

BUNDLED = Path(__file__).resolve().parents[2] / "datasets"
REAL = ("henze-2017", "evemu-devices", "dollar-gestures", "monkeyhelper", "inkable")


@pytest.fixture(autouse=True)
def _datasets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    places = [os.environ.get("NEXTPOINT_DATASETS"), str(BUNDLED)]
    monkeypatch.setenv("NEXTPOINT_DATASETS", ":".join(place for place in places if place))
    monkeypatch.chdir(tmp_path)


def real_datasets() -> list[str]:
    """Return the real data sets at hand."""
    folders = [Path(p) for p in os.environ.get("NEXTPOINT_DATASETS", "").split(":") if p]
    return [name for name in REAL if any((folder / name).is_dir() for folder in folders)]


def is_full_size() -> bool:
    """Whether the tests run at full size, as ``scripts/verify python`` asks them to."""
    return os.environ.get("NEXTPOINT_SIZE") == "full"
