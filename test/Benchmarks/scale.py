#!/usr/bin/env python3
"""Measures what grows with the size of programs and of the cache.

Called by scripts/bench-scale. Four things grow: the instructions of one kernel, the
kernels of a program, the bytes of a package, and the images in the cache's folder. Times
are processor times of whole processes, because wall time depends on what else a machine
does, except for launches and for what says otherwise; each is the least of some runs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

import scale_kernels
import scale_page
import scale_programs
from report import (INPUTS, add_arguments, build_spawner, clean_environment, is_newer,
                    machine, made_folder, print_aligned, spawn, write_if_changed,
                    write_json)

# A figure: of which table, in which row and at which size.
Figure = namedtuple("Figure", "table row size value unit")

HOST, GPU = "x86_64-pc-linux-gnu", "nvptx64-nvidia-cuda"
TARGETS = {"host": (HOST, "x86-64-v3"), "sm_90": (GPU, "sm_90")}
WAYS = {"packaged": ("packaged", []), "ahead": ("ours", []),
        "JIT": ("ours", ["-fopenmp-target-jit"])}

Sizes = namedtuple("Sizes", "instructions kernels packages images rounds")
FULL = Sizes([1000, 10_000, 100_000], [10, 100, 1000, 10_000], [1, 20, 200],
             [10, 1000, 10_000, 100_000], 3)
QUICK = Sizes([1000, 10_000], [10, 100], [1], [10, 1000], 1)
TINY = Sizes([300], [3], [], [2, 20], 1)


def fail(text):
    sys.exit("bench-scale: error: " + text)


class Bench:
    """Where everything is, and what has been measured."""

    def __init__(self, options, sizes):
        self.folder = made_folder(options, "bench-scale")
        self.build = os.path.abspath(options.build)
        self.sizes = sizes
        self.compilers = {
            "ours": os.path.join(self.build, "bin", "clang++"),
            "packaged": os.path.join(options.llvm, "bin", "clang++")}
        self.spawner = build_spawner(options.llvm, self.folder)
        self.cache = os.path.join(self.folder, "cache")
        self.figures = []

    def note(self, table, row, size, value, unit):
        self.figures.append(Figure(table, row, size, value, unit))

    def tool(self, name):
        return os.path.join(self.build, "bin", name)

    def least(self, command, rounds=None, before=None, **settings):
        """The least of each of the figures of some runs, and what it printed."""
        environment = clean_environment(OMP_JIT_CACHE_DIR=self.cache, **settings)
        best = None
        for _ in range(rounds or self.sizes.rounds):
            if before:
                before()
            used = spawn(self.spawner, command, environment)
            if not used:
                fail("'%s' failed" % " ".join(command))
            best = used if best is None else type(used)(*map(min, best, used))
        return best

    def said(self, command, **settings):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                              env=clean_environment(OMP_JIT_CACHE_DIR=self.cache,
                                                    **settings))
        if done.returncode:
            fail("'%s' failed" % " ".join(command))
        return done.stdout

    def forget(self):
        shutil.rmtree(self.cache, ignore_errors=True)


# --- One kernel of many instructions -----------------------------------------------------


def kernel_program(bench, shape, size, target):
    """Its host code is not optimised, which would take as long again."""
    triple, _ = TARGETS[target]
    stem = os.path.join(bench.folder, "%s-%d" % (shape, size))
    write_if_changed(stem + ".cpp", scale_kernels.source(shape, size))
    program = stem + "-" + target
    if not is_newer(program, [stem + ".cpp", bench.compilers["ours"]]):
        subprocess.run([bench.compilers["ours"], "-O2", "-Xarch_host", "-O0", "-fopenmp",
                        "-fopenmp-targets=" + triple, "-fopenmp-target-jit",
                        stem + ".cpp", "-o", program], check=True)
    return program


def compile_command(bench, program, target, pipeline):
    symbol = re.search('kernel symbol="([^"]*)"',
                       bench.said([bench.tool("ompjit-package-dump"), program]))[1]
    return [bench.tool("ompjit-compile"), program, "--arch=" + TARGETS[target][1],
            "--kernel=" + symbol, "--pipeline=" + pipeline]


def measure_kernels(bench):
    for shape in scale_kernels.SHAPES:
        for target in TARGETS:
            for size in bench.sizes.instructions:
                program = kernel_program(bench, shape, size, target)
                for pipeline in ("full", "quick"):
                    used = bench.least(compile_command(bench, program, target, pipeline),
                                       rounds=1 if size >= 100_000 else None)
                    row = "%s, %s, %s" % (shape, target, pipeline)
                    bench.note("one kernel", row, size, used.cpu_ns / 1e9, "s")
                    bench.note("memory of its compile", row, size,
                               used.memory_kib / 1024, "MiB")


# --- Many kernels ------------------------------------------------------------------------


def objects_of(bench, way, sources, flags):
    """Compiles them all again; returns their paths and the seconds."""
    compiler, more = WAYS[way]
    jobs = []
    for name, text in sources:
        path = os.path.join(bench.folder, name)
        write_if_changed(path, text)
        jobs.append((path, "%s-%s.o" % (path[:-4], way)))

    def compile_one(job):
        used = spawn(bench.spawner, [
            bench.compilers[compiler], *flags, *more, "-c", job[0], "-o", job[1]],
            clean_environment())
        if not used:
            fail("%s was not compiled" % job[0])
        return used.cpu_ns / 1e9

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        seconds = sum(pool.map(compile_one, jobs))
    return [path for _, path in jobs], seconds


def build(bench, table, size, way, sources):
    """Notes what it took; returns the program."""
    flags = ["-O2", "-fopenmp", "-fopenmp-targets=" + HOST, "-std=c++20", "-I", INPUTS,
             "-Wno-c23-extensions"]
    objects, seconds = objects_of(bench, way, sources, flags)
    program = os.path.join(bench.folder, "program-" + way)
    compiler, more = WAYS[way]
    used = bench.least([bench.compilers[compiler], *flags, *more, *objects, "-o", program],
                       rounds=1)
    bench.note(table, "compile, " + way, size, seconds, "s")
    bench.note(table, "link, " + way, size, used.cpu_ns / 1e9, "s")
    bench.note(table, "memory of the link, " + way, size, used.memory_kib / 1024, "MiB")
    bench.note(table, "file, " + way, size, os.path.getsize(program) / 1e6, "MB")
    return program


def note_run(bench, table, size, row, command, cold=False, **settings):
    used = bench.least(command, before=bench.forget if cold else None, **settings)
    bench.note(table, row, size, used.wall_ns / 1e6, "ms")
    bench.note(table, row + ": memory", size, used.memory_kib / 1024, "MiB")


def launches(bench, table, size, way, program, how):
    """Of the program's own figures, the least of some runs."""
    runs = [dict(line.split() for line in bench.said([program, how]).splitlines())
            for _ in range(bench.sizes.rounds)]
    for key, title in (("first", "first launch"), ("next", "next launches")):
        bench.note(table, "%s, %s" % (title, way), size,
                   min(float(run[key]) for run in runs) / 1e3, "us")


