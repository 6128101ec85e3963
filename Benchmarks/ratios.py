"""Prints the least time of each benchmark of a suite, and its ratio to that of the first.

Usage: ratios.py SUITE FILE.jmh.json
The first is the benchmark that the suite is read against: `FIRST`. Needs Python's standard library.
"""

import json
import sys

FIRST = {
    "PredictorSuite": "hold",
    "SweepSuite": "one by one",
    "ReaderSuite": "plain-csv",
    "InkSuite": "pipeline",
}


def main():
    suite, file = sys.argv[1:]
    with open(file, encoding="utf-8") as text:
        elements = json.load(text)
    times = {}
    for element in elements:
        name = element["benchmark"].removeprefix(f"package.benchmark.{suite}.").replace("_", " ")
        clock = next(
            metric
            for title, metric in element["secondaryMetrics"].items()
            if title.startswith("Time (wall clock)")
        )
        times[name] = clock["scorePercentiles"]["0.0"]
    first = times[FIRST[suite]]
    for name, time in sorted(times.items(), key=lambda item: item[1]):
        print(f"{suite},{name},{time},{time / first:.3g}")


main()
