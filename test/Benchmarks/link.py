#!/usr/bin/env python3
"""Compares links with our toolchain to links with the packaged one and prints one
table.

Called by scripts/bench-link. The objects are compiled once, by the packaged
clang; then both link them in turns, each time with an empty cache. Time is that
of the whole `clang++` command, memory that of the largest process in it. `ratio`
is the median over pairs of runs. `scaling` is how many times as fast a link is as
the one it is compared with: of ours with one thread, or with an empty cache.
"""

import argparse
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from link_measures import KINDS, THREADS, UNITS, WHOLE_LINKS, Link, programs
from link_programs import changed
from report import (OURS, PACKAGED, add_arguments, build_spawner,
                    clean_environment, count_met, in_turns, is_newer, judged,
                    made_folder, paired, print_table, spawn, write_if_changed,
                    write_json)

OFFLOAD = ["-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
CHANGED = "Unit1.cpp"


class Bench:
    """Where everything is."""

    def __init__(self, options):
        self.folder = made_folder(options, "bench-link")
        self.build = os.path.abspath(options.build)
        self.llvm = options.llvm
        self.compilers = {OURS: os.path.join(self.build, "bin", "clang++"),
                          PACKAGED: os.path.join(self.llvm, "bin", "clang++")}
        self.libraries = {OURS: os.path.join(self.build, "lib"),
                          PACKAGED: os.path.join(self.llvm, "lib")}
        self.programs = programs(options.divisor)
        self.spawner = build_spawner(self.llvm, self.folder)
        self.cache = os.path.join(self.folder, "cache")

    def environment(self):
        return clean_environment(XDG_CACHE_HOME=self.cache)

    def forget(self):
        shutil.rmtree(self.cache, ignore_errors=True)
        os.makedirs(self.cache)


def fail(text):
    sys.exit("bench-link: error: " + text)


# --- Building -----------------------------------------------------------------


def compile_object(bench, source, flags, path):
    compiler = bench.compilers[PACKAGED]
    if not is_newer(path, [source, compiler]):
        subprocess.run([compiler, *OFFLOAD, *flags, "-c", source, "-o", path],
                       check=True)
    return path


def objects_of(bench, name, kind, change=False):
    """The paths of the program's objects; compiles what is not there yet.
    `change` takes another version of one of them."""
    flags = KINDS[kind].compile
    folder = os.path.join(bench.folder, "-".join([name, *flags]).replace("=", "-"))
    os.makedirs(folder, exist_ok=True)
    jobs = []
    for file, text in bench.programs[name].files:
        stem = os.path.join(folder, os.path.splitext(file)[0])
        if change and file == CHANGED:
            stem, text = stem + "-changed", changed(text)
        write_if_changed(stem + ".cpp", text)
        jobs.append((stem + ".cpp", stem + ".o"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda job: compile_object(
            bench, job[0], flags, job[1]), jobs))


# --- Running ------------------------------------------------------------------


def command(bench, side, link, change=False):
    kind = link.kind if side == OURS else KINDS[link.kind].packaged_kind
    jobs = (["--offload-jobs=%d" % link.jobs]
            if link.jobs and side == OURS else [])
    program = os.path.join(bench.folder, "linked-" + side)
    return [bench.compilers[side], *OFFLOAD, *KINDS[kind].ours, *jobs,
            *objects_of(bench, link.program, kind, change), "-o", program]


def run_link(bench, side, link):
    """What it used; None where it failed, which only the packaged one may."""
    bench.forget()
    words = command(bench, side, link)
    used = spawn(bench.spawner, words, bench.environment())
    if not used and side == OURS:
        fail("'%s' failed" % " ".join(words))
    return used


def output_of(bench, side):
    env = bench.environment()
    env["LD_LIBRARY_PATH"] = bench.libraries[side]
    program = os.path.join(bench.folder, "linked-" + side)
    done = subprocess.run([program], env=env, text=True, stdout=subprocess.PIPE)
    return done.stdout if done.returncode == 0 else None


def check_outputs(bench, link, outputs):
    if outputs.get(OURS) is None:
        fail("the program does not run: " + link.title)
    if outputs.get(PACKAGED, outputs[OURS]) != outputs[OURS]:
        fail("the programs of the two toolchains differ: " + link.title)


def run_whole(bench, link, rounds):
    """Side -> what each run used."""
    found, outputs = {OURS: [], PACKAGED: []}, {}
    for side in in_turns(rounds):
        used = run_link(bench, side, link)
        if used:
            found[side].append(used)
            outputs[side] = outputs.get(side) or output_of(bench, side)
    check_outputs(bench, link, outputs)
    return found


def run_threads(bench, links, rounds):
    """Link -> side -> what each run used, the links in turns."""
    found = {link: {OURS: [], PACKAGED: []} for link in links}
    for number in range(rounds):
        for link in links[::-1] if number % 2 else links:
            found[link][OURS].append(run_link(bench, OURS, link))
        used = run_link(bench, PACKAGED, links[-1])
        for link in links:
            found[link][PACKAGED] += [used] if used else []
    return found


def run_at_once(bench, link, rounds):
    """How many times as much two links with one thread each get done at the same
    time as one: what the machine has to give."""
    gains = []
    for _ in range(rounds):
        alone = run_link(bench, OURS, link).wall_ns
        bench.forget()
        words = command(bench, OURS, link)
        with ThreadPoolExecutor(2) as pool:
            both = list(pool.map(lambda output: spawn(
                bench.spawner, words[:-1] + [words[-1] + output],
                bench.environment()), ["-1", "-2"]))
        gains.append(2 * alone / max(used.wall_ns for used in both))
    return gains


def run_relink(bench, link, rounds):
    """What ours used with an empty cache, and then after one file changed."""
    cold, again = [], []
    for _ in range(rounds):
        cold.append(run_link(bench, OURS, link))
        words = command(bench, OURS, link, change=True)
        again.append(spawn(bench.spawner, words, bench.environment()))
    return cold, again


# --- Judging ------------------------------------------------------------------


def figures(used, figure):
    values = {"time": lambda each: each.wall_ns, "cpu": lambda each: each.cpu_ns,
              "memory": lambda each: each.memory_kib / 1024}
    return [values[figure](each) for each in used]


def judge(row, found):
    samples = {side: figures(used, row.figure)
               for side, used in found[row.link].items()}
    scaling = None
    if row.base:
        scaling = paired(figures(found[row.base][OURS], row.figure), samples[OURS])
    return judged(row.title, UNITS[row.figure], samples, scaling, row.goal)


def judge_relink(bench, kind, rounds):
    link = Link("65 large objects, %s, one changed" % KINDS[kind].title, "large",
                kind, None)
    cold, again = run_relink(bench, link, rounds)
    return [judged("%s: %s" % (link.title, figure), "ns",
                   {OURS: figures(again, figure), PACKAGED: None},
                   paired(figures(cold, figure), figures(again, figure)))
            for figure in ("time", "cpu")]


# --- The whole ----------------------------------------------------------------


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser)
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="only links whose name contains this")
    parser.add_argument("--divisor", type=int, default=1,
                        help="so many times fewer files; above 1, figures mean little")
    return parser.parse_args()


def collect(bench, options):
    results = []
    links = dict.fromkeys(row.link for row in WHOLE_LINKS)
    found = {link: run_whole(bench, link, options.rounds)
             for link in links if options.only in link.title}
    results += [judge(row, found) for row in WHOLE_LINKS if row.link in found]
    for kind in ("thin", "full"):
        rows = [row for row in THREADS if row.link.kind == kind]
        if not any(options.only in row.title for row in rows):
            continue
        links = [row.link for row in rows]
        found = run_threads(bench, links, options.rounds)
        results += [judge(row, found) for row in rows]
        results += judge_relink(bench, kind, options.rounds)
        if kind == "thin":
            gains = run_at_once(bench, links[0], options.rounds)
            results.append(judged("2 links at once to 1, thin LTO, 1 job", "x",
                                  {OURS: gains, PACKAGED: None}))
    return results


def main():
    options = arguments()
    bench = Bench(options)
    results = collect(bench, options)
    print_table(results)
    print("%s; medians of %d runs." % (count_met(results), options.rounds))
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
