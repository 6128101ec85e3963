"""The errors and warnings of nextpoint: the tool's own message and remedy, as Python's classes."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path


class NextpointError(RuntimeError):
    """The work failed: a file could not be written, or a program or predictor failed."""


class UsageError(NextpointError, ValueError):
    """A spelling, an option or an argument is not understood, or an output exists already."""


class UnknownOptionError(UsageError, TypeError):
    """A function has no argument of this name; the message names the one that is probably meant."""


class NoDataError(NextpointError, FileNotFoundError):
    """A data set or file does not exist, or holds nothing that can be used."""


class MissingLibraryError(ImportError):
    """The library of nextpoint, or a system library that it needs, is not on this machine."""


class NextpointWarning(UserWarning):
    """Something was left out or is doubtful; the message says what."""


def warn(text: str) -> None:
    """Warn at the line that called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_inside(frame.f_code.co_filename):
        frame = frame.f_back
        level += 1
    warnings.warn(text, NextpointWarning, stacklevel=level)


def _is_inside(file: str) -> bool:
    return file.startswith(str(Path(__file__).parent)) or file.endswith("contextlib.py")
