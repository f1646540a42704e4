#!/usr/bin/env python3
"""Shows what lanes (OMP_JIT_LANES) do to twenty parallel loops on the processor.

Called by scripts/bench-loops. Each loop runs on one thread as the packaged compiler
makes it ahead of time, once for any x86-64 processor and once for this one, and as the
JIT compiler makes it without lanes and with them. The least of all runs counts, because
other work on the machine only adds to it. All have to compute the same: to the last
bit, except where the packaged compiler's code rounds products by themselves and where
a reduction is added in another order.
"""

import argparse
import math
import os
import subprocess
import sys

from report import INPUTS, add_arguments, made_folder, print_aligned, quantity, write_json

SOURCE = os.path.join(INPUTS, "Loops.cpp")
OFFLOAD = ["-O3", "-std=c++20", "-I", INPUTS, "-fopenmp",
           "-fopenmp-targets=x86_64-pc-linux-gnu"]
JIT = ["-fopenmp-target-jit"]
NATIVE = ["-march=native", "-Xopenmp-target", "-march=native"]
PACKAGED, PACKAGED_NATIVE, OFF, AUTO = WAYS = [
    "packaged", "packaged, native", "off", "auto"]
IN_ORDER = {"dot"}  # Reductions of numbers that are rounded.


def build(options, folder):
    """The program of each way."""
    packaged = os.path.join(options.llvm, "bin", "clang++")
    ours = os.path.join(options.build, "bin", "clang++")
    made = {}
    for way, compiler, flags in [(PACKAGED, packaged, []),
                                 (PACKAGED_NATIVE, packaged, NATIVE),
                                 (OFF, ours, JIT), (AUTO, ours, JIT)]:
        made[way] = os.path.join(folder, "loops-" + "-".join(
            [os.path.basename(os.path.dirname(os.path.dirname(compiler))),
             *[each.strip("-") for each in flags]]))
        subprocess.run([compiler, *OFFLOAD, *flags, SOURCE, "-o", made[way]],
                       check=True)
    return made


def run(program, way, options, folder):
    """The time and the sum of each loop."""
    environment = {k: v for k, v in os.environ.items()
                   if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
    environment |= {"OMP_NUM_THREADS": "1", "OMP_TARGET_OFFLOAD": "MANDATORY",
                    "OMP_JIT_ASYNC": "0", "OMP_JIT_CACHE_DIR": folder + "/cache"}
    if way in (OFF, AUTO):
        environment["OMP_JIT_LANES"] = way
    done = subprocess.run([program, str(options.divisor)], env=environment, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit("bench-loops: error: %s ended with status %d" % (program, done.returncode))
    rows = (line.split() for line in done.stdout.splitlines())
    return {name: (float(time), float(total)) for name, time, total in rows}


def check(name, totals):
    """Whether all ways compute the same."""
    for way, total in totals.items():
        exact = way in (OFF, AUTO) and name not in IN_ORDER
        if not (total == totals[OFF] if exact
                else math.isclose(total, totals[OFF], rel_tol=1e-4)):
            sys.exit("bench-loops: error: %s: %.17g with '%s', %.17g with '%s'"
                     % (name, total, way, totals[OFF], OFF))


def measure(options, folder):
    """The least time of each loop in each way."""
    programs = build(options, folder)
    least = {}
    for number in range(options.rounds):
        # Each round begins with another way.
        totals = {}
        for way in WAYS[number % len(WAYS):] + WAYS[:number % len(WAYS)]:
            for name, (time, total) in run(programs[way], way, options, folder).items():
                times = least.setdefault(name, {})
                times[way] = min(time, times.get(way, time))
                totals.setdefault(name, {})[way] = total
        for name, each in totals.items():
            check(name, each)
    return least


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=9)
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    options = parser.parse_args()
    folder = made_folder(options, "bench-loops")
    least = measure(options, folder)
    rows = [["loop", *WAYS, "auto to off", "auto to packaged"]]
    for name, times in least.items():
        rows.append([name, *[quantity(times[way], "ns") for way in WAYS],
                     "%.3f" % (times[AUTO] / times[OFF]),
                     "%.3f" % (times[AUTO] / times[PACKAGED])])
    rows.append(["geometric mean", *[""] * len(WAYS),
                 *["%.3f" % mean([times[AUTO] / times[to] for times in least.values()])
                   for to in (OFF, PACKAGED)]])
    print_aligned(rows)
    if options.json:
        write_json(options.json, [{"name": name, "ns": times}
                                  for name, times in least.items()])


if __name__ == "__main__":
    main()
