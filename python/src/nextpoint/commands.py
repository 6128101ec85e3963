"""Runs the command line: its results, its messages as exceptions and warnings, its progress."""

from __future__ import annotations

import contextlib
import difflib
import functools
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from . import native
from .errors import (
    MissingLibraryError,
    NextpointError,
    NoDataError,
    UnknownOptionError,
    UsageError,
    warn,
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

#: A value of an option; arrays and numbers of NumPy count as lists and numbers.
Option = Any
#: Options that the functions of this package set themselves.
_OWN = frozenset({
    "help", "version", "format", "dataset", "predictor", "predictions", "output", "metric", "objective",
    "horizon", "set", "horizon-ms", "frames-ahead", "frame-rate", "weights", "examples-only",
})
#: Options of the tool that are arguments of another name here.
_ARGUMENTS = {
    "horizon-ms": "horizons", "dataset": "data", "predictor": "predictors", "force": "force=True",
    "metric": "metric", "set": "settings",
}
_USAGE = re.compile(r"^Usage: nextpoint |^\s*See 'nextpoint ")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*[a-z])(?: (?=[^\s']+: ))?")


def executable() -> Path:
    """Return the path of the command line that this package runs."""
    return native.find("nextpoint", "NEXTPOINT_EXECUTABLE")


def options(values: dict[str, Option]) -> list[str]:
    """Return options of the command line: ``max_gap=4`` becomes ``--max-gap 4``.

    None and False are left out, True is an option without a value, and a sequence or array is joined by
    commas.
    """
    arguments: list[str] = []
    for name, given in values.items():
        value = plain(given)
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is True:
            continue
        arguments[-1] += "=" + (",".join(map(str, value)) if isinstance(value, list) else str(value))
    return arguments


def plain(value: Any) -> Any:
    """Return numbers and arrays of NumPy, pandas and Polars as numbers and lists of Python."""
    if isinstance(value, (str, bytes, Path)):
        return value
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "to_list"):
        return value.to_list()
    if isinstance(value, Iterable):
        return [plain(one) for one in value]
    return value


def check_options(command: str, values: dict[str, Option]) -> None:
    """Refuse options that a command does not have.

    Raises
    ------
    TypeError
        With the option that is probably meant.
    """
    unknown = [name for name in values if name.replace("_", "-") not in _known_options(command)]
    if not unknown:
        return
    known = sorted(name.replace("-", "_") for name in _known_options(command))
    close = difflib.get_close_matches(unknown[0], [*known, *_FUNCTION_ARGUMENTS], 1, 0.5)
    remedy = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
    raise UnknownOptionError(f"{command} has no option {unknown[0]!r}; {remedy}")


#: Arguments that most functions have beside options.
_FUNCTION_ARGUMENTS = (
    "horizons", "frames_ahead", "frame_rate", "progress", "predictors", "data", "horizon", "output")


#: The commands whose predictors are not options, so that `predictor` names others.
_WITH_REFERENCES = ("compare", "tune")
#: The commands whose options are those of a subcommand.
_SUBCOMMANDS = {"sweep": ["sweep", "run"]}


@functools.cache
def _known_options(command: str) -> frozenset[str]:
    text = run([*_SUBCOMMANDS.get(command, [command]), "--help"], progress=False)
    found = frozenset(re.findall(r"^  (?:-\w, )?--([a-z][a-z-]*)", text, re.MULTILINE))
    return found - (_OWN - {"predictor"} if command in _WITH_REFERENCES else _OWN)


def spoken(text: str) -> str:
    """Return a message of the tool with the names of arguments in place of options."""
    text = "\n".join(line for line in text.splitlines() if not _USAGE.match(line))
    text = re.sub(r"(?:(?:use|pass|give|add) )?--force\b", "pass force=True", text)

    def argument(found: re.Match[str]) -> str:
        name = found[1]
        return _ARGUMENTS.get(name, name.replace("-", "_")) + (" = " if found[0].endswith(" ") else "")

    parts = re.split(r"('nextpoint [^']*')", text)
    return "".join(part if part.startswith("'nextpoint ") else _OPTION.sub(argument, part) for part in parts)


def run(
    arguments: Sequence[str],
    *,
    progress: bool | None = None,
    translate: Callable[[str], str] = str,
    environment: dict[str, str] | None = None,
) -> str:
    """Run a command and return its standard output.

    Parameters
    ----------
    arguments
        The command's name and its arguments.
    progress
        Whether to show a progress bar on standard error; by default in a notebook and on a terminal.
    translate
        Puts what the caller knows into each message.
    environment
        Variables in addition to those of this process.

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
    variables = {**os.environ, **(environment or {}), "NO_COLOR": "1", "TERM": "xterm"}
    variables.setdefault("OPENBLAS_NUM_THREADS", "1")
    reading, writing = os.openpty() if shows else os.pipe()
    command = [str(executable()), *arguments]
    output: list[bytes] = []
    try:
        with _held_back_interrupts() as interrupts:
            process = _started(command, writing, variables)
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
    _report(messages, process.returncode, translate)
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


def _report(messages: str, code: int, translate: Callable[[str], str]) -> None:
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
    found = [(kind, spoken(translate(text))) for kind, text in found]
    for kind, text in found:
        if kind == "warning":
            warn(text)
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
    told = told or spoken(translate(messages.strip())) or f"ended with {code}"
    raise _ERRORS.get(code, NextpointError)(told)


def main() -> None:
    """Become the command line: what the script ``nextpoint`` of the package does."""
    path = str(executable())
    os.execv(path, [path, *sys.argv[1:]])
