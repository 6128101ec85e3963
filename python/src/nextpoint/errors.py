"""The errors and warnings of nextpoint: the tool's own message and remedy, as Python's classes."""

from __future__ import annotations


class NextpointError(RuntimeError):
    """The work failed: a file could not be written, or a program or predictor failed."""


class UsageError(NextpointError, ValueError):
    """A spelling, an option or an argument is not understood, or an output exists already."""


class NoDataError(NextpointError, FileNotFoundError):
    """A data set or file does not exist, or holds nothing that can be used."""


class MissingLibraryError(ImportError):
    """The library of nextpoint, or a system library that it needs, is not on this machine."""


class NextpointWarning(UserWarning):
    """Something was left out or is doubtful; the message says what."""
