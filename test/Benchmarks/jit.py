#!/usr/bin/env python3
"""Measures launches of deferred kernels whose images have to be compiled.

Called by scripts/bench-jit. Each row compares two ways to run a program, in turns and
each time with an empty cache unless it says otherwise, or two figures of one run; `ratio`
and `added` (the difference) are medians over these pairs. The last rows start many processes at once and count compiles for each image.
"""

import argparse
import concurrent.futures
import json
import os
import statistics
import sys
from collections import namedtuple

from jit_programs import Programs
from report import (Goal, add_arguments, count_met, made_folder, paired,
                    print_aligned, quantity, write_json)

# A way to run a program: which build of it, its settings, with which cache, and
# which figure counts: "first" and "longest" are printed, "whole" is the run. A
# program of its own, or None.
Way = namedtuple("Way", "build settings warm measure program")
# What is measured. Two figures of one way are taken from one run.
Row = namedtuple("Row", "title program arguments left right goal")


def way(build, measure, warm=False, program=None, **settings):
    return Way(build, settings, warm, measure, program)


def row(title, program, arguments, left, right, most=None):
    goal = Goal("ratio", "<=", most) if isinstance(most, (int, float)) else most
    return Row(title, program, arguments, left, right, goal)


FOREGROUND = {"OMP_JIT_ASYNC": "0"}
MANY_IMAGES = {"OMP_JIT_ASYNC": "0", "OMP_JIT_THRESHOLD": "1000"}


