"""Passes lines on between the tool and the Python process that runs a predictor of one's own.

Started by the tool as an external program; see `bridge`. Imports nothing of the package, so that it starts
at once.
"""

import os
import selectors
import socket
import sys


def main() -> None:
    """Connect standard input and output with the socket that the environment names."""
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(os.environ["NEXTPOINT_BRIDGE"])
    peer.sendall(f"{sys.argv[1]} {os.environ['NEXTPOINT_HORIZON_MS']}\n".encode())
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(peer, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj == 0:
                block = os.read(0, 1 << 16)
                peer.sendall(block)
            else:
                block = peer.recv(1 << 16)
                _write(block)
            if not block:
                return


def _write(block: bytes) -> None:
    while block:
        block = block[os.write(1, block):]


if __name__ == "__main__":
    main()
