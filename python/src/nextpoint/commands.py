"""Runs the command line: its results, its messages as exceptions and warnings, its progress."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from . import native
from .errors import (
    MissingLibraryError,
    NextpointError,
    NextpointWarning,
    NoDataError,
    UsageError,
)

#: Receives the tool's notes, such as where a run was written.
logger = logging.getLogger("nextpoint")

#: How long an interrupted command may take to remove what is unfinished, in seconds.
_PATIENCE = 10.0
_ERRORS: dict[int, type[NextpointError]] = {64: UsageError, 65: NoDataError}
#: How the tool begins a line again, and a progress bar.
_REDRAW = "\r\x1b[K"
_BAR = re.compile(r"\r\x1b\[K[^\r\n]*[█░][^\r\n]* left")
_PREFIX = re.compile(r"^(error|warning|note): ", re.IGNORECASE)

Option = str | int | float | bool | Sequence[str | int | float] | None


def executable() -> Path:
    """Return the path of the command line that this package runs."""
    return native.find("nextpoint", "NEXTPOINT_EXECUTABLE")


def options(values: dict[str, Option]) -> list[str]:
    """Return options of the command line: ``max_gap=4`` becomes ``--max-gap 4``.

    None and False are left out, True is an option without a value, and a sequence is joined by commas.
    """
    arguments: list[str] = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is True:
            continue
        if isinstance(value, str) or not isinstance(value, Sequence):
            arguments[-1] += f"={value}"
        else:
            arguments[-1] += "=" + ",".join(str(item) for item in value)
    return arguments


def run(arguments: Sequence[str], *, progress: bool | None = None) -> str:
    """Run a command and return its standard output.

    Parameters
    ----------
    arguments
        The command's name and its arguments.
    progress
        Whether to show a progress bar on standard error; by default in a notebook and on a terminal.

    Raises
    ------
    nextpoint.UsageError
        If the command was not understood (exit code 64).
    nextpoint.NoDataError
        If nothing could be read (65).
    nextpoint.NextpointError
        If the work failed.
    KeyboardInterrupt
        If the user interrupts: the process has then ended, and a run directory can be resumed.

    Warns
    -----
    nextpoint.NextpointWarning
        For each warning of the tool.
    """
    shows = _shows_progress() if progress is None else progress
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm"}
    environment.setdefault("OPENBLAS_NUM_THREADS", "1")
    reading, writing = os.openpty() if shows else os.pipe()
    command = [str(executable()), *arguments]
    output: list[bytes] = []
    try:
        with _held_back_interrupts() as interrupts:
            process = _started(command, writing, environment)
        with _ending_with(process):
            if interrupts:
                raise KeyboardInterrupt
            assert process.stdout is not None
            reader = threading.Thread(target=_collect, args=(process.stdout, output), daemon=True)
            reader.start()
            messages = _read(reading, shown=shows)
            reader.join()
            process.wait()
            process.stdout.close()
    finally:
        os.close(reading)
    _report(messages, process.returncode)
    return b"".join(output).decode()


def _shows_progress() -> bool:
    notebook = sys.modules.get("IPython")
    return sys.stderr.isatty() or (notebook is not None and notebook.get_ipython() is not None)


@contextlib.contextmanager
def _held_back_interrupts() -> Iterator[list[int]]:
    """Collect interrupts instead of raising them, so that none falls between a start and its record."""
    collected: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield collected
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: collected.append(number))
    try:
        yield collected
    finally:
        signal.signal(signal.SIGINT, before)


def _started(command: list[str], errors: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a command whose standard error is a descriptor, which is closed here."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise NextpointError(f"{command[0]} cannot be run: {error.strerror}") from None
    finally:
        os.close(errors)


def _collect(stream: IO[bytes], into: list[bytes]) -> None:
    with contextlib.suppress(ValueError, OSError):
        while block := stream.read(1 << 16):
            into.append(block)


@contextlib.contextmanager
def _ending_with(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Interrupt the process if the body is left early, so that nothing runs on."""
    try:
        yield
    except BaseException:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        raise


def _read(descriptor: int, *, shown: bool) -> str:
    """Read messages until the writer has closed; a progress bar is drawn, and is no message."""
    text = b""
    while True:
        try:
            block = os.read(descriptor, 1 << 16)
        except OSError:  # How a terminal says that its other side is closed.
            block = b""
        if not block:
            break
        text += block
        bars = _BAR.findall(block.decode(errors="ignore")) if shown else []
        if bars:
            sys.stderr.write("\r" + bars[-1].removeprefix(_REDRAW).ljust(79))
            sys.stderr.flush()
    messages = text.decode(errors="replace")
    if shown and _BAR.search(messages):
        sys.stderr.write("\r" + " " * 79 + "\r")
        sys.stderr.flush()
    return _BAR.sub("", messages).replace(_REDRAW, "").replace("\r\n", "\n")


def _report(messages: str, code: int) -> None:
    """Pass the tool's messages on: notes to the log, warnings as warnings, errors as exceptions."""
    found: list[tuple[str, str]] = []
    for line in messages.splitlines():
        prefix = _PREFIX.match(line)
        if prefix:
            found.append((prefix[1].lower(), line[prefix.end():]))
        elif found and found[-1][0] == "error":
            found[-1] = ("error", f"{found[-1][1]}\n{line}")
        elif line:
            found.append(("note", line))
    for kind, text in found:
        if kind == "warning":
            warnings.warn(text, NextpointWarning, stacklevel=4)
        elif kind == "note":
            logger.info(text)
    if code in (0, 3):
        return
    if code == 130:
        raise KeyboardInterrupt
    told = "\n".join(text for kind, text in found if kind == "error")
    lacking = native.missing(messages)
    if lacking:
        raise MissingLibraryError(lacking)
    raise _ERRORS.get(code, NextpointError)(told or messages.strip() or f"ended with {code}")


def main() -> None:
    """Become the command line: what the script ``nextpoint`` of the package does."""
    path = str(executable())
    os.execv(path, [path, *sys.argv[1:]])
