"""What the benchmarks share: two sides in turns, goals, and the table."""

import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
from collections import namedtuple

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
OURS, PACKAGED = "ours", "packaged"

# A goal bounds one of a result's figures, from above or from below.
Goal = namedtuple("Goal", "of bound value")


def at_most(ratio):
    return Goal("ratio", "<=", ratio)


# --- Building -----------------------------------------------------------------


def write_if_changed(path, text):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def is_newer(program, sources):
    if not os.path.exists(program):
        return False
    built = os.path.getmtime(program)
    return all(os.path.getmtime(each) <= built for each in sources)


def build_spawner(llvm, folder):
    """The program of Inputs/Spawn.c."""
    source, program = os.path.join(INPUTS, "Spawn.c"), os.path.join(folder, "Spawn")
    if not is_newer(program, [source]):
        subprocess.run([os.path.join(llvm, "bin", "clang"), "-O2", source, "-o",
                        program], check=True)
    return program


# --- Running ------------------------------------------------------------------


def clean_environment(**settings):
    """Nothing of the surroundings changes what OpenMP programs do."""
    return {**{k: v for k, v in os.environ.items()
               if not k.startswith(("OMP_", "KMP_", "LIBOMPTARGET_"))},
            "OMP_TARGET_OFFLOAD": "MANDATORY", **settings}


def in_turns(rounds):
    """The sides, alternately, each round beginning with the other one."""
    for number in range(rounds):
        yield from ([OURS, PACKAGED], [PACKAGED, OURS])[number % 2]


Used = namedtuple("Used", "wall_ns cpu_ns memory_kib")


def spawn(spawner, command, environment):
    """What one run of the command used, as Inputs/Spawn.c says; None if it
    failed."""
    done = subprocess.run([spawner, "1", *command], env=environment, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode:
        return None
    return Used(*map(float, done.stdout.splitlines()[-1].split()))


# --- Judging ------------------------------------------------------------------


def paired(above, below):
    """The median of the quotients, run by run; None where there are none."""
    pairs = [a / b for a, b in zip(above, below) if b]
    return statistics.median(pairs) if pairs else None


def judged(title, unit, samples, scaling=None, goal=None):
    """The figures of a row, of samples by side: none where a side failed, None
    where it was not measured."""
    result = {"name": title, "unit": unit, "ratio": None, "scaling": scaling,
              "goal": None, "met": None, "samples": samples}
    for side in (OURS, PACKAGED):
        result[side] = statistics.median(samples[side]) if samples[side] else None
    if samples[PACKAGED] is not None:
        result["ratio"] = paired(samples[OURS], samples[PACKAGED])
    if goal and result[goal.of] is not None:
        value = result[goal.of]
        result["goal"] = goal._asdict()
        result["met"] = (value <= goal.value if goal.bound == "<="
                         else value >= goal.value)
    return result


# --- Printing -----------------------------------------------------------------


def quantity(value, unit):
    if unit == "x":
        return "%.2f x" % value
    if unit == "ns" and value >= 1e9:
        return "%.2f s" % (value / 1e9)
    if unit == "ns" and value >= 100_000:
        return "%.2f ms" % (value / 1e6)
    if unit == "ns" and value >= 10_000:
        return "%.1f us" % (value / 1e3)
    if unit == "MiB":
        return "%.1f MiB" % value
    return "%.0f %s" % (value, unit)


def side_cell(result, side):
    if result[side] is None:
        return "-" if result["samples"][side] is None else "fails"
    return quantity(result[side], result["unit"])


def cells(result):
    goal = result["goal"]
    return [result["name"], side_cell(result, OURS), side_cell(result, PACKAGED),
            "%.3f" % result["ratio"] if result["ratio"] else "",
            "%.2f" % result["scaling"] if result["scaling"] else "",
            "%(of)s %(bound)s %(value)g" % goal if goal else "",
            "" if result["met"] is None else "yes" if result["met"] else "NO"]


def print_aligned(rows):
    """The first row is the heading, the first column is text."""
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    for row in [rows[0], ["-" * w for w in widths], *rows[1:]]:
        print("  ".join([row[0].ljust(widths[0])]
                        + [c.rjust(w) for c, w in zip(row[1:], widths[1:])]))


def print_table(results):
    print_aligned([["measure", OURS, PACKAGED, "ratio", "scaling", "goal", "met"],
                   *map(cells, results)])


def count_met(results):
    with_goal = [each for each in results if each["met"] is not None]
    return "%d of %d goals are met" % (sum(each["met"] for each in with_goal),
                                       len(with_goal))


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file
                  if line.startswith("model name")]
    return {"processor": models[0] if models else platform.machine(),
            "cores": os.cpu_count(), "system": platform.platform()}


def write_json(path, results):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"date": datetime.date.today().isoformat(),
                   "machine": machine(), "results": results}, file, indent=1)


# --- Options ------------------------------------------------------------------


def add_arguments(parser, rounds=5):
    """Those that all benchmarks have."""
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22")
    parser.add_argument("--folder",
                        help="where the programs are kept (default: in the build)")
    parser.add_argument("--rounds", type=int, default=rounds,
                        help="runs of each program on each side")
    parser.add_argument("--json", help="also write all results to this file")


def made_folder(options, name):
    folder = os.path.abspath(options.folder or os.path.join(options.build, name))
    os.makedirs(folder, exist_ok=True)
    return folder
