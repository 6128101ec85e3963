"""Model files: reading those that spellings name, and making them of networks that other libraries train."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import commands, motion
from . import horizons as horizons_module
from .arrays import Floats
from .commands import Option
from .errors import NextpointError, NoDataError, UsageError
from .motion import STANDARD_LAYOUT, Layout, Singles
from .recordings import Stroke

#: How a spelling names a model file; other predictors have a setting `model` too, which is no file.
_MODEL = re.compile(r'\blearned:(?:[^+;\[\]:"]*,)?model=(?:"([^"]*)"|([^,+;\[\]"]+))')
#: What a network's layers are called that change nothing when it answers.
_PASSING = ("Dropout", "Identity")
#: By how much of the displacement an imported model may differ from the network: the rounding of float32.
_TOLERANCE = 1e-5


def named(spelling: str) -> bytes | None:
    """Return the model file that a spelling names; None if it names none.

    Raises
    ------
    nextpoint.NoDataError
        If there is no such file.
    nextpoint.UsageError
        If the spelling names several.
    """
    paths = {one or other for one, other in _MODEL.findall(spelling)} - {"standard"}
    if not paths:
        return None
    if len(paths) > 1:
        raise UsageError(f"{spelling} names {len(paths)} model files; a predictor here may name one")
    path = Path(paths.pop())
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoDataError(
            f"{path}: the model cannot be read ({error.strerror}); give a file that nextpoint.train or "
            "save_model wrote") from None


@dataclass(frozen=True)
class Layer:
    """A layer of a dense network: ``x @ weights + offset``, with weights of shape ``(inputs, outputs)``."""

    weights: Singles
    offset: Singles


@dataclass(frozen=True)
class TrainingExamples:
    """What ``nextpoint train`` fits a model to, and what makes a model file of a network fitted to it.

    A model gets the standardized features of a sample and answers 16 numbers: the mean velocity along the
    motion to each of eight `knots`, then across it. Between the knots it is interpolated.

    Attributes
    ----------
    layout
        Which features.
    features
        Of ``s`` samples, as they were computed, float32 of shape ``(s, f)``.
    means, reciprocals
        Of the features, of shape ``(f,)``: means, and reciprocal standard deviations.
    limit
        A standardized feature counts as at most this, either way.
    records
        One for each horizon at a sample, ``m`` in all, with the fields ``sample``, ``participant``,
        ``task``, ``replayed``, ``knot``, ``share``, ``horizon_s``, ``along``, ``across``, ``length`` (what
        an error of 1 is in the reported unit of length) and ``weight``.
    knots
        The horizons at which a model answers, in seconds, of shape ``(8,)``.
    participants, tasks
        The names that the fields ``participant`` and ``task`` number.
    """

    layout: Layout
    features: Singles
    means: Singles
    reciprocals: Singles
    limit: float
    records: NDArray[Any]
    knots: Floats
    participants: list[str]
    tasks: list[str]
    _source: _Source

    def __len__(self) -> int:
        return len(self.records)

    @property
    def inputs(self) -> Singles:
        """What a model gets of each sample: standardized features, float32 of shape ``(s, f)``."""
        return self.standardized(self.features)

    @property
    def targets(self) -> Singles:
        """The true answer of each record, along and across, float32 of shape ``(m, 2)``."""
        answers = np.stack([self.records["along"], self.records["across"]], axis=1)
        return np.asarray(answers, np.float32)

    @property
    def weights(self) -> Singles:
        """What an error of 1 counts in the tool's loss, float32 of shape ``(m,)``.

        The loss is the mean of the weight times the length of the error; that of predicting no motion is 1.
        """
        return np.array(self.records["weight"])

    @property
    def basis(self) -> Singles:
        """The share of each knot in the answer to each record, float32 of shape ``(m, 8)``.

        The answer is ``(basis[:, None] * outputs[records["sample"]].reshape(-1, 2, 8)).sum(-1)``.
        """
        return motion.spread(self.records["knot"], self.records["share"])

    def at_knots(self) -> tuple[Singles, Singles, Singles]:
        """Return the samples whose truth is known at every knot, for libraries without a loss of one's own.

        With the default horizons these are nearly all but the last samples of strokes.

        Returns
        -------
        inputs
            Float32 of shape ``(k, f)``.
        targets
            The true answers, float32 of shape ``(k, 16)``.
        weights
            The mean weight of a sample's records, of shape ``(k,)``.
        """
        nearest = self.records["knot"] + (self.records["share"] > 0.5)
        is_at = np.abs(self.records["share"] - np.round(self.records["share"])) < 1e-3
        found = np.full((len(self.features), 2, 8), np.nan, dtype=np.float32)
        rows = self.records["sample"]
        found[rows[is_at], :, nearest[is_at]] = self.targets[is_at]
        counts = np.maximum(np.bincount(rows, minlength=len(found)), 1)
        means = np.bincount(rows, self.weights, minlength=len(found)) / counts
        targets = found.reshape(-1, 16)
        whole = np.isfinite(targets).all(axis=1)
        return self.inputs[whole], targets[whole], means[whole].astype(np.float32)

    def standardized(self, features: ArrayLike) -> Singles:
        """Return features as a model gets them, with the same bits."""
        values = np.asarray(features, dtype=np.float32)
        limit = np.float32(self.limit)
        return np.asarray(np.clip((values - self.means) * self.reciprocals, -limit, limit))

    def save_model(
        self,
        path: str | Path,
        *networks: Any,
        skip: Any = None,
        force: bool = False,
        progress: bool | None = None,
    ) -> str:
        """Write networks as a model file, which the command line, Swift, C and the browser run.

        The model answers the mean of the networks. It is compared with them afterward: its predictions of
        strokes, by the library, with those that follow from the networks' own answers.

        Parameters
        ----------
        path
            The model file.
        networks
            Each maps `inputs` to 16 answers, dense, with ReLU between layers: a ``torch.nn.Sequential`` of
            ``Linear`` and ``ReLU`` (and ``Dropout``), an ``MLPRegressor`` or a linear model of scikit-learn,
            or a sequence of pairs (weights of shape ``(inputs, outputs)``, offsets).
        skip
            A linear way past the hidden layers, which is added: like a network of one layer; one for
            each network, or none.
        force
            Replace an existing file.
        progress
            Whether to show a progress bar; by default in a notebook and on a terminal.

        Returns
        -------
        str
            The spelling of the predictor: ``learned:model=FILE``.

        Raises
        ------
        TypeError
            If a network is none of these.
        nextpoint.NextpointError
            If the file predicts something else than the networks.
        """
        if not networks:
            raise UsageError("no network is given")
        passes = _several(skip, len(networks))
        stacks = [_layers(network) for network in networks]
        ways = [None if one is None else _layers(one)[0] for one in passes]
        _check(stacks, ways, self.features.shape[1])
        settings = {**self._source.settings, **self.layout.settings}
        kind = "linear" if len(stacks[0]) == 1 else "network"
        if kind == "network":
            settings["members"] = len(stacks)
            settings["hidden"] = "x".join(str(len(layer.offset)) for layer in stacks[0][:-1])
        flat = np.concatenate([_flat(stack, way, kind) for stack, way in zip(stacks, ways, strict=True)])
        target = Path(path).resolve()
        if target.exists() and not force:
            raise UsageError(f"{target}: exists already; choose another name, or pass force=True")
        if not target.parent.is_dir():
            raise NoDataError(f"{target.parent}: there is no such folder; create it, or choose another")
        # Beside its place until it has been compared, so that it appears whole and right or not at all.
        with tempfile.TemporaryDirectory(prefix=".nextpoint-", dir=target.parent) as work:
            weights, file = Path(work) / "weights.f32", Path(work) / target.name
            flat.astype("<f4").tofile(weights)
            self._source.run(
                ["--kind", kind, f"--weights={weights}", f"--output={file}"], settings, progress=progress)
            self._compare(file, target, list(networks), passes)
            file.replace(target)
        return f"learned:model={target}"

    def _compare(self, file: Path, target: Path, networks: list[Any], passes: list[Any]) -> None:
        """Hold what the file predicts to what the networks say."""
        from .predictors import Predictor

        asked = self.knots[[0, 2, 3, 5, 7]] * 0.9
        for stroke in _curves():
            found = motion.features(stroke, self.layout)
            there = np.isfinite(found.frame[:, 0])
            inputs = self.standardized(found.values[there])
            outputs = np.full((len(found), 16), np.nan, dtype=np.float32)
            outputs[there] = np.mean([
                answers(network, inputs) + (0 if way is None else answers(way, inputs))
                for network, way in zip(networks, passes, strict=True)], axis=0)
            expected = found.positions(outputs, asked)
            said = Predictor(f'learned:adapt=false,model="{file}"', horizons=asked).predict_stroke(
                stroke.t, stroke.xy)
            with np.errstate(invalid="ignore"):
                # Rounding errors grow with what the network answers.
                size = np.maximum(np.abs(outputs).max(axis=1), 1)
                reach = (size * np.hypot(*np.moveaxis(found.frame[:, 0:2], 1, 0)))[:, None] * np.maximum(
                    asked * 60, 1)
                difference = np.hypot(*np.moveaxis(said - expected, -1, 0)) / reach
            worst = float(np.max(difference[there]))
            if not worst < _TOLERANCE:
                raise NextpointError(
                    f"{target}: differs from the network by {worst:.1e} of the motion; the network has "
                    "more in it than its layers say: give a plain stack of Linear and ReLU")


@dataclass(frozen=True)
class _Source:
    """What the examples were made of, so that a model file can name it."""

    data: Any
    settings: dict[str, Any]
    options: dict[str, Option]

    def run(
        self, arguments: Sequence[str], settings: dict[str, Any], *, progress: bool | None
    ) -> None:
        """Run ``nextpoint train`` with these settings and arguments."""
        from .located import located
        from .scores import _repeated

        chosen = [f"{name}={value}" for name, value in settings.items()]
        with located(self.data) as places:
            commands.run(
                ["train", *places, *_repeated("set", chosen), *commands.options(self.options),
                 *arguments], progress=progress, translate=places.spoken)


def training_examples(
    data: Any,
    layout: Layout = STANDARD_LAYOUT,
    *,
    horizons: ArrayLike | None = None,
    settings: dict[str, Any] | None = None,
    progress: bool | None = None,
    **options: Option,
) -> TrainingExamples:
    """Return the examples that `train` would fit a model to: same targets, features and weights.

    Parameters
    ----------
    data
        As in `evaluate`. Participants of the part ``test`` are left out.
    layout
        Which features.
    horizons
        In seconds, by default the knots of the layout.
    settings
        Settings of the examples, such as ``{"replays": 4}``.
    progress
        Whether to show a progress bar; by default in a notebook and on a terminal.
    options
        Options of ``nextpoint train``, such as ``split="train"``, ``participants="1,2"``, ``seed=2``.
    """
    commands.check_options("train", options)
    asked = layout.knots if horizons is None else horizons
    source = _Source(
        data, dict(settings or {}), {**horizons_module.options(asked, None, None), **options})
    with tempfile.TemporaryDirectory(prefix="nextpoint-") as work:
        folder = Path(work) / "examples"
        source.run(
            ["--examples-only", f"--output={folder}"], {**source.settings, **layout.settings},
            progress=progress)
        about = json.loads((folder / "examples.json").read_text(encoding="utf-8"))
        means, reciprocals = np.load(folder / "standardization.npy")
        return TrainingExamples(
            layout=layout,
            features=np.load(folder / "features.npy"),
            means=means,
            reciprocals=reciprocals,
            limit=float(about["featureLimit"]),
            records=np.load(folder / "examples.npy"),
            knots=np.array(about["knots"]),
            participants=list(about["participants"]),
            tasks=list(about["tasks"]),
            _source=source,
        )


def answers(network: Any, inputs: Singles) -> Singles:
    """Return what a network answers to inputs by its own means, float32 of shape ``(s, outputs)``."""
    if hasattr(network, "predict"):
        return np.asarray(network.predict(inputs), dtype=np.float32)
    if hasattr(network, "parameters"):
        with _without_gradients():
            was_training = bool(network.training)
            network.eval()
            result = network(_tensor(inputs, next(iter(network.parameters()))))
            network.train(was_training)
            return np.asarray(result.cpu().numpy(), dtype=np.float32)
    values = inputs
    stack = _layers(network)
    for number, layer in enumerate(stack):
        values = values @ layer.weights + layer.offset
        if number + 1 < len(stack):
            values = np.maximum(values, 0)
    return values


def _tensor(inputs: Singles, like: Any) -> Any:
    import torch

    return torch.as_tensor(inputs, dtype=like.dtype, device=like.device)


@contextlib.contextmanager
def _without_gradients() -> Iterator[None]:
    import torch

    with torch.no_grad():
        yield


def _several(skip: Any, count: int) -> list[Any]:
    if skip is None:
        return [None] * count
    if count == 1:
        return [skip]
    if not isinstance(skip, (list, tuple)) or len(skip) != count:
        raise UsageError(f"skip needs one way past the hidden layers for each of {count} networks")
    return list(skip)


def _layers(network: Any) -> list[Layer]:
    """Return the layers of a network of any library."""
    if hasattr(network, "coefs_"):
        if network.activation != "relu" or network.out_activation_ != "identity":
            raise TypeError(
                f"{network!r}: a model file has ReLU between layers and nothing after the last; fit it with "
                "activation='relu'")
        return [
            _layer(weights, offset)
            for weights, offset in zip(network.coefs_, network.intercepts_, strict=True)
        ]
    if hasattr(network, "coef_"):
        return [_layer(np.transpose(network.coef_), network.intercept_)]
    if hasattr(network, "parameters"):
        return _torch_layers(network)
    if isinstance(network, (list, tuple)) and network:
        return [_layer(weights, offset) for weights, offset in network]
    raise TypeError(
        f"{network!r} is no dense network; give a torch.nn.Sequential of Linear and ReLU, an MLPRegressor "
        "or linear model of scikit-learn, or pairs (weights, offset)")


def _torch_layers(network: Any) -> list[Layer]:
    name = type(network).__name__
    children = [network] if name == "Linear" else list(cast("Any", network).children())
    if name not in ("Linear", "Sequential"):
        raise TypeError(f"{name} may compute anything; give a torch.nn.Sequential of Linear and ReLU")
    found: list[Layer] = []
    may_rectify = False
    for child in children:
        kind = type(child).__name__
        if kind == "Linear":
            if may_rectify:
                raise TypeError("two Linear layers follow each other; put a ReLU between them, or join them")
            weights = child.weight.detach().cpu().numpy().T
            offset = np.zeros(weights.shape[1]) if child.bias is None else child.bias.detach().cpu().numpy()
            found.append(_layer(weights, offset))
            may_rectify = True
        elif kind == "ReLU" and may_rectify:
            may_rectify = False
        elif kind not in _PASSING:
            raise TypeError(f"a model file has no {kind} here; use Linear layers with ReLU between them")
    if not found or not may_rectify:
        raise TypeError("the last layer of the network must be Linear")
    return found


def _layer(weights: ArrayLike, offset: ArrayLike) -> Layer:
    matrix = np.asarray(weights, dtype=np.float32)
    row = np.broadcast_to(np.asarray(offset, dtype=np.float32), matrix.shape[1:])
    if matrix.ndim != 2:
        raise TypeError(f"weights of a layer have the shape {matrix.shape}, and (inputs, outputs) is needed")
    return Layer(matrix, row)


def _check(stacks: list[list[Layer]], ways: list[Layer | None], features: int) -> None:
    shapes = [[layer.weights.shape for layer in stack] for stack in stacks]
    if any(shape != shapes[0] for shape in shapes):
        raise UsageError("the networks have layers of different sizes; a model file has members of one shape")
    widths = [features, *(len(layer.offset) for layer in stacks[0])]
    wanted = list(itertools.pairwise(widths))
    if shapes[0] != wanted or widths[-1] != 16:
        raise UsageError(
            f"the network's layers are {shapes[0]}; it must take {features} inputs and answer 16 numbers, "
            "along and across at eight knots")
    if len(stacks[0]) == 1 and (len(stacks) > 1 or ways[0] is not None):
        raise UsageError("a network without hidden layers is a linear model: give one, without skip")
    for way in ways:
        if way is not None and way.weights.shape != (features, 16):
            raise UsageError(f"skip has the shape {way.weights.shape}, and {(features, 16)} is needed")


def _flat(stack: list[Layer], way: Layer | None, kind: str) -> Singles:
    """Return the weights in the order of a model file."""
    last = stack[-1]
    offset = last.offset if way is None else last.offset + way.offset
    parts = [part.ravel() for layer in stack[:-1] for part in (layer.weights, layer.offset)]
    parts += [last.weights.ravel(), offset]
    if kind == "network":
        past = np.zeros((stack[0].weights.shape[0], 16), np.float32) if way is None else way.weights
        parts.append(past.ravel())
    return np.concatenate(parts)


def _curves() -> list[Stroke]:
    """Return motions on which a model file is compared: curved, fast and slow, on three clocks."""
    result = []
    for number, (rate, speed) in enumerate([(60, 3.0), (120, 7.0), (250, 1.5)]):
        t = np.arange(2 * rate) / rate
        xy = np.column_stack([300 * np.cos(speed * t), 200 * np.sin(1.7 * speed * t + number)])
        result.append(Stroke(str(number), t, xy))
    return result