def measure_program(bench, table, size, sources):
    for way in WAYS:
        program = build(bench, table, size, way, sources)
        bench.forget()
        note_run(bench, table, size, "start without a launch, " + way, [program, "none"])
        if way == "JIT":
            dump = bench.said([bench.tool("ompjit-package-dump"), program])
            bench.note(table, "package", size,
                       int(re.search(r"base=\w+ size=(\d+)", dump)[1]) / 1e6, "MB")
            note_run(bench, table, size, "start and first launches, JIT, empty cache",
                     [program, "one"], cold=True)
            for _ in range(2):  # What it wants is in the cache after that.
                bench.said([program, "some"], OMP_JIT_EXIT_WAIT="60000")
        note_run(bench, table, size, "start and first launches, " + way, [program, "one"])
        launches(bench, table, size, way, program, "some")


def measure_programs(bench):
    for size in bench.sizes.kernels:
        measure_program(bench, "kernels of a program", size, scale_programs.files(size))


def measure_packages(bench):
    for size in bench.sizes.packages:
        data = os.path.join(bench.folder, "table.bin")
        with open(data, "wb") as file:
            for _ in range(size):
                file.write(os.urandom(1_000_000))
        measure_program(bench, "megabytes of a package", size,
                        [scale_programs.table_file(data)])


