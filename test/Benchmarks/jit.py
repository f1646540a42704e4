#!/usr/bin/env python3
"""Measures launches of deferred kernels whose images have to be compiled.

Called by scripts/bench-jit. Each row compares two ways to run a program, in turns and
each time with an empty cache unless it says otherwise; `ratio` is the median over these
pairs. The last rows start many processes at once and count compiles for each image.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import namedtuple

from report import (INPUTS, Goal, add_arguments, count_met, made_folder, paired,
                    print_aligned, quantity, write_json)

HERE = os.path.dirname(os.path.abspath(__file__))
DEMO = os.path.join(HERE, "..", "Demo")
OFFLOAD = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
JIT = ["-fopenmp-target-jit"]
FLAGS = {"ahead": [], "jit": JIT, "both": JIT + ["--offload-arch=x86-64-v3"]}

# A way to run a program: which build of it, its settings, with which cache.
Way = namedtuple("Way", "build settings warm")
# What is measured: "first" and "longest" are printed, "whole" is the run.
Row = namedtuple("Row", "title program arguments measure left right goal")


def way(build, warm=False, **settings):
    return Way(build, settings, warm)


def rows(divisor):
    changing = ["changing", str(100000 // divisor)]
    constant = ["constant", str(1000 // divisor)]
    demo = [str(max(1, 20000 // divisor)), str(max(1, 30 // divisor))]
    foreground = {"OMP_JIT_ASYNC": "0"}
    unspecialised = {"OMP_JIT_SPECIALIZE": "none"}
    ahead = way("ahead")

    def row(title, program, arguments, measure, left, right, most=None):
        return Row(title, program, arguments, measure, left, right,
                   Goal("ratio", "<=", most) if most else None)

    return [
        row("first launch with a native image: empty cache, to ahead of time",
            "Tiers", ["constant", "1"], "first", way("both"), ahead, 1.05),
        row("first launch with a native image: image on disk, to ahead of time",
            "Tiers", ["constant", "1"], "first", way("both", warm=True), ahead),
        row("first launch: background, to foreground",
            "Tiers", ["constant", "1"], "first", way("jit"),
            way("jit", **foreground)),
        row("longest launch after the first, native image, to ahead of time",
            "Tiers", constant, "longest", way("both"), ahead),
        row("scalar that changes 100,000 times: all, to none", "Tiers", changing,
            "whole", way("jit"), way("jit", **unspecialised), 1.1),
        row("the same with a native image", "Tiers", changing, "whole",
            way("both"), way("both", **unspecialised), 1.1),
        row("the same: background, to foreground", "Tiers", changing, "whole",
            way("jit"), way("jit", **foreground)),
        row("cross sections, cold: background, to foreground", "xslookup", demo,
            "whole", way("jit"), way("jit", **foreground)),
        row("cross sections, cold, native image: background, to foreground",
            "xslookup", demo, "whole", way("both"), way("both", **foreground)),
        row("cross sections, cold: background, to ahead of time", "xslookup",
            demo, "whole", way("jit"), ahead),
        row("cross sections, cold, native image: to ahead of time", "xslookup",
            demo, "whole", way("both"), ahead),
        row("cross sections, warm: to ahead of time", "xslookup", demo, "whole",
            way("jit", warm=True), ahead),
    ]


# --- Building and running -----------------------------------------------------


class Programs:
    def __init__(self, build, folder):
        self.compiler = os.path.join(build, "bin", "clang++")
        self.folder = folder
        self.cache = os.path.join(folder, "cache")
        self.built = {}

    def path(self, name, build):
        if (name, build) not in self.built:
            self.built[name, build] = self.compile(name, build)
        return self.built[name, build]

    def compile(self, name, build):
        sources = {"Tiers": [os.path.join(INPUTS, "Tiers.cpp")],
                   "threads": [os.path.join(HERE, "../Tiers/Inputs/threads.cpp")],
                   "xslookup": [os.path.join(DEMO, "xslookup.cpp"),
                                os.path.join(DEMO, "CrossSections.cpp")]}[name]
        path = os.path.join(self.folder, "%s-%s" % (name, build))
        subprocess.run([self.compiler, "-O2", "-std=c++20", "-I", INPUTS, *OFFLOAD,
                        *FLAGS[build], *sources, "-o", path], check=True)
        return path

    def run(self, program, arguments, settings, cache):
        """Its figures, by name."""
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
        env.update(OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_CACHE_DIR=cache,
                   **{"OMP_JIT_ASYNC": "1", **settings})
        start = time.monotonic_ns()
        done = subprocess.run([program, *arguments], env=env, text=True,
                              stdout=subprocess.PIPE)
        whole = time.monotonic_ns() - start
        if done.returncode:
            sys.exit("bench-jit: error: %s ended with status %d"
                     % (program, done.returncode))
        figures = {"whole": float(whole)}
        for line in done.stdout.splitlines():
            if not line.startswith("{") and len(line.split()) == 2:
                figures[line.split()[0]] = float(line.split()[1])
        return figures


def time_once(programs, row, how):
    program = programs.path(row.program, how.build)
    shutil.rmtree(programs.cache, ignore_errors=True)
    if how.warm:
        for _ in range(2):
            programs.run(program, row.arguments,
                         dict(how.settings, OMP_JIT_EXIT_WAIT="60000"),
                         programs.cache)
    return programs.run(program, row.arguments, how.settings,
                        programs.cache)[row.measure]


def measure(programs, row, rounds):
    samples = {"left": [], "right": []}
    for number in range(rounds):
        for side in (["left", "right"], ["right", "left"])[number % 2]:
            samples[side].append(time_once(programs, row, getattr(row, side)))
    ratio = paired(samples["left"], samples["right"])
    return {"name": row.title, "ratio": ratio, "samples": samples,
            "left": statistics.median(samples["left"]),
            "right": statistics.median(samples["right"]),
            "goal": row.goal._asdict() if row.goal else None,
            "met": ratio <= row.goal.value if row.goal else None}


# --- Many processes -----------------------------------------------------------


def compiles_for_images(programs, build, processes):
    """(compiles, images) of processes of 16 threads that start at once."""
    shutil.rmtree(programs.cache, ignore_errors=True)
    program = programs.path("threads", build)
    stats = os.path.join(programs.folder, "stats-%d.json")

    def start(number):
        programs.run(program, [], {"OMP_JIT_STATS": stats % number,
                                   "OMP_JIT_EXIT_WAIT": "60000"}, programs.cache)
        with open(stats % number, encoding="utf-8") as file:
            counts = json.load(file)
        return sum(counts[each] for each in
                   ["compiles", "background_compiles", "base_compiles"])

    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        compiles = sum(pool.map(start, range(processes)))
    return compiles, len(glob.glob(os.path.join(programs.cache, "*.img")))


def at_once(programs, build, rounds):
    pairs = [compiles_for_images(programs, build, 16) for _ in range(rounds)]
    compiles, images = map(sum, zip(*pairs))
    return {"name": "16 processes of 16 threads at once, %s: compiles, to images"
                    % build,
            "ratio": compiles / images if images else None, "samples": pairs,
            "left": compiles, "right": images,
            "goal": Goal("ratio", "<=", 1)._asdict(), "met": compiles == images}


# --- Printing -----------------------------------------------------------------


def cells(result):
    goal = result["goal"]
    count = isinstance(result["left"], int)
    sides = [str(result[side]) if count else quantity(result[side], "ns")
             for side in ("left", "right")]
    return [result["name"], *sides,
            "%.3f" % result["ratio"] if result["ratio"] else "",
            "%(of)s %(bound)s %(value)g" % goal if goal else "",
            "" if result["met"] is None else "yes" if result["met"] else "NO"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=11)
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    return parser.parse_args()


def main():
    options = arguments()
    programs = Programs(os.path.abspath(options.build),
                        made_folder(options, "bench-jit"))
    results = [measure(programs, row, options.rounds)
               for row in rows(options.divisor)]
    results += [at_once(programs, build, max(1, options.rounds // 3))
                for build in ("jit", "both")]
    print_aligned([["measure", "this", "to", "ratio", "goal", "met"],
                   *map(cells, results)])
    print("medians of %d pairs of runs; %s" % (options.rounds, count_met(results)))
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
