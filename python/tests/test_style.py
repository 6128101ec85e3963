"""mypy and ruff find nothing."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


def expect_clean(*command: str, cwd: Path = PACKAGE) -> None:
    module = command[0]
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    result = subprocess.run(
        [sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_ruff(tmp_path):
    expect_clean("ruff", "check", "--no-cache", ".")


def test_mypy(tmp_path):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    expect_clean("mypy", f"--cache-dir={tmp_path}")
