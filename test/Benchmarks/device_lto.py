#!/usr/bin/env python3
"""Measures what device LTO gains where a region calls a function of another file.

Called by scripts/bench-device-lto. Every variant is compiled file by file, as in a
build of many files, and the programs run in turns, each beside the runtime library
of its clang; figures are medians of one region's time over all runs.
"""

import argparse
import os
import statistics
import subprocess
import sys

from report import (INPUTS, OURS, PACKAGED, add_arguments, made_folder,
                    print_aligned, quantity, write_json)
from runtime import OFFLOAD, Tools

NO_LTO = "no LTO"
# The packaged runtime cannot compile for the host when the program runs.
VARIANTS = [(NO_LTO, [], (OURS, PACKAGED)),
            ("full LTO", ["-foffload-lto"], (OURS, PACKAGED)),
            ("thin LTO", ["-foffload-lto=thin"], (OURS, PACKAGED)),
            ("deferred", ["-fopenmp-target-jit"], (OURS,))]
SOURCES = ["AcrossFiles", "AcrossFilesFunction"]


def build(tools, side, flags, name):
    """Compiles each file, then links; the path of the program."""
    compiler = tools.our_clang if side == OURS else tools.packaged_clang
    base = os.path.join(tools.folder, "%s-%s" % (side, name.replace(" ", "-")))
    objects = []
    for source in SOURCES:
        objects.append("%s-%s.o" % (base, source))
        subprocess.run([compiler, "-O2", "-std=c++20", *OFFLOAD, *flags, "-c",
                        os.path.join(INPUTS, source + ".cpp"), "-o", objects[-1]],
                       check=True)
    subprocess.run([compiler, "-O2", *OFFLOAD, *flags, *objects, "-o", base],
                   check=True)
    return base


def run(program, environment, divisor):
    """The nanoseconds of one region."""
    done = subprocess.run([program, str(divisor)], env=environment, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit("bench-device-lto: error: %s ended with status %d"
                 % (program, done.returncode))
    return float(done.stdout.split()[1])


def collect(tools, options):
    """(variant, side) -> the time of each run."""
    programs = {(name, side): build(tools, side, flags, name)
                for name, flags, sides in VARIANTS for side in sides}
    samples = {each: [] for each in programs}
    for (name, side), program in programs.items():
        if name == "deferred":  # Fills the cache.
            run(program, tools.environment(side), options.divisor)
    for number in range(options.rounds):
        order = list(programs) if number % 2 else list(reversed(programs))
        for each in order:
            samples[each].append(run(programs[each], tools.environment(each[1]),
                                     options.divisor))
    return samples


def judge(samples):
    """One result for each variant; ratios are of times, below 1 is faster."""
    medians = {each: statistics.median(times) for each, times in samples.items()}
    results = []
    for name, _, sides in VARIANTS:
        ours = medians[name, OURS]
        packaged = medians.get((name, PACKAGED))
        results.append({
            "name": name, "ours": ours, "packaged": packaged,
            "ours to no LTO": ours / medians[NO_LTO, OURS],
            "packaged to no LTO":
                packaged and packaged / medians[NO_LTO, PACKAGED],
            "ours to packaged": packaged and ours / packaged,
            "samples": {side: samples[name, side] for side in sides}})
    return results


def print_table(results):
    def cell(value):
        return "-" if value is None else "%.3f" % value

    columns = ["ours to no LTO", "packaged to no LTO", "ours to packaged"]
    rows = [["region's hot function in another file", OURS, PACKAGED, *columns]]
    for each in results:
        rows.append([each["name"], quantity(each["ours"], "ns"),
                     quantity(each["packaged"], "ns") if each["packaged"] else "-",
                     *(cell(each[column]) for column in columns)])
    print_aligned(rows)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=9)
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    return parser.parse_args()


def main():
    options = arguments()
    folder = made_folder(options, "bench-device-lto")
    tools = Tools(os.path.abspath(options.build), options.llvm, folder)
    results = judge(collect(tools, options))
    print_table(results)
    print("medians of %d runs" % options.rounds)
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
