#!/usr/bin/env python3
"""Compares loops that write past the cache with plain code.

    run_streams.py --build build [--seeds 1-100] [--kernels 8] [--level 3]
        [--folder DIR]

Each program is built once, and runs on the host without offloading, then with stores
past the cache wherever they are possible: without specialisation, with all of it, and
with three threads. Prints a line for each program; the status is 1 if one differed.
What failed stays in the folder, without one in a temporary folder that is named.
"""

import argparse
import os
import pathlib
import subprocess
import sys

import running
from running import Failure

HERE = pathlib.Path(__file__).resolve().parent
WAYS = [("generic", {"OMP_JIT_SPECIALIZE": "none"}),
        ("threads", {"OMP_JIT_SPECIALIZE": "none", "OMP_NUM_THREADS": "3"}),
        ("specialised", {"OMP_JIT_SPECIALIZE": "all"})]


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--kernels", default=8, type=int)
    parser.add_argument("--level", default="3")
    parser.add_argument("--folder", type=pathlib.Path)
    chosen = parser.parse_args()
    chosen.seeds = running.seeds_of(chosen.seeds)
    chosen.tools = running.Tools(chosen.build, pathlib.Path())
    return chosen


def build(chosen, seed, folder):
    source = folder / "program.cpp"
    generator = HERE / "Inputs" / "generate_streams.py"
    with open(source, "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, generator, str(seed), str(chosen.kernels)],
                       stdout=out, check=True)
    program = source.with_suffix("")
    chosen.tools.compile(
        [chosen.tools.clang, *running.FLAGS, "-w", f"-O{chosen.level}",
         "-fopenmp-targets=" + running.HOST, "-fopenmp-target-jit", source, "-o", program])
    return program


def count_past(folder):
    """How many kernels of a dump write past the cache."""
    return sum("movnt" in file.read_text(encoding="utf-8") for file in folder.glob("*.s"))


def try_seed(chosen, seed, folder):
    """Runs one program and tells how many of its kernels wrote past the cache."""
    program = build(chosen, seed, folder)
    common = {**os.environ, "KMP_WARNINGS": "0", "OMP_JIT_CACHE": "memory",
              "OMP_JIT_ASYNC": "0", "OMP_JIT_NONTEMPORAL": "1"}
    expected = chosen.tools.run([program], {**common, "OMP_TARGET_OFFLOAD": "DISABLED"},
                                "host")
    past = 0
    for name, settings in WAYS:
        dump = folder / f"dump-{name}"
        printed = chosen.tools.run(
            [program], {**common, "OMP_TARGET_OFFLOAD": "MANDATORY",
                        "OMP_JIT_DUMP": str(dump), **settings}, name)
        if printed != expected:
            raise Failure(f"{name}: kernels differ: " + ", ".join(
                line.split()[0] for line, right in zip(
                    printed.splitlines(), expected.splitlines()) if line != right))
        if name == "generic":
            past = count_past(dump)
    print(f"seed {seed}: {past} kernels past the cache", flush=True)
    return past


def main():
    chosen = parse()
    total, failures = running.try_all(
        chosen.seeds, lambda seed: f"O{chosen.level}-{seed}",
        lambda seed, folder: try_seed(chosen, seed, folder), chosen.folder, "streams-")
    kernels = chosen.kernels * len(chosen.seeds)
    print(f"{kernels} kernels, {total} past the cache, {failures} programs failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
