#!/usr/bin/env python3
"""Measures what it costs to compile a small file with a target region.

Called by scripts/bench-driver. Each mode is compared with two things, in turns: with
the packaged clang, which compiles the file without offloading, and with the same mode
where each step is a process of clang (-fno-integrated-cc1), as packaged drivers run
them. Processor time is that of all processes.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time

from report import add_arguments, count_met, made_folder, paired, print_aligned, write_json

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs", "Small.cpp")
GOAL_MS = 60
MODES = [
    ("ahead of time", ["-fopenmp-targets=x86_64-pc-linux-gnu"]),
    ("ahead of time, device LTO", ["-fopenmp-targets=x86_64-pc-linux-gnu", "-foffload-lto"]),
    ("compiled at run time", ["-fopenmp-targets=x86_64-pc-linux-gnu", "-fopenmp-target-jit"]),
    ("sm_90", ["--offload-arch=sm_90"]),
    ("gfx90a", ["--offload-arch=gfx90a"]),
]


def used(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run([*command, "-c", SOURCE, "-o", "small.o"], cwd=folder)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit("bench-driver: error: %s ended with status %d"
                 % (" ".join(command), done.returncode))
    return {"wall": 1e3 * wall,
            "cpu": 1e3 * (after.ru_utime - before.ru_utime
                          + after.ru_stime - before.ru_stime)}


def measure(options, level, mode, flags, folder):
    ours = [os.path.join(options.build, "bin", "clang++"), "-fopenmp", level, *flags]
    sides = {"ours": ours, "processes": [*ours, "-fno-integrated-cc1"],
             "host": [os.path.join(options.llvm, "bin", "clang++"), "-fopenmp", level]}
    samples = {side: [] for side in sides}
    for number in range(options.rounds + 1):
        for side, command in sides.items():
            sample = used(command, folder)
            if number:  # The first run brings files into memory.
                samples[side].append(sample)
    return [row("%s, %s: %s" % (mode, level, title), name, samples)
            for title, name in [("processor time", "cpu"), ("time", "wall")]]


def row(title, name, samples):
    values = {side: [each[name] for each in runs] for side, runs in samples.items()}
    result = {"name": title, "samples": values,
              **{side: statistics.median(each) for side, each in values.items()}}
    result["ratio"] = paired(values["ours"], values["host"])
    result["met"] = result["ours"] <= GOAL_MS
    return result


def cells(each):
    return [each["name"], *("%.1f ms" % each[side] for side in ("ours", "processes", "host")),
            "%.2f" % each["ratio"], "<= %d ms" % GOAL_MS, "yes" if each["met"] else "NO"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=20)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    folder = made_folder(options, "bench-driver")
    results = [each for level in ("-O0", "-O2") for mode, flags in MODES
               for each in measure(options, level, mode, flags, folder)]
    print_aligned([["measure", "ours", "a process for each step",
                    "packaged, host only", "ratio to host", "goal", "met"],
                   *map(cells, results)])
    print("medians of %d runs of each; %s" % (options.rounds, count_met(results)))
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
