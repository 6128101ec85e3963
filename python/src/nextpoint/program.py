"""A predictor of your own as a program: for every command and protocol, one sample at a time.

``python -m nextpoint.program MODULE:NAME`` speaks the format of ``nextpoint predict``: a sample in, a line
for each horizon out, before the next sample is sent. Each recording gets a process of its own.
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
    and works where that does not: in `sweep`, `compare` and `tune`, and with ``protocol="display"``.

    Parameters
    ----------
    target
        ``"module:name"`` of a function, class or object as `predictor` describes it, without
        ``batch=True``, in a module that Python finds from the current folder.
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
    return f'external:command="{command}"{limit}'


class _Conversation:
    """One recording, a line at a time."""

    def __init__(self, own: OwnPredictor, horizons: Floats, names: list[str]) -> None:
        self._step = own.steps(horizons)
        self._horizons = names
        self._t: list[float] = []
        self._xy: list[tuple[float, float]] = []

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer a line; none begins a stroke."""
        if not line:
            self._t, self._xy = [], []
            return []
        t, x, y = (float(field) for field in line.split(","))
        self._t.append(t)
        self._xy.append((x, y))
        positions = self._step(np.array(self._t), np.array(self._xy))
        return [
            f"{line},{horizon}," + ("," if x != x or y != y else f"{x!r},{y!r}")
            for horizon, (x, y) in zip(self._horizons, positions.tolist(), strict=True)
        ]


def serve(target: str, lines: TextIO, out: TextIO) -> None:
    """Answer the lines of a stream until it ends."""
    sys.path.insert(0, os.getcwd())
    module, _, name = target.partition(":")
    found = getattr(importlib.import_module(module), name)
    milliseconds = os.environ["NEXTPOINT_HORIZON_MS"].split(",")
    seconds = np.array([float(f"{text}e-3") for text in milliseconds])
    talk = _Conversation(OwnPredictor(found), seconds, [repr(value) for value in seconds.tolist()])
    for line in lines:
        text = "".join(f"{answer}\n" for answer in talk.answer(line.strip()))
        if text:
            out.write(text)
            out.flush()


if __name__ == "__main__":
    serve(sys.argv[1], sys.stdin, sys.stdout)
