"""Builds random programs and runs them on a device in every way that the JIT
knows. Each compares its kernels with plain code on the host; all runs of one
program have to give the same results, too.

    run_random.py --build build --target nvptx64-nvidia-cuda:sm_90 \\
        [--arch LEAST] [--seeds 1-100] [--kernels 10] [--cases 30] [--level 2] \\
        [--folder DIR] [--without-toolkit] [--packaged-objects]

A target with an architecture is a virtual GPU's. Prints a line for each program,
then how many cases there were in all; the status is 1 if one differed. With
--without-toolkit all happens where no CUDA toolkit and no ROCm are, with
--packaged-objects the packaged clang makes the objects. What
failed stays in the folder, without one in a temporary folder that is named.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import running
from running import Failure

HERE = pathlib.Path(__file__).resolve().parent
SPECIALISED = {"OMP_JIT_THRESHOLD": "1000000"}
# Each starts with the cache that the one before left, or with an empty one.
WAYS = [
    ("generic", {"OMP_JIT_SPECIALIZE": "none"}, "empty"),
    ("specialised", {**SPECIALISED, "OMP_JIT_ASYNC": "0"}, "empty"),
    ("warm", {**SPECIALISED, "OMP_JIT_ASYNC": "0"}, "kept"),
    ("tracked", {"OMP_JIT_ASYNC": "0"}, "empty"),
    ("tracked again", {"OMP_JIT_ASYNC": "0"}, "kept"),
    ("behind", {**SPECIALISED, "OMP_JIT_ASYNC": "1"}, "empty"),
    # What it computes depends on where constants were known; what it compiles must
    # not.
    ("changed environment", {**SPECIALISED, "OMP_JIT_ASYNC": "0"}, "empty"),
    ("after it", {**SPECIALISED, "OMP_JIT_ASYNC": "0"}, "kept"),
]
UNCOMPARED = "changed environment"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--llvm", type=pathlib.Path,
                        default=pathlib.Path("/usr/lib/llvm-22"))
    parser.add_argument("--target", required=True)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--kernels", default=10, type=int)
    parser.add_argument("--cases", default=30, type=int)
    parser.add_argument("--level", default="2")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--arch", help="what the code is compiled for at least")
    parser.add_argument("--without-toolkit", action="store_true",
                        help="no CUDA toolkit and no ROCm are in sight")
    parser.add_argument("--packaged-objects", action="store_true",
                        help="of the packaged clang, linked by ours")
    chosen = parser.parse_args()
    chosen.seeds = running.seeds_of(chosen.seeds)
    chosen.tools = running.Tools(chosen.build, chosen.llvm, chosen.without_toolkit)
    return chosen


def build(chosen, seed, folder):
    """The program's path."""
    source, program = folder / "program.cpp", folder / "program"
    generator = HERE / "Inputs" / "generate.py"
    with open(source, "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, generator, str(seed),
                        str(chosen.kernels)], stdout=out, check=True)
    triple = chosen.target.partition(":")[0]
    flags = [*running.FLAGS, f"-O{chosen.level}", "-fopenmp-targets=" + triple]
    if chosen.packaged_objects:
        source = chosen.tools.packaged_object(source, flags, triple, chosen.arch)
    command = [chosen.tools.clang, *chosen.tools.cross, *flags, "-fopenmp-target-jit", source,
               running.ENVIRONMENT, "-o", program]
    if chosen.arch:
        command.append(f"--offload-arch={chosen.arch}")
    chosen.tools.compile(command)
    return program


def run(chosen, program, seed, name, settings):
    """The line of results, and the statistics."""
    statistics = program.parent / f"{name.replace(' ', '-')}.json"
    environment = running.environment_of(
        chosen.target.partition(":")[2], program.parent / "cache",
        {**settings, "OMP_JIT_STATS": str(statistics)})
    if name == UNCOMPARED:
        environment["RANDOM_FLOATING"] = running.FLOATING[
            seed % len(running.FLOATING)]
    printed = chosen.tools.run([program, str(seed), str(chosen.cases)], environment,
                               name, passes=name == UNCOMPARED)
    with open(statistics, encoding="utf-8") as file:
        counts = json.load(file)
    if counts["fallbacks"]:
        raise Failure(f"{name}: {counts['fallbacks']} launches fell back")
    return printed.splitlines()[-1], counts


def check_counts(name, counts, cases):
    """Whether a run was what its name says; nothing is tested otherwise."""
    if name == "specialised" and counts["compiles"] < cases / 2:
        raise Failure(f"only {counts['compiles']} images for {cases} cases")
    # Some of the arguments are rounded otherwise there.
    if name == "after it" and counts["compiles"] > cases / 4:
        raise Failure(f"{counts['compiles']} compiles for {cases} cases")
    if name in ("warm", "tracked again") and counts["compiles"]:
        raise Failure(f"{counts['compiles']} compiles with a full cache")


def try_seed(chosen, seed, folder):
    """Runs one program and tells how many cases were compared."""
    program = build(chosen, seed, folder)
    cases = chosen.kernels * chosen.cases
    expected, compiles = None, {}
    for name, settings, cache in WAYS:
        if cache == "empty":
            shutil.rmtree(folder / "cache", ignore_errors=True)
        result, counts = run(chosen, program, seed, name, settings)
        expected = expected or result
        if result != expected and name != UNCOMPARED:
            raise Failure(f"{name}: {result}, generic: {expected}")
        check_counts(name, counts, cases)
        compiles[name] = counts["compiles"] + counts.get("background_compiles", 0)
    told = ", ".join(f"{count} {name}" for name, count in compiles.items())
    print(f"seed {seed}: {expected} (compiles: {told})", flush=True)
    return cases * len(WAYS)


def main():
    chosen = parse()
    total, failures = running.try_all(
        chosen.seeds, lambda seed: f"{chosen.target.replace(':', '-')}-O{chosen.level}-{seed}",
        lambda seed, folder: try_seed(chosen, seed, folder), chosen.folder, "random-")
    print(f"{total} cases, {failures} programs failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
