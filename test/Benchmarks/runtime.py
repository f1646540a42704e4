#!/usr/bin/env python3
"""Compares our libomptarget with the packaged one and prints one table.

Called by scripts/bench-runtime. The programs are built once, ahead of time by
the packaged clang, and run alternately with either library in
LD_LIBRARY_PATH; `ratio` is the median over these pairs, so that it also holds on
a machine that is busy with other things. `scaling` compares ours with ours: a
row of many live mappings or kernels with that of ten, to which it adds the miss of
the cache that random addresses must cost.
"""

import argparse
import os
import statistics
import subprocess
import sys

import measures
from report import (INPUTS, OURS, PACKAGED, add_arguments, count_met, in_turns,
                    is_newer, judged, made_folder, print_table, quantity, spawn,
                    write_if_changed, write_json)

OFFLOAD = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]


class Tools:
    """Where the compilers and the two libraries are."""

    def __init__(self, build, llvm, folder):
        self.folder = folder
        self.packaged_c = os.path.join(llvm, "bin", "clang")
        self.packaged_clang = os.path.join(llvm, "bin", "clang++")
        self.our_clang = os.path.join(build, "bin", "clang++")
        self.libraries = {OURS: os.path.join(build, "lib"),
                          PACKAGED: os.path.join(llvm, "lib")}

    def environment(self, side):
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
        env.update(OMP_TARGET_OFFLOAD="MANDATORY",
                   OMP_JIT_CACHE_DIR=os.path.join(self.folder, "cache"),
                   LD_LIBRARY_PATH=self.libraries[side])
        return env


# --- Building -----------------------------------------------------------------


def kernels_source(count):
    """A program with this many kernels; see the other programs for its output."""
    lines = ['#include "Timing.h"', "using namespace bench;", "namespace {"]
    lines += ["void k%d() {\n#pragma omp target\n  {}\n}" % i for i in range(count)]
    lines += ["void (*const All[])() = {%s};" % ", ".join(
                  "k%d" % i for i in range(count)),
              "constexpr int Count = %d;" % count,
              "}",
              "int main(int, char **Arguments) {",
              "  setDivisor(Arguments[1]);",
              "  k0();",
              "  double Start = nowNs();",
              "  for (auto *Each : All)",
              "    Each();",
              '  report("first", (nowNs() - Start) / Count);',
              '  report("hot", timeCalls(40, 500, [](int) { k0(); }));',
              '  report("turns", timeCalls(40, 500, [](int I) {',
              "    All[I % Count]();",
              "  }));",
              "}"]
    return "\n".join(lines) + "\n"


def source_path(tools, name):
    if not name.startswith("Kernels-"):
        return os.path.join(INPUTS, name)
    path = os.path.join(tools.folder, name)
    text = kernels_source(int(name[len("Kernels-"):-len(".cpp")]))
    write_if_changed(path, text)
    return path


def compile_program(tools, compiler, source, name, flags):
    """The path of the program; compiles it unless it is there already."""
    path = os.path.join(tools.folder, name)
    source = source_path(tools, source)
    wrapper = os.path.join(os.path.dirname(compiler), "clang-linker-wrapper")
    needs = [source, os.path.join(INPUTS, "Timing.h"), compiler, wrapper]
    if not is_newer(path, needs):
        language = [] if source.endswith(".c") else ["-std=c++20"]
        # Ten thousand kernels take long at -O2, and the runtime does not care.
        level = "-O1" if "Kernels-" in source else "-O2"
        subprocess.run([compiler, level, *language, "-I", INPUTS, *flags, source,
                        "-o", path], check=True)
    return path


def build(tools, each):
    """Side -> what is run on that side."""
    ahead = compile_program(tools, tools.packaged_clang, each.source,
                            os.path.splitext(each.source)[0], OFFLOAD)
    if not each.deferred:
        return {OURS: ahead, PACKAGED: ahead}
    deferred = compile_program(tools, tools.our_clang, each.source, each.name,
                               OFFLOAD + ["-fopenmp-target-jit"])
    return {OURS: deferred, PACKAGED: ahead}


# --- Running ------------------------------------------------------------------


def fail(command, environment):
    sys.exit("bench-runtime: error: '%s' with LD_LIBRARY_PATH=%s failed"
             % (" ".join(command), environment["LD_LIBRARY_PATH"]))


