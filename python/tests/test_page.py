"""The examples of docs/python.md run, one after another."""

import os
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"


@pytest.mark.filterwarnings("ignore::nextpoint.NextpointWarning")
def test_the_examples_of_the_page_run(tmp_path):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib.pyplot").switch_backend("agg")
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 8
    known: dict[str, object] = {}
    for example in examples:
        exec(compile(example, str(PAGE), "exec"), known)
    assert {path.name for path in Path(os.getcwd()).iterdir()} == {"mine", "run", "mine.npm", "own.npm"}
