"""Finds and loads libnextpoint-c, and declares the functions of nextpoint.h that this package calls."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats
from .errors import MissingLibraryError, NextpointError, UsageError

_HERE = Path(__file__).resolve().parent
#: Where a wheel carries the library, the executable and the bundled recordings.
BUNDLE = _HERE / "_native"
#: The checkout that the package is imported from, if it is.
_CHECKOUT = _HERE.parents[2]
#: The Debian packages of the system libraries that the wheel does not carry.
_PACKAGES = {
    "liblapacke.so.3": "liblapacke",
    "libopenblas.so.0": "libopenblas0",
    "libblas.so.3": "libopenblas0",
    "liblapack.so.3": "libopenblas0",
    "libcrypto.so.3": "libssl3",
    "libcurl.so.4": "libcurl4",
    "libstdc++.so.6": "libstdc++6",
}

#: What the executable of a wheel needs beside what the library does.
_OF_THE_EXECUTABLE = ("libcrypto.so.3", "libcurl.so.4")


def find(name: str, variable: str) -> Path:
    """Return the path of a built product: named by a variable, in the wheel, or in a checkout.

    Parameters
    ----------
    name
        The file's name: ``nextpoint`` or ``libnextpoint-c.so``.
    variable
        The environment variable that names the file and precedes all other places.
    """
    named = os.environ.get(variable)
    if named:
        if not Path(named).is_file():
            raise MissingLibraryError(f"{variable}={named}: there is no such file; build it with "
                                      "'swift build', or unset the variable")
        return Path(named)
    builds = [_CHECKOUT / ".build" / kind / name for kind in ("release", "debug")]
    for path in [BUNDLE / name, *builds]:
        if path.is_file():
            return path
    raise MissingLibraryError(
        f"{name} is not in this installation of nextpoint; install the wheel that scripts/python "
        f"builds, or name a built one in {variable}")


def missing(text: str) -> str | None:
    """Return one sentence about the system library that a loader's message misses, if it does."""
    found = re.search(r"(lib[\w+-]+\.so[.\d]*): cannot open shared object", text)
    if not found:
        return None
    library = found[1]
    package = _PACKAGES.get(library)
    remedy = f"apt-get install {package}" if package else "your system's package manager"
    return f"nextpoint needs the system library {library}, which is missing; install it with: {remedy}"


class Context(ctypes.Structure):
    """``nextpoint_context``."""

    _fields_ = (
        ("nominal_rate_hz", ctypes.c_double),
        ("units_per_millimetre", ctypes.c_double),
        ("refresh_rate_hz", ctypes.c_double),
        ("horizons_s", ctypes.c_void_p),
        ("horizon_count", ctypes.c_size_t),
    )


class Column(ctypes.Structure):
    """``nextpoint_column``."""

    _fields_ = (("values", ctypes.c_void_p), ("stride_bytes", ctypes.c_ssize_t))


CONTINUE_FIRST_STROKE = 1
LEAVE_LAST_STROKE_OPEN = 2


class Strokes(ctypes.Structure):
    """``nextpoint_strokes``."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("sample_count", ctypes.c_size_t),
        *((name, Column) for name in ("time_s", "x", "y", "force", "altitude_rad", "azimuth_rad")),
        ("stroke_offsets", ctypes.c_void_p),
        ("stroke_count", ctypes.c_size_t),
        ("end_times_s", ctypes.c_void_p),
        ("flags", ctypes.c_size_t),
    )


class Answers(ctypes.Structure):
    """``nextpoint_answers``."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("horizons_s", ctypes.c_void_p),
        ("horizon_count", ctypes.c_size_t),
        ("horizon_stride_bytes", ctypes.c_ssize_t),
        ("levels", ctypes.c_void_p),
        ("level_count", ctypes.c_size_t),
        *(
            (name, ctypes.c_void_p)
            for name in (
                "answered", "position", "velocity", "covariance", "radius", "confidence", "pen",
                "lift_probability")
        ),
    )


