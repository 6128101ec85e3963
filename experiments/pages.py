"""What the pages of experiments share: the spelling and the origin of a predictor, Markdown tables.

Needs only Python's standard library.
"""

from pathlib import Path

PEERS = ("chromium", "androidx", "ink-stroke", "velocity-tracker", "flutter", "windows-rls")
# Not read from an implementation: only its constants are published, and how they fit together is inferred.
INFERRED = ("windows-rls",)


def spelling(row):
    """The spelling of a row's predictor, from its two columns, without the folder of a model file."""
    kinds, items = row["predictor"].split("+"), row["parameters"]
    if not items:
        return row["predictor"]
    parts = items.split("+") if len(kinds) > 1 else [items]
    name = "+".join(f"{kind}:{part}" if part else kind for kind, part in zip(kinds, parts))
    head, sign, rest = name.partition("model=/")
    if not sign:
        return name
    end = min([rest.find(c) for c in ",;]" if c in rest] or [len(rest)])
    return head + "model=" + Path(rest[:end]).name + rest[end:]


def whose(name):
    """Whether a predictor is a peer's, the device's, or ours."""
    if name.startswith(PEERS):
        return "peer"
    return "device" if name == "recorded" else "ours"


def origin(name):
    """The origin of a predictor as tables show it."""
    kind = "peer, inferred" if name in INFERRED else whose(name)
    return "nextpoint" if kind == "ours" else kind


def table(header, rows):
    """Prints a Markdown table."""
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()
