"""nextpoint: predicts where a touch, pen or pointer will be, and measures how well.

>>> import nextpoint
>>> predictor = nextpoint.Predictor("linear", rate=120, horizons=[0.0333])
>>> predictor.predict_stroke([0, 0.01, 0.02], [[0, 0], [1, 0], [2, 0]]).shape
(3, 1, 2)

Times and horizons are seconds, and positions are in one unit of length.
"""

from . import plots
from .errors import (
    MissingLibraryError,
    NextpointError,
    NextpointWarning,
    NoDataError,
    UnknownOptionError,
    UsageError,
)
from .frames import as_polars
from .models import TrainingExamples, training_examples
from .motion import Features, Layout, features
from .native import canonical
from .own import predictor
from .plain import read, write
from .predictors import Answers, Predictor
from .program import program
from .recordings import Recording, Recordings, Stroke
from .runs import Run
from .scores import compare, evaluate, sweep, train, tune

#: The version of the package.
__version__ = "0.1.0"

__all__ = [
    "Answers",
    "Features",
    "Layout",
    "MissingLibraryError",
    "NextpointError",
    "NextpointWarning",
    "NoDataError",
    "Predictor",
    "Recording",
    "Recordings",
    "Run",
    "Stroke",
    "TrainingExamples",
    "UnknownOptionError",
    "UsageError",
    "__version__",
    "as_polars",
    "canonical",
    "compare",
    "evaluate",
    "features",
    "plots",
    "predictor",
    "program",
    "read",
    "sweep",
    "train",
    "training_examples",
    "tune",
    "write",
]
