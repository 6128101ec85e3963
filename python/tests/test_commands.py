"""The tool's messages as exceptions and warnings, interruption, and what is missing."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import nextpoint
from nextpoint import commands, native

SOURCES = Path(nextpoint.__file__).resolve().parents[1]


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Put a script of the shell in the tool's place."""

    def place(text: str) -> None:
        path = tmp_path / "nextpoint"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        monkeypatch.setenv("NEXTPOINT_EXECUTABLE", str(path))

    return place


@pytest.mark.parametrize(
    ("code", "kind"),
    [(1, nextpoint.NextpointError), (2, nextpoint.NextpointError),
     (64, nextpoint.UsageError), (65, nextpoint.NoDataError)],
)
@pytest.mark.parametrize("progress", [False, True])
def test_exit_codes_are_exceptions(script, code, kind, progress):
    script(f"echo 'error: what; remedy' >&2; echo '  two' >&2; exit {code}")
    with pytest.raises(kind, match=r"^what; remedy\n  two$"):
        commands.run(["any"], progress=progress)


@pytest.mark.parametrize("progress", [False, True])
def test_warnings_are_warnings_and_notes_are_logged(script, caplog, progress):
    script("echo 'warning: one left out' >&2; echo 'note: written' >&2; echo out; exit 3")
    with caplog.at_level(logging.INFO, "nextpoint"), pytest.warns(
        nextpoint.NextpointWarning, match="^one left out$"
    ):
        assert commands.run(["any"], progress=progress) == "out\n"
    assert caplog.messages == ["written"]


def test_progress_is_shown_and_is_no_message(script, capsys, caplog):
    script(r"""printf '\r\033[Kscoring ██░░ 50 %%  3/s  2 s left' >&2
printf '\r\033[Kscoring ████ 99 %%  3/s  1 s left' >&2
printf '\r\033[K' >&2; echo 'note: done' >&2; echo out""")
    with caplog.at_level(logging.INFO, "nextpoint"):
        assert commands.run(["any"], progress=True) == "out\n"
    assert caplog.messages == ["done"]
    shown = capsys.readouterr().err
    assert "scoring ████ 99 %" in shown
    assert "\x1b" not in shown


def test_much_output_on_both_streams_is_read(script):
    script("i=0; while [ $i -lt 3000 ]; do echo 'note: some words here to fill a pipe' >&2;"
           " echo 0123456789012345678901234567890123456789; i=$((i+1)); done")
    assert len(commands.run(["any"], progress=False)) == 3000 * 41


def test_options_become_arguments():
    assert commands.options({
        "group_by": ["task", "phase"], "max_gap": 4, "raw": True, "force": False, "unit": None,
        "horizon_ms": [8.3, 33], "metrics": "all",
    }) == ["--group-by=task,phase", "--max-gap=4", "--raw", "--horizon-ms=8.3,33", "--metrics=all"]


def interrupt_once(path: Path) -> None:
    """Interrupt this process, as Ctrl-C or a notebook's stop button does, once a path exists."""
    # A shell that runs tests in the background makes them ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait():
        while not path.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, daemon=True).start()


def test_an_interrupted_sweep_ends_and_goes_on(tmp_path):
    pytest.importorskip("pandas")

    def sweep(output: Path):
        return nextpoint.sweep(
            "synthetic-noisy-60hz", "polynomial:degree=1..3,window=4..6", output=output,
            frames_ahead="1..4", jobs=1)

    interrupt_once(tmp_path / "run")
    with pytest.raises(KeyboardInterrupt):
        sweep(tmp_path / "run")
    running = subprocess.run(
        ["pgrep", "-f", f"output={tmp_path}/run"], capture_output=True, text=True, check=False)
    assert running.stdout == ""
    with pytest.raises(nextpoint.NoDataError, match="run the same sweep again to finish it"):
        nextpoint.Run(tmp_path / "run")
    sweep(tmp_path / "run")
    sweep(tmp_path / "other")
    resumed, whole = (tmp_path / name / "scores.csv" for name in ("run", "other"))
    assert resumed.read_bytes() == whole.read_bytes()


def test_an_interrupt_waits_for_the_process_to_clean_up(script, tmp_path):
    script(f"trap 'sleep 0.3; echo cleaned > {tmp_path}/trace; exit 130' INT\n"
           f"echo ready > {tmp_path}/ready; while true; do sleep 0.05; done")
    interrupt_once(tmp_path / "ready")
    with pytest.raises(KeyboardInterrupt):
        commands.run(["any"], progress=False)
    assert (tmp_path / "trace").read_text() == "cleaned\n"


def test_a_missing_system_library_is_one_sentence_with_the_command():
    text = "error while loading libraries: liblapacke.so.3: cannot open shared object file: No"
    assert native.missing(text) == (
        "nextpoint needs the system library liblapacke.so.3, which is missing; install it with: "
        "apt-get install liblapacke")
    assert native.missing("anything else") is None


def test_what_cannot_be_loaded_is_said_at_import(tmp_path):
    def imported(**environment: str) -> str:
        result = subprocess.run(
            [sys.executable, "-c", "import nextpoint"], capture_output=True, text=True, check=False,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCES), **environment})
        assert result.returncode == 1
        return result.stderr.splitlines()[-1]

    bad = tmp_path / "libnextpoint-c.so"
    bad.write_text("no library")
    assert "cannot be loaded" in imported(NEXTPOINT_LIBRARY=str(bad))
    assert "there is no such file" in imported(NEXTPOINT_LIBRARY=str(tmp_path / "none.so"))


def test_without_pandas_the_remedy_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'nextpoint\[frames\]'"):
        nextpoint.evaluate("synthetic-noisy-60hz", "linear")
