"""The notebooks run, and show what is committed.

Cells run as plain Python, so that pandas and matplotlib suffice; at full size, in Jupyter's kernel.
NEXTPOINT_UPDATE_NOTEBOOKS=1 runs them in the kernel and writes the new outputs into them.
"""

import ast
import contextlib
import importlib.util
import io
import json
import os
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from conftest import is_full_size, real_datasets

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
#: The largest notebook, in bytes.
LARGEST = 150_000
#: What a notebook needs beside pandas and matplotlib, and by how much its numbers may differ.
NEEDS = {
    "compare-on-your-recording": ((), (), 0.0),
    "figure-of-a-paper": ((), (), 0.0),
    # Networks differ in their last digits from machine to machine.
    "your-network": (("torch",), ("henze-2017",), 0.05),
}
WARNING = re.compile(r"\w+Warning: .*")
NUMBER = re.compile(r"-?\d+\.\d+")


def texts(cells) -> list[str]:
    """Return what cells print and return, and their warnings, without pictures and places."""
    found = []
    for cell in cells:
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            text = "".join(text)
            if output.get("name") == "stderr":
                found.extend(WARNING.findall(text))
            elif "Figure size" not in text:
                found.append(text.strip())
    return found


def ran(cells) -> list[str]:
    """Run the code of cells, and return what they print and return, and their warnings."""
    known: dict[str, object] = {"__name__": "__main__"}
    found = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        body = ast.parse("\n".join(line for line in source.splitlines() if not line.startswith("%"))).body
        last = body.pop() if isinstance(body[-1], ast.Expr) and not source.rstrip().endswith(";") else None
        out = io.StringIO()
        with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            exec(compile(ast.Module(body, []), "cell", "exec"), known)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), known) if last else None
        found.extend(
            f"{one.category.__name__}: {one.message}" for one in caught
            if one.category.__name__ == "NextpointWarning")
        if out.getvalue():
            found.append(out.getvalue().strip())
        if value is not None:
            found.append(repr(value).strip())
    return found


def in_kernel(path: Path, folder: Path) -> list[str]:
    """Run a notebook in Jupyter's kernel; where that is asked for, write its outputs into it."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=1800, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    if os.environ.get("NEXTPOINT_UPDATE_NOTEBOOKS"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
            for output in cell.get("outputs", []):
                if "text" in output:
                    # Where a kernel keeps its cells, before each warning.
                    output["text"] = re.sub(r"\S+/ipykernel_\d+/\d+\.py:\d+: ", "", output["text"])
        nbformat.write(notebook, path)
    return texts(notebook.cells)


def expect_same(found: list[str], expected: list[str], tolerance: float) -> None:
    if not tolerance:
        assert found == expected
        return
    assert len(found) == len(expected)
    for text, due in zip(found, expected, strict=True):
        assert NUMBER.sub("", text).split() == NUMBER.sub("", due).split()
        numbers, wanted = (np.array(NUMBER.findall(one), dtype=float) for one in (text, due))
        np.testing.assert_allclose(numbers, wanted, rtol=tolerance, atol=0.05)


@pytest.mark.parametrize("name", list(NEEDS))
def test_a_notebook_shows_what_it_says(name, tmp_path, monkeypatch):
    modules, datasets, tolerance = NEEDS[name]
    for module in ("pandas", "matplotlib", *modules):
        pytest.importorskip(module)
    for dataset in datasets:
        if dataset not in real_datasets():
            pytest.skip(f"needs the data set {dataset}")
    import matplotlib.pyplot

    matplotlib.pyplot.switch_backend("agg")
    path = NOTEBOOKS / f"{name}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    has_kernel = all(map(importlib.util.find_spec, ("nbclient", "nbformat", "ipykernel")))
    if os.environ.get("NEXTPOINT_UPDATE_NOTEBOOKS"):
        in_kernel(path, tmp_path)
    else:
        uses_kernel = has_kernel and is_full_size()
        expect_same(in_kernel(path, tmp_path) if uses_kernel else ran(cells), texts(cells), tolerance)
    matplotlib.pyplot.close("all")
    assert path.stat().st_size < LARGEST


def test_a_changed_output_is_noticed():
    cells = json.loads((NOTEBOOKS / "figure-of-a-paper.ipynb").read_text(encoding="utf-8"))["cells"]
    shown = texts(cells)
    assert shown
    with pytest.raises(AssertionError):
        expect_same(shown, [*shown[:-1], shown[-1].replace("0.27", "0.28")], 0.0)
    with pytest.raises(AssertionError):
        expect_same(["error 12.4"], ["error 13.4"], 0.02)
    expect_same(["error 12.4"], ["error 12.5"], 0.02)
