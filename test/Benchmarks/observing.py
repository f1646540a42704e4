#!/usr/bin/env python3
"""Shows what observing a program costs its launches.

Called by scripts/bench-observing. Each column is a way of observing, each row a region;
a program is run once for each column in turn, and the least of its runs counts, because
other work on the machine only adds to it. Shares are what a launch takes in addition,
of what it takes without an observer. The goal is at most 5 % of a region of 10 us.
"""

import argparse
import os
import subprocess
import sys

from jit_programs import Programs
from report import add_arguments, made_folder, print_aligned, quantity, write_json

OFF = "off"
WAYS = {OFF: {}, "OMP_JIT_TRACE": {"OMP_JIT_TRACE": "trace"},
        "OMP_JIT_REPORT": {"OMP_JIT_REPORT": "report.html"},
        "OMP_JIT_SUMMARY": {"OMP_JIT_SUMMARY": "1"}}
# The figures of the program, and the most that observing may add.
REGIONS = [("empty", "empty region", None), ("10 us", "region of 10 us", 0.05)]
BUILDS = [("ahead", ""), ("jit", ", deferred")]


def run(programs, program, arguments, settings):
    """The figures of one run in the folder of the programs."""
    done = subprocess.run([program, *arguments], cwd=programs.folder, text=True,
                          env=dict(programs.environment(settings), TMPDIR=programs.folder),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit("bench-observing: error: %s ended with status %d: %s"
                 % (program, done.returncode, done.stderr))
    rows = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    return {name: float(value) for name, value in rows}


def measure(programs, build, options):
    """The least of each figure, by the way of observing."""
    program = programs.path("Observing", build)
    steps = run(programs, program, ["1"], {})["steps"]
    least = {}
    for number in range(options.rounds):
        # Each round begins with another way.
        ways = list(WAYS)[number % len(WAYS):] + list(WAYS)[:number % len(WAYS)]
        for way in ways:
            figures = run(programs, program,
                          [str(options.divisor), str(round(steps))], WAYS[way])
            known = least.setdefault(way, figures)
            least[way] = {name: min(known[name], each) for name, each in figures.items()}
    return least


def row(title, key, goal, least):
    """The result of one region."""
    ns = {way: least[way][key] for way in WAYS}
    shares = {way: ns[way] / ns[OFF] - 1 for way in WAYS if way != OFF}
    return {"name": title, "ns": ns, "shares": shares, "goal": goal,
            "met": None if goal is None else max(shares.values()) <= goal}


def cells(result):
    shown = [quantity(result["ns"][OFF], "ns")]
    for way, share in result["shares"].items():
        more = result["ns"][way] - result["ns"][OFF]
        shown.append("%+.0f ns, %+.1f %%" % (more, 100 * share))
    return [result["name"], *shown,
            "" if result["goal"] is None else "<= %g %%" % (100 * result["goal"]),
            {None: "", True: "yes", False: "NO"}[result["met"]]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser)
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    return parser.parse_args()


def main():
    options = arguments()
    programs = Programs(os.path.abspath(options.build), options.llvm,
                        made_folder(options, "bench-observing"))
    results = []
    for build, suffix in BUILDS:
        least = measure(programs, build, options)
        results += [row(title + suffix, key, goal, least) for key, title, goal in REGIONS]
    print_aligned([["a launch", *WAYS, "goal", "met"], *map(cells, results)])
    print("the least of %d runs of each" % options.rounds)
    if options.json:
        write_json(options.json, results)


if __name__ == "__main__":
    main()
