#!/usr/bin/env python3
"""Measures compiles in the program beside compiles in other processes.

Called by scripts/bench-compiler. OMP_JIT_COMPILER=process and node are compared with
thread, in turns and each time with an empty cache. Processor time is that of all
processes, servers included; memory is the sum of their proportional set sizes (PSS: what
processes share counts in parts) when all ranks have their images and none has ended.
"""

import argparse
import contextlib
import ctypes
import multiprocessing
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from jit_programs import Programs
from report import (Goal, add_arguments, count_met, made_folder, paired,
                    print_aligned, quantity, write_json)

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
PLACES = ["thread", "process", "node"]
RANKS = 16


# --- Ranks --------------------------------------------------------------------


def descendants():
    """Of this process, those that it adopted included."""
    parents = {}
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, IndexError):
            if name.isdigit():
                with open("/proc/%s/stat" % name, encoding="utf-8") as file:
                    parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
    found, new = set(), {os.getpid()}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return found


def pss_kib(process):
    with contextlib.suppress(OSError):
        with open("/proc/%d/smaps_rollup" % process, encoding="utf-8") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1])
    return 0


def reap_all():
    """What servers used counts when they have ended."""
    for _ in range(100):
        for each in descendants():
            with contextlib.suppress(OSError):
                os.kill(each, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, 0):
                pass
        if not descendants():
            return
        time.sleep(0.01)


def adopting(run):
    """What \p run gives, called in a process that adopts the servers, with the
    processor time of all that it started."""

    def work(pipe):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        figures = run()
        reap_all()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        pipe.send(dict(figures, cpu=1e9 * (used.ru_utime + used.ru_stime)))

    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=work, args=(theirs,))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        sys.exit("bench-compiler: error: a run failed")
    finally:
        process.join()


def run_ranks(programs, place, own, warm=False):
    program = programs.path("Ranks", "jit")
    if not warm:
        programs.forget_images()

    def run(folder):
        environment = programs.environment({"OMP_JIT_COMPILER": place})
        # Threads of libomp that wait for work would count as well.
        environment.update(XDG_RUNTIME_DIR=folder, OMP_NUM_THREADS="1")
        start = time.monotonic_ns()
        ranks = [subprocess.Popen([program, str(number if own else 0)],
                                  env=environment, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
                 for number in range(RANKS)]
        for each in ranks:
            assert each.stdout.readline().startswith(b"total")
        wall = time.monotonic_ns() - start
        memory = sum(map(pss_kib, descendants())) / 1024
        for each in ranks:
            each.stdin.close()
            assert each.wait() == 0
        return {"wall": wall, "memory": memory}

    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        return adopting(lambda: run(folder))


# --- First compiles -----------------------------------------------------------


def run_first(programs, place, asynchronous):
    program = programs.path("Kernels-1", "jit")
    programs.forget_images()
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        return adopting(lambda: programs.run(
            program, [], {"OMP_JIT_COMPILER": place, "XDG_RUNTIME_DIR": folder,
                          "OMP_JIT_ASYNC": asynchronous}))


# --- Rows ---------------------------------------------------------------------


def measure(rounds, run, figures):
    """Rows of one kind of runs. \\p figures: title, name, unit, goal."""
    samples = {place: [] for place in PLACES}
    for number in range(rounds):
        for place in PLACES[number % 3:] + PLACES[:number % 3]:
            samples[place].append(run(place))
    return [result(title, unit, most, place,
                   [each[name] for each in samples[place]],
                   [each[name] for each in samples["thread"]])
            for title, name, unit, most in figures for place in PLACES[1:]]


def result(title, unit, most, place, left, right):
    ratio = paired(left, right)
    return {"name": "%s: %s" % (title, place), "unit": unit, "ratio": ratio,
            "left": statistics.median(left), "right": statistics.median(right),
            "samples": [left, right],
            "goal": Goal("ratio", "<=", most)._asdict() if most else None,
            "met": ratio <= most if most else None}


def rows(programs, rounds):
    for title, asynchronous in [("foreground", "0"), ("background", "1")]:
        yield from measure(
            rounds, lambda place: run_first(programs, place, asynchronous),
            [("first launch, cold, " + title, "first", "ns",
              1.05 if asynchronous == "0" else None),
             ("whole run, cold, %s, processor time" % title, "cpu", "ns", None)])
    for title, own in [("equal values", False), ("values of their own", True)]:
        yield from rank_rows(programs, max(1, rounds // 3),
                             "%d ranks at once, %s, " % (RANKS, title), own)


def rank_rows(programs, rounds, title, own):
    """The last ones show what is left where nothing is compiled."""
    figures = [(title + "processor time", "cpu", "ns", 0.6),
               (title + "memory", "memory", "MiB", 0.3),
               (title + "until all are done", "wall", "ns", None)]
    cold = measure(rounds, lambda place: run_ranks(programs, place, own), figures)
    run_ranks(programs, "thread", own)
    warm = [run_ranks(programs, "thread", own, warm=True) for _ in range(rounds)]
    return cold + [
        result(text, unit, None, "images on disk", [each[name] for each in warm],
               next(each for each in cold if each["name"].startswith(text))
               ["samples"][1])
        for text, name, unit, _ in figures[:2]]


def cells(each):
    goal = each["goal"]
    return [each["name"], quantity(each["left"], each["unit"]),
            quantity(each["right"], each["unit"]), "%.3f" % each["ratio"],
            "%(of)s %(bound)s %(value)g" % goal if goal else "",
            "" if each["met"] is None else "yes" if each["met"] else "NO"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_arguments(parser, rounds=15)
    options = parser.parse_args()
    programs = Programs(os.path.abspath(options.build), options.llvm,
                        made_folder(options, "bench-compiler"))
    results = list(rows(programs, options.rounds))
    print_aligned([["measure", "this", "thread", "ratio", "goal", "met"],
                   *map(cells, results)])
    print("medians of %d runs of each kind, %d of ranks; %s"
          % (options.rounds, max(1, options.rounds // 3), count_met(results)))
    if options.json:
        write_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
