"""Writes the data set of this experiment: circles drawn at a constant angular speed, as a noisy touch screen
of 60 Hz reports them, with the exact positions beside.

Usage: circles.py FOLDER
"""

import json
import math
import random
import sys
from pathlib import Path

RADII = (2, 4, 8, 16, 32)
FREQUENCIES = (0.5, 1, 2, 3, 4)
RATE = 60
SECONDS = 4
NOISE = 0.05
STROKES = 2
PARTICIPANTS = 2


def recording(radius, frequency, generator):
    """The text of one participant's circles, each around another center and from another angle."""
    lines = ["stroke,t_s,x,y,true_x,true_y"]
    for stroke in range(STROKES):
        center = (generator.uniform(20, 80), generator.uniform(20, 80))
        start = generator.uniform(0, 2 * math.pi)
        turn = 1 if stroke % 2 == 0 else -1
        for sample in range(RATE * SECONDS):
            time = sample / RATE
            angle = start + turn * 2 * math.pi * frequency * time
            x = center[0] + radius * math.cos(angle)
            y = center[1] + radius * math.sin(angle)
            noise = (generator.gauss(0, NOISE), generator.gauss(0, NOISE))
            lines.append(
                f"s{stroke},{5 * stroke + time:.6f},{x + noise[0]:.4f},{y + noise[1]:.4f},{x:.6f},{y:.6f}")
    return "\n".join(lines) + "\n"


def main():
    """Writes the files and their description."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    files = []
    for radius in RADII:
        for frequency in FREQUENCIES:
            for number in range(1, PARTICIPANTS + 1):
                path = f"r{radius}-f{frequency:g}-p{number}.csv"
                generator = random.Random(f"{radius} {frequency:g} {number}")
                (folder / path).write_text(recording(radius, frequency, generator), encoding="utf-8")
                files.append({
                    "path": path, "format": "plain-csv", "participant": f"p{number}",
                    "task": f"{radius} mm {frequency:g} Hz"})
    description = {
        "schema": 1, "name": "tight-circles", "unit": "mm", "nominalRateHz": RATE, "files": files}
    (folder / "dataset.json").write_text(json.dumps(description, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
