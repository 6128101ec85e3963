"""The notebooks run, and show what is committed.

NEXTPOINT_UPDATE_NOTEBOOKS=1 writes the new outputs into them instead.
"""

import importlib.util
import os
import re
from pathlib import Path

import pytest
from conftest import is_full_size, real_datasets

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
#: The largest notebook, in bytes.
LARGEST = 150_000


def texts(notebook) -> list[str]:
    """Return what the cells of a notebook print and return, without pictures."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            if "Figure size" not in text:
                found.append(text)
    return found


@pytest.mark.parametrize("name", ["compare-on-your-recording", "figure-of-a-paper", "your-network"])
def test_a_notebook_shows_what_it_says(name, tmp_path, monkeypatch):
    for module in ("pandas", "matplotlib", "nbclient", "nbformat", "ipykernel"):
        pytest.importorskip(module)
    if name == "your-network":
        if not is_full_size() or importlib.util.find_spec("torch") is None:
            pytest.skip("a network is trained at full size, where PyTorch is installed")
        if "henze-2017" not in real_datasets():
            pytest.skip("needs the data set henze-2017")
    import nbclient
    import nbformat

    path = NOTEBOOKS / f"{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    committed = texts(notebook)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    nbclient.NotebookClient(
        notebook, timeout=1800, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    if os.environ.get("NEXTPOINT_UPDATE_NOTEBOOKS"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
            for output in cell.get("outputs", []):
                if "text" in output:
                    # Where a kernel keeps its cells, before each warning.
                    output["text"] = re.sub(r"\S+/ipykernel_\d+/\d+\.py:\d+: ", "", output["text"])
        nbformat.write(notebook, path)
    elif name == "your-network":
        # Networks differ in their last digits from machine to machine; see that it stands in the table.
        found = texts(notebook)
        assert any("network" in text for text in found)
        assert found[-1] == "True", "--predictions gives the same numbers"
    else:
        assert texts(notebook) == committed
    assert path.stat().st_size < LARGEST
