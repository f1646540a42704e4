#!/usr/bin/env python3
"""Shows what counts of earlier runs (OMP_JIT_COUNT) do to kernels on the processor.

Called by scripts/bench-counting. Without a program, three loops with rare paths run on
one thread, and the least of their processor times counts. A deferred program that is
named runs as it would anyway, and the median of its processor time counts. All images
are in the cache before anything is measured. What the loops compute must be the same in
all ways of running them; what a program that is named prints is not looked at.
"""

import argparse
import os
import shlex
import statistics
import subprocess
import sys

from report import INPUTS, add_arguments, made_folder, print_aligned, quantity, write_json

SOURCE = os.path.join(INPUTS, "RarePath.cpp")
OFFLOAD = ["-O3", "-std=c++20", "-I", INPUTS, "-fopenmp",
           "-fopenmp-targets=x86_64-pc-linux-gnu", "-fopenmp-target-jit"]
USUAL, COUNTED, COUNTING = WAYS = ["usual", "counted", "counting"]
SETTINGS = {USUAL: "off", COUNTED: "0", COUNTING: "1"}


def environment(way, cache, more):
    kept = {k: v for k, v in os.environ.items()
            if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
    return kept | more | {
        "OMP_TARGET_OFFLOAD": "MANDATORY", "OMP_JIT_ASYNC": "0",
        "OMP_JIT_CACHE_DIR": cache, "OMP_JIT_COUNT": SETTINGS[way]}


def run(command, way, cache, more):
    """What the program prints, and its processor time in nanoseconds."""
    with subprocess.Popen(command, env=environment(way, cache, more), text=True,
                          stdout=subprocess.PIPE) as child:
        printed = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit("bench-counting: error: %s ended with status %d"
                 % (shlex.join(command), child.returncode))
    return printed, (used.ru_utime + used.ru_stime) * 1e9


def runs(command, rounds, folder, more):
    """Runs in turns: the way, what was printed, and the processor time. Those that
    count have a cache of their own, as each of them changes the counts."""
    caches = {way: os.path.join(folder, "cache") for way in (USUAL, COUNTED)}
    caches[COUNTING] = os.path.join(folder, "counting")
    for way, cache in [(USUAL, caches[USUAL]), (COUNTING, caches[USUAL]),
                       (COUNTED, caches[COUNTED]), (COUNTING, caches[COUNTING])]:
        run(command, way, cache, more)
    for number in range(rounds):
        # Each round begins with another way.
        turn = number % len(WAYS)
        for way in WAYS[turn:] + WAYS[:turn]:
            yield way, *run(command, way, caches[way], more)


def measure_loops(options, folder):
    """The least time of each loop in each way."""
    program = os.path.join(folder, "rare-path")
    subprocess.run([os.path.join(options.build, "bin", "clang++"), *OFFLOAD, SOURCE,
                    "-o", program], check=True)
    least, sums = {}, {}
    for way, printed, _ in runs([program, str(options.divisor)], options.rounds, folder,
                                {"OMP_NUM_THREADS": "1"}):
        for name, time, total in map(str.split, printed.splitlines()):
            times = least.setdefault(name, {})
            times[way] = min(float(time), times.get(way, float(time)))
            if sums.setdefault(name, total) != total:
                sys.exit("bench-counting: error: %s: %s in one way, %s in another"
                         % (name, sums[name], total))
    return least


def measure_program(options, folder):
    """The median of the program's processor time in each way."""
    times = {way: [] for way in WAYS}
    own = {k: v for k, v in os.environ.items() if k.startswith(("OMP_NUM", "OMP_PROC"))}
    for way, _, used in runs(options.program, options.rounds, folder, own):
        times[way].append(used)
    return {os.path.basename(options.program[0]):
            {way: statistics.median(each) for way, each in times.items()}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=5)
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten the loops by this; above 1, figures mean little")
    parser.add_argument("program", nargs="*",
                        help="a deferred program and its arguments, behind --")
    options = parser.parse_args()
    folder = made_folder(options, "bench-counting")
    measured = (measure_program if options.program else measure_loops)(options, folder)
    rows = [["of", *WAYS, "counted to usual", "counting to usual"]]
    for name, times in measured.items():
        rows.append([name, *[quantity(times[way], "ns") for way in WAYS],
                     *["%.3f" % (times[way] / times[USUAL])
                       for way in (COUNTED, COUNTING)]])
    print_aligned(rows)
    if options.json:
        write_json(options.json, [{"name": name, "ns": times}
                                  for name, times in measured.items()])


if __name__ == "__main__":
    main()
