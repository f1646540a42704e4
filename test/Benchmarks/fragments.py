#!/usr/bin/env python3
"""Measures kernels that are linked of fragments.

Called by scripts/bench-fragments. Each row compares a figure with what it is
to be compared with, in turns. The library of all kernels is not built as a whole: a
random sample of its kernels is, and its figures are scaled. LLVM's own steps are those
of CompileFloor: the same bitcode is linked, optimised once as for link-time optimisation with O3, generated and
linked by lld, in one process. Warm starts are medians; of links and kernels the least of all rounds counts,
because other work on the machine only adds to it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

from fragment_libraries import (all_kernels, fragment_library, installed, kernel_library)
from jit_programs import LLVM, opening_ns
from report import (INPUTS, add_arguments, count_met, made_folder, print_aligned, quantity,
                    write_json)

SEARCH = os.path.join(INPUTS, "../../../examples/search/device")
OFFLOAD = ["-O2", "-std=c++17", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
ARCH = "x86-64-v3"

PARTS = {
    "scan": '#include "search_kernel.h"\n%s',
    "sums": '#include "search_kernel.h"\n%s',
    "euclidean": '#include "compute_distance_euclidean.h"\n%s',
    "inner_product": '#include "compute_distance_inner_product.h"\n%s',
    "none": '#include "filter_none.h"\n%s',
    "bitset": '#include "filter_bitset.h"\n%s',
}
SCAN = """OMPJIT_KERNEL void search(const float *Data, const float *Query, float *Distances,
                          uint32_t Size, int Dim, const uint32_t *Bits) {
  search_vectors<float, float, uint32_t, Variant::%s>(Data, Query, Distances, Size, Dim, Bits);
}"""
INSTANCES = {
    "scan": SCAN % "standard, 8",
    "sums": SCAN % "optimized, 4",
    "distance": "template float compute_distance<float, float>(float, float, float);",
    "filter": "template bool filter<uint32_t>(uint32_t, const uint32_t *);",
}
KIND = {"scan": "scan", "sums": "sums", "euclidean": "distance", "inner_product": "distance",
        "none": "filter", "bitset": "filter"}
# What the launches of Inputs/Fragments.cpp have: numbers of vectors and of their elements, the grid.
FACTS = "3=1000,4=32,6=64,7=1,8=1,9=64,10=1,11=1"
# The first one is what most rows are about.
KERNELS = [["scan", metric, which] for metric in ("euclidean", "inner_product")
           for which in ("none", "bitset")]


def give_up(text):
    sys.exit("bench-fragments: error: " + text)


class Search:
    """The program and its fragments."""

    def __init__(self, build, folder, tree):
        self.build, self.folder, self.tree = build, folder, tree
        self.cache = os.path.join(folder, "cache")
        self.floor = os.path.join(build, "bin/CompileFloor")
        for name in PARTS:
            self.make_fragment(name, [name])
        for scan in ("scan", "sums"):
            self.make_fragment("whole-" + scan, [scan, *KERNELS[0][1:]])
        self.program = os.path.join(folder, "Fragments")
        self.call([self.tool("clang++"), *OFFLOAD, "-fopenmp-target-jit", "-I", INPUTS,
                   "-I", os.path.join(tree, "include"), os.path.join(INPUTS, "Fragments.cpp"),
                   "-L", os.path.join(tree, "lib"), "-lompjit-fragments",
                   "-Wl,-rpath," + os.path.join(tree, "lib"), "-o", self.program])

    def tool(self, name):
        return os.path.join(self.tree, "bin", name)

    def call(self, command):
        subprocess.run(command, check=True, cwd=self.folder)

    def make_fragment(self, name, parts):
        instances = "\n".join(INSTANCES[KIND[part]] for part in parts)
        text = "".join(PARTS[part] % "" for part in parts)
        text += ("#pragma omp begin declare target device_type(nohost)\n%s\n"
                 "#pragma omp end declare target\n" % instances)
        with open(os.path.join(self.folder, name + ".cpp"), "w", encoding="utf-8") as file:
            file.write(text)
        self.call([self.tool("clang++"), *OFFLOAD, "--offload-device-only", "-foffload-lto", "-emit-llvm",
                   "-I", SEARCH, "-I", os.path.join(self.tree, "include"),
                   "-c", name + ".cpp", "-o", self.file(name, ".bc")])
        self.call([self.tool("ompjit-fragment"), self.file(name, ".bc"), "-o", self.file(name)])

    def file(self, name, ending=".fragment"):
        return os.path.join(self.folder, name + ending)

    def files(self, kernels):
        listed = []
        for kernel in kernels:
            listed += ["--"] * bool(listed) + [self.file(part) for part in kernel]
        return listed

    def environment(self):
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
        env.update(OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_CACHE_DIR=self.cache, OMP_JIT_ASYNC="0",
                   # Threads that wait for the next parallel region would take cores from what is measured.
                   KMP_BLOCKTIME="0")
        return env

    def forget(self):
        subprocess.run(["rm", "-rf", self.cache], check=True)

    def run(self, *arguments, **settings):
        """(figures, what went to standard error)."""
        done = subprocess.run([self.program, *map(str, arguments)], text=True,
                              env={**self.environment(), **settings},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            give_up("%s ended with status %d: %s" % (self.program, done.returncode, done.stderr))
        lines = (line.split() for line in done.stdout.splitlines())
        return {name: float(value) for name, value in lines}, done.stderr

    def plain_llvm(self, kernel, facts):
        done = subprocess.run([self.floor, "--fragments", "search", ARCH, facts,
                               *(self.file(part, ".bc") for part in kernel)],
                              check=True, text=True, stdout=subprocess.PIPE)
        return {name: float(value) for name, value in map(str.split, done.stdout.splitlines())}


def result(title, left, right, unit="ns", ratio=None, added=None, at_most=None, samples=None):
    """A row. `ratio` and `added` are the goals on the quotient and the difference, `at_most` that on the figure."""
    goal = met = None
    if ratio is not None:
        goal, met = "ratio <= %g" % ratio, left <= ratio * right
    elif added is not None:
        goal, met = "added <= " + quantity(added, unit), left - right <= added
    elif at_most is not None:
        goal, met = "<= " + quantity(at_most, unit), left <= at_most
    return {"name": title, "unit": unit, "this": left, "to": right, "goal": goal, "met": met,
            "ratio": left / right if right else None, "samples": samples}


def libraries(tree, folder, options):
    is_sample = options.small
    fragments = fragment_library(tree, folder, is_sample)
    kernels = all_kernels(tree, is_sample)
    full = kernel_library(tree, folder, kernels, min(options.sample, len(kernels)))
    what = "library of %d kernels: %%s, of fragments, to all (scaled)" % len(kernels)
    mib = 1024 * 1024
    return [result(what % "build time", fragments.wall_ns, full.wall_ns, ratio=0.1),
            result(what % "processor time of the build", fragments.cpu_ns, full.cpu_ns, ratio=0.1),
            result(what % "size", fragments.bytes / mib, full.bytes / mib, "MiB", ratio=0.1)]


def least_of(samples, key):
    return min(each[key] for each in samples)


def links(search, options):
    """Kernels are linked and compiled in a process; LLVM's steps have one of their own for each kernel, for the same
    IR and for the function that becomes the kernel. The least of all rounds counts."""
    ours, plain, function = [], [], []
    service = os.path.join(search.build, "lib/libompjit-compiler.so")
    for number in range(options.rounds):
        for side in ("ours", "plain")[::1 if number % 2 else -1]:
            if side == "ours":
                search.forget()
                figures = search.run("kernel", 0, 1000, *search.files(KERNELS))[0]
                ours.append({"first": figures["first"], "next": min(
                    value for name, value in figures.items() if name.startswith("next"))})
            elif os.path.exists(search.floor):
                each = [search.plain_llvm(kernel, FACTS) for kernel in KERNELS]
                plain.append({"first": each[0]["first"] + opening_ns(service),
                              "next": least_of(each[1:], "next")})
                function += [search.plain_llvm(kernel, "function") for kernel in KERNELS[1:]]
    return [result(title, least_of(ours, key), least_of(plain, key) if plain else 0,
                   ratio=1.3 if plain else None, samples={"ours": ours, "plain": plain})
            for title, key in [
                ("first launch of a kernel of 3 fragments, to LLVM's own steps", "next"),
                ("the same in a new process, to opening LLVM and its first steps", "first")]] + [
                    result("the same, to LLVM's own steps for the function alone", least_of(ours, "next"),
                           least_of(function, "next") if function else 0)]


def warm_starts(search, options):
    ways = {"kernel": ["kernel", 0, 1000, *search.files(KERNELS[:1])], "region": ["region", 0, 1000]}
    search.forget()
    for arguments in ways.values():
        search.run(*arguments)
    samples = {way: [] for way in ways}
    for number in range(4 * options.rounds):
        for way in list(ways)[::1 if number % 2 else -1]:
            samples[way].append(search.run(*ways[way])[0]["first"])
    opened = sum(bool(LLVM.search(search.run(*ways["kernel"], LD_DEBUG="files")[1]))
                 for _ in range(options.rounds))
    return [result("warm first launch in a new process, to that of a region",
                   statistics.median(samples["kernel"]), statistics.median(samples["region"]),
                   added=100_000, samples=samples),
            result("warm starts that open LLVM, of all", opened, options.rounds, "", ratio=0)]


def steady_of(search, options, scan, title):
    kernels = [[scan, *KERNELS[0][1:]], ["whole-" + scan]]
    samples = []
    for number in range(options.rounds):
        order = kernels[::1 if number % 2 else -1]
        figures = search.run("kernel", max(1, 200 // options.divisor), 100_000, *search.files(order))[0]
        samples.append(dict(zip(("fragments", "whole")[::1 if number % 2 else -1],
                                (figures["steady"], figures["steady-1"]))))
    return result(title, least_of(samples, "fragments"), least_of(samples, "whole"), ratio=1.02,
                  samples=samples)


def steady(search, options):
    return [steady_of(search, options, "scan",
                      "steady kernel of 3 fragments, to one of a single fragment"),
            steady_of(search, options, "sums",
                      "the same with four sums, which clang vectorises in a single fragment")]


def finding(search, options):
    program = os.path.join(search.build, "bin/bench-planner")
    if not os.path.exists(program):
        return []
    done = subprocess.run([program, "--benchmark_format=json", "--benchmark_filter=threads:1$",
                           "--benchmark_min_time=%g" % (0.2 / options.divisor)],
                          check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [result(each["name"].removesuffix("/threads:1"), each["cpu_time"], 0, at_most=60)
            for each in json.loads(done.stdout)["benchmarks"]]


def cells(each):
    counted = not each["unit"]
    shown = [("%d" % each[side] if counted else quantity(each[side], each["unit"]))
             if each[side] or counted else "" for side in ("this", "to")]
    return [each["name"], *shown, "" if each["ratio"] is None else "%.3f" % each["ratio"],
            each["goal"] or "", {None: "", True: "yes", False: "NO"}[each["met"]]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    add_arguments(parser, rounds=7)
    parser.add_argument("--sample", type=int, default=48,
                        help="how many kernels are built for the figures of all of them")
    parser.add_argument("--small", action="store_true",
                        help="build the small version of the library; its figures mean little")
    parser.add_argument("--only", choices=["libraries", "links", "warm", "steady", "finding"])
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorten each run by this; above 1, figures mean little")
    return parser.parse_args()


def main():
    options = arguments()
    build, folder = os.path.abspath(options.build), made_folder(options, "bench-fragments")
    tree = installed(build, folder)
    search = Search(build, folder, tree)
    parts = {"libraries": lambda: libraries(tree, folder, options),
             "links": lambda: links(search, options),
             "warm": lambda: warm_starts(search, options),
             "steady": lambda: steady(search, options),
             "finding": lambda: finding(search, options)}
    results = [each for name, part in parts.items() if options.only in (None, name)
               for each in part()]
    print_aligned([["measure", "this", "to", "ratio", "goal", "met"], *map(cells, results)])
    print("%d rounds; %s" % (options.rounds, count_met(results)))
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
