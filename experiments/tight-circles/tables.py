"""Prints a table of the page from the results.

Usage: tables.py radii|predictors results.csv
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from pages import table  # noqa: E402

PREDICTORS = ("hold", "linear", "polynomial", "kalman", "rls", "recommended", "arc")


def read(path):
    """The mean errors by radius, frequency and predictor; of `polynomial` the lowest with its setting."""
    errors = defaultdict(dict)
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            radius, _, frequency, _ = row["task"].split()
            cell = errors[float(radius), float(frequency)]
            found = (float(row["error_mean"]), f"{row['degree']}/{row['window']}")
            name = row["predictor"]
            if name not in cell or found < cell[name]:
                cell[name] = found
    return dict(sorted(errors.items()))


def shown(cell, name):
    """An error, of `polynomial` with degree and window."""
    error, setting = cell[name]
    return f"{error:.3f} ({setting})" if name == "polynomial" else f"{error:.3f}"


def main():
    """Prints the table that was asked for."""
    kind, path = sys.argv[1:]
    errors = read(path)
    if kind == "predictors":
        table(["radius (mm)", "frequency (Hz)", *[f"`{name}`" for name in PREDICTORS]],
              [[f"{radius:g}", f"{frequency:g}", *[shown(cell, name) for name in PREDICTORS]]
               for (radius, frequency), cell in errors.items()])
        return
    frequencies = sorted({frequency for _, frequency in errors})
    rows = []
    for radius in sorted({radius for radius, _ in errors}):
        row = [f"{radius:g}"]
        for frequency in frequencies:
            cell = errors[radius, frequency]
            others = min(cell[name][0] for name in PREDICTORS if name != "arc")
            row.append(f"{cell['arc'][0] / others:.2f}")
        rows.append(row)
    table(["radius (mm)", *[f"{frequency:g} Hz" for frequency in frequencies]], rows)


if __name__ == "__main__":
    main()
