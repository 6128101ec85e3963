"""A predictor of your own as a program: for every command and protocol, one sample at a time.

``python -m nextpoint.program MODULE:NAME`` speaks the format of ``nextpoint predict``: a sample in, a line
for each horizon out, before the next sample is sent. A line with a sample and a horizon asks for that
horizon too. Each recording gets a process of its own.
"""

from __future__ import annotations

import importlib
import os
import shlex
import sys
from typing import TextIO

import numpy as np

from .arrays import Floats
from .errors import UsageError
from .own import OwnPredictor


def program(target: str, *, timeout: float | None = None) -> str:
    """Return the spelling of a predictor of your own, which every command and protocol takes.

    It is slower than handing the predictor itself to `evaluate`, since each sample goes through a pipe,
    and works where that does not: in `sweep`, and with ``protocol="display"``, where the predictor is asked
    for the time to each refresh. For such a horizon a copy of a class, as it was before the latest sample,
    is asked.

    Parameters
    ----------
    target
        ``"module:name"`` of a function, class or object as `predictor` describes it, in a module that Python
        finds from the current folder.
    timeout
        How long an answer may take, in seconds, by default 10.
    """
    module, _, name = target.partition(":")
    if not module or not name:
        raise UsageError(f"'{target}' names no predictor; write module:name")
    command = f"{shlex.quote(sys.executable)} -m nextpoint.program {shlex.quote(target)}"
    if '"' in command:
        raise UsageError(f"{command}: a command in a spelling cannot contain a quotation mark")
    limit = "" if timeout is None else f",timeout={timeout}"
    return f'external:command="{command}",ask=true{limit}'


class Conversation:
    """One recording, a line at a time.

    Parameters
    ----------
    own
        The predictor.
    milliseconds
        The horizons, as texts.
    """

    def __init__(self, own: OwnPredictor, milliseconds: list[str]) -> None:
        self._horizons = np.array([float(f"{text}e-3") for text in milliseconds])
        self._names = [repr(value) for value in self._horizons.tolist()]
        self._steps = own.steps()
        self._t: list[float] = []
        self._xy: list[tuple[float, float]] = []

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer a sample, or a sample with a horizon; none begins a stroke."""
        if not line:
            self._t, self._xy = [], []
            return []
        fields = line.split(",")
        if len(fields) == 4:
            horizon = float(fields[3])
            positions = self._steps.ask(np.array(self._t), np.array(self._xy), np.array([horizon]))
            return _lines(",".join(fields[:3]), [fields[3]], positions)
        t, x, y = (float(field) for field in fields)
        self._t.append(t)
        self._xy.append((x, y))
        positions = self._steps.advance(
            np.array(self._t), np.array(self._xy), self._horizons, keeps_state=True)
        return _lines(line, self._names, positions)


def _lines(sample: str, horizons: list[str], positions: Floats) -> list[str]:
    return [
        f"{sample},{horizon}," + ("," if x != x or y != y else f"{x!r},{y!r}")
        for horizon, (x, y) in zip(horizons, positions.tolist(), strict=True)
    ]


def serve(target: str, lines: TextIO, out: TextIO) -> None:
    """Answer the lines of a stream until it ends."""
    sys.path.insert(0, os.getcwd())
    module, _, name = target.partition(":")
    found = getattr(importlib.import_module(module), name)
    talk = Conversation(OwnPredictor(found), os.environ["NEXTPOINT_HORIZON_MS"].split(","))
    for line in lines:
        text = "".join(f"{answer}\n" for answer in talk.answer(line.strip()))
        if text:
            out.write(text)
            out.flush()


if __name__ == "__main__":
    serve(sys.argv[1], sys.stdin, sys.stdout)