def launches(divisor):
    once = ["constant", "1"]
    constant = ["constant", str(1000 // divisor)]
    scale = [str(divisor)]
    added = Goal("added ns", "<=", 60)

    def images(measure):
        return way("jit", measure, warm=True, **MANY_IMAGES)

    return [
        row("L1 hit with 8 arguments, to ahead of time", "Arguments", scale,
            images("one-image"), way("ahead", "one-image"), added),
        row("L1 hit with 8 arguments, the oldest of 16 images", "Arguments", scale,
            images("oldest-of-16"), way("ahead", "oldest-of-16")),
        row("first launch with a native image: empty cache, to ahead of time",
            "Tiers", once, way("both", "first"), way("ahead", "first"), 1.05),
        row("first launch with a native image: image on disk, to ahead of time",
            "Tiers", once, way("both", "first", warm=True), way("ahead", "first"),
            1.05),
        row("first launch: background, to foreground", "Tiers", once,
            way("jit", "first"), way("jit", "first", **FOREGROUND)),
        row("longest launch after the first, native image, to ahead of time",
            "Tiers", constant, way("both", "longest"), way("ahead", "longest")),
        row("new process, image on disk, to ahead of time", "Process", [],
            way("jit", "whole", warm=True), way("ahead", "whole"), 1.3),
        row("new process, image on disk, native image, to ahead of time", "Process",
            [], way("both", "whole", warm=True), way("ahead", "whole"), 1.3),
    ]


def compiles(divisor, has_floor):
    many = "Kernels-%d" % (1000 // divisor)
    told = dict(MANY_IMAGES, OMP_JIT_INFO="1")
    plain = [
        row("launch with a compile, foreground, to plain LLVM's steps", "Kernels-1",
            [], way("jit", "next", **told), way("jit", "plain next", **told), 1.3),
        row("first launch, foreground, to opening LLVM and its first steps",
            "Kernels-1", [], way("jit", "first", **told),
            way("jit", "plain first", **told), 1.3),
    ]
    return [
        row("launch with a compile, foreground, to its own steps", "Kernels-1", [],
            way("jit", "next", **told), way("jit", "steps", **told), 1.3),
        *(plain if has_floor else []),
        row("compile of one kernel of 1,000, to the only one", "Kernels-1", [],
            way("jit", "compile", program=many, **told),
            way("jit", "compile", **told), 1.5),
    ]


def kernels(divisor):
    """What one launch of a warm run takes."""
    scale = [str(divisor)]

    def image(measure, **settings):
        return way("jit", measure, warm=True, **settings)

    return [
        row("stencil over points: all, to scalars alone", "Stencil", scale,
            image("points"), image("points", OMP_JIT_SPECIALIZE="scalars"), 1.1),
        row("stencil over points: to ahead of time", "Stencil", scale,
            image("points"), way("ahead", "points"), 1),
        row("members of structures: to ahead of time", "Stencil", scale,
            image("members"), way("ahead", "members"), 1.05),
        *[row("stencil of %d points: arrays named, to not named" % points,
              "Coefficients", scale,
              image("named-%d" % points, OMP_NUM_THREADS="1"),
              image("plain-%d" % points, OMP_NUM_THREADS="1"), most)
          for points, most in ((7, 1.05), (27, 0.9))],
    ]


def whole_runs(divisor):
    changing = ["changing", str(100000 // divisor)]
    demo = [str(max(1, 20000 // divisor)), str(max(1, 30 // divisor))]
    none = {"OMP_JIT_SPECIALIZE": "none"}
    ahead = way("ahead", "whole")

    def run(build, **settings):
        return way(build, "whole", **settings)

    return [
        row("scalar that changes 100,000 times: all, to none", "Tiers", changing,
            run("jit"), run("jit", **none), 1.1),
        row("the same with a native image", "Tiers", changing, run("both"),
            run("both", **none), 1.1),
        row("the same: background, to foreground", "Tiers", changing, run("jit"),
            run("jit", **FOREGROUND)),
        row("cross sections, cold: background, to foreground", "xslookup", demo,
            run("jit"), run("jit", **FOREGROUND)),
        row("cross sections, cold, native image: background, to foreground",
            "xslookup", demo, run("both"), run("both", **FOREGROUND)),
        row("cross sections, cold: background, to ahead of time", "xslookup",
            demo, run("jit"), ahead),
        row("cross sections, cold, native image: to ahead of time", "xslookup",
            demo, run("both"), ahead),
        row("cross sections, warm: to ahead of time", "xslookup", demo,
            run("jit", warm=True), ahead),
    ]


# --- Running ------------------------------------------------------------------


def run_once(programs, row, how):
    """All figures of one run."""
    program = programs.path(how.program or row.program, how.build)
    programs.forget_images()
    if how.warm:
        for _ in range(2):
            programs.run(program, row.arguments,
                         dict(how.settings, OMP_JIT_EXIT_WAIT="60000"))
    return programs.run(program, row.arguments, how.settings)


def measure(programs, row, rounds):
    samples = {"left": [], "right": []}
    sides = {"left": row.left, "right": row.right}
    is_one_run = row.left._replace(measure="") == row.right._replace(measure="")
    for number in range(rounds):
        figures = run_once(programs, row, row.left) if is_one_run else None
        for side in (["left", "right"], ["right", "left"])[number % 2]:
            found = figures or run_once(programs, row, sides[side])
            samples[side].append(found[sides[side].measure])
    ratio = paired(samples["left"], samples["right"])
    added = statistics.median(
        a - b for a, b in zip(samples["left"], samples["right"]))
    judged = {"ratio": ratio, "added ns": added}
    return {"name": row.title, "ratio": ratio, "added": added, "samples": samples,
            "left": statistics.median(samples["left"]),
            "right": statistics.median(samples["right"]),
            "goal": row.goal._asdict() if row.goal else None,
            "met": judged[row.goal.of] <= row.goal.value if row.goal else None}


def warm_starts(programs, rounds):
    """How many of so many warm runs open LLVM."""
    opened = runs = 0
    for build in ("jit", "both"):
        program = programs.path("Process", build)
        programs.forget_images()
        for number in range(2 + rounds):
            if number < 2:
                programs.run(program, [], {"OMP_JIT_EXIT_WAIT": "60000"})
                continue
            opened += programs.opens_llvm(program, [], {})
            runs += 1
    return {"name": "warm starts that open LLVM, of all", "ratio": opened / runs,
            "samples": [], "left": opened, "right": runs,
            "goal": Goal("ratio", "<=", 0)._asdict(), "met": opened == 0}


# --- Many processes -----------------------------------------------------------


def compiles_for_images(programs, build, processes):
    """(compiles, images) of processes of 16 threads that start at once."""
    programs.forget_images()
    program = programs.path("threads", build)
    stats = os.path.join(programs.folder, "stats-%d.json")

    def start(number):
        programs.run(program, [], {"OMP_JIT_STATS": stats % number,
                                   "OMP_JIT_EXIT_WAIT": "60000"})
        with open(stats % number, encoding="utf-8") as file:
            counts = json.load(file)
        return sum(counts[each] for each in
                   ["compiles", "background_compiles", "base_compiles"])

    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        count = sum(pool.map(start, range(processes)))
    return count, programs.images()


def at_once(programs, build, rounds):
    pairs = [compiles_for_images(programs, build, 16) for _ in range(rounds)]
    compiles, images = map(sum, zip(*pairs))
    return {"name": "16 processes of 16 threads at once, %s: compiles, to images"
                    % build,
            "ratio": compiles / images if images else None, "samples": pairs,
            "left": compiles, "right": images,
            "goal": Goal("ratio", "<=", 1)._asdict(), "met": compiles == images}


def others(programs, options):
    return [warm_starts(programs, max(1, options.rounds // 3)),
            *(at_once(programs, build, max(1, options.rounds // 3))
              for build in ("jit", "both"))]


# --- Printing -----------------------------------------------------------------


def cells(result):
    goal = result["goal"]
    count = isinstance(result["left"], int)
    sides = [str(result[side]) if count else quantity(result[side], "ns")
             for side in ("left", "right")]
    return [result["name"], *sides,
            "%.3f" % result["ratio"] if result["ratio"] is not None else "",
            quantity(result["added"], "ns")
            if goal and goal["of"] == "added ns" else "",
            "%(of)s %(bound)s %(value)g" % goal if goal else "",
            "" if result["met"] is None else "yes" if result["met"] else "NO"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=11)
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="only rows whose title contains this")
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    return parser.parse_args()


def main():
    options = arguments()
    programs = Programs(os.path.abspath(options.build), options.llvm,
                        made_folder(options, "bench-jit"))
    rows = [*launches(options.divisor),
            *compiles(options.divisor, has_floor=os.path.exists(programs.floor)),
            *kernels(options.divisor), *whole_runs(options.divisor)]
    rows = [each for each in rows if options.only in each.title]
    results = [measure(programs, each, options.rounds) for each in rows]
    if not options.only:
        results += others(programs, options)
    print_aligned([["measure", "this", "to", "ratio", "added", "goal", "met"],
                   *map(cells, results)])
    print("medians of %d pairs of runs; %s" % (options.rounds, count_met(results)))
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