# --- Many images -------------------------------------------------------------------------


def measure_images(bench):
    table = "images in the folder"
    program = build(bench, "program of the images", 1, "JIT", scale_programs.files(1))
    bench.forget()
    for size in bench.sizes.images:
        bench.said([bench.tool("fill-cache"), bench.cache, str(size)])
        settings = {"OMP_JIT_CACHE_SIZE": "1T"}
        bench.said([program, "one"], OMP_JIT_EXIT_WAIT="60000", **settings)
        note_run(bench, table, size, "start and first launches", [program, "one"],
                 **settings)
        for words in (["list"], ["stats"], ["verify"], ["prune", "--to=1T"]):
            used = bench.least([bench.tool("omp-jit-cache"), "--dir=" + bench.cache,
                                *words], rounds=1)
            bench.note(table, "omp-jit-cache " + words[0], size, used.wall_ns / 1e6, "ms")
            bench.note(table, "omp-jit-cache %s: memory" % words[0], size,
                       used.memory_kib / 1024, "MiB")
    used = bench.least([bench.tool("omp-jit-cache"), "--dir=" + bench.cache, "prune",
                        "--to=64K"], rounds=1)
    bench.note(table, "omp-jit-cache prune, to nothing", bench.sizes.images[-1],
               used.wall_ns / 1e6, "ms")
    bench.forget()


# --- The whole ---------------------------------------------------------------------------

PARTS = {"instructions": measure_kernels, "kernels": measure_programs,
         "packages": measure_packages, "images": measure_images}


def goals(figures):
    """What is asked of kernels of 100,000 instructions, where there are some."""
    found = {(each.row, each.size): each.value for each in figures
             if each.table == "one kernel"}
    rows = []
    for (row, size), value in found.items():
        if size != 100_000:
            continue
        if row.endswith("full"):
            rows.append((row + ": time of an instruction, to that of 10,000",
                         value / found[row, 10_000] / 10, 1.5))
        else:
            rows.append((row + ", to full", value / found[row[:-5] + "full", size], 0.1))
    return [[title, "%.2f" % value, "<= %g" % most, "yes" if value <= most else "NO"]
            for title, value, most in rows]


def tables(figures):
    """Title -> rows of texts, the first the heading."""
    found = {}
    for each in figures:
        found.setdefault(each.table, {}).setdefault((each.row, each.unit), {})[
            each.size] = each.value
    result = {}
    for title, rows in found.items():
        sizes = sorted({size for values in rows.values() for size in values})
        result[title] = [[title, "unit", *["{:,}".format(size) for size in sizes]]] + [
            [row, unit, *["%.3g" % values[size] if size in values else ""
                          for size in sizes]] for (row, unit), values in rows.items()]
    return result


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    add_arguments(parser)
    parser.add_argument("--html", help="also write a page with plots to this file")
    parser.add_argument("--only", choices=list(PARTS), action="append",
                        help="measure this, not all; may be repeated")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="leave the largest sizes out")
    sizes.add_argument("--tiny", action="store_true",
                       help="sizes that only show that all works")
    parser.set_defaults(rounds=None)
    return parser.parse_args()


def main():
    options = arguments()
    sizes = QUICK if options.quick else TINY if options.tiny else FULL
    if options.rounds:
        sizes = sizes._replace(rounds=options.rounds)
    bench = Bench(options, sizes)
    for name, part in PARTS.items():
        if name in (options.only or PARTS):
            part(bench)
    shown = tables(bench.figures)
    judged = goals(bench.figures)
    if judged:
        shown["goals"] = [["goals", "is", "goal", "met"], *judged]
    for rows in shown.values():
        print_aligned(rows)
        print()
    if options.json:
        write_json(options.json, [each._asdict() for each in bench.figures])
    if options.html:
        with open(options.html, "w", encoding="utf-8") as file:
            file.write(scale_page.page(bench.figures, shown, machine()))


if __name__ == "__main__":
    main()
