"""Predictors of this process for the tool's commands: each recording is a conversation over a socket."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .errors import UsageError
from .own import OwnPredictor
from .program import Conversation

_RELAY = Path(__file__).with_name("relay.py")
#: How a spelling of a predictor of one's own looks in tables and messages.
_SPELLED = re.compile(
    r'external:(?:ask=true,|timeout=[\d.]+,)*command="[^"]*relay\.py (\d+)"(?:,\w+=[\w.]+)*')
_PROGRAM = re.compile(r"external program '[^']*relay\.py (\d+)'")
#: How long an answer may take, in seconds: the code may be in a debugger.
_TIMEOUT = 3600


class Bridge:
    """Answers the tool's questions to predictors of one's own, one call at a time."""

    def __init__(self, own: Sequence[OwnPredictor]) -> None:
        self._own = own
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="nextpoint-")
        self._path = os.path.join(self._folder.name, "socket")
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(self._path)
        self._server.listen(64)
        #: What a predictor raised.
        self.error: BaseException | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """The variables that the tool needs."""
        return {"NEXTPOINT_BRIDGE": self._path}

    @property
    def spellings(self) -> list[str]:
        """The predictors, as the tool starts them."""
        found = []
        for index in range(len(self._own)):
            command = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(_RELAY))} {index}"
            if '"' in command:
                raise UsageError(f"{command}: a command in a spelling cannot contain a quotation mark")
            found.append(f'external:command="{command}",ask=true,timeout={_TIMEOUT}')
        return found

    def named(self, text: str) -> str:
        """Return a text of the tool with the names of the predictors."""

        def name(found: re.Match[str]) -> str:
            return self._own[int(found[1])].name

        return _PROGRAM.sub(lambda found: f"predictor {name(found)}", _SPELLED.sub(name, text))

    def close(self) -> None:
        """Stop answering."""
        self._server.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._converse, args=(peer,), daemon=True).start()

    def _converse(self, peer: socket.socket) -> None:
        with peer, peer.makefile("r", encoding="utf-8") as lines:
            try:
                index, _, milliseconds = lines.readline().strip().partition(" ")
                with self._lock:
                    talk = Conversation(self._own[int(index)], milliseconds.split(","))
                for line in lines:
                    with self._lock:
                        answers = talk.answer(line.strip())
                    if answers:
                        peer.sendall("".join(f"{answer}\n" for answer in answers).encode())
            except OSError:
                return
            except Exception as error:
                # Raised where the tool was called, in place of its message.
                self.error = self.error or error


@contextlib.contextmanager
def bridged(own: Sequence[OwnPredictor]) -> Iterator[Bridge | None]:
    """Answer for predictors of one's own while the tool runs; what one raises is raised here."""
    if not own:
        yield None
        return
    bridge = Bridge(own)
    try:
        yield bridge
    except Exception:
        if bridge.error is not None:
            raise bridge.error from None
        raise
    finally:
        bridge.close()


def named(bridge: Bridge | None, table: Any) -> Any:
    """Return a data frame with the names of the predictors."""
    if bridge is not None:
        for column in ("predictor", "reference", "spelling", "searched"):
            if column in table:
                table[column] = [
                    bridge.named(value) if isinstance(value, str) else value for value in table[column]]
    return table