class FeatureLayout(ctypes.Structure):
    """``nextpoint_feature_layout``."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("kind", ctypes.c_size_t),
        ("displacements", ctypes.c_size_t),
        ("velocities", ctypes.c_size_t),
        ("has_shape", ctypes.c_size_t),
        ("memory", ctypes.c_double),
    )


class Features(ctypes.Structure):
    """``nextpoint_features``."""

    _fields_ = (
        ("size", ctypes.c_size_t), ("values", ctypes.c_void_p), ("frame", ctypes.c_void_p))


def _load() -> ctypes.CDLL:
    if sys.platform != "linux":
        raise MissingLibraryError(f"nextpoint runs on Linux only so far, and this is {sys.platform}")
    path = find("libnextpoint-c.so", "NEXTPOINT_LIBRARY")
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise MissingLibraryError(missing(str(error)) or f"{path} cannot be loaded: {error}") from None
    for needed in _OF_THE_EXECUTABLE if path.parent == BUNDLE else ():
        try:
            ctypes.CDLL(needed)
        except OSError as error:
            raise MissingLibraryError(missing(str(error)) or str(error)) from None
    handle, size = ctypes.c_void_p, ctypes.c_size_t
    signatures = {
        "nextpoint_abi_version": (ctypes.c_int, []),
        "nextpoint_create": (
            handle, [ctypes.c_char_p, ctypes.POINTER(Context), ctypes.c_char_p, size]),
        "nextpoint_create_with_model": (
            handle,
            [ctypes.c_char_p, ctypes.POINTER(Context), ctypes.c_char_p, size, ctypes.c_char_p, size]),
        "nextpoint_feature_count": (
            size, [ctypes.POINTER(FeatureLayout), ctypes.c_char_p, size]),
        "nextpoint_motion_features": (
            ctypes.c_bool,
            [ctypes.POINTER(FeatureLayout), ctypes.POINTER(Context), ctypes.POINTER(Strokes),
             ctypes.POINTER(Features), ctypes.c_char_p, size]),
        "nextpoint_copy": (handle, [handle]),
        "nextpoint_free": (None, [handle]),
        "nextpoint_begin_stroke": (None, [handle]),
        "nextpoint_end_stroke": (None, [handle, ctypes.c_double]),
        "nextpoint_reset": (None, [handle]),
        "nextpoint_predict": (ctypes.c_bool, [handle, ctypes.c_double, ctypes.c_void_p]),
        "nextpoint_step": (
            None,
            [handle, ctypes.c_void_p, ctypes.c_void_p, size, ctypes.c_void_p]),
        "nextpoint_predict_strokes": (
            ctypes.c_bool,
            [handle, ctypes.POINTER(Strokes), ctypes.POINTER(Answers), ctypes.c_char_p, size]),
        "nextpoint_canonical_spelling": (
            size, [ctypes.c_char_p, ctypes.c_char_p, size, ctypes.c_char_p, size]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name, None)
        if function is None:
            raise MissingLibraryError(f"{path} is too old for this package: it has no {name}")
        function.restype, function.argtypes = result, arguments
    version = library.nextpoint_abi_version()
    if version != 1:
        raise MissingLibraryError(f"{path} has version {version} of the C interface, and 1 is needed")
    return library


library = _load()


def context(
    *,
    rate: float,
    units_per_mm: float | None = None,
    refresh_rate: float | None = None,
    horizons: Floats | None = None,
) -> Context:
    """Return what is known before the first sample; the horizons must outlive it."""
    return Context(
        rate,
        units_per_mm or 0,
        refresh_rate or 0,
        None if horizons is None else horizons.ctypes.data,
        0 if horizons is None else len(horizons),
    )


def create(spelling: str, context: Context, model: bytes | None = None) -> int:
    """Return the handle of a new predictor, which the caller frees."""
    message = ctypes.create_string_buffer(4000)
    text, about = spelling.encode(), ctypes.byref(context)
    if model is None:
        handle = library.nextpoint_create(text, about, message, len(message))
    else:
        handle = library.nextpoint_create_with_model(
            text, about, model, len(model), message, len(message))
    if not handle:
        raise UsageError(message.value.decode(errors="replace"))
    return int(handle)


def feature_count(layout: FeatureLayout) -> int:
    """Return how many features a layout has."""
    message = ctypes.create_string_buffer(1000)
    count = int(library.nextpoint_feature_count(ctypes.byref(layout), message, len(message)))
    if not count:
        raise UsageError(message.value.decode(errors="replace"))
    return count


def motion_features(
    layout: FeatureLayout,
    context: Context,
    t: Floats,
    xy: Floats,
    offsets: NDArray[np.uintp],
    values: NDArray[np.float32],
    frame: Floats,
) -> None:
    """Write the features and frames of strokes into arrays."""
    strokes = Strokes(
        ctypes.sizeof(Strokes),
        len(t),
        Column(t.ctypes.data, 8),
        Column(xy.ctypes.data, 16),
        Column(xy.ctypes.data + 8, 16),
        stroke_offsets=offsets.ctypes.data,
        stroke_count=len(offsets) - 1,
    )
    found = Features(ctypes.sizeof(Features), values.ctypes.data, frame.ctypes.data)
    message = ctypes.create_string_buffer(1000)
    if not library.nextpoint_motion_features(
        ctypes.byref(layout), ctypes.byref(context), ctypes.byref(strokes), ctypes.byref(found),
        message, len(message),
    ):
        raise UsageError(message.value.decode(errors="replace"))


def copied(handle: int) -> int:
    """Return the handle of an independent copy of a predictor."""
    copy = library.nextpoint_copy(handle)
    if not copy:
        raise NextpointError("the predictor could not be copied")
    return int(copy)


def canonical(spelling: str) -> str:
    """Return the canonical spelling of a predictor: two spellings of one have the same."""
    text, message = ctypes.create_string_buffer(4000), ctypes.create_string_buffer(4000)
    if not library.nextpoint_canonical_spelling(
        spelling.encode(), text, len(text), message, len(message)
    ):
        raise UsageError(message.value.decode(errors="replace"))
    return text.value.decode()
