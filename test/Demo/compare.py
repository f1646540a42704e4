#!/usr/bin/env python3
"""Builds the demo ahead of time and deferred, runs it cold and warm, and prints
one table.

Called by scripts/demo. Fails where a result digest differs, or where a warm run
compiles anything. Each figure is the median over the runs.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ["xslookup.cpp", "CrossSections.cpp"]
FLAGS = ["-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
COLUMNS = [("startup_ms", "start-up"), ("first_ms", "first kernel"),
           ("steady_ms", "steady kernel"), ("whole_ms", "whole run")]


class Mode:
    """A way to build the demo and to start it."""

    def __init__(self, name, compiler, flags=(), deferred=False, warm=False,
                 libraries=None):
        self.name = name
        self.compiler = compiler
        self.flags = list(flags)
        self.deferred = deferred
        self.warm = warm
        self.libraries = libraries


def modes(build, llvm):
    ours = os.path.join(build, "bin", "clang++")
    found = []
    packaged = os.path.join(llvm, "lib")
    # In packages of their own: liboffload-22-dev and clang-tools-22.
    if all(os.path.exists(os.path.join(llvm, part))
           for part in ("lib/libomptarget.so", "bin/clang-linker-wrapper")):
        found.append(Mode("packaged LLVM, ahead of time",
                          os.path.join(llvm, "bin", "clang++"),
                          libraries=packaged))
    jit = ["-fopenmp-target-jit"]
    return found + [
        Mode("ahead of time", ours),
        Mode("JIT, cold", ours, jit, deferred=True),
        Mode("JIT, warm", ours, jit, deferred=True, warm=True)]


def compile_demo(mode, program):
    done = subprocess.run([mode.compiler, *FLAGS, *mode.flags, "-o", program]
                          + [os.path.join(HERE, s) for s in SOURCES])
    if done.returncode != 0:
        sys.exit("demo: %s: %s could not build the program"
                 % (mode.name, mode.compiler))


def environment(mode, cache, stats):
    env = {k: v for k, v in os.environ.items()
           if not k.startswith(("OMP_", "LIBOMPTARGET_"))}
    # In the foreground, so that each run compiles the same.
    env.update(OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_ASYNC="0",
               OMP_JIT_CACHE_DIR=cache, OMP_JIT_STATS=stats)
    if mode.libraries:
        env["LD_LIBRARY_PATH"] = mode.libraries
    return env


def run_once(mode, program, arguments, cache, stats):
    """One run: its times, its digest, and what the JIT engine counted."""
    env = environment(mode, cache, stats)
    start = time.monotonic_ns()
    env["DEMO_START_NS"] = str(start)
    done = subprocess.run([program, *arguments], env=env, text=True,
                          stdout=subprocess.PIPE)
    whole = (time.monotonic_ns() - start) / 1e6
    if done.returncode != 0:
        sys.exit("demo: %s: %s ended with status %d"
                 % (mode.name, program, done.returncode))
    result = {"whole_ms": whole}
    for line in done.stdout.splitlines():
        result.update(json.loads(line))
    if mode.deferred:
        if not os.path.exists(stats):
            sys.exit("demo: %s: no statistics were written; was the program "
                     "deferred at all?" % mode.name)
        with open(stats, encoding="utf-8") as file:
            counted = json.load(file)
        result["compiles"] = counted["compiles"] + counted["base_compiles"]
        result["hits"] = {level: counted[level + "_hits"]
                          for level in ("l1", "l2_memory", "l2_disk")}
    return result


def run_mode(mode, folder, runs, arguments):
    """The runs of a mode, each cold one with an empty cache."""
    program = os.path.join(folder, "demo-deferred" if mode.deferred
                           else "demo-packaged" if mode.libraries else "demo-aot")
    if not os.path.exists(program):
        compile_demo(mode, program)
    cache = os.path.join(folder, "cache")
    stats = os.path.join(folder, "stats.json")
    results = []
    for _ in range(runs):
        if not mode.warm:
            shutil.rmtree(cache, ignore_errors=True)
        results.append(run_once(mode, program, arguments, cache, stats))
    return results


def row(mode, results):
    """A line of the table."""
    cells = [mode.name]
    for key, _ in COLUMNS:
        cells.append("%.1f ms" % statistics.median(r[key] for r in results))
    if mode.deferred:
        last = results[-1]
        cells.append("%d" % max(r["compiles"] for r in results))
        cells.append("%d" % sum(last["hits"].values()))
    else:
        cells += ["-", "-"]
    cells.append(" ".join(sorted({r["digest"] for r in results})))
    return cells


def print_table(rows):
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    for number, cells in enumerate(rows):
        print("  ".join([cells[0].ljust(widths[0])]
                        + [c.rjust(w) for c, w in zip(cells[1:], widths[1:])]))
        if number == 0:
            print("  ".join("-" * w for w in widths))


def problems(measured):
    """What is wrong with the results, as sentences."""
    found = []
    digests = {r["digest"] for _, results in measured for r in results}
    if len(digests) != 1:
        found.append("the result digests differ")
    for mode, results in measured:
        if not mode.deferred:
            continue
        compiles = [r["compiles"] for r in results]
        if mode.warm and any(compiles):
            found.append("a warm run compiled something")
        if not mode.warm and not all(compiles):
            found.append("a cold run compiled nothing")
    return found


def positive(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError("'%s' is no number from 1" % text)
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22")
    parser.add_argument("--runs", type=positive, default=5, help="of each mode")
    parser.add_argument("--json", help="also write all results to this file")
    parser.add_argument("arguments", nargs="*", metavar="LOOKUPS PASSES",
                        help="passed to the demo")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="ompjit-demo-") as folder:
        measured = [(mode, run_mode(mode, folder, options.runs, options.arguments))
                    for mode in modes(options.build, options.llvm)]
    print_table([["mode"] + [title for _, title in COLUMNS]
                 + ["compiles", "hits", "result digest"]]
                + [row(mode, results) for mode, results in measured])
    print("Medians of %d runs; each result was checked against the host's."
          % options.runs)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({mode.name: results for mode, results in measured}, file,
                      indent=1)
    for problem in problems(measured):
        print("demo: error: " + problem, file=sys.stderr)
    return 1 if problems(measured) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("demo: interrupted")
    except OSError as problem:
        sys.exit("demo: error: %s" % problem)
