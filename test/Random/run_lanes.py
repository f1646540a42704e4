"""Builds programs whose parallel loops have random bodies, and runs them on the host
device with iterations in the lanes of vectors: as many as the compiler chooses, few,
and many. All have to print what the same code prints that is run on the host.

    run_lanes.py --build build [--seeds 1-100] [--kernels 8] [--level 2]
                 [--lanes auto,4,16] [--how jit|ahead|full|thin] [--folder DIR]

Code is compiled at run time, ahead of time, or by a link of one of both kinds, for
this processor. Prints a line for each program, then how many kernels there were and how many of them
had lanes; the status is 1 if one differed. What failed stays in the folder, without
one in a temporary folder that is named.
"""

import argparse
import os
import pathlib
import subprocess
import sys

import running
from running import Failure

HERE = pathlib.Path(__file__).resolve().parent


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--kernels", default=8, type=int)
    parser.add_argument("--level", default="2")
    parser.add_argument("--lanes", default="auto,4,16")
    parser.add_argument("--how", default="jit", choices=["jit", "ahead", "full", "thin"])
    parser.add_argument("--folder", type=pathlib.Path)
    chosen = parser.parse_args()
    chosen.seeds = running.seeds_of(chosen.seeds)
    chosen.tools = running.Tools(chosen.build, pathlib.Path())
    return chosen


def write_source(chosen, seed, folder):
    source = folder / "program.cpp"
    generator = HERE / "Inputs" / "generate_lanes.py"
    with open(source, "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, generator, str(seed), str(chosen.kernels)],
                       stdout=out, check=True)
    return source


def build(chosen, source, *options):
    """The program's path, and how many of its loops got lanes, if that is told."""
    program = source.with_suffix("")
    said = chosen.tools.compile(
        [chosen.tools.clang, *running.FLAGS, "-w", f"-O{chosen.level}",
         "-fopenmp-targets=" + running.HOST, *options, source, "-o", program])
    return program, said.count("remark: iterations share vectors")


def build_ahead(chosen, source, lanes):
    lto = [] if chosen.how == "ahead" else ["-foffload-lto=" + chosen.how]
    return build(chosen, source, *lto, "-fopenmp-target-lanes=" + lanes,
                 "-Xopenmp-target=" + running.HOST, "-march=native", "-Rpass=ompjit-lanes")


def count_lanes(folder):
    """How many kernels of a dump have lanes: what fills no vector is done under a
    mask."""
    return sum("@llvm.masked." in file.read_text(encoding="utf-8")
               for file in folder.glob("*.after.ll"))


def try_seed(chosen, seed, folder):
    """Runs one program and tells how many of its kernels had lanes."""
    source = write_source(chosen, seed, folder)
    is_jit = chosen.how == "jit"
    program, _ = build(chosen, source, *["-fopenmp-target-jit"] * is_jit)
    common = {**os.environ, "KMP_WARNINGS": "0", "OMP_JIT_CACHE": "off",
              "OMP_JIT_ASYNC": "0", "OMP_JIT_SPECIALIZE": "none"}
    expected = chosen.tools.run([program], {**common, "OMP_TARGET_OFFLOAD": "DISABLED"},
                                "host")
    with_lanes = 0
    for lanes in chosen.lanes.split(","):
        dump = folder / f"dump-{lanes}"
        if not is_jit:
            program, made = build_ahead(chosen, source, lanes)
            with_lanes = max(with_lanes, made)
        printed = chosen.tools.run(
            [program], {**common, "OMP_TARGET_OFFLOAD": "MANDATORY",
                        "OMP_JIT_LANES": lanes, "OMP_JIT_DUMP": str(dump)},
            f"lanes {lanes}")
        if printed != expected:
            raise Failure(f"lanes {lanes}: kernels differ: " + ", ".join(
                line.split()[0] for line, right in zip(
                    printed.splitlines(), expected.splitlines()) if line != right))
        with_lanes = max(with_lanes, count_lanes(dump))
    print(f"seed {seed}: {with_lanes} kernels with lanes", flush=True)
    return with_lanes


def main():
    chosen = parse()
    total, failures = running.try_all(
        chosen.seeds, lambda seed: f"O{chosen.level}-{seed}",
        lambda seed, folder: try_seed(chosen, seed, folder), chosen.folder, "lanes-")
    kernels = chosen.kernels * len(chosen.seeds)
    print(f"{kernels} kernels, {total} with lanes, {failures} programs failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
