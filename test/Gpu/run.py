#!/usr/bin/env python3
"""Runs a pack of scripts/gpu-check on the machine with the GPU: all tests in every
mode, then the measured programs, and writes results.md and results.json.

  run.py [--out FOLDER] [--rounds N] [--divisor N] [--only TEXT] [--ways TEXT]
         [--jobs N] [--no-measures]

Ends with "N passed, N failed", and with status 1 where something failed.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = os.path.join(HERE, "lib")
# A way to run a program: which build of it, how, and whether its images are
# cached.
WAYS = {"ahead": ("ahead", {}, False),
        "lto": ("lto", {}, False),
        "jit cold": ("jit", {"OMP_JIT_ASYNC": "0"}, False),
        "jit warm": ("jit", {"OMP_JIT_ASYNC": "0"}, True),
        "jit generic": ("jit", {"OMP_JIT_ASYNC": "0",
                                "OMP_JIT_SPECIALIZE": "none"}, True),
        "cuda": ("cuda", {}, False)}
SECONDS = 120


class Runner:
    """Runs programs, with a cache of images of its own."""

    def __init__(self, out, name="cache"):
        self.cache = os.path.join(out, name)

    def environment(self, settings):
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))}
        before = env.get("LD_LIBRARY_PATH")
        env["LD_LIBRARY_PATH"] = LIBRARIES + (":" + before if before else "")
        env.update(OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_CACHE_DIR=self.cache,
                   **settings)
        return env

    def run(self, way, program, arguments):
        """(status, what it printed, what it complained of, nanoseconds)"""
        start = time.monotonic_ns()
        try:
            done = subprocess.run([os.path.join(HERE, program), *arguments],
                                  env=self.environment(WAYS[way][1]), text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  errors="replace", timeout=SECONDS,
                                  stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None, "", "not done after %d s" % SECONDS, 0
        return (done.returncode, done.stdout, done.stderr,
                time.monotonic_ns() - start)

    def forget_images(self):
        shutil.rmtree(self.cache, ignore_errors=True)


# --- Tests --------------------------------------------------------------------


def first_difference(printed, wanted):
    for number, (a, b) in enumerate(zip(printed.splitlines() + [""],
                                        wanted.splitlines() + [""])):
        if a != b:
            return "line %d is %r instead of %r" % (number + 1, a, b)
    return "more or fewer lines than wanted"


def check(runner, test, way):
    """Why it failed; None if it passed."""
    status, printed, complaints, _ = runner.run(way, test["modes"][WAYS[way][0]],
                                                test["arguments"])
    if status != 0:
        said = complaints.strip() or "\n".join(printed.splitlines()[-5:])
        return "status %s: %s" % (status, said[:500])
    # Programs that compare on their own have nothing else to print.
    if test["prints"] is not None and printed != test["prints"]:
        return first_difference(printed, test["prints"])
    return None


def run_test(out, test):
    """How many ways passed, and the failures."""
    runner = Runner(out, "cache-" + test["name"])
    passed, failures = 0, []
    for way, (mode, _, _) in WAYS.items():
        if mode not in test["modes"]:
            continue
        reason = check(runner, test, way)
        passed += reason is None
        if reason:
            failures.append("%s, %s: %s" % (test["name"], way, reason))
            print("FAIL: " + failures[-1], flush=True)
    runner.forget_images()
    return passed, failures


def run_tests(out, tests, jobs):
    passed, failures = 0, []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for more, more_failures in pool.map(lambda each: run_test(out, each), tests):
            passed, failures = passed + more, failures + more_failures
    return passed, failures


# --- Measures -----------------------------------------------------------------


def figures_of(printed):
    """Lines "NAME NANOSECONDS"."""
    return {name: float(value) for name, value
            in re.findall(r"^([a-z][\w-]*) ([0-9.]+)$", printed, re.MULTILINE)}


def measure(runner, program, rounds, divisor):
    """figure -> way -> median nanoseconds; "whole" is that of the run."""
    samples, failures = {}, []
    arguments = program["arguments"]
    if arguments == ["1"]:
        arguments = [str(divisor)]
    for _ in range(rounds):
        runner.forget_images()
        for way, (mode, _, is_warm) in WAYS.items():
            if mode not in program["modes"]:
                continue
            if way == "jit generic":
                runner.run(way, program["modes"][mode], arguments)
            status, printed, complaints, whole = runner.run(
                way, program["modes"][mode], arguments)
            if status != 0:
                failures.append("%s, %s: status %s: %s" % (
                    program["name"], way, status, complaints.strip()[:500]))
                continue
            for name, value in [("whole", whole), *figures_of(printed).items()]:
                samples.setdefault(name, {}).setdefault(way, []).append(value)
    medians = {name: {way: statistics.median(values)
                      for way, values in by_way.items()}
               for name, by_way in samples.items()}
    return medians, sorted(set(failures))


# What is asked of which figure: of two ways, how much the first may take of the
# other's time, or how many nanoseconds more.
GOALS = [("Stream", "triad", "lto", "cuda", 1 / 0.97, 0),
         ("Stream", "triad", "jit warm", "cuda", 1 / 0.97, 0),
         ("Lookup", "unionised", "jit warm", "cuda", 1.0, 0),
         ("Lookup", "per-nuclide", "jit warm", "cuda", 1.0, 0),
         ("Launch", "launch-and-wait", "jit warm", "cuda", 1.15, 0)]


def goals_of(name, medians):
    goals = [(figure, left, right, most, more) for of, figure, left, right, most, more
             in GOALS if of == name]
    for figure in medians:
        if figure == "whole":
            goals.append((figure, "jit warm", "lto", 1.0, 20_000_000))
        else:
            goals.append((figure, "jit warm", "lto", 1.0, 0))
    for figure, left, right, most, more in goals:
        by_way = medians.get(figure, {})
        if left in by_way and right in by_way:
            yield {"figure": figure, "of": left, "to": right,
                   "ratio": by_way[left] / by_way[right],
                   "goal": ("<= %.3f" % most) + (" + 20 ms" if more else ""),
                   "met": by_way[left] <= by_way[right] * most + more}


# --- The report ---------------------------------------------------------------


def first_gpu(plugin):
    """name -> value, of the first device that the plugin finds."""
    try:
        done = subprocess.run([os.path.join(HERE, "bin", "ompjit-device-info"),
                               "--json"], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        for each in json.loads(done.stdout)["plugins"]:
            if each["file"].endswith(plugin) and each.get("devices"):
                return each["devices"][0]
    except (OSError, ValueError, KeyError):
        pass
    return {}


def machine(plugin):
    """GPU and driver, for people."""
    try:
        done = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version",
                               "--format=csv,noheader"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if done.returncode == 0 and done.stdout.strip():
            name, driver = done.stdout.splitlines()[0].rsplit(",", 1)
            return {"gpu": name.strip(), "driver": driver.strip()}
    except OSError:
        pass
    found = first_gpu(plugin)
    return {"gpu": found.get("name", "unknown GPU"),
            "driver": found.get("properties", {}).get("HSA runtime", "unknown")}


def quantity(nanoseconds):
    if nanoseconds is None:
        return "-"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return "%.3g %s" % (nanoseconds / size, unit)
    return "%.0f ns" % nanoseconds


def markdown(results):
    gpu = results["machine"]
    lines = ["## %s, driver %s, %s" % (gpu["gpu"], gpu["driver"], results["date"]),
             "",
             "`scripts/gpu-check`, commit %s: %d passed, %d failed. Medians of %d "
             "runs." % (results["commit"], results["passed"],
                        len(results["failures"]), results["rounds"]),
             ""]
    if results["measures"]:
        lines += ["| measure | " + " | ".join(WAYS) + " |",
                  "| --- |" + " --- |" * len(WAYS)]
    for name, medians in results["measures"].items():
        for figure, by_way in medians.items():
            cells = [quantity(by_way.get(way)) for way in WAYS]
            lines.append("| %s, %s | %s |" % (name, figure, " | ".join(cells)))
    if results["goals"]:
        lines += ["", "| measure | of | to | ratio | goal | met |",
                  "| --- | --- | --- | --- | --- | --- |"]
    for goal in results["goals"]:
        lines.append("| %s, %s | %s | %s | %.3f | %s | %s |" % (
            goal["program"], goal["figure"], goal["of"], goal["to"],
            goal["ratio"], goal["goal"], "yes" if goal["met"] else "no"))
    if results["failures"]:
        lines += ["", "Failed:", ""]
        lines += ["- " + failure.replace("\n", " ")
                  for failure in results["failures"]]
    return "\n".join(lines) + "\n"


def conformance(runner, manifest):
    """The suite of the plugin's interface: passed, failures."""
    folder = os.path.join(HERE, "unittests")
    suite = manifest["suite"]
    program = os.path.join(folder, suite)
    if not os.path.exists(program):
        return 0, []
    environment = dict(
        runner.environment({}),
        OMPJIT_CONFORMANCE_PLUGIN=os.path.join(LIBRARIES, manifest["plugin"]),
        OMPJIT_CONFORMANCE_IMAGE=os.environ.get(
            "OMPJIT_CONFORMANCE_IMAGE", os.path.join(folder, manifest["image"])))
    try:
        done = subprocess.run([program], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=5 * SECONDS)
    except subprocess.TimeoutExpired:
        return 0, [suite + ": not done after %d s" % (5 * SECONDS)]
    passed = len(re.findall(r"^\[       OK \]", done.stdout, re.MULTILINE))
    failures = sorted(set(re.findall(r"^\[  FAILED  \] ([\w./]+)", done.stdout,
                                     re.MULTILINE)))
    if done.returncode and not failures:
        failures = [suite + ": status %d" % done.returncode]
    for failure in failures:
        print("FAIL: " + failure, flush=True)
    return passed, failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", default=os.path.join(HERE, "results"))
    parser.add_argument("--rounds", type=int, default=5,
                        help="runs of each measured program in each way")
    parser.add_argument("--divisor", type=int, default=1,
                        help="shorter by so much; the figures mean nothing then")
    parser.add_argument("--only", default="", help="names that match this")
    parser.add_argument("--ways", default="", help="ways that match this: "
                        + ", ".join(WAYS))
    parser.add_argument("--jobs", type=int, default=1,
                        help="tests at a time; measures are made one by one")
    parser.add_argument("--no-measures", action="store_true")
    options = parser.parse_args()
    for way in [each for each in WAYS if not re.search(options.ways, each)]:
        del WAYS[way]
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(HERE, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)

    runner = Runner(options.out)
    chosen = [each for each in manifest["tests"]
              if re.search(options.only, each["name"])]
    passed, failures = conformance(runner, manifest)
    more, more_failures = run_tests(options.out, chosen, options.jobs)
    passed, failures = passed + more, failures + more_failures
    failures += ["not built: " + each for each in manifest["failures"]]

    measures, goals = {}, []
    for program in [] if options.no_measures else manifest["programs"]:
        if not re.search(options.only, program["name"]):
            continue
        medians, wrong = measure(runner, program, options.rounds, options.divisor)
        failures += wrong
        measures[program["name"]] = medians
        goals += [dict(goal, program=program["name"])
                  for goal in goals_of(program["name"], medians)]
    runner.forget_images()

    results = {"date": datetime.date.today().isoformat(), "machine": machine(manifest["plugin"]),
               "commit": manifest["commit"], "rounds": options.rounds,
               "passed": passed, "failures": failures, "measures": measures,
               "goals": goals}
    with open(os.path.join(options.out, "results.json"), "w",
              encoding="utf-8") as file:
        json.dump(results, file, indent=1)
    text = markdown(results)
    with open(os.path.join(options.out, "results.md"), "w",
              encoding="utf-8") as file:
        file.write(text)
    print(text)
    print("%d passed, %d failed" % (passed, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
