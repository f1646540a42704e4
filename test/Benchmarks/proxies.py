#!/usr/bin/env python3
"""Runs proxies of simulation codes in every way of building them.

Called by scripts/bench. Each program of Inputs/Proxies runs as the packaged compiler makes it,
on the host and offloaded, and as ours makes it: ahead of time, in LTO, and compiled at
run time with an empty cache and with a filled one. All have to compute the same. What
counts is the processor time of the whole process, because wall time depends on what
else a machine does; the time of the steps after the first is shown as well.
"""

import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

import proxies_page
from report import (INPUTS, add_arguments, machine, made_folder, print_aligned,
                    write_json)

SOURCES = os.path.join(INPUTS, "Proxies")
PROXIES = {
    "cross sections, multipole": ["Multipole.cpp", "MultipolePoles.cpp",
                                  "MultipoleFunction.cpp"],
    "phase field": ["PhaseField.cpp", "PhaseFieldEnergy.cpp", "PhaseFieldNewton.cpp"],
    "SU(3) products": ["Su3.cpp"],
    "docking": ["Docking.cpp"],
    "sparse matrix": ["Csr.cpp"],
    "small matrices": ["SmallGemm.cpp"],
    "n-body": ["NBody.cpp"],
    "fast multipole": ["Fmm.cpp", "FmmTree.cpp", "FmmExpansions.cpp"],
    "100 kernels": ["Kernels.cpp"],
}

Way = namedtuple("Way", "name compiler flags")
OFFLOAD = ("-fopenmp-targets=x86_64-pc-linux-gnu",)
HOST, PACKAGED, AHEAD, LTO, COLD, WARM = WAYS = [
    Way("host", "packaged", ()),
    Way("packaged", "packaged", OFFLOAD),
    Way("ahead", "ours", OFFLOAD),
    Way("LTO", "ours", (*OFFLOAD, "-foffload-lto")),
    Way("JIT cold", "ours", (*OFFLOAD, "-fopenmp-target-jit")),
    Way("JIT warm", "ours", (*OFFLOAD, "-fopenmp-target-jit")),
]

Run = namedtuple("Run", "cpu wall first steady digest")


def fail(text):
    sys.exit("bench: error: " + text)


def build(options, folder):
    """The program of each proxy and way, by name; ways with the same flags share it."""
    compilers = {"packaged": os.path.join(options.llvm, "bin", "clang++"),
                 "ours": os.path.join(options.build, "bin", "clang++")}
    made = {}
    for proxy, sources in PROXIES.items():
        for way in WAYS:
            name = "-".join([sources[0].split(".")[0], way.compiler,
                             *[each.strip("-") for each in way.flags]])
            path = os.path.join(folder, name)
            made[proxy, way] = path
            if way == WARM:
                continue
            subprocess.run(
                [compilers[way.compiler], "-O3", "-std=c++20", "-fopenmp", *way.flags,
                 *[os.path.join(SOURCES, each) for each in sources], "-o", path],
                check=True)
    return made


def start(program, way, options, cache, settings=None):
    """One run; its cache is `cache`, a folder."""
    environment = {k: v for k, v in os.environ.items()
                   if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
    environment |= {"OMP_JIT_CACHE_DIR": cache}
    if way != HOST:
        environment["OMP_TARGET_OFFLOAD"] = "MANDATORY"
    environment |= settings or {}
    if options.threads:
        environment["OMP_NUM_THREADS"] = str(options.threads)
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([program, str(options.divisor)], stdout=output,
                                   env=environment)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status  # It has been awaited.
        wall = time.monotonic() - begin
        output.seek(0)
        said = dict(line.split(None, 1) for line in output)
    if status or said.get("check", "").strip() != "ok":
        fail("%s (%s) ended with status %d: %s" % (program, way.name, status, said))
    return Run(used.ru_utime + used.ru_stime, wall, float(said["first"]),
               float(said["steady"]), float(said["digest"]))


def measure(programs, options, folder):
    """The runs of each proxy and way."""
    filled = os.path.join(folder, "cache")
    runs = {key: [] for key in programs}
    for proxy in PROXIES:
        # These fill the cache with all that a run wants, and are not counted: a run
        # with many kernels may end before its compiles in the background do.
        for settings in ({"OMP_JIT_ASYNC": "0"}, {"OMP_JIT_EXIT_WAIT": "10000"}):
            start(programs[proxy, WARM], WARM, options, filled, settings)
        for number in range(options.rounds):
            # Each round begins with another way.
            for way in WAYS[number % len(WAYS):] + WAYS[:number % len(WAYS)]:
                cache = filled
                if way == COLD:
                    cache = os.path.join(folder, "cold")
                    shutil.rmtree(cache, ignore_errors=True)
                runs[proxy, way].append(
                    start(programs[proxy, way], way, options, cache))
        digests = {way.name: runs[proxy, way][0].digest for way in WAYS}
        if not all(math.isclose(each, digests[HOST.name], rel_tol=1e-5)
                   for each in digests.values()):
            fail("%s: the ways do not compute the same: %s" % (proxy, digests))
    return runs


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def ratios(runs, proxy, way, base):
    """The median of the quotients of the processor times, run by run."""
    return median([a.cpu / b.cpu for a, b in zip(runs[proxy, way], runs[proxy, base])])


def mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def table(runs):
    """Rows of texts, the first the heading: processor times, and two ratios."""
    rows = [["processor seconds", *[way.name for way in WAYS], "warm/packaged",
             "LTO/ahead"]]
    columns = [(WARM, PACKAGED), (LTO, AHEAD)]
    for proxy in PROXIES:
        rows.append([proxy, *["%.3f" % median([r.cpu for r in runs[proxy, way]])
                              for way in WAYS],
                     *["%.2f" % ratios(runs, proxy, *each) for each in columns]])
    rows.append(["geometric mean of ratios", *[
        "%.2f" % mean([ratios(runs, proxy, way, PACKAGED) for proxy in PROXIES])
        for way in WAYS], *["%.2f" % mean([ratios(runs, proxy, *each)
                                           for proxy in PROXIES]) for each in columns]])
    return rows


def results(runs):
    return [{"name": proxy, "way": way.name, "runs": [each._asdict() for each in some]}
            for (proxy, way), some in runs.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    add_arguments(parser, rounds=3)
    parser.add_argument("--divisor", type=int, default=1,
                        help="make the programs smaller by this; above 1, figures mean "
                             "little")
    parser.add_argument("--threads", type=int, help="OMP_NUM_THREADS of the programs")
    parser.add_argument("--html", help="also write a page with plots to this file")
    parser.add_argument("--only", action="append", choices=list(PROXIES),
                        help="run this proxy, not all; may be repeated")
    options = parser.parse_args()
    for other in set(PROXIES) - set(options.only or PROXIES):
        del PROXIES[other]
    folder = made_folder(options, "bench-proxies")
    runs = measure(build(options, folder), options, folder)
    print_aligned(table(runs))
    if options.json:
        write_json(options.json, results(runs))
    if options.html:
        with open(options.html, "w", encoding="utf-8") as file:
            file.write(proxies_page.page(list(PROXIES), [way.name for way in WAYS], {
                (proxy, way.name): [r.cpu for r in some]
                for (proxy, way), some in runs.items()}, table(runs), machine()))


if __name__ == "__main__":
    main()