def run(command, environment):
    done = subprocess.run(command, env=environment, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode:
        fail(command, environment)
    return done.stdout


def run_program(tools, each, options):
    """Key -> side -> one value for each round."""
    programs = build(tools, each)
    rounds = min(options.rounds, each.rounds or options.rounds)
    tail = [str(options.divisor), *each.arguments]
    if each.deferred:  # Fills the cache.
        run([programs[OURS], *tail], tools.environment(OURS))
    found = {}
    for side in in_turns(rounds):
        for line in run([programs[side], *tail],
                        tools.environment(side)).splitlines():
            key, value = line.split()
            found.setdefault(key, {OURS: [], PACKAGED: []})[side].append(
                float(value))
    return found


def processes(tools):
    """Key -> side -> the command line."""
    ahead = compile_program(tools, tools.packaged_clang, "Process.cpp", "Process",
                            OFFLOAD)
    deferred = compile_program(tools, tools.our_clang, "Process.cpp",
                               "Process-jit", OFFLOAD + ["-fopenmp-target-jit"])
    host = compile_program(tools, tools.packaged_clang, "Process.cpp",
                           "Process-host", ["-fopenmp"])
    return {"aot": {OURS: [ahead], PACKAGED: [ahead]},
            "threads": {side: ["/usr/bin/env", "OMP_NUM_THREADS=2", ahead]
                        for side in (OURS, PACKAGED)},
            "jit": {OURS: [deferred], PACKAGED: [ahead]},
            "idle": {OURS: [ahead, "idle"], PACKAGED: [ahead, "idle"]},
            "host": {OURS: [host], PACKAGED: [host]}}


def run_processes(tools, options):
    """As run_program, from outside the programs: nanoseconds and KiB."""
    spawner = compile_program(tools, tools.packaged_c, "Spawn.c", "Spawn", [])
    found = {}
    for key, commands in processes(tools).items():
        if key == "jit":  # Fills the cache.
            run(commands[OURS], tools.environment(OURS))
        for kind in ("time", "memory"):
            found["%s-%s" % (key, kind)] = {OURS: [], PACKAGED: []}
        for side in in_turns(options.processes):
            used = spawn(spawner, commands[side], tools.environment(side))
            if not used:
                fail(commands[side], tools.environment(side))
            found[key + "-time"][side].append(used.wall_ns / 1000)
            found[key + "-memory"][side].append(used.memory_kib)
    return found


# --- Judging ------------------------------------------------------------------


def judge(row, samples):
    """The figures of a row, or None where its program did not run."""
    found = samples.get(row.program, {}).get(row.key)
    if not found:
        return None
    scaling = None
    base = samples.get(row.base, {}).get(row.key)
    if base:
        floor = samples[row.program][row.floor][OURS] if row.floor else [0]
        scaling = statistics.median(found[OURS]) / (
            statistics.median(base[OURS]) + statistics.median(floor))
    return judged(row.title, row.unit, found, scaling, row.goal)


# --- The whole ----------------------------------------------------------------


def print_summary(results, options):
    print("%s; medians of %d runs, of processes %d."
          % (count_met(results), options.rounds, options.processes))
    aot = [e for e in results if e["name"].startswith("process, one kernel: ")]
    host = [e for e in results if e["name"].startswith("process, not offloaded: ")]
    for with_kernel, without in zip(aot, host):
        print("%s above the program that does not offload: ours %s, packaged %s"
              % (with_kernel["name"].split(": ")[1],
                 *(quantity(with_kernel[s] - without[s], without["unit"])
                   for s in (OURS, PACKAGED))))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser)
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="only programs whose name contains this")
    parser.add_argument("--processes", type=int, default=31,
                        help="pairs of runs of each whole process")
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    parser.add_argument("--skip", metavar="PROGRAM", action="append", default=[],
                        help="not this program")
    return parser.parse_args()


def collect(tools, options):
    """Program -> key -> side -> values."""
    def wanted(name):
        return options.only in name and name not in options.skip

    samples = {each.name: run_program(tools, each, options)
               for each in measures.PROGRAMS if wanted(each.name)}
    if wanted("Process"):
        samples["Process"] = run_processes(tools, options)
    return samples


def main():
    options = arguments()
    folder = made_folder(options, "bench-runtime")
    tools = Tools(os.path.abspath(options.build), options.llvm, folder)
    if not os.path.exists(os.path.join(tools.libraries[PACKAGED],
                                       "libomptarget.so")):
        sys.exit("bench-runtime: error: no libomptarget.so in %s to compare with; "
                 "install liboffload-22-dev" % tools.libraries[PACKAGED])
    samples = collect(tools, options)
    results = [r for r in (judge(row, samples) for row in measures.MEASURES) if r]
    print_table(results)
    print_summary(results, options)
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
