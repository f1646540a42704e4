"""Writes a C++ file of random programs for GPUs.

    generate_gpu.py SEED PROGRAMS [--only K,...] [--drop N,...] [--avoid NAME,...]
        [--count] > program.cpp

Each program is a function with target constructs, the same function without
directives, and a comparison of what both leave. The programs that are built from
it take numbers of programs, or none for all:

    program [K...]

They tell what differs, and at the end how many programs there were, how many
differed, and a digest of all results. --drop leaves out statements and clauses by
their numbers; --count prints the numbers of one program's instead.
"""

import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "gpu"))
from kernels import Kernel  # pylint: disable=wrong-import-position


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("programs", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--drop", default="")
    parser.add_argument("--avoid", default="")
    parser.add_argument("--count", action="store_true")
    return parser.parse_args()


def split(text):
    return [part for part in text.split(",") if part]


def main():
    chosen = parse()
    only = [int(number) for number in split(chosen.only)] or range(chosen.programs)
    dropped = frozenset(int(number) for number in split(chosen.drop))
    # A header that takes long is for a few files only.
    avoid = split(chosen.avoid) + ["complex"] * (chosen.seed % 4 != 0)
    # Each program has random numbers of its own, so that it stays as it is alone.
    kernels = [Kernel(number, random.Random(chosen.seed * 1000003 + number),
                      frozenset(avoid)) for number in only]
    if chosen.count:
        for kernel in kernels:
            print(" ".join(map(str, kernel.everything.numbers())))
        return
    lines = [f"// Random programs of seed {chosen.seed}.", '#include "gpu_cases.h"']
    lines += [""] if "complex" in avoid else ["#include <complex>", ""]
    for kernel in kernels:
        lines += kernel.text(dropped)
    rows = ", ".join(f"{{{number}, {kernel.title}::test}}"
                     for number, kernel in zip(only, kernels))
    lines += [f"static const Program Programs[] = {{{rows}}};",
              "int main(int Count, char **Arguments) {",
              "  return runPrograms(Programs, std::size(Programs), Count, Arguments);", "}"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
