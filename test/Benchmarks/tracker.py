#!/usr/bin/env python3
"""Shows what the tracker's settings cost and bring.

Called by scripts/bench-tracker. Each row is a program whose scalars change in one way;
the columns are values of T and R, and `none` is no specialisation at all. A figure is
the median time of whole runs with an empty cache, as a multiple of the row's best one.
The last row has the worst of each column: the settings with the least there are never
far from what would have been best.
"""

import argparse
import os
import statistics

from jit_programs import Programs
from report import (add_arguments, made_folder, print_aligned, quantity,
                    write_json)

# What the two scalars do, and how they are passed: values in turn, 0 for a new one at
# every launch.
ROWS = [
    ("nothing changes", 1, 1),
    ("the bound has 2 values", 2, 1),
    ("the bound has 4 values", 4, 1),
    ("the bound has 8 values", 8, 1),
    ("the bound has 12 values", 12, 1),
    ("the bound has 16 values", 16, 1),
    ("the bound has 32 values", 32, 1),
    ("the factor changes always", 1, 0),
    ("the factor changes always, the bound has 4 values", 4, 0),
]
THRESHOLDS = [1, 2, 4, 8, 16, 32]
RATIOS = ["0.25", "0.5", "0.75"]


def columns():
    yield "none", {"OMP_JIT_SPECIALIZE": "none"}
    for threshold in THRESHOLDS:
        yield f"T={threshold}", {"OMP_JIT_THRESHOLD": str(threshold)}
    for ratio in RATIOS:
        yield f"R={ratio}", {"OMP_JIT_RATIO": ratio}


def measure(programs, row, rounds, launches, asynchronous):
    """The median time of each column, by its name."""
    _, orders, factors = row
    program = programs.path("Tracker", "jit")
    times = {name: [] for name, _ in columns()}
    for _ in range(rounds):
        for name, settings in columns():
            programs.forget_images()
            figures = programs.run(program, [str(orders), str(factors), str(launches)],
                                   {"OMP_JIT_ASYNC": asynchronous, **settings})
            times[name].append(figures["whole"])
    return {name: statistics.median(each) for name, each in times.items()}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser)
    parser.add_argument("--launches", type=int, default=20000)
    return parser.parse_args()


def main():
    chosen = arguments()
    programs = Programs(os.path.abspath(chosen.build), chosen.llvm,
                        made_folder(chosen, "bench-tracker"))
    names = [name for name, _ in columns()]
    results = []
    for asynchronous, title in [("0", "in the foreground"), ("1", "in the background")]:
        table = [[title, "best", *names]]
        worst = dict.fromkeys(names, 1.0)
        for row in ROWS:
            times = measure(programs, row, chosen.rounds, chosen.launches, asynchronous)
            best = min(times.values())
            shares = {name: times[name] / best for name in names}
            worst = {name: max(worst[name], shares[name]) for name in names}
            table.append([row[0], quantity(best, "ns"),
                          *("%.2f" % shares[name] for name in names)])
            results.append({"row": row[0], "async": asynchronous, "ns": times})
        print_aligned([*table, ["worst", "", *("%.2f" % worst[name] for name in names)]])
        print()
    print("medians of %d runs of %d launches" % (chosen.rounds, chosen.launches))
    if chosen.json:
        write_json(chosen.json, results)


if __name__ == "__main__":
    main()
